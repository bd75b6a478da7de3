"""Clause form: formulas as sets of clauses, each clause one integer of literal bits.

Atom i has the bit 2i for its positive and 2i + 1 for its negative literal. A disjunction is
distributed over conjunctions while that stays small; beyond, a side gets a name of its own that
implies it (Plaisted and Greenbaum, "A structure-preserving clause form translation", 1986, which
keeps the models over the atoms). A side of ↔ or ⊕ counts affirmed and denied, so that its name
stands for just what it says. Thus the clauses stay linear in the size of the formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.errors import InputError
from engine.logic.propositional.tables import Key
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Top,
    Xor,
)

_DISTRIBUTED = 16  # clauses that one distribution may make before a side is named

_SHALLOW = 32  # depth up to which looking for a clause may recurse

# A conjunction of clauses. [] is true; [0], the empty clause, is false.
Clauses = list[int]

# What is made of parts in each polarity, the clauses that say what names mean, and the names.
_Kept = tuple[dict[tuple[int, bool], Clauses], Clauses, dict[int, int]]


class Clausifier:
    """Numbers atoms as they come (those of `order` first) and turns formulas into clauses.

    What it has made of a formula it keeps.
    """

    __slots__ = ("bits", "made", "names", "positive")

    def __init__(self, order: Iterable[Key] = ()) -> None:
        self.bits: dict[Key, int] = {}
        self.names: list[Key | None] = []  # by number; None for a name of a subformula
        self.made: dict[Formula, Clauses] = {}
        self.positive = 0  # the positive literals of all atoms so far
        for key in order:
            if key not in self.bits:
                self.bits[key] = self._new(key)

    def _new(self, key: Key | None) -> int:
        bit = 1 << 2 * len(self.names)
        self.names.append(key)
        self.positive |= bit
        return bit

    def literal(self, node: Formula) -> int:
        """The bit of a literal; 0 if the formula is none."""
        if type(node) is Predicate:
            key: Key = node if node.args else node.name
            bit = self.bits.get(key)
            if bit is None:
                bit = self.bits[key] = self._new(key)
            return bit
        if type(node) is Not and type(node.operand) is Predicate:
            return self.literal(node.operand) << 1
        return 0

    def clauses(self, formula: Formula) -> Clauses:
        """The clauses of a quantifier-free formula.

        Raises:
            InputError: the formula holds a quantifier or identity.
        """
        known = self.made.get(formula)
        if known is None:
            known = self.made[formula] = self._plain(formula) or self._general(formula)
        return known

    def _plain(self, formula: Formula) -> Clauses | None:
        """The clauses of a formula that is a clause as it stands, or that denies one.

        None if it is neither, or a tautology or a contradiction.
        """
        if formula.depth > _SHALLOW:
            return None
        clause = self._disjunction(formula, True)
        denied = 0 if clause else self._disjunction(formula, False)
        either = clause or denied
        if not either or either & either >> 1 & self.positive:
            return None
        return [clause] if clause else [complement(literal) for literal in bits_of(denied)]

    def _disjunction(self, node: Formula, sign: bool) -> int:
        """The clause of a formula that is one clause as it stands, or of its negation; else 0."""
        kind = type(node)
        if kind is Predicate:
            return self.literal(node) if sign else self.literal(node) << 1
        if kind is Not:
            return self._disjunction(node.children[0], not sign)
        if kind is Implies and sign:
            first_sign = False
        elif kind is (Or if sign else And):
            first_sign = sign
        else:
            return 0
        left, right = node.children
        first = self._disjunction(left, first_sign)
        second = self._disjunction(right, sign) if first else 0
        return first | second if second else 0

    def _general(self, formula: Formula) -> Clauses:
        """Clauses of any formula: children first, each in the polarities it occurs in."""
        made: dict[tuple[int, bool], Clauses] = {}
        named: Clauses = []
        names: dict[int, int] = {}
        if formula.depth <= _SHALLOW:
            return self._of_shallow(formula, True, (made, named, names)) + named
        stack = [(formula, True)]
        while stack:
            node, sign = stack[-1]
            if (id(node), sign) in made:
                stack.pop()
                continue
            needed = _parts(node, sign)
            missing = [part for part in needed if (id(part[0]), part[1]) not in made]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            parts = [made[id(part), polarity] for part, polarity in needed]
            if isinstance(node, Iff | Xor):
                same = isinstance(node, Iff) == sign
                made[id(node), sign] = self._compare(node, same, parts, named, names)
            else:
                made[id(node), sign] = self._join(node, sign, parts, named)
        return made[id(formula), True] + named

    def _of_shallow(self, node: Formula, sign: bool, kept: _Kept) -> Clauses:
        """The same by recursion, in the same order, which is faster."""
        kind = type(node)
        if kind is Predicate:
            return [self.literal(node) if sign else self.literal(node) << 1]
        made, named, names = kept
        known = made.get((id(node), sign))
        if known is not None:
            return known
        if kind is And or kind is Or or kind is Implies:
            first, second = node.children
            right = self._of_shallow(second, sign, kept)
            left = self._of_shallow(first, sign is not (kind is Implies), kept)
            is_both = (kind is And) is sign
            found = left + right if is_both else self._either(left, right, named)
        else:
            needed = reversed(_parts(node, sign))
            parts = [self._of_shallow(part, polarity, kept) for part, polarity in needed][::-1]
            if isinstance(node, Iff | Xor):
                same = isinstance(node, Iff) == sign
                found = self._compare(node, same, parts, named, names)
            else:
                found = self._join(node, sign, parts, named)
        made[id(node), sign] = found
        return found

    def _join(self, node: Formula, sign: bool, parts: list[Clauses], named: Clauses) -> Clauses:
        match node:
            case Predicate():
                bit = self.literal(node)
                return [bit if sign else bit << 1]
            case Top() | Bottom():
                return [] if isinstance(node, Top) == sign else [0]
            case Not():
                return parts[0]
            case _:
                conjunctive = isinstance(node, And) == sign
                if conjunctive:
                    return parts[0] + parts[1]
                return self._either(parts[0], parts[1], named)

    def _compare(
        self,
        node: Binary,
        same: bool,
        parts: list[Clauses],
        named: Clauses,
        names: dict[int, int],
    ) -> Clauses:
        """The clauses that say that both sides are the same, or that they are not."""
        left, right = parts[:2], parts[2:]  # each affirmed and denied
        pairs = ((1, 0), (0, 1)) if same else ((0, 0), (1, 1))
        if sum(len(left[one]) * len(right[other]) for one, other in pairs) > _DISTRIBUTED:
            left = self._named(node.left, left, named, names)
            right = self._named(node.right, right, named, names)
        return [
            clause
            for one, other in pairs
            for clause in self._either(left[one], right[other], named)
        ]

    def _named(
        self, side: Formula, parts: list[Clauses], named: Clauses, names: dict[int, int]
    ) -> list[Clauses]:
        """A side by its name, affirmed and denied; what the name stands for goes to `named`."""
        affirmed, denied = parts
        if len(affirmed) + len(denied) <= 2:
            return parts
        bit = names.get(id(side))
        if bit is None:
            bit = names[id(side)] = self._new(None)
            named.extend(clause | bit << 1 for clause in affirmed)
            named.extend(clause | bit for clause in denied)
        return [[bit], [bit << 1]]

    def _either(self, left: Clauses, right: Clauses, named: Clauses) -> Clauses:
        """The clauses of a disjunction; named sides are appended to `named`."""
        if len(left) > 1 and len(right) > 1 and len(left) * len(right) > _DISTRIBUTED:
            bit = self._new(None)
            named.extend(clause | bit << 1 for clause in left)
            left = [bit]
        positive = self.positive
        joined = {a | b for a in left for b in right}
        return [clause for clause in joined if not clause & clause >> 1 & positive]


def _parts(node: Formula, sign: bool) -> tuple[tuple[Formula, bool], ...]:
    """The subformulas, each with its polarity, whose clauses make those of the node."""
    match node:
        case Not(operand=operand):
            return ((operand, not sign),)
        case And(left=left, right=right) | Or(left=left, right=right):
            return (left, sign), (right, sign)
        case Implies(left=left, right=right):
            return (left, not sign), (right, sign)
        case Iff(left=left, right=right) | Xor(left=left, right=right):
            return (left, True), (left, False), (right, True), (right, False)
        case Predicate() | Top() | Bottom():
            return ()
        case _:
            raise InputError("clause form takes no quantifier and no identity; use the solver")


def complement(literal: int) -> int:
    """The bit of the opposite literal."""
    return literal << 1 if literal.bit_length() & 1 else literal >> 1


def bits_of(literals: int) -> Iterator[int]:
    """Each of some literals by itself."""
    while literals:
        yield literals & -literals
        literals &= literals - 1
