"""Draws words for the symbols of an item's formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeVar

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.sampling import stride
from engine.families.logicasker.language.lexicon import Phrase, Relation, lexicon
from engine.logic.syntax import Constant, Formula, Predicate, Quantified
from engine.logic.traversal import postorder

_TRIES = 20
_IN_TURN = 2
"""How many of an item's entries come from a rotation."""
_Entry = TypeVar("_Entry", bound=Phrase)
_One = TypeVar("_One")


def draw_vocabulary(
    formulas: Iterable[Formula], rng: Random, turn: int | None = None
) -> tuple[Symbol, ...]:
    """Draw a symbol for each proposition, predicate, relation and name, in order of occurrence.

    With a `turn` the first two entries are taken in rotation instead of drawn, so that two items
    with the same formulas never share both, in either order (an argument may be the same with two
    letters swapped). Another entry is drawn only if the two are of one group.

    No two entries of one group are used. A proposition is about a person of its own or about
    nobody; with quantifiers, always about nobody, so that “they” can only be the quantifier's
    variable.

    Raises:
        InputError: the formulas need more words than there are, or a symbol of three places.
    """
    names: dict[str, None] = {}
    places: dict[str, int] = {}
    has_quantifiers = False
    for used in map(_used, formulas):
        for name, number in used.places:
            if places.setdefault(name, number) != number:
                raise InputError(f"{name} is used with different numbers of places")
        names.update(dict.fromkeys(used.names))
        has_quantifiers |= used.has_quantifiers
    drawing = _Drawing(rng, turn)
    symbols = [
        drawing.symbol(name, number, is_impersonal=has_quantifiers)
        for name, number in places.items()
    ]
    return (*symbols, *(Symbol(name, drawing.name()) for name in names))


class _Used(NamedTuple):
    """The symbols of a formula that need words, in order of occurrence."""

    places: tuple[tuple[str, int], ...]
    names: tuple[str, ...]
    has_quantifiers: bool


@lru_cache(maxsize=1 << 12)
def _used(formula: Formula) -> _Used:
    nodes = list(postorder(formula))
    atoms = [node for node in nodes if isinstance(node, Predicate)]
    return _Used(
        tuple(dict.fromkeys((atom.name, len(atom.args)) for atom in atoms)),
        tuple(dict.fromkeys(t.name for a in atoms for t in a.args if isinstance(t, Constant))),
        any(isinstance(node, Quantified) for node in nodes),
    )


class _Drawing:
    """The entries drawn so far for one item."""

    def __init__(self, rng: Random, turn: int | None) -> None:
        self._rng = rng
        self._turn = turn
        self._in_turn = 0 if turn is None else _IN_TURN
        self._lexicon = lexicon()
        self._groups: set[str] = set()
        self._names: set[str] = set()

    def symbol(self, name: str, places: int, *, is_impersonal: bool) -> Symbol:
        """The symbol of an atom with that many places."""
        match places:
            case 0:
                return self._proposition(name, is_impersonal)
            case 1:
                verb = self._verb()
                return Symbol(f"{name}(x)", f"x {verb.affirmed}", f"x {verb.denied}")
            case 2:
                relation: Relation = self._entry(self._lexicon.relations)
                return Symbol(
                    f"{name}(x, y)",
                    f"x {relation.affirmed} y",
                    f"x {relation.denied} y",
                    paraphrase=f"y {relation.passive} x",
                )
        raise InputError(f"{name} has {places} places; English is made for two at most")

    def name(self) -> str:
        """A name not yet drawn."""
        names = self._lexicon.names
        if len(self._names) == len(names):
            raise InputError(f"the formulas need more names than the {len(names)} there are")
        while True:
            name = self._next(names)
            if name not in self._names:
                self._names.add(name)
                return name

    def _proposition(self, name: str, is_impersonal: bool) -> Symbol:
        if is_impersonal or self._rng.random() < 0.25:
            clause = self._entry(self._lexicon.impersonals)
            return Symbol(name, clause.affirmed, clause.denied)
        subject, verb = self.name(), self._verb()
        return Symbol(name, f"{subject} {verb.affirmed}", f"{subject} {verb.denied}")

    def _verb(self) -> Phrase:
        known = self._lexicon
        if self._in_turn:
            return self._entry((*known.occupations, *known.adjectives, *known.actions))
        return self._entry(self._rng.choice((known.occupations, known.adjectives, known.actions)))

    def _entry(self, entries: Sequence[_Entry]) -> _Entry:
        """An entry of a group not used yet."""
        entry = self._next(entries)
        for _ in range(_TRIES):
            if entry.group not in self._groups:
                break
            entry = self._rng.choice(entries)
        else:
            free = [entry for entry in entries if entry.group not in self._groups]
            if not free:
                raise InputError(
                    f"the formulas need more words than there are, such as {entries[0].affirmed!r}"
                )
            entry = self._rng.choice(free)
        self._groups.add(entry.group)
        return entry

    def _next(self, entries: Sequence[_One]) -> _One:
        """The next entry in rotation; after the first two, a random one."""
        if not self._in_turn or self._turn is None:
            return self._rng.choice(entries)
        n = len(entries)
        entry = entries[self._turn * stride(n) % n]  # neighbours in the file are much alike
        self._turn += 1 + self._turn // n % ((n - 1) // 2)  # at most half way round: never back
        self._in_turn -= 1
        return entry
