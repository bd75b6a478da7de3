"""Instances of a rule: its letters become literals on symbols that nothing else has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from engine.families.logicasker.language import canonical
from engine.families.logicasker.rules.instances import FIRST, SECOND, Bound, instance, name_key
from engine.families.logicasker.rules.lifting import Schema
from engine.logic import Constant, Formula, Not, Predicate, postorder

_KINDS = ("p", "P", "R")


@dataclass
class Letters:
    """Draws new symbols, numbered by kind, and a fair coin for the sign of each."""

    rng: Random
    _count: dict[str, int] = field(default_factory=dict)

    def instance_of(
        self, schema: Schema, names: Sequence[Constant] = (), *, is_plain: bool = False
    ) -> tuple[tuple[Formula, ...], Formula]:
        """Premises and conclusion of a schema on new symbols, and on new names if there are none.

        A letter that the rule itself denies becomes an atom, so that ¬¬ arises only where a rule is
        about it; with `is_plain`, all do.
        """
        formulas = (*schema.premises, schema.conclusion)
        denied = _denied_letters(formulas)
        bound: Bound = {}
        given = list(names)
        for name, symbol in _symbols(formulas):
            if isinstance(symbol, Constant):
                bound[name] = given.pop(0) if given else Constant(self.name("a"))
            else:
                is_atom = is_plain or name in denied
                bound[name] = self.atom(symbol) if is_atom else self.literal(symbol)
        *premises, conclusion = [canonical(instance(formula, bound)) for formula in formulas]
        return tuple(premises), conclusion

    def atom(self, places: int) -> Predicate:
        """A new symbol with this many places, about ·1 and ·2."""
        return Predicate(self.name(_KINDS[places]), (FIRST, SECOND)[:places])

    def literal(self, places: int) -> Formula:
        """A new symbol, affirmed or denied."""
        atom = self.atom(places)
        return Not(atom) if self.coin() else atom

    def coin(self) -> bool:
        """A fair coin."""
        return self.rng.random() < 0.5

    def name(self, kind: str) -> str:
        """The next name of a kind: p, P, R or a."""
        self._count[kind] = self._count.get(kind, 0) + 1
        return f"{kind}{self._count[kind]}"


@lru_cache(maxsize=1 << 10)
def _denied_letters(formulas: tuple[Formula, ...]) -> frozenset[str]:
    return frozenset(
        node.operand.name
        for formula in formulas
        for node in postorder(formula)
        if isinstance(node, Not) and isinstance(node.operand, Predicate)
    )


@lru_cache(maxsize=1 << 10)
def _symbols(formulas: tuple[Formula, ...]) -> Sequence[tuple[str, int | Constant]]:
    """The letters with their number of places, and the names, in order of occurrence."""
    found: dict[str, int | Constant] = {}
    for formula in formulas:
        for node in postorder(formula):
            if isinstance(node, Predicate):
                named = [term for term in node.args if isinstance(term, Constant)]
                found.update({name_key(term): term for term in named})
                found.setdefault(node.name, len(node.args))
    return tuple(found.items())
