"""Print formulas with as few brackets as the reading rules of `engine.logic.notation.parser` allow.

Every style reads back to the same formula. Where a name alone would be read otherwise it is
printed `Sun()` (an atom that looks like S(u, n)) or between quotation marks ('or', or a constant
with the letter of a variable).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.core.errors import InputError
from engine.logic.notation.tokens import is_juxtaposed, is_variable_letter, is_word, word
from engine.logic.notation.variables import is_single
from engine.logic.occurrences import free_variables
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
    Constant,
    Equals,
    Exists,
    Forall,
    Formula,
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
from engine.logic.traversal import postorder

_TIGHT = 10  # the strength of atoms, ¬ and quantifiers
_SHALLOW = 32  # formulas no deeper are printed by recursion, which is faster
_UNBOUND: frozenset[str] = frozenset()
_STRENGTH: dict[type[Formula], int] = {And: 8, Or: 6, Xor: 6, Implies: 4, Iff: 2}


@dataclass(frozen=True, slots=True, eq=False)
class _Style:
    """The signs of one alphabet."""

    signs: dict[type[Formula], str]
    negation: str
    equal: str
    unequal: str
    latex: bool = False


def _style(line: str, *, latex: bool = False) -> _Style:
    conj, disj, xor, cond, iff, neg, every, some, top, bottom, eq, ne = line.split()
    signs: dict[type[Formula], str] = {
        And: f" {conj} ",
        Or: f" {disj} ",
        Xor: f" {xor} ",
        Implies: f" {cond} ",
        Iff: f" {iff} ",
        Forall: every.replace("_", " "),
        Exists: some.replace("_", " "),
        Top: top,
        Bottom: bottom,
    }
    return _Style(signs, neg.replace("_", " "), f" {eq} ", f" {ne} ", latex)


_STYLES = {
    "unicode": _style("∧ ∨ ⊕ → ↔ ¬ ∀ ∃ ⊤ ⊥ = ≠"),
    "ascii": _style("& | xor -> <-> ~ all_ exists_ true false = !="),
    "latex": _style(
        r"\land \lor \oplus \to \leftrightarrow \lnot_ \forall_ \exists_ \top \bot = \neq",
        latex=True,
    ),
}


@lru_cache(maxsize=16384)
def show(formula: Formula, style: str = "unicode") -> str:
    """Print a formula in the style `unicode`, `ascii` or `latex`.

    Raises:
        InputError: the style is unknown, or the formula holds a name that cannot be written.
    """
    if style not in _STYLES:
        raise InputError(f'unknown style "{style}"; use unicode, ascii or latex')
    signs = _STYLES[style]
    if formula.depth <= _SHALLOW:
        if printed := _propositional(formula, signs):
            return printed[0]
        bound, free = _variables(formula)
        _check(bound, free)
        return _printed(formula, bound, signs)[0]
    nodes = tuple(postorder(formula))
    bound = frozenset([n.variable.name for n in nodes if isinstance(n, Quantified)])
    _check(bound, free_variables(formula))
    stack: list[tuple[str, int]] = []
    for node in nodes:
        if isinstance(node, Predicate) and not node.args:
            stack.append((_atom(node.name, bound, signs), _TIGHT))
        elif isinstance(node, Binary):
            right = stack.pop()
            stack.append(_binary(type(node), stack.pop(), right, signs))
        elif isinstance(node, Not):
            text, strength = stack.pop()
            if isinstance(node.operand, Equals):
                text = _identity(node.operand, signs.unequal, bound, signs)
            else:
                text = signs.negation + _within(text, strength, _TIGHT)
            stack.append((text, _TIGHT))
        elif isinstance(node, Quantified):
            stack.append((_quantified(node, stack.pop(), signs), _TIGHT))
        else:
            stack.append((_atomic(node, bound, signs), _TIGHT))
    return stack[0][0]


def _printed(node: Formula, bound: frozenset[str], style: _Style) -> tuple[str, int]:
    """The text and strength of a shallow formula, by recursion."""
    if isinstance(node, Binary):
        left, right = _printed(node.left, bound, style), _printed(node.right, bound, style)
        return _binary(type(node), left, right, style)
    if isinstance(node, Not) and not isinstance(node.operand, Equals):
        return style.negation + _within(*_printed(node.operand, bound, style), _TIGHT), _TIGHT
    return _part(node, bound, style), _TIGHT


@lru_cache(maxsize=1 << 14)
def _part(node: Formula, bound: frozenset[str], style: _Style) -> str:
    """The text of what is no connective, of which formulas have many in common."""
    if isinstance(node, Quantified):
        return _quantified(node, _printed(node.body, bound, style), style)
    if isinstance(node, Not) and isinstance(node.operand, Equals):
        return _identity(node.operand, style.unequal, bound, style)
    if isinstance(node, Predicate) and not node.args:
        return _atom(node.name, bound, style)
    return _atomic(node, bound, style)


def _variables(node: Formula) -> tuple[frozenset[str], frozenset[Variable]]:
    """The names of all bound variables of a shallow formula, and its free variables."""
    if isinstance(node, Binary):
        bound, free = _variables(node.left)
        others, loose = _variables(node.right)
        return bound | others, free | loose
    return _variables(node.operand) if isinstance(node, Not) else _variables_of_part(node)


@lru_cache(maxsize=1 << 14)
def _variables_of_part(node: Formula) -> tuple[frozenset[str], frozenset[Variable]]:
    if isinstance(node, Quantified):
        bound, free = _variables(node.body)
        return bound | {node.variable.name}, free - {node.variable}
    return _UNBOUND, free_variables(node)


def _propositional(node: Formula, style: _Style) -> tuple[str, int] | None:
    """The text and strength of a shallow formula of atoms and connectives; else None."""
    if type(node) is Predicate:
        return None if node.args else (_atom(node.name, _UNBOUND, style), _TIGHT)
    if type(node) is Not:
        operand = _propositional(node.operand, style)
        return operand and (style.negation + _within(*operand, _TIGHT), _TIGHT)
    if not isinstance(node, Binary):
        return None
    left, right = _propositional(node.left, style), _propositional(node.right, style)
    return _binary(type(node), left, right, style) if left and right else None


def _check(bound: frozenset[str], free: frozenset[Variable]) -> None:
    """Let the parser be able to read back all variables."""
    for name in bound:
        if not is_single(name) or not is_word(name):
            raise InputError(f'the bound variable "{name}" cannot be written; rename it')
    for variable in free:
        if not is_variable_letter(variable.name):
            raise InputError(
                f'the free variable "{variable.name}" would be read as a constant; '
                "bind it or name it by a letter from u to z"
            )


def _quantified(node: Quantified, body: tuple[str, int], style: _Style) -> str:
    variable = _name(node.variable.name, style)
    gap = r"\, " if style.latex else " "
    return f"{style.signs[type(node)]}{variable}{gap}{_within(*body, _TIGHT)}"


def _binary(
    kind: type[Formula], left: tuple[str, int], right: tuple[str, int], style: _Style
) -> tuple[str, int]:
    strength = _STRENGTH[kind]
    to_right = kind is Implies
    first = _within(*left, strength + to_right)
    second = _within(*right, strength + (not to_right))
    return f"{first}{style.signs[kind]}{second}", strength


def _within(text: str, strength: int, least: int) -> str:
    return text if strength >= least else f"({text})"


@lru_cache(maxsize=4096)
def _atom(name: str, bound: frozenset[str], style: _Style) -> str:
    """A propositional atom; `Sun()` where `Sun` would be read otherwise."""
    known = word(name)
    if known is None or not is_word(name):
        return _quoted(name)
    ambiguous = name in bound or is_juxtaposed(known, bound)
    return _name(name, style) + ("()" if ambiguous else "")


def _atomic(node: Formula, bound: frozenset[str], style: _Style) -> str:
    match node:
        case Predicate(name=name, args=args):
            head = _name(name, style) if is_word(name) else _quoted(name)
            return f"{head}({', '.join(_term(t, bound, style) for t in args)})"
        case Equals():
            return _identity(node, style.equal, bound, style)
        case _:
            return style.signs[type(node)]


def _identity(node: Equals, sign: str, bound: frozenset[str], style: _Style) -> str:
    return f"{_term(node.left, bound, style)}{sign}{_term(node.right, bound, style)}"


def _term(term: Term, bound: frozenset[str], style: _Style) -> str:
    name = term.name
    if isinstance(term, Constant) and (
        name in bound or is_variable_letter(name) or not is_word(name)
    ):
        return _quoted(name)
    return _name(name, style)


def _quoted(name: str) -> str:
    if not name or not name.isprintable() or "'" in name:
        raise InputError(f"the name {name!r} cannot be written; use letters, digits and _")
    return f"'{name}'"


def _name(name: str, style: _Style) -> str:
    r"""A plain name in a style; in LaTeX `p_{12}` and `\mathit{rain}`."""
    if not style.latex or len(name) == 1:
        return name
    letter, rest = name[0], name[1:]
    if rest.isdecimal() and rest.isascii():
        return f"{letter}_{{{rest}}}"
    return rf"\mathit{{{name.replace('_', chr(92) + '_')}}}"
