"""A chart parser over all wordings: finds every way to build a text from them.

It is more permissive than our generator: any wording may appear in any place, whatever its rank. So
if it finds a single reading, a reader who nests expressions freely finds only one too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.language.expressions import Form, Wording, plain_wordings, wordings
from engine.logic.syntax import And, Formula, Iff, Implies, Not, Or, Xor

MAX_READINGS = 64
_MAX_STEPS = 100_000
_MAX_SPANS = 10_000
_MAX_NESTING = 150

# A tree of readings: the number of a leaf, or a connective and its operands.
Connective = Callable[..., Formula]
Tree = (
    int
    | tuple[Connective, "Tree"]
    | tuple[Connective, "Tree", "Tree"]
    | tuple[Connective, "Tree", "Tree", "Tree"]
)


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """What a text is read by: all wordings of `expressions`, the plain ones too, and `more`.

    Two are equal only if they are the same object, so that to look one up costs nothing.
    """

    more: tuple[Wording, ...] = ()


GENERAL = Grammar()


def _not_both(first: Formula, second: Formula, third: Formula) -> Formula:
    return Implies(Not(And(first, second)), third)


def _either(first: Formula, second: Formula, third: Formula) -> Formula:
    return Implies(Or(first, second), third)


def _incompatible(first: Formula, second: Formula) -> Formula:
    return Not(And(first, second))


_CONNECTIVES: dict[Form, Connective] = {
    Form.NEGATION: Not,
    Form.CONDITIONAL: Implies,
    Form.DISJUNCTION: Or,
    Form.CONJUNCTION: And,
    Form.BICONDITIONAL: Iff,
    Form.EXCLUSIVE: Xor,
    Form.NOT_BOTH: _not_both,
    Form.EITHER: _either,
    Form.INCOMPATIBLE: _incompatible,
}


class _TooHard(Exception):
    """The text asks for more work than any sentence of ours does."""


def trees(
    text: str,
    leaves: Mapping[tuple[int, int], tuple[int, ...]],
    grammar: Grammar = GENERAL,
) -> tuple[Tree, ...]:
    """All readings of `text`, whose spans `leaves` are clauses; at most `MAX_READINGS` of them.

    None if it cannot be read, or not within bounds that every sentence of ours keeps.
    """
    try:
        return _Chart(text, leaves, grammar).span(0, len(text))
    except _TooHard:
        return ()


class _Chart:
    """The readings of all spans of one text, each found once."""

    def __init__(
        self,
        text: str,
        leaves: Mapping[tuple[int, int], tuple[int, ...]],
        grammar: Grammar,
    ) -> None:
        self._text = text
        self._leaves = leaves
        self._steps = self._nesting = 0
        self._done: dict[tuple[int, int], tuple[Tree, ...]] = {}
        self._by_letter = {
            letter: [
                (before, [one for one in some if all(p in text for p in one.wording.texts)])
                for before, some in by_start
            ]
            for letter, by_start in by_first_letter(grammar).items()
        }

    def span(self, start: int, end: int) -> tuple[Tree, ...]:
        """The readings of one span of the text."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise _TooHard
        known = self._done.get((start, end))
        if known is not None:
            return known
        if self._nesting > _MAX_NESTING or len(self._done) > _MAX_SPANS:
            raise _TooHard
        self._nesting += 1
        leaves = self._leaves.get((start, end), ())
        worded = worded_trees(self._text, start, end, self._by_letter, self.span)
        self._done[start, end] = result = some_of(leaves, worded)
        self._nesting -= 1
        return result


def some_of(leaves: Iterable[Tree], worded: Iterable[Tree]) -> tuple[Tree, ...]:
    """The leaves and then the distinct trees, no more than `MAX_READINGS` in all."""
    found: dict[Tree, None] = dict.fromkeys(leaves)
    for tree in worded:
        found[tree] = None
        if len(found) >= MAX_READINGS:
            break
    return tuple(found)


Span = Callable[[int, int], tuple[Tree, ...]]
"""Gives the readings of the span of a text from its start to its end."""


class Spanning(NamedTuple):
    """A wording as what spans a text: what stands after its slots and between them; their order."""

    after: str
    between: tuple[str, ...]
    wording: Wording
    order: tuple[int, ...]


ByLetter = Mapping[str, Sequence[tuple[str, Sequence[Spanning]]]]
"""By the first letter: what stands before the slots, with all wordings that begin so."""


def worded_trees(
    text: str, start: int, end: int, by_letter: ByLetter, span: Span
) -> Iterator[Tree]:
    """The readings of a span of a text that some wording spans, given those of spans within it."""
    letter = text[start : start + 1]
    for before, some in (*by_letter.get(letter, ()), *by_letter.get("", ())):
        if not text.startswith(before, start):
            continue
        left = start + len(before)
        for after, between, wording, order in some:
            right = end - len(after)
            if left >= right or not text.endswith(after, start, end):
                continue
            if not between:
                for tree in span(left, right):
                    yield (Not, tree) if wording.form is Form.NEGATION else tree
            elif text.find(between[0], left + 1, right) >= 0:
                connective = _CONNECTIVES[wording.form]
                for parts in _fillings(text, between, left, right, span):
                    yield (connective, *[parts[slot] for slot in order])  # type: ignore[misc]


def _fillings(
    text: str, between: tuple[str, ...], left: int, right: int, span: Span
) -> Iterator[tuple[Tree, ...]]:
    """The readings of the slots of a span that these texts divide, wherever they do."""
    if not between:
        yield from ((tree,) for tree in span(left, right))
        return
    at = text.find(between[0], left + 1, right)
    while at >= 0:
        if firsts := span(left, at):
            after = at + len(between[0])
            for rest in _fillings(text, between[1:], after, right, span):
                yield from ((first, *rest) for first in firsts)
        at = text.find(between[0], at + 1, right)


@lru_cache(maxsize=2)
def by_first_letter(grammar: Grammar) -> ByLetter:
    """The wordings, each with both kinds of quotation marks where it has any, by first letter.

    Those that begin with a slot stand under the empty text.
    """
    found: dict[str, dict[str, dict[Spanning, None]]] = {}
    plain = (wording for wording in plain_wordings() if any(wording.texts))
    for wording in (*wordings(), *plain, *grammar.more):
        operands = [slot.operand for slot in wording.slots]
        order = tuple(sorted(range(len(operands)), key=operands.__getitem__))
        for variant in (wording, wording.requoted()):
            before, *between, after = variant.texts
            spanning = Spanning(after, tuple(between), variant, order)
            found.setdefault(before[:1], {}).setdefault(before, {})[spanning] = None
    return {
        letter: tuple((before, tuple(some)) for before, some in by_start.items())
        for letter, by_start in found.items()
    }
