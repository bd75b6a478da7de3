"""What is left of an item after an erasure, so that nobody who sees only that can infer.

An erasure removes a distinction that every inference needs: which way a conditional points, what is
denied, which connective joins two statements, or which premises share a statement. An attacker that
gives the same answer when the erased thing is exchanged does not infer, so a sound set must leave
it at chance. What sees both directions and signs is a bounded reasoner, and may do better.

    p1 → ¬p2 with the statement p2    signs        if p1 then p2
                                      directions   a conditional of p1 and ¬p2
                                      names        if _ then ¬STATEMENT, linked with nothing else
                                      links        p1 with the statement, opposed to it
                                      inner-directions   as it is, since it mentions the
                                                   statement; else as for directions
                                      forms        names, with the signs of `_` (not an erasure
                                                   that must leave nothing)

Atoms of the statement carry their sign relative to the statement's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.audit.shapes import Shape, shape_of
from engine.core.items import Item

Marks = tuple[str, ...]
Erasing = Callable[[Shape, tuple[int | None, ...]], tuple[str, Marks]]
"""Turns a shape into what is left of it: the kind of clause, and a mark for each occurrence of an
atom. The second argument gives for each atom its sign in the statement, None for all others."""

_ATOM = re.compile(r"a\d+")
_SIGNED_OTHER = re.compile("¬*_")


@dataclass(frozen=True, slots=True)
class Clause:
    """What is left of a formula: a kind, and the atoms in alphabetical order with their marks."""

    kind: str
    atoms: tuple[str, ...]
    marks: Marks


@dataclass(frozen=True, slots=True)
class View:
    """What is left of an item around its statement or one of its options.

    `others` are formulas that all options share, such as a conclusion to be completed.
    """

    premises: tuple[Clause, ...]
    statement: Clause
    others: tuple[Clause, ...] = ()


def views(item: Item, erasure: str) -> list[View]:
    """The views of the statement or, for an item with a formula per option, of each option."""
    n_options = len(item.options)
    alone = len(item.query) < n_options or len(item.query) == 1
    asked, shared = (
        (item.query[:1], item.query[1:])
        if alone
        else (item.query[-n_options:], item.query[:-n_options])
    )
    return [_view(item.premises, one, shared, erasure) for one in asked]


def _view(premises: Sequence[str], asked: str, shared: Sequence[str], erasure: str) -> View:
    shape, names = shape_of(asked)
    wanted = {names[o.atom]: o.polarity for o in shape.occurrences}
    statement = _clause(asked, dict.fromkeys(wanted), erasure)
    keep = erasure in _LINKED
    return View(
        tuple(
            _clause(one, wanted, erasure, None if keep else at) for at, one in enumerate(premises)
        ),
        statement,
        tuple(_clause(one, wanted, erasure, None if keep else -1) for one in shared),
    )


def _clause(
    formula: str, wanted: Mapping[str, int | None], erasure: str, place: int | None = None
) -> Clause:
    """Erase a formula; with a `place`, its atoms outside the statement become its own."""
    shape, names = shape_of(formula)
    kind, marks = _erased(erasure, shape.text, tuple([wanted.get(name) for name in names]))
    atoms = [names[o.atom] for o in shape.occurrences]
    if place is not None:
        atoms = [name if name in wanted else f"{name} {place}" for name in atoms]
    pairs = sorted(zip(atoms, marks, strict=True))  # their order would show the direction
    return Clause(kind, tuple([atom for atom, _ in pairs]), tuple([mark for _, mark in pairs]))


@lru_cache(maxsize=1 << 16)
def _erased(erasure: str, text: str, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    return ERASURES[erasure](shape_of(text)[0], wanted)


def _without_signs(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    kind = _ATOM.sub("_", shape.text.replace("¬", ""))
    return kind, tuple([o.position.replace("¬", "") for o in shape.occurrences])


def _without_directions(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    """A conditional is the set of its literals, with those of a compound side grouped.

    What joins a compound side would show on which side of the conditional it is, so it goes too.
    “Or” and “not both” count as the same, since with signs they would say what follows from what.
    """
    return shape.root.replace("Not And", "Or"), _displayed(shape)


def _without_inner_directions(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    """Premises about the statement keep their direction, so literals there have logical signs."""
    if all(sign is None for sign in wanted):
        return _without_directions(shape, wanted)
    signs = [(o.polarity, wanted[o.atom] or 1) for o in shape.occurrences]
    return shape.root, tuple(["0+-"[sign * own] for sign, own in signs])


def _displayed(shape: Shape) -> Marks:
    """The sign that each occurrence is shown with, and whether it is in a group."""
    return tuple(
        [
            f"{'-' if o.is_negated else '+'}{'grouped' if o.position == 'nested' else ''}"
            for o in shape.occurrences
        ]
    )


def _without_names(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    kind, marks = _forms(shape, wanted)
    return _SIGNED_OTHER.sub("_", kind), marks


def _forms(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    def named(atom: re.Match[str]) -> str:
        return "_" if wanted[int(atom.group()[1:])] is None else "s"

    return _ATOM.sub(named, shape.text), _agreements(shape, wanted)


def _without_links(shape: Shape, wanted: tuple[int | None, ...]) -> tuple[str, Marks]:
    return "", _agreements(shape, wanted)


def _agreements(shape: Shape, wanted: tuple[int | None, ...]) -> Marks:
    signs = [(o.polarity, wanted[o.atom]) for o in shape.occurrences]
    return tuple(["" if own is None else "0+-"[sign * own] for sign, own in signs])


ERASURES: Mapping[str, Erasing] = {
    "signs": _without_signs,
    "directions": _without_directions,
    "names": _without_names,
    "links": _without_links,
    "inner-directions": _without_inner_directions,
    "forms": _forms,
}
_LINKED = {"signs", "directions", "links", "inner-directions"}
