"""The premises of a triple, in order: the blocks about its statement, distractors, and fillers.

Atoms are numbers here, given out in order; 0 is the statement's. A slot is a premise of all three
items, with what it displays in each: only the clauses at the joints that decide the label, and a
last premise of another display, differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from engine.core.items import Label
from engine.families.justlogic.one_time_pad import (
    Clause,
    Display,
    Literal,
    Pick,
    Signs,
    Skeleton,
    Wiring,
    clauses,
    paired_signs,
    picks,
    wirings,
)
from engine.families.justlogic.params import Argument, Distractors
from engine.language.expressions import Form

LABELS = (Label.TRUE, Label.FALSE, Label.UNCERTAIN)
_FIRST_DISPLAYS = ("modus_ponens", "disjunctive_syllogism")


class Slot(NamedTuple):
    """A premise: what it displays in the true, the false and the uncertain item.

    `draw` chooses its wording, whatever the item.
    """

    displays: tuple[Display, ...]
    draw: float


Path = list[Slot]
"""The premises of a block from its start to the statement."""


class Block(NamedTuple):
    """A block: its premises on their path, and its clauses in each item."""

    skeleton: Skeleton
    path: Path
    clauses: tuple[tuple[Clause, ...], ...]


class Atoms:
    """Hands out atoms; `n` counts them, that of the statement included."""

    def __init__(self) -> None:
        self.n = 1

    def __call__(self, n: int) -> tuple[int, ...]:
        """The next `n` atoms."""
        self.n += n
        return tuple(range(self.n - n, self.n))


def core(
    argument: Argument, pick: Pick, statement: Literal, atoms: Atoms, rng: Random
) -> list[Block]:
    """The two blocks about the statement; with a chain of one step, one about something else."""
    skeleton = argument.skeleton
    found = _pair(skeleton, pick, statement, atoms, rng, argument.last)
    if skeleton.steps == 1 and not skeleton.is_loop:
        (other,) = atoms(1)
        ends = (_coin(rng),)
        wired = [Wiring(ends, () if label is Label.UNCERTAIN else (0,)) for label in LABELS]
        signs = [_coins(rng, 1)] * len(LABELS)
        found.append(_block(skeleton, wired, signs, Literal(other, True), atoms, rng))
    return found


def distractors(asked: Distractors, statement: Literal, atoms: Atoms, rng: Random) -> list[Block]:
    """The blocks of distractor premises; but for redundant ones, the same in all three items."""
    if asked.kind == "none":
        return []
    if asked.kind == "redundant":
        chain = Skeleton(is_loop=False, n_clauses=asked.n // 2 - 1)
        return _pair(chain, drawn_pick(chain, rng), statement, atoms, rng, None)
    chain = Skeleton(is_loop=False, n_clauses=asked.n - 1)
    end = statement if asked.kind == "broken" else Literal(atoms(1)[0], True)
    bad: tuple[int, ...] = (_below(chain.n_joints, rng),)
    if asked.kind == "unrelated" and _coin(rng):
        bad = ()
    wired = [Wiring((_coin(rng),), bad)] * len(LABELS)
    return [_block(chain, wired, [_coins(rng, chain.n_joints)] * len(LABELS), end, atoms, rng)]


def filler(atoms: Atoms, rng: Random) -> Slot:
    """An isolated sentence: a fact or, twice as often, a conditional."""
    chosen = atoms(1 if rng.random() < 1 / 3 else 2)
    form = Form.BASIC if len(chosen) == 1 else Form.CONDITIONAL
    literals = tuple([Literal(atom, _coin(rng)) for atom in chosen])
    return Slot((Display(form, literals),) * len(LABELS), rng.random())


def in_order(blocks: Sequence[Block], fillers: Sequence[Slot], order: str, rng: Random) -> Path:
    """All premises in the order of the passage."""
    paths = [block.path[:: -1 if order == "backward" else 1] for block in blocks]
    rng.shuffle(paths)
    slots = [slot for path in paths for slot in path]
    if order == "shuffled":
        slots += fillers
        rng.shuffle(slots)
        return slots
    for slot in fillers:
        slots.insert(_below(len(slots) + 1, rng), slot)
    return slots


def drawn_pick(skeleton: Skeleton, rng: Random) -> Pick:
    """Which joints decide the label."""
    chosen = picks(skeleton)
    return chosen[_below(len(chosen), rng)]


def _pair(
    skeleton: Skeleton,
    pick: Pick,
    statement: Literal,
    atoms: Atoms,
    rng: Random,
    last: str | None,
) -> list[Block]:
    """Two blocks about the statement, wired by the label.

    `last` is the form of the last step, where the display of a chain's last clause decides it.
    """
    coins = _coins(rng, skeleton.n_joints)
    wired = [wirings(skeleton, label, pick) for label in LABELS]
    signs = [paired_signs(skeleton, label, pick, coins) for label in LABELS]
    found = []
    for side in range(2):
        ends = {side: last in _FIRST_DISPLAYS} if last else {}  # side 0 proves, side 1 refutes
        found.append(
            _block(
                skeleton,
                [both[side] for both in wired],
                [both[side] for both in signs],
                statement,
                atoms,
                rng,
                ends,
            )
        )
    return found


def _block(
    skeleton: Skeleton,
    wired: Sequence[Wiring],
    signs: Sequence[Signs],
    statement: Literal,
    atoms: Atoms,
    rng: Random,
    last_coins: dict[int, bool] | None = None,
) -> Block:
    """A block in each item. `last_coins` are those of the last clause that do not fall freely."""
    inner = atoms(skeleton.n_joints)
    made = tuple(
        [
            clauses(skeleton, wiring, own, inner, statement)
            for wiring, own in zip(wired, signs, strict=True)
        ]
    )
    path: Path = []
    if not skeleton.is_loop:
        facts = [Display(Form.BASIC, (Literal(inner[0], own[0]),)) for own in signs]
        path.append(_slot(facts, False, rng))
    for number, versions in enumerate(zip(*made, strict=True)):
        coins = [_coin(rng)] * len(LABELS)
        if last_coins and number == skeleton.n_clauses - 1:
            coins = [last_coins.get(member, coin) for member, coin in enumerate(coins)]
        displays = [clause.display(coin) for clause, coin in zip(versions, coins, strict=True)]
        path.append(_slot(displays, versions[0].is_disjunction and _coin(rng), rng))
    return Block(skeleton, path, made)


def _slot(displays: Sequence[Display], is_turned: bool, rng: Random) -> Slot:
    """A slot; equal displays become one object. `is_turned`: the parts of a disjunction swap."""
    made: list[Display] = []
    for one in displays:
        form, literals = one
        shown = Display(form, literals[::-1]) if is_turned else one
        made.append(next((known for known in made if known == shown), shown))
    return Slot(tuple(made), rng.random())


def _coin(rng: Random) -> bool:
    return rng.random() < 0.5


def _coins(rng: Random, n: int) -> Signs:
    return tuple([rng.random() < 0.5 for _ in range(n)])


def _below(n: int, rng: Random) -> int:
    return int(rng.random() * n)
