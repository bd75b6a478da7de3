"""Formulas: one frozen syntax tree for propositional and first-order logic.

Nodes are immutable, compare and hash by structure, and know their nesting `depth`. A tree deeper
than `MAX_DEPTH` cannot be built: that one check, made in every constructor, is what keeps every
pass over a formula (print, evaluate, translate, pickle) clear of Python's recursion limit.
Passes are written with `match`, usually as the `combine` argument of `fold`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.core.errors import InputError
from engine.logic.traversal import fold, postorder

MAX_DEPTH = 500
_SHALLOW = 32  # formulas no deeper are compared by recursion


class FormulaTooDeep(InputError):
    """A formula nests more than `MAX_DEPTH` connectives."""

    def __init__(self) -> None:
        super().__init__(
            f"the formula nests more than {MAX_DEPTH} connectives; split it into smaller formulas"
        )


@dataclass(frozen=True, slots=True)
class Variable:
    """An individual variable; bound by a quantifier or free."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """A name for one individual."""

    name: str


Term = Variable | Constant


_Setter = Callable[[object, object], None]


@dataclass(frozen=True, slots=True, eq=False)
class Formula:
    """The root of all nodes. Use its subclasses."""

    depth: int = field(init=False, repr=False)
    _hash: int = field(init=False, repr=False)

    def _seal(self, *key: object) -> None:
        _set_depth(self, 1)
        _set_hash(self, hash((type(self).__name__, *key)))

    @property
    def children(self) -> tuple[Formula, ...]:
        """The immediate subformulas, left to right."""
        return ()

    @property
    def label(self) -> tuple[object, ...]:
        """What distinguishes this node from others of its class with equal children."""
        return ()

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Formula):
            return NotImplemented
        if self._hash != other._hash:
            return False
        if self.depth <= _SHALLOW:
            return _same(self, other)
        pending: list[tuple[Formula, Formula]] = [(self, other)]
        while pending:
            left, right = pending.pop()
            if type(left) is not type(right) or left.label != right.label:
                return False
            for pair in zip(left.children, right.children, strict=True):
                if pair[0] is not pair[1]:
                    pending.append(pair)
        return True

    def __reduce__(self) -> tuple[Callable[..., Formula], tuple[object, ...]]:
        return _rebuild, (tuple((type(node), node.label) for node in postorder(self)),)

    def __repr__(self) -> str:
        def show(node: Formula, inner: tuple[str, ...]) -> str:
            return f"{type(node).__name__}({', '.join([*map(repr, node.label), *inner])})"

        return fold(self, show)


def _same(left: Formula, right: Formula) -> bool:
    """Equality of shallow formulas, by recursion, which is faster."""
    if left is right:
        return True
    if type(left) is not type(right) or left._hash != right._hash:
        return False
    if isinstance(left, Predicate) and isinstance(right, Predicate):
        return left.name == right.name and left.args == right.args
    if isinstance(left, Binary) and isinstance(right, Binary):
        return _same(left.left, right.left) and _same(left.right, right.right)
    if isinstance(left, Not) and isinstance(right, Not):
        return _same(left.operand, right.operand)
    if isinstance(left, Quantified) and isinstance(right, Quantified):
        return left.variable == right.variable and _same(left.body, right.body)
    return left.label == right.label


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Top(Formula):
    """⊤, true in every interpretation."""

    def __post_init__(self) -> None:
        self._seal()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bottom(Formula):
    """⊥, false in every interpretation."""

    def __post_init__(self) -> None:
        self._seal()


@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class Predicate(Formula):
    """An atomic formula `name(args)`; without arguments, a propositional atom."""

    name: str
    args: tuple[Term, ...]

    def __init__(self, name: str, args: tuple[Term, ...] = ()) -> None:
        _set_name(self, name)
        _set_args(self, args)
        _set_depth(self, 1)
        _set_hash(self, hash((name, args)))

    @property
    def label(self) -> tuple[object, ...]:
        """See `Formula.label`."""
        return (self.name, self.args)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Equals(Formula):
    """Identity between two terms."""

    left: Term
    right: Term

    def __post_init__(self) -> None:
        self._seal(self.left, self.right)

    @property
    def label(self) -> tuple[object, ...]:
        """See `Formula.label`."""
        return (self.left, self.right)


@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class Not(Formula):
    """¬operand."""

    operand: Formula

    def __init__(self, operand: Formula) -> None:
        if operand.depth >= MAX_DEPTH:
            raise FormulaTooDeep
        _set_operand(self, operand)
        _set_depth(self, operand.depth + 1)
        _set_hash(self, hash((Not, operand._hash)))

    @property
    def children(self) -> tuple[Formula, ...]:
        """See `Formula.children`."""
        return (self.operand,)


@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class Binary(Formula):
    """A two-place connective. Use its subclasses."""

    left: Formula
    right: Formula

    def __init__(self, left: Formula, right: Formula) -> None:
        deeper = left.depth if left.depth > right.depth else right.depth
        if deeper >= MAX_DEPTH:
            raise FormulaTooDeep
        _set_left(self, left)
        _set_right(self, right)
        _set_depth(self, deeper + 1)
        _set_hash(self, hash((type(self), left._hash, right._hash)))

    @property
    def children(self) -> tuple[Formula, ...]:
        """See `Formula.children`."""
        return (self.left, self.right)


class And(Binary):
    """left ∧ right."""

    __slots__ = ()


class Or(Binary):
    """left ∨ right (inclusive)."""

    __slots__ = ()


class Implies(Binary):
    """left → right (material)."""

    __slots__ = ()


class Iff(Binary):
    """left ↔ right."""

    __slots__ = ()


class Xor(Binary):
    """left ⊕ right (exclusive)."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False, init=False)
