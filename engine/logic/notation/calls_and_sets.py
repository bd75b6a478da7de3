"""Rewrite formulas in calls and quantifiers over sets into the notation that is parsed.

    ForAll(x, Implies(P(x), Or(Q(x), R(x, a))))    ∀x (P(x) → Q(x) ∨ R(x, a))
    ∀x∈P: Q(x)                                     ∀x (P(x) → Q(x))
    ∃x ∈ P (x ∈ Q)                                 ∃x (P(x) ∧ Q(x))

Connectives as calls take two formulas, ∧ and ∨ two or more; a quantifier takes its variables, one
by one or in a list, and a formula. What a set restricts reaches as far as after a dot or a colon,
or is the bracket that follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import ParseError
from engine.logic import syntax
from engine.logic.notation.tokens import END, SYMBOLS, Role, is_letter, tokenise, word
from engine.logic.propositional.numbered import Parser

CALLS: Mapping[str, str] = {
    spelling: sign
    for sign, spellings in {
        "∀": "ForAll forAll for_all",
        "∃": "ThereExists thereExists there_exists",
        "→": "Imp imp Conditional",
        "↔": "Equiv equiv Equivalent equivalent Biconditional",
        "∧": "Conj Conjunction",
        "∨": "Disj Disjunction",
        "¬": "Negation",
    }.items()
    for spelling in spellings.split()
}
"""Names of connectives and quantifiers that are written as calls alone."""
_SIGNS: Mapping[type[syntax.Formula], str] = {
    syntax.And: "∧",
    syntax.Or: "∨",
    syntax.Xor: "⊕",
    syntax.Implies: "→",
    syntax.Iff: "↔",
    syntax.Forall: "∀",
    syntax.Exists: "∃",
}
_MANY = frozenset("∧∨")
_JOINED = {"∀": "→", "∃": "∧"}
_IN = frozenset({"∈", r"\in"})


def read_respelled(text: str, parser: Parser) -> syntax.Formula | None:
    """What the parser makes of a text in these spellings; None if it is none, or no formula."""
    other = respelled(text)
    if other is None:
        return None
    try:
        return parser(other).formula()
    except ParseError:
        return None


def respelled(text: str) -> str | None:
    """The text in the notation that is parsed; None if there is nothing to put into it.

    >>> respelled("Exists(x, And(P(x), Not(Q(x))))")
    '∃ x ( ( ( P ( x ) ) ∧ ( ¬ ( Q ( x ) ) ) ) )'
    """
    try:
        return _Respelling(tokenise(text)).text()
    except _Unspelled:
        return None


class _Unspelled(Exception):
    """A text that begins one of these spellings and does not keep to it."""


@dataclass(slots=True)
class _Open:
    """A bracket: what closes it, what stands for its commas, how many there were, and may be."""

    closing: str
    comma: str = ","
    commas: int = 0
    fewest: int = 0
    most: float = float("inf")
    beyond: int = 0  # brackets opened before it that end after it
    scopes: int = 0  # brackets opened within it that end where it does


class _Respelling:
    """One pass over the tokens of a text."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._at = 0
        self._out: list[str] = []
        self._open = [_Open("")]
        self._is_changed = False

    def text(self) -> str | None:
        while (token := self._tokens[self._at]) != END:
            if not (self._call(token) or self._restricted(token) or self._member(token)):
                self._at += 1
                self._plain(token)
        outermost = self._open.pop()
        if self._open or not self._is_changed:
            return None
        return " ".join([*self._out, *")" * outermost.scopes])

    def _plain(self, token: str) -> None:
        """Write a token that is none of a spelling, or the end of one."""
        if token == "(":
            self._open.append(_Open(")"))
        elif token == ")":
            closed = self._open.pop()
            if not self._open or not closed.fewest <= closed.commas <= closed.most:
                raise _Unspelled
            self._out += [*")" * closed.scopes, *closed.closing, *")" * closed.beyond]
            return
        elif token == ",":
            innermost = self._open[-1]
            innermost.commas += 1
            self._out += [*")" * innermost.scopes]
            innermost.scopes = 0
            token = innermost.comma
        self._out.append(token)

    def _call(self, token: str) -> bool:
        """A connective or quantifier before a bracket with what it is applied to."""
        sign = _sign(token)
        if sign is None or self._tokens[self._at + 1] != "(":
            return False
        if sign in _JOINED:
            return self._quantified(sign)
        self._at += 2
        if sign == "¬":
            self._out += ["¬", "("]
            self._open.append(_Open(")", most=0))
            self._is_changed |= token in CALLS
            return True
        self._out += ["(", "("]
        most = float("inf") if sign in _MANY else 1
        self._open.append(_Open("))", f") {sign} (", fewest=1, most=most))
        self._is_changed = True
        return True

    def _quantified(self, sign: str) -> bool:
        """`∀(x, …)` or `∀([x, y], …)`."""
        place, listed = self._at + 2, self._tokens[self._at + 2] == "["
        place += listed
        variables: list[str] = []
        while is_letter(self._tokens[place]):
            separator = self._tokens[place + 1]
            if separator != "," and not (listed and separator == "]"):
                break
            variables.append(self._tokens[place])
            place += 2
            if separator == "]":
                place += 1
                break
        if not variables or (listed and self._tokens[place - 1] != ","):
            return False
        for variable in variables:
            self._out += [sign, variable]
        self._out.append("(")
        self._open.append(_Open(")", most=0))
        self._at, self._is_changed = place, True
        return True

    def _restricted(self, token: str) -> bool:
        """Quantifiers of which one at least is over a set, and what follows them."""
        place, prefixes = self._at, []
        while (found := self._prefix(place)) is not None:
            prefixes.append(found)
            place = found[-1]
        if not any(name for _, _, name, _ in prefixes):
            self._out += self._tokens[self._at : place]
            self._at = place
            return bool(prefixes)
        begins = self._tokens[place]
        is_dotted = begins in (".", ":", ",")
        if not is_dotted and begins != "(":
            raise _Unspelled
        for sign, variables, name, _ in prefixes:
            for variable in variables:
                member = [name, "(", variable, ")", _JOINED[sign]] if name else []
                self._out += [sign, variable, "(", *member]
        n_opened = sum(len(variables) for _, variables, _, _ in prefixes)
        self._at, self._is_changed = place + 1, True
        self._out.append("(")
        if is_dotted:
            self._open[-1].scopes += n_opened + 1
        else:
            self._open.append(_Open(")", beyond=n_opened))
        return True

    def _prefix(self, place: int) -> tuple[str, list[str], str, int] | None:
        """A quantifier's sign, its variables, the set that it is over or "", and where it ends."""
        sign = _sign(self._tokens[place])
        if sign not in _JOINED:
            return None
        variables = []
        while is_letter(self._tokens[place + 1]):
            variables.append(self._tokens[place + 1])
            place += 2
            if self._tokens[place] != "," or not is_letter(self._tokens[place + 1]):
                break
        if not variables:
            return None
        if self._tokens[place] not in _IN:
            return sign, variables, "", place
        name = self._tokens[place + 1]
        return (sign, variables, name, place + 2) if _is_name(name) else None

    def _member(self, token: str) -> bool:
        """`x ∈ P`, which is P(x)."""
        if self._tokens[self._at + 1] not in _IN or not is_letter(token):
            return False
        name = self._tokens[self._at + 2]
        if not _is_name(name):
            return False
        self._out += [name, "(", token, ")"]
        self._at, self._is_changed = self._at + 3, True
        return True


def _sign(token: str) -> str | None:
    """The sign of a connective or quantifier, however it is written."""
    symbol = SYMBOLS.get(token)
    if symbol is None:
        return CALLS.get(token)
    return "¬" if symbol.role == Role.NOT else _SIGNS.get(symbol.node) if symbol.node else None


def _is_name(token: str) -> bool:
    return token not in SYMBOLS and word(token) is not None
