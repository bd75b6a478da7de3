"""Tokens: what people and models write for each connective, bracket and name.

One regular expression cuts a text into tokens and one table says what each token means, so that
the parser sees the same few meanings whatever the alphabet: Unicode, ASCII, English words, LaTeX.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from engine.logic import syntax
from engine.logic.propositional.literals import proposition
from engine.logic.syntax import Predicate

MAX_TEXT = 1_000_000


class Role:
    """What a token does in a formula (plain integers: the parser compares them at every token)."""

    BINARY = 0
    NOT = 1
    QUANTIFIER = 2
    OPEN = 3
    CLOSE = 4
    TRUTH = 5
    EQUALS = 6
    UNEQUAL = 7
    COMMA = 8
    DOT = 9
    END = 10


@dataclass(frozen=True, slots=True)
class Symbol:
    """The meaning of a token that is not a name.

    `strength` is how tightly a binary connective binds; a connective already read is completed
    first if its strength reaches `threshold` (the same for left-associative connectives, one more
    for the right-associative →). A bracket's `partner` closes it.
    """

    role: int
    node: type[syntax.Formula] | None = None
    strength: int = 0
    threshold: int = 0
    partner: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """A name as read: `tail` holds the letters of `Rxy` that may be its arguments x and y."""

    name: str
    quoted: bool
    tail: tuple[str, ...]
    head: str
    atom: Predicate


_MEANINGS: tuple[tuple[str, Symbol], ...] = (
    (r"∧ ⋀ & && /\ ^ · ∙ ⋅ • \land \wedge \cdot \& and", Symbol(Role.BINARY, syntax.And, 8, 8)),
    (r"∨ ⋁ | || \/ \lor \vee or", Symbol(Role.BINARY, syntax.Or, 6, 6)),
    (r"⊕ ⊻ \oplus \veebar xor", Symbol(Role.BINARY, syntax.Xor, 6, 6)),
    (
        r"→ ⟶ ⇒ ⟹ ⊃ -> --> => ==> \to \rightarrow \longrightarrow \Rightarrow \Longrightarrow"
        r" \supset \implies implies",
        Symbol(Role.BINARY, syntax.Implies, 4, 5),
    ),
    (
        r"↔ ⟷ ⇔ ⟺ ≡ <-> <--> <=> <==> \leftrightarrow \longleftrightarrow \Leftrightarrow"
        r" \Longleftrightarrow \equiv \iff iff",
        Symbol(Role.BINARY, syntax.Iff, 2, 2),
    ),
    (r"¬ ~ ∼ ! - \lnot \neg \sim not", Symbol(Role.NOT)),
    (r"∀ \forall forall all", Symbol(Role.QUANTIFIER, syntax.Forall)),
    (r"∃ \exists exists", Symbol(Role.QUANTIFIER, syntax.Exists)),
    (r"⊤ \top true", Symbol(Role.TRUTH, syntax.Top)),
    (r"⊥ \bot false", Symbol(Role.TRUTH, syntax.Bottom)),
    ("=", Symbol(Role.EQUALS)),
    (r"≠ != \neq \ne", Symbol(Role.UNEQUAL)),
    ("(", Symbol(Role.OPEN, partner=")")),
    ("[", Symbol(Role.OPEN, partner="]")),
    ("{", Symbol(Role.OPEN, partner="}")),
    (r"\{", Symbol(Role.OPEN, partner=r"\}")),
    (r") ] } \}", Symbol(Role.CLOSE)),
    (",", Symbol(Role.COMMA)),
    (". :", Symbol(Role.DOT)),
)

END = ""
SYMBOLS: dict[str, Symbol] = {END: Symbol(Role.END)}
for _spellings, _meaning in _MEANINGS:
    for _spelling in _spellings.split():
        SYMBOLS.setdefault(_spelling, _meaning)
        if _spelling.isalpha() and _spelling.isascii():
            SYMBOLS.setdefault(_spelling.upper(), _meaning)
            SYMBOLS.setdefault(_spelling.capitalize(), _meaning)

# Spacing and delimiters of LaTeX that a formula's meaning does not depend on.
_SPACING = r"$ $$ \( \) \[ \] \, \; \: \! \quad \qquad \left \right \big \Big \displaystyle"
_SKIPPED = frozenset([*_SPACING.split(), "\\ "])
_BLANKS = r" \t\r\n\f\v\u00a0\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff"
_FONT = r"\\(?:mathit|mathrm|mathsf|mathbf|mathtt|text|textit|textrm|operatorname)"
_TOKEN = re.compile(
    rf"[^\W\d_](?:\w*?_\{{\w+\}}|\w*)'*|'[^'\n]*'|{_FONT}\{{[^{{}}\n]*\}}|\$\$|\\[A-Za-z]+|\\[^\n\w\\/]"
    r"|<--?>|<==?>|--?>|==?>|!=|&&|\|\||\\/|/\\"
    rf"|[^{_BLANKS}]"
)
_WORD = re.compile(r"[^\W\d_]\w*'*")
_FONTED = re.compile(rf"{_FONT}\{{(.*)\}}")
_JUXTAPOSED = re.compile(r"([A-Z]\d*)((?:[a-z]\d*'*)+)")
_LETTER = re.compile(r"[a-z]\d*'*")
_VARIABLE = re.compile(r"[u-z]\d*'*")
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def tokenise(text: str) -> list[str]:
    """Cut a text into tokens, without blanks and LaTeX spacing, closed by `END`."""
    tokens = _TOKEN.findall(text)
    if "\\" in text or "$" in text:
        tokens = [_unfont(token) for token in tokens if token not in _SKIPPED]
    tokens.append(END)
    return tokens


def offset(text: str, index: int, consumed: int = 0) -> int:
    """Where token `index` begins in the text, after its first `consumed` characters."""
    starts = (m.start() for m in _TOKEN.finditer(text) if m.group() not in _SKIPPED)
    for number, start in enumerate(starts):
        if number == index:
            return start + consumed
    return len(text.rstrip())


def describe(token: str) -> str:
    """The name of a token in error messages."""
    if token == END:
        return "the end of the text"
    shown = token if len(token) <= 40 else f"{token[:40]}…"
    odd = next((character for character in shown if not character.isprintable()), None)
    return f'"{shown}"' if odd is None else f"the character U+{ord(odd):04X}"


def _unfont(token: str) -> str:
    r"""The connective inside `\text{ and }`; other tokens as they are."""
    if (fonted := _FONTED.fullmatch(token)) and fonted[1].strip() in SYMBOLS:
        return fonted[1].strip()
    return token


@lru_cache(maxsize=4096)
def word(token: str) -> Word | None:
    r"""Read a token as a name; None if it is no name.

    `p₁` and `p_{1}` are p1; a name between quotation marks ('or') or in a LaTeX font
    (`\mathit{rain}`) is taken as it stands.
    """
    if len(token) > 1 and token[0] == token[-1] == "'":
        name = token[1:-1]
        return Word(name, True, (), name, proposition(name)) if name else None
    name = token
    if fonted := _FONTED.fullmatch(token):
        name = fonted[1].strip().replace(r"\_", "_")
        name = name if _WORD.fullmatch(name) else ""
        return Word(name, False, (), name, proposition(name)) if name else None
    name = name.replace("_{", "").replace("}", "").translate(_SUBSCRIPTS)
    if not _WORD.fullmatch(name):
        return None
    if parts := _JUXTAPOSED.fullmatch(name):
        return Word(name, False, tuple(_LETTER.findall(parts[2])), parts[1], proposition(name))
    return Word(name, False, (), name, proposition(name))


@lru_cache(maxsize=4096)  # the printer asks of every name, of which there are few
def is_word(name: str) -> bool:
    """Whether a name can stand in a formula without quotation marks."""
    plain = _WORD.fullmatch(name) is not None and name not in SYMBOLS
    return plain and name == name.translate(_SUBSCRIPTS)


def is_letter(name: str) -> bool:
    """Whether a name is one lowercase letter with optional digits and primes."""
    return _LETTER.fullmatch(name) is not None


def is_variable_letter(name: str) -> bool:
    """Whether a name is a variable by its letter alone: u, v, w, x, y or z, with digits."""
    return _VARIABLE.fullmatch(name) is not None


def is_juxtaposed(known: Word, bound: frozenset[str]) -> bool:
    """Whether a name such as `Rxy` is read as a predicate with its arguments."""
    if len(known.tail) <= 2:
        return bool(known.tail)
    return all(letter in bound or is_variable_letter(letter) for letter in known.tail)
