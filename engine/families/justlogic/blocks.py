"""Arguments grown backwards from their conclusion, recorded so that they can be grown again.

A skeleton is the list of choices made while growing (which leaf was expanded, by which form, with
which signs). Growing the same skeleton from another conclusion gives a block of identical shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.families.justlogic.forms import BACKWARD, FOR_ANY, applies, concludes
from engine.logic.syntax import Binary, Formula, Implies, Not, Or, Predicate

_SPECIAL_WEIGHT = 4
"""How much likelier a compound premise is concluded by a form of its own (hypothetical syllogism,
constructive dilemma …) than by one of the general forms, which nest it one level deeper."""

MAX_NESTING = 2
"""Connectives (negation apart) that a premise of the sound recipe nests at most."""


_FOR_LITERALS = ("exclusive_disjunctive_syllogism",)

_ONLY_UNDER = {
    # elsewhere a contraposed premise saves a step: modus tollens for contraposition and ponens
    "contraposition": (
        "disjunction_elimination",
        "constructive_dilemma",
        "destructive_dilemma",
    ),
    # under reductio ad absurdum, two biconditionals would contradict each other
    "biconditional_elimination": (
        "modus_ponens",
        "modus_tollens",
        "disjunction_elimination",
        "constructive_dilemma",
        "destructive_dilemma",
    ),
}


@dataclass(frozen=True, slots=True)
class Expansion:
    """Leaf number `leaf` was concluded by `form`; `signs` are those of the fresh literals."""

    leaf: int
    form: str
    signs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A premise of the block, `level` steps above the conclusion.

    `legal` are the forms by which it may be concluded in turn, repeated by weight.
    """

    number: int
    formula: Formula
    level: int
    legal: Sequence[str]


@dataclass(frozen=True, slots=True)
class Block:
    """An argument: its premises, and the deepest fresh atom, whose two occurrences link it."""

    conclusion: Formula
    leaves: tuple[Leaf, ...]
    skeleton: tuple[Expansion, ...]
    link: Predicate
    height: int

    @property
    def premises(self) -> tuple[Formula, ...]:
        """The premises, in the order they were grown."""
        return tuple(leaf.formula for leaf in self.leaves)


class Growth:
    """A block in the making."""

    def __init__(
        self,
        conclusion: Formula,
        fresh_atom: Callable[[], Predicate],
        forms: tuple[str, ...] | None = None,
    ) -> None:
        self.conclusion = conclusion
        self.forms = forms
        self.fresh_atom = fresh_atom
        self.leaves: dict[int, Leaf] = {0: Leaf(0, conclusion, 0, ())}
        self.skeleton: list[Expansion] = []
        self.introduced: list[tuple[int, Predicate]] = []
        self.next_number = 1

    @property
    def height(self) -> int:
        """The longest chain of steps so far."""
        return max(leaf.level for leaf in self.leaves.values())

    def expand(self, number: int, form: str, draw_sign: Callable[[int], bool]) -> bool:
        """Conclude a leaf by a form; False, with nothing changed, where the form cannot."""
        leaf = self.leaves[number]
        if not applies(form, leaf.formula):
            return False
        signs: list[bool] = []

        def fresh() -> Formula:
            atom = self.fresh_atom()
            signs.append(draw_sign(len(signs)))
            self.introduced.append((leaf.level + 1, atom))
            return atom if signs[-1] else Not(atom)

        premises = BACKWARD[form](leaf.formula, fresh)
        del self.leaves[number]
        for premise in premises:
            number = self.next_number
            legal = () if self.forms is None else _legal(premise, form, self.forms)
            self.leaves[number] = Leaf(number, premise, leaf.level + 1, legal)
            self.next_number += 1
        self.skeleton.append(Expansion(leaf.number, form, tuple(signs)))
        return True

    def finish(self) -> Block:
        """The block, linked by the first fresh atom of the deepest step that brought one in."""
        deepest = max(level for level, _ in self.introduced)
        link = next(atom for level, atom in self.introduced if level == deepest)
        leaves = tuple(self.leaves.values())
        return Block(self.conclusion, leaves, tuple(self.skeleton), link, self.height)


def grow(
    conclusion: Formula,
    root_form: str,
    size: int,
    measure: str,
    forms: tuple[str, ...],
    rng: Random,
    fresh_atom: Callable[[], Predicate],
) -> Block | None:
    """A random block of `size` steps (or of that height); None where growth came to a dead end."""

    def sign(_: int) -> bool:
        return rng.random() < 0.5

    growth = Growth(conclusion, fresh_atom, forms)
    growth.expand(0, root_form, sign)
    while (len(growth.skeleton) if measure == "steps" else growth.height) < size:
        open_leaves = [leaf for leaf in growth.leaves.values() if leaf.legal]
        if measure == "height":
            deepest = growth.height
            open_leaves = [leaf for leaf in open_leaves if leaf.level == deepest]
        if not open_leaves:
            return None
        leaf = rng.choice(open_leaves)
        growth.expand(leaf.number, rng.choice(leaf.legal), sign)
    return growth.finish() if growth.introduced else None


def regrow(
    conclusion: Formula, skeleton: tuple[Expansion, ...], fresh_atom: Callable[[], Predicate]
) -> Block | None:
    """The block of the same skeleton under another conclusion; None where a form cannot apply."""
    growth = Growth(conclusion, fresh_atom)
    for expansion in skeleton:
        if not growth.expand(expansion.leaf, expansion.form, expansion.signs.__getitem__):
            return None
    return growth.finish()


def link_signs(block: Block) -> tuple[bool, ...]:
    """Whether the link's two occurrences stand unnegated, in the order of the premises."""
    signs: list[bool] = []
    for premise in block.premises:
        signs += _signs_in(premise, block.link)
    return tuple(signs)


def place_of(atom: Predicate, formula: Formula) -> int:
    """How many atom occurrences stand before this very atom in the formula; -1 if it has none."""
    before = 0
    pending = [formula]
    while pending:
        node = pending.pop()
        if isinstance(node, Binary):
            pending.append(node.right)
            pending.append(node.left)
        elif isinstance(node, Not):
            pending.append(node.operand)
        elif node is atom:
            return before
        else:
            before += 1
    return -1


def _signs_in(formula: Formula, atom: Predicate) -> list[bool]:
    if isinstance(formula, Not) and formula.operand is atom:
        return [False]
    if formula is atom:
        return [True]
    return [sign for child in formula.children for sign in _signs_in(child, atom)]


def _nesting(formula: Formula) -> int:
    if isinstance(formula, Not):
        return _nesting(formula.operand)
    if isinstance(formula, Binary):
        return 1 + _nesting(formula.left) + _nesting(formula.right)
    return 0


def _legal(formula: Formula, parent: str, forms: tuple[str, ...]) -> Sequence[str]:
    """The forms by which a premise of a `parent` form may be concluded, repeated by weight."""
    match formula:
        case Predicate() | Not(operand=Predicate()):
            return _literal_forms(forms)
        case Implies() | Or():
            special = [
                form
                for form in forms
                if concludes(form, formula) and parent in _ONLY_UNDER.get(form, (parent,))
            ]
            if _nesting(formula) >= MAX_NESTING:
                return special
            return [*special * _SPECIAL_WEIGHT, *FOR_ANY]
        case _:
            return ()


@lru_cache(maxsize=8)
def _literal_forms(forms: tuple[str, ...]) -> tuple[str, ...]:
    return (*FOR_ANY, *(form for form in _FOR_LITERALS if form in forms))
