"""A chart parser over all wordings: every way in which a text can be put together from them.

It is freer than the sentences we make: any wording is tried in any place, whatever its rank. So
one reading here means that a reader too who nests expressions at will finds only one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from engine.language.expressions import Form, Wording, wordings
from engine.logic.syntax import And, Formula, Iff, Implies, Not, Or, Xor

MAX_READINGS = 64
_MAX_STEPS = 100_000
_MAX_SPANS = 10_000
_MAX_NESTING = 150

# A tree of readings: the number of a leaf, or a connective and its operands.
Connective = Callable[..., Formula]
Tree = int | tuple[Connective, "Tree"] | tuple[Connective, "Tree", "Tree"]

_CONNECTIVES: dict[Form, Connective] = {
    Form.NEGATION: Not,
    Form.CONDITIONAL: Implies,
    Form.DISJUNCTION: Or,
    Form.CONJUNCTION: And,
    Form.BICONDITIONAL: Iff,
    Form.EXCLUSIVE: Xor,
}


class _TooHard(Exception):
    """The text asks for more work than any sentence of ours does."""


def trees(text: str, leaves: Mapping[tuple[int, int], tuple[int, ...]]) -> tuple[Tree, ...]:
    """All readings of `text`, whose spans `leaves` are clauses; at most `MAX_READINGS` of them.

    None if it cannot be read, or not within bounds that every sentence of ours keeps.
    """
    try:
        return _Chart(text, leaves).span(0, len(text), 0)
    except _TooHard:
        return ()


class _Chart:
    """The readings of all spans of one text, each found once."""

    def __init__(self, text: str, leaves: Mapping[tuple[int, int], tuple[int, ...]]) -> None:
        self._text = text
        self._leaves = leaves
        self._steps = 0
        self._done: dict[tuple[int, int], tuple[Tree, ...]] = {}
        self._by_letter: dict[str, list[Wording]] = {"": []}
        for longest, wordings_with_it in _by_longest_piece().items():
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
        """The readings of a two-place wording whose slots fill the span, split wherever it can."""
        between = wording.texts[1]
        connective = _CONNECTIVES[wording.form]
        is_swapped = wording.slots[0].operand == 1
        at = self._text.find(between, left + 1, right)
        while at >= 0:
            firsts = self.span(left, at, nesting)
            seconds = self.span(at + len(between), right, nesting) if firsts else ()
            for first in firsts:
                for second in seconds:
                    yield (connective, second, first) if is_swapped else (connective, first, second)
            at = self._text.find(between, at + 1, right)


@lru_cache(maxsize=1)
def _by_longest_piece() -> dict[str, list[Wording]]:
    """The wordings, each with both kinds of quotation marks where it has any, by what is rarest."""
    found: dict[str, dict[Wording, None]] = {}
    for wording in wordings():
        for variant in (wording, wording.requoted()):
            found.setdefault(max(variant.texts, key=len), {})[variant] = None
    return {longest: list(variants) for longest, variants in found.items()}
