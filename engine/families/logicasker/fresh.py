"""New symbols, for the letters of a rule that an argument does not have yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from engine.families.logicasker.edits import KINDS
from engine.families.logicasker.rules.instances import FIRST, SECOND, Bound, name_key
from engine.logic import Constant, Formula, Not, Predicate, Quantified, Variable, atoms, postorder

ARBITRARY = Variable("y")


@dataclass
class Fresh:
    """Symbols that no formula of the argument has yet.

    `signs`, while any are left, say which of the next letters are negated; after that it is random.
    """

    rng: Random
    signs: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=dict)

    def name(self, kind: str) -> str:
        """The next name of a kind: p, P, R or a."""
        self.count[kind] = self.count.get(kind, 0) + 1
        return f"{kind}{self.count[kind]}"

    @property
    def next_names(self) -> tuple[str, ...]:
        """The next name of each kind."""
        return tuple([f"{kind}{self.count.get(kind, 0) + 1}" for kind in KINDS])

    def continue_after(self, names: Iterable[str]) -> None:
        """Continue the numbering after these names."""
        self.count = {}
        for name in names:
            self.count[name[0]] = self.count.get(name[0], 0) + 1

    def bind(self, patterns: Iterable[Formula], bound: Bound) -> Bound:
        """Bind all letters of the patterns, new ones to literals.

        A letter that occurs below ¬ is bound to an atom, so that ¬¬ arises only where a rule is
        about it.
        """
        found = dict(bound)
        formulas = tuple(patterns)
        negated = _denied_letters(formulas)
        for formula in formulas:
            self._bind(formula, found, negated, ())
        return found

    def bind_to_atoms(self, patterns: Sequence[Formula]) -> Bound:
        """Bind the letters of patterns to new atoms, none negated."""
        self.signs = ["+"] * sum(len(list(atoms(pattern))) for pattern in patterns)
        found = self.bind(patterns, {})
        self.signs = []
        return found

    def _bind(
        self, node: Formula, bound: Bound, negated: frozenset[str], around: tuple[Variable, ...]
    ) -> None:
        if isinstance(node, Quantified):
            self._bind(node.body, bound, negated, (*around, node.variable))
            return
        if not isinstance(node, Predicate):
            for child in node.children:
                self._bind(child, bound, negated, around)
            return
        for term in node.args:
            if isinstance(term, Constant):
                bound.setdefault(name_key(term), Constant(self.name("a")))
            elif term not in around:
                bound.setdefault(name_key(term), ARBITRARY)
        if node.name not in bound:
            bound[node.name] = self._literal(len(node.args), node.name not in negated)

    def _literal(self, places: int, may_be_negated: bool) -> Formula:
        kind, args = (("p", ()), ("P", (FIRST,)), ("R", (FIRST, SECOND)))[places]
        atom = Predicate(self.name(kind), args)
        return Not(atom) if may_be_negated and self._is_denied() else atom

    def _is_denied(self) -> bool:
        return self.signs.pop(0) == "-" if self.signs else self.rng.random() < 0.5


@lru_cache(maxsize=1 << 12)
def _denied_letters(formulas: tuple[Formula, ...]) -> frozenset[str]:
    return frozenset(
        node.operand.name
        for formula in formulas
        for node in postorder(formula)
        if isinstance(node, Not) and isinstance(node.operand, Predicate)
    )
