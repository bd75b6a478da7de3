"""A chart parser over all wordings: every way in which a text can be put together from them.

It is freer than the sentences we make: any wording is tried in any place, whatever its rank. So
one reading here means that a reader too who nests expressions at will finds only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.language.expressions import Form, Wording, wordings
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
    """What a text is read by: all wordings of `expressions` and `more` beside them.

    Two are equal only if they are the same object, so that to look one up costs nothing.
    """

    more: tuple[Wording, ...] = ()


GENERAL = Grammar()


def _not_both(first: Formula, second: Formula, third: Formula) -> Formula:
    return Implies(Not(And(first, second)), third)


def _either(first: Formula, second: Formula, third: Formula) -> Formula:
    return Implies(Or(first, second), third)


_CONNECTIVES: dict[Form, Connective] = {
    Form.NEGATION: Not,
    Form.CONDITIONAL: Implies,
    Form.DISJUNCTION: Or,
    Form.CONJUNCTION: And,
    Form.BICONDITIONAL: Iff,
    Form.EXCLUSIVE: Xor,
    Form.NOT_BOTH: _not_both,
    Form.EITHER: _either,
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
        return _Chart(text, leaves, grammar).span(0, len(text), 0)
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
        self._steps = 0
        self._done: dict[tuple[int, int], tuple[Tree, ...]] = {}
        self._by_letter: dict[str, list[Wording]] = {"": []}
        for longest, wordings_with_it in _by_longest_piece(grammar).items():
            if longest not in text:
                continue
            for wording in wordings_with_it:
                if all(piece in text for piece in wording.texts):
                    self._by_letter.setdefault(wording.texts[0][:1], []).append(wording)

    def span(self, start: int, end: int, nesting: int) -> tuple[Tree, ...]:
        """The readings of one span of the text."""
        self._steps += 1
        if self._steps > _MAX_STEPS:
            raise _TooHard
        known = self._done.get((start, end))
        if known is not None:
            return known
        if nesting > _MAX_NESTING or len(self._done) > _MAX_SPANS:
            raise _TooHard
        found: dict[Tree, None] = dict.fromkeys(self._leaves.get((start, end), ()))
        for tree in self._worded(start, end, nesting + 1):
            found[tree] = None
            if len(found) >= MAX_READINGS:
                break
        self._done[start, end] = result = tuple(found)
        return result

    def _worded(self, start: int, end: int, nesting: int) -> Iterator[Tree]:
        text = self._text
        by_letter = self._by_letter
        for wording in (*by_letter.get(text[start : start + 1], ()), *by_letter[""]):
            before, after = wording.texts[0], wording.texts[-1]
            left, right = start + len(before), end - len(after)
            if left >= right or not text.startswith(before, start):
                continue
            if not text.endswith(after, start, end):
                continue
            if len(wording.slots) == 1:
                for tree in self.span(left, right, nesting):
                    yield (Not, tree) if wording.form is Form.NEGATION else tree
            else:
                yield from self._split(wording, left, right, nesting)

    def _split(self, wording: Wording, left: int, right: int, nesting: int) -> Iterator[Tree]:
        """The readings of a wording whose slots fill the span, split wherever it can be."""
        connective = _CONNECTIVES[wording.form]
        order = sorted(range(len(wording.slots)), key=lambda slot: wording.slots[slot].operand)
        for parts in self._fillings(wording.texts[1:-1], left, right, nesting):
            yield (connective, *[parts[slot] for slot in order])  # type: ignore[misc]

    def _fillings(
        self, between: tuple[str, ...], left: int, right: int, nesting: int
    ) -> Iterator[tuple[Tree, ...]]:
        """The readings of the slots of a span that these texts divide."""
        if not between:
            yield from ((tree,) for tree in self.span(left, right, nesting))
            return
        at = self._text.find(between[0], left + 1, right)
        while at >= 0:
            if firsts := self.span(left, at, nesting):
                after = at + len(between[0])
                for rest in self._fillings(between[1:], after, right, nesting):
                    yield from ((first, *rest) for first in firsts)
            at = self._text.find(between[0], at + 1, right)


@lru_cache(maxsize=2)
def _by_longest_piece(grammar: Grammar) -> dict[str, list[Wording]]:
    """The wordings, each with both kinds of quotation marks where it has any, by what is rarest."""
    found: dict[str, dict[Wording, None]] = {}
    for wording in (*wordings(), *grammar.more):
        for variant in (wording, wording.requoted()):
            found.setdefault(max(variant.texts, key=len), {})[variant] = None
    return {longest: list(variants) for longest, variants in found.items()}
