"""Formulas as terms of SMT-LIB 2.6, the format that solvers read.

Individuals have the sort `U`. `(= a b)` is a biconditional unless one side is known to be an
individual: a bound variable, or a name qualified as in `(as a U)`. The printer qualifies where
that is needed, so that what it prints reads back to the same formula.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NoReturn

from engine.core.errors import InputError, ParseError
from engine.logic.notation.tokens import MAX_TEXT, describe, is_variable_letter
from engine.logic.syntax import (
    MAX_DEPTH,
    And,
    Binary,
    Bottom,
    Constant,
    Equals,
    Exists,
    Forall,
    Formula,
    FormulaTooDeep,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
    Xor,
)

_OPERATORS: dict[type[Formula], str] = {
    And: "and",
    Or: "or",
    Xor: "xor",
    Implies: "=>",
    Iff: "=",
    Forall: "forall",
    Exists: "exists",
}
_BINARY: dict[str, type[Binary]] = {"and": And, "or": Or, "xor": Xor, "=>": Implies, "=": Iff}
_QUANTIFIERS: dict[str, type[Quantified]] = {"forall": Forall, "exists": Exists}
_RESERVED = frozenset(_OPERATORS.values()) | {"not", "true", "false", "as", "let", "!", "_", "par"}
_SIMPLE = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][\w~!@$%^&*+=<>.?/-]*", re.ASCII)
_TOKEN = re.compile(r"\|[^|\\]*\||[()]|[^\s()|]+|\|")


def show_smtlib(formula: Formula) -> str:
    """Print a formula as an SMT-LIB term.

    Raises:
        InputError: a name that SMT-LIB cannot write, or that would be read as something else.
    """
    parts: list[str] = []
    bound: dict[str, int] = {}
    stack: list[Formula | str] = [formula]
    while stack:
        node = stack.pop()
        match node:
            case str():
                if node[0] == "-":
                    bound[node[1:]] -= 1
                else:
                    parts.append(node)
            case Quantified(variable=variable, body=body):
                bound[variable.name] = bound.get(variable.name, 0) + 1
                parts.append(f"({_OPERATORS[type(node)]} (({_symbol(variable.name)} U)) ")
                stack += [")", f"-{variable.name}", body]
            case Binary(left=left, right=right):
                parts.append(f"({_OPERATORS[type(node)]} ")
                stack += [")", right, " ", left]
            case Not(operand=operand):
                parts.append("(not ")
                stack += [")", operand]
            case _:
                parts.append(_atomic(node, bound))
    return "".join(parts)


def _atomic(node: Formula, bound: dict[str, int]) -> str:
    match node:
        case Predicate(name=name, args=args):
            if bound.get(name):
                raise InputError(f'"{name}" names both a predicate and a variable; rename one')
            inner = "".join(f" {_term(t, bound)}" for t in args)
            return f"({_symbol(name)}{inner})" if inner else _symbol(name)
        case Equals(left=left, right=right):
            first, second = _term(left, bound), _term(right, bound)
            if not (bound.get(left.name) or bound.get(right.name)):
                first = f"(as {first} U)"
            return f"(= {first} {second})"
        case _:
            return "true" if isinstance(node, Top) else "false"


def _term(term: Term, bound: dict[str, int]) -> str:
    read_as_variable = bool(bound.get(term.name)) or is_variable_letter(term.name)
    if isinstance(term, Variable) != read_as_variable:
        kind = "variable" if read_as_variable else "constant"
        raise InputError(f'"{term.name}" would be read as a {kind} in SMT-LIB; rename it')
    return _symbol(term.name)


@lru_cache(maxsize=4096)
def _symbol(name: str) -> str:
    if _SIMPLE.fullmatch(name) and name not in _RESERVED:
        return name
    if not name or "|" in name or "\\" in name or not name.isprintable():
        raise InputError(f"the name {name!r} cannot be written in SMT-LIB; rename it")
    return f"|{name}|"


def parse_smtlib(text: str) -> Formula:
    """Read one SMT-LIB term built of the connectives, quantifiers over `U`, `=` and predicates.

    Raises:
        ParseError: the text is no such term, longer than a million characters, or nests more than
            `MAX_DEPTH` deep.
    """
    if len(text) > MAX_TEXT:
        raise ParseError(1, 1, f"at most {MAX_TEXT:,} characters", f"{len(text):,}")
    return _Reader(text).formula()


class _Reader:
    """One reading of one term with a stack of open expressions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _TOKEN.findall(text)
        self.tokens.append("")
        self.index = 0
        self.bound: dict[str, int] = {}
        # An open expression: its operator, its operands so far, and the variables it binds.
        self.open: list[tuple[str, list[Formula | Term], tuple[str, ...]]] = []

    def formula(self) -> Formula:
        result: Formula | Term | None = None
        try:
            while result is None:
                token = self.tokens[self.index]
                if token == "(":
                    self._begin()
                    continue
                value = self._end() if token == ")" else self._leaf(token)
                if value is None:
                    continue
                if self.open:
                    self.open[-1][1].append(value)
                else:
                    result = value
        except FormulaTooDeep:
            self._fail(f"terms nested at most {MAX_DEPTH} deep", "a deeper one")
        if self.tokens[self.index]:
            self._fail("the end")
        return self._as_formula(result)

    def _begin(self) -> None:
        operator = self.tokens[self.index + 1]
        self.index += 2
        if operator in ("", "(", ")"):
            self.index -= 1
            self._fail("an operator")
        variables: tuple[str, ...] = ()
        if operator in _QUANTIFIERS:
            variables = self._variables()
        if len(self.open) >= 2 * MAX_DEPTH:
            self._fail(f"terms nested at most {MAX_DEPTH} deep", "a deeper one")
        self.open.append((operator, [], variables))

    def _variables(self) -> tuple[str, ...]:
        names: list[str] = []
        self._expect("(")
        while self.tokens[self.index] == "(":
            self.index += 1
            names.append(self._plain(self.tokens[self.index]))
            self.index += 1
            self._expect("U")
            self._expect(")")
        self._expect(")")
        for name in names:
            self.bound[name] = self.bound.get(name, 0) + 1
        return tuple(names)

    def _leaf(self, token: str) -> Formula | Term:
        if not token:
            self._fail('a term or ")"' if self.open else "a term")
        name = self._plain(token)
        self.index += 1
        if token == "true":
            return Top()
        if token == "false":
            return Bottom()
        if self.bound.get(name):
            return Variable(name)
        inside = self.open[-1][0] if self.open else "and"
        if inside == "as":
            self._expect("U")
            return self._individual(name)
        is_argument = inside not in _BINARY and inside not in _QUANTIFIERS and inside != "not"
        return self._individual(name) if is_argument else Predicate(name)

    def _end(self) -> Formula | Term:
        if not self.open:
            self._fail("a term")
        operator, operands, variables = self.open[-1]
        value = self._apply(operator, operands, variables)
        self.open.pop()
        self.index += 1
        return value

    def _apply(
        self, operator: str, operands: list[Formula | Term], variables: tuple[str, ...]
    ) -> Formula | Term:
        if operator == "as" and len(operands) == 1:
            return operands[0]
        if operator == "=" and len(operands) == 2 and not _all_formulas(operands):
            return Equals(self._as_term(operands[0]), self._as_term(operands[1]))
        if operator in _BINARY and len(operands) >= 2:
            return self._chain(operator, [self._as_formula(o) for o in operands])
        if operator == "not" and len(operands) == 1:
            return Not(self._as_formula(operands[0]))
        if operator in _QUANTIFIERS and len(operands) == 1 and variables:
            body = self._as_formula(operands[0])
            for name in reversed(variables):
                self.bound[name] -= 1
                body = _QUANTIFIERS[operator](Variable(name), body)
            return body
        if operator in _RESERVED or not operands:
            self._fail(f'as many operands as "{operator}" takes')
        return Predicate(self._plain(operator), tuple(map(self._as_term, operands)))

    def _chain(self, operator: str, operands: list[Formula]) -> Formula:
        """`(and a b c)` groups to the left and `(=> a b c)` to the right, as SMT-LIB says."""
        node = _BINARY[operator]
        if node is Iff and len(operands) > 2:
            self._fail('two sides of "="')
        if node is Implies:
            result = operands[-1]
            for left in reversed(operands[:-1]):
                result = node(left, result)
            return result
        result = operands[0]
        for right in operands[1:]:
            result = node(result, right)
        return result

    def _individual(self, name: str) -> Term:
        is_variable = self.bound.get(name) or is_variable_letter(name)
        return Variable(name) if is_variable else Constant(name)

    def _as_term(self, value: Formula | Term) -> Term:
        if isinstance(value, Predicate) and not value.args:
            return self._individual(value.name)
        if isinstance(value, Formula):
            self._fail("an individual", "a formula")
        return value

    def _as_formula(self, value: Formula | Term) -> Formula:
        if not isinstance(value, Formula):
            self._fail("a formula", f"the individual {value.name}")
        return value

    def _plain(self, token: str) -> str:
        if len(token) > 2 and token[0] == token[-1] == "|":
            return token[1:-1]
        if not _SIMPLE.fullmatch(token) or token in _RESERVED - {"true", "false"}:
            self._fail("a symbol")
        return token

    def _expect(self, token: str) -> None:
        if self.tokens[self.index] != token:
            self._fail(f'"{token}"')
        self.index += 1

    def _fail(self, expected: str, found: str | None = None) -> NoReturn:
        starts = [m.start() for m in _TOKEN.finditer(self.text)]
        place = starts[self.index] if self.index < len(starts) else len(self.text.rstrip())
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        raise ParseError(line, column, expected, found or describe(self.tokens[self.index]))


def _all_formulas(operands: list[Formula | Term]) -> bool:
    return all(isinstance(operand, Formula) for operand in operands)
