"""Formulas over the atoms p1, p2 and so on, read by what stands between the atoms.

Such formulas are very many, but few when all their atoms look alike: each of these patterns is
parsed once, and then filled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Protocol

from engine.core.errors import ParseError
from engine.logic.propositional.literals import denied, proposition
from engine.logic.syntax import Binary, Formula, Not, Predicate
from engine.logic.traversal import postorder

_NUMBERED = re.compile(r"\b(p[0-9]+)\b")
_PLAIN = frozenset("¬∧∨⊕→↔() ")
_SHALLOW = 32  # depth up to which a pattern is filled by recursion


class _Reading(Protocol):
    """A parser at its text."""

    def formula(self) -> Formula:
        """The formula that the whole text is, or a `ParseError`."""


Parser = Callable[[str], _Reading]


def read_numbered(text: str, parser: Parser) -> Formula | None:
    """What the parser makes of a text, in half its time; None if it must read the text itself."""
    pieces = _NUMBERED.split(text)
    pattern = _pattern(tuple(pieces[::2]), parser) if len(pieces) > 1 else None
    return None if pattern is None else _filled(pattern, iter(pieces[1::2]))


@lru_cache(maxsize=4096)
def _pattern(between: tuple[str, ...], parser: Parser) -> Formula | None:
    """The formula with an atom between each two of these texts; None if it is no plain one."""
    if not _PLAIN.issuperset("".join(between)):
        return None
    try:
        pattern = parser("p1".join(between)).formula()
    except ParseError:
        return None
    is_plain = all(not node.args for node in postorder(pattern) if isinstance(node, Predicate))
    return pattern if is_plain and pattern.depth <= _SHALLOW else None


def _filled(pattern: Formula, names: Iterator[str]) -> Formula:
    """The pattern over the atoms of these names, left to right."""
    if isinstance(pattern, Binary):
        left = _filled(pattern.left, names)
        return type(pattern)(left, _filled(pattern.right, names))
    if type(pattern) is Predicate:
        return proposition(next(names))
    assert isinstance(pattern, Not)
    operand = pattern.operand
    return denied(next(names)) if type(operand) is Predicate else Not(_filled(operand, names))