class Quantified(Formula):
    """A quantifier binding `variable` in `body`. Use its subclasses."""

    variable: Variable
    body: Formula

    def __init__(self, variable: Variable, body: Formula) -> None:
        if body.depth >= MAX_DEPTH:
            raise FormulaTooDeep
        _set_variable(self, variable)
        _set_body(self, body)
        _set_depth(self, body.depth + 1)
        _set_hash(self, hash((type(self), variable, body._hash)))

    @property
    def children(self) -> tuple[Formula, ...]:
        """See `Formula.children`."""
        return (self.body,)

    @property
    def label(self) -> tuple[object, ...]:
        """See `Formula.label`."""
        return (self.variable,)


# Formulas are made all the time. Setting a frozen object's slots through their descriptors takes
# half the time that a generated constructor takes.
_set_depth: _Setter = Formula.__dict__["depth"].__set__
_set_hash: _Setter = Formula.__dict__["_hash"].__set__
_set_operand: _Setter = Not.__dict__["operand"].__set__
_set_left: _Setter = Binary.__dict__["left"].__set__
_set_right: _Setter = Binary.__dict__["right"].__set__
_set_name: _Setter = Predicate.__dict__["name"].__set__
_set_args: _Setter = Predicate.__dict__["args"].__set__
_set_variable: _Setter = Quantified.__dict__["variable"].__set__
_set_body: _Setter = Quantified.__dict__["body"].__set__


class Forall(Quantified):
    """∀variable body."""

    __slots__ = ()


class Exists(Quantified):
    """∃variable body."""

    __slots__ = ()


def _rebuild(nodes: tuple[tuple[type[Formula], tuple[object, ...]], ...]) -> Formula:
    values: list[Formula] = []
    for kind, label in nodes:
        arity = 2 if issubclass(kind, Binary) else 1 if issubclass(kind, Not | Quantified) else 0
        inner = values[len(values) - arity :]
        del values[len(values) - arity :]
        values.append(kind(*label, *inner))
    return values[0]
