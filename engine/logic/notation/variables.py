"""Read the prefix of a quantifier: `∀x`, `∀xy`, `(∀x)`, `(x)`, `all x, y.`, `forall x y,`.

Whether a comma ends the prefix (as in Lean: `∀ x, F x`) or goes on to the next variable
(`∀x, y. Rxy`), and where `∀xFx` has its seam, is settled here by looking at most a few tokens
ahead.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.logic.notation.tokens import SYMBOLS, Role, is_letter, is_variable_letter, word
from engine.logic.syntax import Exists, Forall, Quantified

_SEAM = re.compile(r"((?:[a-z]\d*'*)+)([A-Z].*)")
_SEVERAL = re.compile(r"(?:[u-z]\d*'*){2,}")
_ONE = re.compile(r"[a-z]\d*'*")


Binder = tuple[type[Quantified], str]


class Prefix(NamedTuple):
    """What was read: the binders in order, the next token and what is left of it."""

    binders: tuple[Binder, ...]
    following: int
    rest: str
    dotted: bool


def prefix_end(tokens: list[str], index: int) -> int:
    """The index of the bracket that closes `(∀x)`, `(∀x)(…` or `(x)`; 0 if it is no prefix."""
    if _is_universal(tokens, index):
        return index + 2
    here = index + 1
    while _role(tokens[here]) == Role.QUANTIFIER:
        here += 1
        while True:
            if not is_variable(tokens[here]):
                return 0
            here += 1
            if tokens[here] != ",":
                break
            here += 1
        if tokens[here] == SYMBOLS[tokens[index]].partner:
            return here
    return 0


def _is_universal(tokens: list[str], index: int) -> bool:
    """Whether `(x)` stands before a formula, the old way to write ∀x."""
    if not (tokens[index] == "(" and is_variable_letter(tokens[index + 1])):
        return False
    if tokens[index + 2] != ")":
        return False
    following = tokens[index + 3]
    begins = _role(following) in (Role.NOT, Role.OPEN, Role.QUANTIFIER, Role.TRUTH)
    return begins or (following not in SYMBOLS and following != "v" and word(following) is not None)


def read_variables(tokens: list[str], index: int, bracket_end: int = 0) -> Prefix | int:
    """Read one quantifier prefix from `index`; the index of the offending token if it is none."""
    if bracket_end:
        binders = _bracketed(tokens[index + 1 : bracket_end])
        return _ended(tokens, binders, bracket_end + 1)
    node = _node(tokens[index])
    index += 1
    if seam := _SEAM.fullmatch(tokens[index]):
        names = _ONE.findall(seam[1])
        return Prefix(tuple((node, name) for name in names), index, seam[2], False)
    if _role(tokens[index]) == Role.OPEN and is_variable(tokens[index + 1]):  # ∀(x), \forall{x}
        if tokens[index + 2] != SYMBOLS[tokens[index]].partner:
            return index + 2
        return _ended(tokens, [(node, name) for name in _names(tokens[index + 1])], index + 3)
    binders = []
    listed = 0  # where blank-separated variables end, once found
    while True:
        if not is_variable(tokens[index]):
            return index
        binders += [(node, name) for name in _names(tokens[index])]
        index += 1
        if tokens[index] == "," and _goes_on(tokens, index + 1):
            index += 1
            continue
        if index > listed:
            listed = _listed_to(tokens, index)
        if index >= listed:
            return _ended(tokens, binders, index)


def _bracketed(inside: list[str]) -> list[Binder]:
    """The binders of `(∀x∃y)` or `(x)`, given what stands between the brackets."""
    node: type[Quantified] = Forall
    binders: list[Binder] = []
    for token in inside:
        if _role(token) == Role.QUANTIFIER:
            node = _node(token)
        elif token != ",":
            binders += [(node, name) for name in _names(token)]
    return binders


def _ended(tokens: list[str], binders: list[Binder], index: int) -> Prefix:
    dotted = _role(tokens[index]) == Role.DOT or tokens[index] == ","
    return Prefix(tuple(binders), index + dotted, "", dotted)


def is_variable(token: str) -> bool:
    """Whether a token can name a variable."""
    if token in SYMBOLS or token.startswith("'"):
        return False
    known = word(token)
    return known is not None and not (known.tail and len(known.tail) <= 2)


def is_single(name: str) -> bool:
    """Whether a name after a quantifier is read as one variable, not as several or with a seam."""
    return is_variable(name) and not _SEVERAL.fullmatch(name) and not _SEAM.fullmatch(name)


def _names(token: str) -> list[str]:
    known = word(token)
    name = known.name if known else token
    return _ONE.findall(name) if _SEVERAL.fullmatch(name) else [name]


def _goes_on(tokens: list[str], index: int) -> bool:
    """Whether the token after a comma is one more variable rather than the body."""
    if not is_letter(tokens[index]):
        return False
    after = _role(tokens[index + 1])
    if after in (Role.DOT, Role.COMMA):
        return True
    return is_variable_letter(tokens[index]) and after in (None, Role.OPEN, Role.QUANTIFIER)


def _listed_to(tokens: list[str], index: int) -> int:
    """The index of the dot or comma up to which blank-separated variables go on; 0 if none."""
    while is_variable_letter(tokens[index]):
        index += 1
        if _role(tokens[index]) in (Role.DOT, Role.COMMA):
            return index
    return 0


def _node(token: str) -> type[Quantified]:
    return Forall if SYMBOLS[token].node is Forall else Exists


def _role(token: str) -> int | None:
    symbol = SYMBOLS.get(token)
    return symbol.role if symbol else None
