"""The sound recipe: four branches, each of which holds or breaks.

A passage gives four inner statements: as facts, or as what is so unless w. From each a branch
leads to a statement that is asked about: steps a → b, then a *fork*, (a ∨ b) → y or ¬(a ∧ b) → y,
with one arm where the branch has come to and one that another branch shares, one affirmed and one
denied. A branch holds if each proposition starts from what the one before it gives; one that breaks
starts from its negation once.

    passage            3c1e, 3e1c              missing
    from facts         y₁, y₂, y₃, y₄          z is concluded; y₁ → z, y₂ → z, ...
    from a condition   ¬w → y₁, ¬w → y₂, ...   ¬w → z is concluded; y₁ → z, y₂ → z, ...

One branch holds, or in 3e1c three, and so one option is right.

Theorem. Whichever option is right, the same distribution is left of a question if one erases

    signs: of all statements;
    directions: which side of a conditional is which, and the form of forks, but no sign; or
    names: which inner statements are the same; their signs remain.

Proof. The sign of every inner statement, the form of every fork and the direction of every step
(a → b or ¬b → ¬a) is a fair coin; the two forms hold the same arms with opposite signs. Without
signs only coins of form and direction are left. Without directions, the coins of forks and steps
hide the signs there: a fork shows one affirmed and one denied arm, either at even odds, and a step
any two signs. Without names all forks look alike, so nothing says whose the other sentences are.
Options and conclusion only repeat the sign of w; y₁ to y₄ and z are affirmed, which reads best.
Distances and degrees are equal too: the passage looks the same from all options. And all passages
of a type have as many breaks, at places drawn without regard to the key.

What is left to use is sign and direction of linked propositions, and that is inference: a branch
of two propositions is decided by nothing less than both. In a longer one the break may be at any
joint, and a window that holds it will do. So will all signs with the forms of forks, whichever way
the steps are turned: they show that there is one break. Two breaks in a branch of three would hide
that, but they make the step its inverse. Then its last two propositions would decide every branch,
and whoever reads “if” as “if and only if” would find that all of them hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from engine.families.divlogiceval.params import OPTIONS, Params
from engine.families.divlogiceval.propositions import Kind, Proposition
from engine.families.divlogiceval.question import Question, as_proposition
from engine.families.divlogiceval.relation import Option

Flip = Callable[[], bool]
"""A fair coin."""

FACTS, CONDITION = "from facts", "from a condition"

ENDS = (1, 2, 3, 4)
_SHARED = (5, 6, 5, 6)
"""The other arm of each branch's fork."""
CONDITIONAL_ON, CONCLUDED = 7, 8
_INNER = 9
"""The first of the other inner statements."""


class Passage(NamedTuple):
    """A passage, what its branches lead to, and the condition, if they depend on one."""

    propositions: list[Proposition]
    ends: list[int]
    condition: int | None


def sound_question(params: Params, question_type: str, rng: Random) -> Question:
    """Draw a question of the sound recipe."""

    def flip() -> bool:
        return rng.random() < 0.5

    structures = (FACTS, CONDITION) if params.content == "literals" else (CONDITION,)
    structure = rng.choice(structures)
    joints = params.chain - 1
    breaks = [None if holds else rng.randrange(joints) for holds in holding(question_type, 0)]
    made = passage(structure, params.chain, breaks, flip)
    options, conclusion = asked(question_type, made, flip)
    return Question(
        tuple(made.propositions),
        as_proposition(options[0]),
        tuple(map(as_proposition, options[1:])),
        None if conclusion is None else as_proposition(conclusion),
        structure,
    )


def holding(question_type: str, key: int) -> list[bool]:
    """Which branches hold if the option at `key` is the right one."""
    return [(at == key) is (question_type != "3e1c") for at in range(OPTIONS)]


def passage(structure: str, chain: int, breaks: Sequence[int | None], flip: Flip) -> Passage:
    """A passage whose branches break at these joints, of `chain` propositions each."""
    inner = [range(_INNER + at, _INNER + at + 4 * (chain - 1), 4) for at in range(OPTIONS)]
    given = [_signed(own[0], flip) for own in inner]
    ends = list(ENDS)
    condition = None
    if structure == FACTS:
        propositions = [Proposition(Kind.LITERAL, (fact,)) for fact in given]
    else:
        condition = _signed(CONDITIONAL_ON, flip)
        pairs = (given[:2], given[2:])
        propositions = [_fork(-one, -two, condition, flip) for one, two in pairs]
    for at, own in enumerate(inner):
        propositions += branch(given[at], own[1:], (_SHARED[at], ends[at]), breaks[at], flip)
    return Passage(propositions, ends, condition)


def branch(
    given: int, steps: Sequence[int], fork: tuple[int, int], broken: int | None, flip: Flip
) -> list[Proposition]:
    """A branch over these inner statements to a fork with this other arm and end."""
    propositions = []
    reached = given
    for joint, variable in enumerate(steps):
        start, reached = -reached if joint == broken else reached, _signed(variable, flip)
        propositions.append(as_proposition(_turned((start, reached), flip)))
    arm = -reached if broken == len(steps) else reached
    shared, end = fork
    propositions.append(_fork(arm, -shared if arm > 0 else shared, end, flip))
    return propositions


def asked(question_type: str, made: Passage, flip: Flip) -> tuple[list[Option], Option | None]:
    """The options, in the order of the branches, and the conclusion, if there is one."""
    condition = () if made.condition is None else (-made.condition,)
    if question_type == "missing":
        options = [_turned((end, CONCLUDED), flip) for end in made.ends]
        return options, _turned((*condition, CONCLUDED), flip)
    return [_turned((*condition, end), flip) for end in made.ends], None


def _fork(one: int, two: int, end: int, flip: Flip) -> Proposition:
    """Both one → end and two → end, in either form."""
    if flip():
        return Proposition(Kind.EITHER, (one, two, end))
    return Proposition(Kind.NOT_BOTH, (-one, -two, end))


def _signed(variable: int, flip: Flip) -> int:
    return variable if flip() else -variable


def _turned(option: Option, flip: Flip) -> Option:
    """A pair or its contrapositive; a literal as it is."""
    return (-option[1], -option[0]) if len(option) == 2 and flip() else option
