"""Items that say nothing after any erasure, and the same with one leak planted.

Each has two chains of conditionals from a fact to the statement q. A chain of `depth` steps proves
q if it ends in q and none of its joints is bad; two joints are drawn of which both are bad in one
chain, or one in each. A step is shown as `A → B` or as `¬B → ¬A` by a fair coin, and every atom has
a sign by a fair coin.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engine.core.items import Item, Label
from tests.items_by_hand import triple

DEPTH = 3
LEAKS = ("directions", "signs", "links", "ends")
"""What gives the label away: all steps point forward, only steps after a bad joint do not, a chain
is cut, or the one premise with the statement tells."""


def padded(n: int, leak: str = "", seed: int = 1) -> tuple[Item, ...]:
    """`n` items with labels in turn, each a group of its own."""
    rng = Random(f"{leak} {seed}")
    return tuple(_item(at, list(Label)[at % 3], leak, rng) for at in range(n))


def _item(at: int, label: Label, leak: str, rng: Random) -> Item:
    one, other = rng.sample(range(DEPTH), 2)
    chains = {
        Label.TRUE: [(True, set()), (False, {one, other})],
        Label.FALSE: [(False, set()), (True, {one, other})],
        Label.UNCERTAIN: [(True, {one}), (False, {other})],
    }[label]
    if leak == "ends":
        chains = chains[:1]
    premises = [
        premise
        for number, (sign, bad) in enumerate(chains)
        for premise in _chain(100 * number, sign, bad, leak, rng)
    ]
    if leak == "links" and label is Label.UNCERTAIN:
        premises = [
            premise.replace("p2", "p50") if "p3" in premise else premise for premise in premises
        ]
    rng.shuffle(premises)
    item = triple(0)[0]
    shown = tuple(f"Sentence {place}." for place in range(len(premises)))
    return replace(
        item, premises=tuple(premises), passage=shown, query=("p0",), gold=label, group=at,
        index=at, traits=replace(item.traits, depth=DEPTH), hash="",
    )  # fmt: skip


def _chain(first: int, sign: bool, bad: set[int], leak: str, rng: Random) -> list[str]:
    """A fact and steps to p0; at a bad joint, the atom has the other sign in the next premise."""
    signs = [leak == "signs" or rng.random() < 0.5 for _ in range(DEPTH)]
    atoms = [f"p{first + step + 1}" for step in range(DEPTH)]
    premises = [_literal(atoms[0], signs[0])]
    for step in range(DEPTH):
        left = _literal(atoms[step], signs[step] is (step not in bad))
        right = (atoms[step + 1], signs[step + 1]) if step + 1 < DEPTH else ("p0", sign)
        premises.append(_shown(left, right, leak, rng))
    return premises


def _shown(left: str, right: tuple[str, bool], leak: str, rng: Random) -> str:
    is_forward = rng.random() < 0.5
    if leak in ("directions", "signs"):
        is_forward = leak == "directions" or not left.startswith("¬")
    if is_forward:
        return f"{left} → {_literal(*right)}"
    denied = left.removeprefix("¬") if left.startswith("¬") else f"¬{left}"
    return f"{_literal(right[0], not right[1])} → {denied}"


def _literal(atom: str, sign: bool) -> str:
    return atom if sign else f"¬{atom}"
