"""The symbolic argument trees of JustLogic's data files (their `arg` column).

A tree is a list of blocks, one per argument, separated by empty lines. Each supporting block
follows the argument it supports, depth first:

    Form name:
    premise lines, "[SC2-1]" at the end where a later block supports the premise
    Therefore, conclusion.

Formulas are `[3]` (the fourth statement), `Not x.`, `If x, then y.` and `Either x or y.`; an
operand that is not a bare statement is in brackets. Full stops vary: "Therefore, If [0], then
[1]..". The misspelling "Modus Tonens" is in the files.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.errors import InputError
from engine.logic.syntax import Formula, Implies, Not, Or, Predicate

FORM_KEYS = {
    "Modus Ponens": "modus_ponens",
    "Modus Tonens": "modus_tollens",
    "Modus Tollens": "modus_tollens",
    "Hypothetical Syllogism": "hypothetical_syllogism",
    "Disjunctive Syllogism": "disjunctive_syllogism",
    "Reductio Ad Absurdum": "reductio_ad_absurdum",
    "Constructive Dilemma": "constructive_dilemma",
    "Disjunction Elimination": "disjunction_elimination",
}

MAX_NESTING = 60
MAX_BLOCKS = 100

_SUPPORT = re.compile(r"\[SC\d{1,4}-\d{1,4}\]")
_TOKEN = re.compile(r"\[(\d{1,4})\]|Not |If |, then |Either | or |[().]")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: its premises, each a leaf (`None`) or supported by another argument."""

    form: str
    premises: tuple[Formula, ...]
    supports: tuple[Argument | None, ...]
    conclusion: Formula

    @property
    def nodes(self) -> tuple[Argument, ...]:
        """The arguments of the tree, supporting ones before those they support."""
        below = [node for s in self.supports if s is not None for node in s.nodes]
        return (*below, self)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Every premise and conclusion of the tree."""
        return tuple(f for node in self.nodes for f in (*node.premises, node.conclusion))

    @property
    def height(self) -> int:
        """The number of arguments on the longest chain."""
        return 1 + max((s.height for s in self.supports if s is not None), default=0)

    @property
    def leaves(self) -> tuple[Formula, ...]:
        """The unsupported premises, layer by layer: the order of the published paragraph."""
        found: list[Formula] = []
        waiting = deque([self])
        while waiting:
            node = waiting.popleft()
            for premise, support in zip(node.premises, node.supports, strict=True):
                if support is None:
                    found.append(premise)
                else:
                    waiting.append(support)
        return tuple(found)


def atom(number: int) -> Predicate:
    """The propositional atom of statement `number` (counted from 0): p1 for the first."""
    return Predicate(f"p{number + 1}")


def parse_argument(text: str) -> Argument:
    """Parse a cell's tree; raises InputError with what is wrong."""
    blocks = [b for b in re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip()) if b.strip()]
    if not 1 <= len(blocks) <= MAX_BLOCKS:
        raise InputError(f"{len(blocks)} arguments where 1 to {MAX_BLOCKS} are accepted")
    waiting = iter(blocks)
    tree = _parse_tree(waiting, expected=None)
    if next(waiting, None) is not None:
        raise InputError("an argument that supports no premise")
    return tree


def _parse_tree(blocks: Iterator[str], expected: tuple[str, Formula] | None) -> Argument:
    block = next(blocks, None)
    if block is None:
        raise InputError(f"no argument for {expected[0] if expected else 'the conclusion'}")
    lines = [line.strip() for line in block.splitlines()]
    if expected is not None and lines.pop(0) != expected[0]:
        raise InputError(f"the argument for {expected[0]} is not where it should be")
    name = lines[0].removesuffix(":").strip() if lines else ""
    if name not in FORM_KEYS:
        raise InputError(f"{name[:40]!r} is not one of the seven argument forms")
    if len(lines) < 3 or not lines[-1].startswith("Therefore, "):
        raise InputError(f"{name}: needs premises and a line 'Therefore, …'")
    conclusion = parse_formula(lines[-1].removeprefix("Therefore, "))
    if expected is not None and conclusion != expected[1]:
        raise InputError(f"the argument for {expected[0]} concludes something else")
    premises: list[Formula] = []
    marks: list[str | None] = []
    for line in lines[1:-1]:
        mark = _SUPPORT.search(line)
        premises.append(parse_formula(_SUPPORT.sub("", line, count=1)))
        marks.append(mark.group() if mark else None)
    supports = tuple(
        None if mark is None else _parse_tree(blocks, (mark, premise))
        for mark, premise in zip(marks, premises, strict=True)
    )
    return Argument(FORM_KEYS[name], tuple(premises), supports, conclusion)


def parse_formula(text: str) -> Formula:
    """A formula of an argument line.

    >>> from engine.logic.syntax import Implies
    >>> parse_formula("If (Not [0].), then [1].") == Implies(Not(atom(0)), atom(1))
    True
    """
    tokens: list[str] = []
    position, stripped = 0, text.strip()
    while position < len(stripped):
        found = _TOKEN.match(stripped, position)
        if found is None:
            raise InputError(f"not a formula at {stripped[position : position + 30]!r}")
        tokens.append(found.group())
        position = found.end()
    tokens.reverse()
    formula = _compound(tokens, 0)
    if any(token != "." for token in tokens):
        raise InputError(f"more than one formula in {stripped[:60]!r}")
    return formula


def _compound(tokens: list[str], nesting: int) -> Formula:
    if nesting > MAX_NESTING:
        raise InputError(f"a formula nests more than {MAX_NESTING} deep")
    match tokens[-1:]:
        case ["Not "]:
            tokens.pop()
            return Not(_operand(tokens, nesting))
        case ["If "]:
            return _pair(Implies, ", then ", tokens, nesting)
        case ["Either "]:
            return _pair(Or, " or ", tokens, nesting)
        case _:
            return _operand(tokens, nesting)


def _pair(
    connective: type[Implies] | type[Or], word: str, tokens: list[str], nesting: int
) -> Formula:
    tokens.pop()
    left = _operand(tokens, nesting)
    _take(tokens, word)
    return connective(left, _operand(tokens, nesting))


def _operand(tokens: list[str], nesting: int) -> Formula:
    token = tokens.pop() if tokens else ""
    if token.startswith("["):
        return atom(int(token[1:-1]))
    if token != "(":
        raise InputError(f"expected a statement or a bracket, found {token or 'the end'!r}")
    inner = _compound(tokens, nesting + 1)
    while tokens and tokens[-1] == ".":
        tokens.pop()
    _take(tokens, ")")
    return inner


def _take(tokens: list[str], expected: str) -> None:
    found = tokens.pop() if tokens else ""
    if found != expected:
        raise InputError(f"expected {expected!r}, found {found or 'the end'!r}")
