r"""Read formulas in the notations that people and models write.

Connectives, tightest first: ¬ and quantifiers; ∧; ∨ and ⊕; →; ↔. The arrow → groups to the right
(p → q → r is p → (q → r)), all others to the left. A quantifier binds the shortest formula that
follows it (∀x Fx ∧ p is (∀x Fx) ∧ p) unless a dot, a colon or (as in Lean) a comma follows its
variables: then its scope reaches as far right as it can (∀x. Fx ∧ p is ∀x (Fx ∧ p)).

Names. In `R(x, y)`, `R x y` and `Rxy` (a capital with one or two lowercase letters, or with more
if each is bound or one of u–z) R is a predicate; a name alone is a propositional atom, and `Sun()`
is one where `Sun` alone would be read as S(u, n). A term is a variable if a quantifier around it
binds its name or if it is one of the letters u–z (with digits), and otherwise a constant.
Quotation marks make any name a plain one: 'or' is an atom or a predicate, 'x' a constant.

Otherwise the text may use calls (`Implies(p, q)`) or quantify over sets (`∀x∈P: …`).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, NoReturn

from engine.core.errors import ParseError
from engine.logic.notation.calls_and_sets import read_respelled
from engine.logic.notation.tokens import (
    END,
    MAX_TEXT,
    SYMBOLS,
    Role,
    Word,
    describe,
    is_juxtaposed,
    is_letter,
    is_variable_letter,
    offset,
    tokenise,
    word,
)
from engine.logic.notation.variables import prefix_end, read_variables
from engine.logic.propositional.literals import denied
from engine.logic.propositional.numbered import read_numbered
from engine.logic.syntax import (
    MAX_DEPTH,
    Equals,
    Formula,
    FormulaTooDeep,
    Not,
    Predicate,
    Term,
    Variable,
)
from engine.logic.syntax import Constant as Name

_CACHED_TEXT = 512  # characters; longer texts are not worth keeping


class _Pending(NamedTuple):
    """A connective or bracket whose right side has not been read to its end."""

    strength: int
    node: type[Formula] | None
    variable: Variable | None = None
    partner: str = ""


_NOT = _Pending(10, Not)
_BINARY = {s.node: _Pending(s.strength, s.node) for s in SYMBOLS.values() if s.role == Role.BINARY}
_TIGHT, _LOOSE, _BRACKET = 10, 0, -1


def parse(text: str) -> Formula:
    """Read one formula.

    Raises:
        ParseError: it is no formula, over a million characters, or nests over `MAX_DEPTH` deep.
    """
    return _parse_short(text) if len(text) <= _CACHED_TEXT else _parse(text)


@lru_cache(maxsize=16384)
def _parse_short(text: str) -> Formula:
    return read_numbered(text, _Parser) or _parse(text)


def _parse(text: str) -> Formula:
    try:
        return _Parser(text).formula()
    except ParseError:
        if (other := read_respelled(text, _Parser)) is None:
            raise
        return other


class _Parser:
    """One reading of one text: operator precedence with explicit stacks, no recursion."""

    __slots__ = ("bound", "brackets", "consumed", "index", "pending", "text", "tokens", "values")

    def __init__(self, text: str) -> None:
        if len(text) > MAX_TEXT:
            raise ParseError(1, 1, f"at most {MAX_TEXT:,} characters", f"{len(text):,}")
        self.text = text
        self.tokens = tokenise(text)
        self.index = 0
        self.consumed = 0  # characters of the present token that are already read
        self.values: list[Formula] = []
        self.pending: list[_Pending] = []
        self.bound: dict[str, int] = {}
        self.brackets = 0

    def formula(self) -> Formula:
        """The formula of the whole text."""
        try:
            while True:
                self._operand()
                if self._operator():
                    return self.values[0]
        except FormulaTooDeep:
            self._fail(f"formulas nested at most {MAX_DEPTH} deep", "a deeper one")

    def _operand(self) -> None:
        """Read prefixes and opening brackets up to and including one operand."""
        tokens = self.tokens
        while True:
            token = tokens[self.index]
            symbol = SYMBOLS.get(token)
            if symbol is None:
                self._named(token)
                return
            if symbol.role == Role.NOT:
                self.pending.append(_NOT)
                self.index += 1
            elif symbol.role == Role.OPEN:
                self._open(symbol.partner)
            elif symbol.role == Role.QUANTIFIER:
                self._quantifier()
            elif symbol.role == Role.TRUTH and symbol.node is not None:
                self.values.append(symbol.node())
                self.index += 1
                return
            else:
                self._fail("a formula")

    def _operator(self) -> bool:
        """Read closing brackets and the connective after an operand; True at the end."""
        while True:
            token = self.tokens[self.index]
            symbol = SYMBOLS.get(token) if token != "v" else SYMBOLS["∨"]
            if symbol is None:
                self._fail(self._connective())
            if symbol.role == Role.BINARY:
                self._complete(symbol.threshold)
                self.pending.append(_BINARY[symbol.node])
                self.index += 1
                return False
            if symbol.role == Role.CLOSE and self.brackets:
                self._complete(_LOOSE)
                if self.pending[-1].partner != token:
                    self._fail(self._connective())
                self.pending.pop()
                self.brackets -= 1
                self.index += 1
            elif self._at_end() and not self.brackets:
                self._complete(_LOOSE)
                return True
            else:
                self._fail(self._connective())

    def _at_end(self) -> bool:
        token = self.tokens[self.index]
        return token == END or (token == "." and self.tokens[self.index + 1] == END)

    def _complete(self, threshold: int) -> None:
        """Build every pending connective that binds at least as tightly as `threshold`."""
        pending, values = self.pending, self.values
        while pending and pending[-1].strength >= threshold:
            _, node, variable, _ = pending.pop()
            right = values.pop()
            if variable is not None:
                self.bound[variable.name] -= 1
                values.append(node(variable, right))  # type: ignore[misc, call-arg]
            elif node is Not and type(right) is Predicate and not right.args:
                values.append(denied(right.name))
            elif node is Not:
                values.append(Not(right))
            else:
                values.append(node(values.pop(), right))  # type: ignore[misc, call-arg]

    def _open(self, partner: str) -> None:
        end = prefix_end(self.tokens, self.index)
        if end:
            self._quantifier(end)
            return
        self.brackets += 1
        if self.brackets > MAX_DEPTH:
            self._fail(f"at most {MAX_DEPTH} nested brackets", "one more")
        self.pending.append(_Pending(_BRACKET, None, None, partner))
        self.index += 1

    def _quantifier(self, bracket_end: int = 0) -> None:
        """Read a quantifier with its variables, bare or, up to `bracket_end`, in brackets."""
        prefix = read_variables(self.tokens, self.index, bracket_end)
        if isinstance(prefix, int):
            self.index = prefix
            self._fail("a variable")
        for node, name in prefix.binders:
            if len(self.pending) > 2 * MAX_DEPTH:  # as many brackets as connectives at most
                raise FormulaTooDeep
            strength = _LOOSE if prefix.dotted else _TIGHT
            self.pending.append(_Pending(strength, node, Variable(name)))
            self.bound[name] = self.bound.get(name, 0) + 1
        self.index = prefix.following
        if prefix.rest:
            self.consumed = len(self.tokens[self.index]) - len(prefix.rest)
            self.tokens[self.index] = prefix.rest

    def _named(self, token: str) -> None:
        """Read an operand that begins with a name: an atom, a predication or an identity."""
        known = word(token)
        if known is None:
            self._fail("a formula")
        self.index += 1
        self.consumed = 0
        after = self.tokens[self.index]
        symbol = SYMBOLS.get(after)
        if symbol is None:
            self._juxtaposed(known, self._letters())
        elif symbol.role == Role.OPEN and after == "(":
            self._applied(known)
        elif symbol.role == Role.EQUALS or symbol.role == Role.UNEQUAL:
            self.index += 1
            identity = Equals(self._term(known), self._read_term())
            self.values.append(identity if symbol.role == Role.EQUALS else Not(identity))
        elif known.tail or self.bound:
            self._juxtaposed(known, ())
        else:
            self.values.append(known.atom)

    def _letters(self) -> tuple[str, ...]:
        """The single letters that follow, as x and y do in `R x y`."""
        begin = self.index
        while is_letter(token := self.tokens[self.index]) and token not in SYMBOLS:
            if token == "v" and not self.bound.get("v"):
                break
            self.index += 1
        return tuple(self.tokens[begin : self.index])

    def _juxtaposed(self, known: Word, letters: tuple[str, ...]) -> None:
        """Decide what a name without brackets is: `R x y`, `Rxy` or a propositional atom."""
        if letters and not is_letter(known.name):
            self.values.append(Predicate(known.name, tuple(map(self._individual, letters))))
        elif not letters and is_juxtaposed(known, self._scope()):
            self.values.append(Predicate(known.head, tuple(map(self._individual, known.tail))))
        elif letters:
            self.index -= len(letters)
            self._fail(self._connective())
        elif self.bound.get(known.name) and not known.quoted:
            self.index -= 1
            self._fail("a formula", f"the variable {known.name}")
        else:
            self.values.append(known.atom)

    def _scope(self) -> frozenset[str]:
        return frozenset(name for name, binders in self.bound.items() if binders)

    def _applied(self, known: Word) -> None:
        """Read the arguments of `R(x, y)`."""
        arguments: list[Term] = []
        self.index += 1
        if self.tokens[self.index] == ")":
            self.index += 1
            self.values.append(known.atom)
            return
        while True:
            arguments.append(self._read_term())
            token = self.tokens[self.index]
            if token == ")":
                break
            if token != ",":
                self._fail('"," or ")"')
            self.index += 1
        self.index += 1
        self.values.append(Predicate(known.name, tuple(arguments)))

    def _read_term(self) -> Term:
        token = self.tokens[self.index]
        known = word(token) if token not in SYMBOLS else None
        if known is None:
            self._fail("a term")
        self.index += 1
        return self._term(known)

    def _term(self, known: Word) -> Term:
        return Name(known.name) if known.quoted else self._individual(known.name)

    def _individual(self, name: str) -> Term:
        is_variable = self.bound.get(name) or is_variable_letter(name)
        return Variable(name) if is_variable else Name(name)

    def _connective(self) -> str:
        return 'a connective or ")"' if self.brackets else "a connective or the end"

    def _fail(self, expected: str, found: str | None = None) -> NoReturn:
        place = offset(self.text, self.index, self.consumed)
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        raise ParseError(line, column, expected, found or describe(self.tokens[self.index]))
