"""Arguments of a given length, by directed construction.

The root is an instance of a rule; then, again and again, a premise is replaced by premises from
which a listed rule concludes it, or, where none may be replaced, the conclusion is carried one rule
further (LogicAsker, §3.2, expands premises alone). Each step adds one application. That no shorter
way leads to the conclusion is not believed of the construction but found out afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

from engine.errors import InputError
from engine.families.logicasker.edits import KINDS
from engine.language.quantified import canonical
from engine.logic import (
    Binary,
    Bottom,
    Constant,
    Formula,
    Iff,
    Not,
    Predicate,
    Quantified,
    Top,
    Variable,
    atoms,
    postorder,
    subformulas,
)
from engine.logic.instances import FIRST, SECOND, Bound, bindings, instance, name_key
from engine.logic.lifting import Lift, Schema
from engine.logic.skills import schemas, skill_of

ARBITRARY = Variable("y")
_TRIES = 60
_DEEPEST = 5
_ONE_PREMISE = 0.2
"""How often a rule with a single premise may be drawn: chains of these can mostly be shortened."""


@dataclass
class Fresh:
    """Symbols that no formula of the argument has yet.

    `signs`, if there are any left, say which of the next letters are denied, else that is drawn.
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
        """What the next name of each kind will be."""
        return tuple([f"{kind}{self.count.get(kind, 0) + 1}" for kind in KINDS])

    def continue_after(self, names: Iterable[str]) -> None:
        """Count on from names that are numbered in order."""
        self.count = {}
        for name in names:
            self.count[name[0]] = self.count.get(name[0], 0) + 1

    def bind(self, patterns: Iterable[Formula], bound: Bound) -> Bound:
        """The bindings with all letters of the patterns bound, new ones to literals.

        A letter that stands below ¬ somewhere is bound to an atom, so that no ¬¬ arises but where
        a rule is about it.
        """
        found = dict(bound)
        formulas = tuple(patterns)
        negated = _denied_letters(formulas)
        for formula in formulas:
            self._bind(formula, found, negated, ())
        return found

    def _bind(
        self, node: Formula, bound: Bound, negated: set[str], around: tuple[Variable, ...]
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


def _denied_letters(formulas: Iterable[Formula]) -> set[str]:
    return {
        node.operand.name
        for formula in formulas
        for node in postorder(formula)
        if isinstance(node, Not) and isinstance(node.operand, Predicate)
    }


def letters_denied_or_not(schema: Schema) -> tuple[str, ...]:
    """The letters of a schema that may stand for a denied atom, as they are bound."""
    formulas = (*schema.premises, schema.conclusion)
    letters = dict.fromkeys(atom.name for formula in formulas for atom in atoms(formula))
    return tuple(name for name in letters if name not in _denied_letters(formulas))


def is_askable(schema: Schema) -> bool:
    """Whether items may rest on a schema: not on those about ⊤ and ⊥."""
    formulas = (*schema.premises, schema.conclusion)
    return not any(isinstance(n, Top | Bottom) for f in formulas for n in postorder(f))


@cache
def _rules(is_predicate: bool, only: frozenset[str]) -> Mapping[type[Formula], tuple[Schema, ...]]:
    """The sound schemas, of these skills only if any are named, by the root of their conclusion."""
    found: dict[type[Formula], list[Schema]] = {}
    for schema in schemas().values():
        skill = skill_of()[schema.key]
        if skill.is_fallacy or not is_askable(schema) or (only and skill.base not in only):
            continue
        if is_predicate or skill.logic == "propositional":
            found.setdefault(type(schema.conclusion), []).append(schema)
    return {root: tuple(members) for root, members in found.items()}


@dataclass
class Argument:
    """Premises and conclusion as they grow.

    `fixed` premises are not to be replaced; those taken as a `whole` are used as they stand, as by
    modus ponens its second premise, and not taken apart. `rules` are those it may grow by.
    """

    premises: list[Formula]
    conclusion: Formula
    fixed: frozenset[int]
    whole: list[bool]
    fresh: Fresh
    rules: Mapping[type[Formula], tuple[Schema, ...]]

    def grow(self) -> bool:
        """Add one step; whether one was found."""
        open_ = [at for at in range(len(self.premises)) if at not in self.fixed]
        rng = self.fresh.rng
        for _ in range(_TRIES):
            if open_ and self._replace(rng.choice(open_)):
                return True
            if not open_ and self._carry_on():
                return True
        return False

    def _replace(self, at: int) -> bool:
        """Replace a premise by premises that entail it."""
        target = self.premises[at]
        schema = self._drawn(target)
        if schema is None or (schema.key in _introductions() and not self.whole[at]):
            return False
        found = bindings(schema.conclusion, target)
        if not found:
            return False
        bound = self.fresh.bind(schema.premises, found[0])
        try:
            made = [canonical(instance(premise, bound)) for premise in schema.premises]
        except InputError:  # an arbitrary individual below a quantifier: no English says that
            return False
        if any(premise.depth > _DEEPEST or _has_bare_repeat(premise) for premise in made):
            return False
        self.premises[at : at + 1] = made
        self.whole[at : at + 1] = map(_is_whole, schema.premises)
        grown = len(made) - 1
        self.fixed = frozenset(i if i < at else i + grown for i in self.fixed)
        return True

    def _drawn(self, target: Formula) -> Schema | None:
        """A schema whose conclusion may be the target: below its quantifier rather than above."""
        rng, known = self.fresh.rng, self.rules
        exact, any_ = known.get(type(target), ()), known.get(Predicate, ())
        chosen = exact if exact and (not any_ or rng.random() < 0.7) else any_
        if isinstance(target, Predicate):
            chosen = any_
        if not chosen:
            return None
        schema = rng.choice(chosen)
        if len(schema.premises) == 1 and rng.random() > _ONE_PREMISE:
            return None
        return schema

    def _carry_on(self) -> bool:
        """Take the conclusion as a premise of one rule more."""
        rng = self.fresh.rng
        schema = rng.choice(rng.choice(list(self.rules.values())))
        at = rng.randrange(len(schema.premises))
        found = bindings(schema.premises[at], self.conclusion)
        if not found or len(schema.premises) == 1:
            return False
        bound = self.fresh.bind((*schema.premises, schema.conclusion), found[0])
        rest = [p for i, p in enumerate(schema.premises) if i != at]
        try:
            conclusion = canonical(instance(schema.conclusion, bound))
            made = [canonical(instance(premise, bound)) for premise in rest]
        except InputError:
            return False
        if any(formula.depth > _DEEPEST for formula in (*made, conclusion)):
            return False
        self.premises += made
        self.whole += map(_is_whole, rest)
        self.conclusion = conclusion
        return True


def _is_whole(pattern: Formula) -> bool:
    """Whether a rule takes a premise as it stands, whatever it is."""
    body = pattern.body if isinstance(pattern, Quantified) else pattern
    return isinstance(body, Predicate)


@cache
def _introductions() -> frozenset[str]:
    """The rules that put a formula together out of parts.

    What is put together and then taken apart again leaves premises that are not needed.
    """
    built = (
        schema.key
        for schema in schemas().values()
        if all(
            _body(premise) in set(subformulas(_body(schema.conclusion)))
            for premise in schema.premises
        )
    )
    added = ("biconditional_introduction", "material_equivalence", "equivalence_by_cases")
    return frozenset(built) | {key for key in schemas() if key.startswith(added)}


def _body(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Quantified) else formula


def _has_bare_repeat(formula: Formula) -> bool:
    """Whether a part is joined to itself in a conditional or biconditional, which says nothing."""
    return any(
        isinstance(node, Binary) and type(node) is Iff and node.left == node.right
        for node in postorder(formula)
    )


def grown(
    root: Schema,
    length: int,
    only: frozenset[str],
    fixed: Sequence[int],
    bound: Bound,
    fresh: Fresh,
) -> Argument | None:
    """An argument of so many steps that ends in an instance of the root; None at a dead end.

    It grows by the skills that `only` names, if it names any.
    """
    premises = [canonical(instance(premise, bound)) for premise in root.premises]
    conclusion = canonical(instance(root.conclusion, bound))
    is_predicate = skill_of()[root.key].logic == "predicate" or root.lift is not Lift.NONE
    rules = _rules(is_predicate, only)
    whole = list(map(_is_whole, root.premises))
    argument = Argument(premises, conclusion, frozenset(fixed), whole, fresh, rules)
    for _ in range(length - 1):
        if not rules or not argument.grow():
            return None
    return argument
