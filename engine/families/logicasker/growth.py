"""Builds arguments of a given length, by directed construction.

The root is an instance of a rule. Then, again and again, a premise is replaced by premises from
which a listed rule concludes it; if none may be replaced, the conclusion is carried one rule
further (LogicAsker, §3.2, expands only premises). Each step adds one application. If only some
rules are allowed and none concludes a premise, a letter is made to stand for more, so that one does
(`unifying`). The construction does not show that no shorter derivation exists; a search checks that
afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from engine.core.errors import InputError
from engine.families.logicasker.asides import literals_aside, ways_aside
from engine.families.logicasker.fresh import Fresh
from engine.families.logicasker.language import canonical
from engine.families.logicasker.rules.instances import Bound, bindings, instance
from engine.families.logicasker.rules.lifting import Lift, Schema
from engine.families.logicasker.rules.skills import schemas, skill_of
from engine.families.logicasker.steps import Step
from engine.families.logicasker.unifying import denies_twice, unifier, with_meanings
from engine.logic import (
    Bottom,
    Formula,
    Iff,
    Predicate,
    Quantified,
    Top,
    postorder,
    subformulas,
)

_TRIES = 60
_DEEPEST = 5
_LONGEST = 12
"""Most atoms joined in one sentence when rules are chosen: some rules double them."""
_ONE_PREMISE = 0.2
"""How often a rule with one premise may be drawn: most chains of these can be shortened."""


def is_askable(schema: Schema) -> bool:
    """Whether items may use a schema: not those with ⊤ or ⊥."""
    formulas = (*schema.premises, schema.conclusion)
    return not any(isinstance(n, Top | Bottom) for f in formulas for n in postorder(f))


@cache
def _rules(is_predicate: bool, only: frozenset[str]) -> Mapping[type[Formula], tuple[Schema, ...]]:
    """Sound schemas by the root of their conclusion; only those of `only`'s skills, if any."""
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

    `fixed` premises are never replaced. Premises marked `whole` are used as they are, like the
    second premise of modus ponens, and not taken apart. `bound` holds the values of the root's
    letters, `steps` how the conclusion is reached. `rules` are those it may grow by; if they are
    `chosen`, letters may come to stand for more.
    """

    premises: list[Formula]
    conclusion: Formula
    fixed: frozenset[int]
    whole: list[bool]
    bound: Bound
    steps: list[Step]
    fresh: Fresh
    rules: Mapping[type[Formula], tuple[Schema, ...]]
    chosen: bool

    def grow(self) -> bool:
        """Add one step; returns whether one was found."""
        open_ = [at for at in range(len(self.premises)) if at not in self.fixed]
        rng = self.fresh.rng
        for _ in range(_TRIES):
            if open_ and self._replace(rng.choice(open_)):
                return True
            if not open_ and self._carry_on():
                return True
        if not self.chosen:
            return False
        ways = [(at, schema) for at in open_ for known in self.rules.values() for schema in known]
        return any(self._unify(*way) for way in rng.sample(ways, min(len(ways), _TRIES)))

    def _replace(self, at: int) -> bool:
        """Replace a premise by premises that entail it."""
        target = self.premises[at]
        schema = self._drawn(target)
        if schema is None or (schema.key in _introductions() and not self.whole[at]):
            return False
        found = bindings(schema.conclusion, target)
        if not found:
            return False
        return self._put_premises(at, schema, self.fresh.bind(schema.premises, found[0]))

    def leave_aside(self, literals: Sequence[Formula]) -> bool:
        """Replace a premise by one with extra literals; returns whether any allows it."""
        open_ = [at for at in range(len(self.premises)) if at not in self.fixed]
        for at in self.fresh.rng.sample(open_, len(open_)):
            target = self.premises[at]
            known = (*self.rules.get(type(target), ()), *self.rules.get(Predicate, ()))
            for schema, bound in ways_aside(target, literals, known, self.fresh):
                if self._put_premises(at, schema, bound, _DEEPEST + 1):
                    return True
        return False

    def _put_premises(self, at: int, schema: Schema, bound: Bound, deepest: int = _DEEPEST) -> bool:
        """Replace the schema's conclusion by its premises; returns whether that is allowed."""
        try:
            made = [canonical(instance(premise, bound)) for premise in schema.premises]
        except InputError:  # English has no sentence for an arbitrary individual below a quantifier
            return False
        if any(premise.depth > deepest or _has_bare_repeat(premise) for premise in made):
            return False
        if self.chosen and any(map(_is_long, made)):
            return False
        self._put(at, schema, made)
        return True

    def _put(self, at: int, schema: Schema, made: Sequence[Formula]) -> None:
        """Put premises in place of one that follows from them."""
        self.steps.insert(0, Step(schema.key, tuple(made), self.premises[at]))
        self.premises[at : at + 1] = made
        self.whole[at : at + 1] = map(_is_whole, schema.premises)
        grown = len(made) - 1
        self.fixed = frozenset(i if i < at else i + grown for i in self.fixed)

    def _unify(self, at: int, schema: Schema) -> bool:
        """Replace a premise after binding letters of the argument to more."""
        if schema.key in _introductions() and not self.whole[at]:
            return False
        bound = self.fresh.bind_to_atoms((schema.conclusion, *schema.premises))
        more = unifier(canonical(instance(schema.conclusion, bound)), self.premises[at])
        if more is None:
            return False
        try:
            made = [with_meanings(canonical(instance(one, bound)), more) for one in schema.premises]
        except InputError:
            return False
        premises = [with_meanings(premise, more) for premise in self.premises]
        conclusion = with_meanings(self.conclusion, more)
        if any(map(_is_unwelcome, (*made, *premises, conclusion))):
            return False
        self.premises, self.conclusion = premises, conclusion
        self.steps = [step.with_meanings(more) for step in self.steps]
        self.bound = {
            letter: with_meanings(value, more) if isinstance(value, Formula) else value
            for letter, value in self.bound.items()
        }
        self._put(at, schema, made)
        return True

    def _drawn(self, target: Formula) -> Schema | None:
        """Draw a schema that concludes the target, preferably below its quantifier."""
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
        """Use the conclusion as a premise of one more rule."""
        rng = self.fresh.rng
        schema = rng.choice(rng.choice(list(self.rules.values())))
        at = rng.randrange(len(schema.premises))
        found = bindings(schema.premises[at], self.conclusion)
        if not found or (len(schema.premises) == 1 and not self.chosen):
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
        sources = (*made[:at], self.conclusion, *made[at:])
        self.steps.append(Step(schema.key, sources, conclusion))
        self.premises += made
        self.whole += map(_is_whole, rest)
        self.conclusion = conclusion
        return True


def _is_whole(pattern: Formula) -> bool:
    """Whether a rule takes any formula as this premise."""
    body = pattern.body if isinstance(pattern, Quantified) else pattern
    return isinstance(body, Predicate)


@cache
def _introductions() -> frozenset[str]:
    """Rules that build a formula from parts.

    A formula that is built and then taken apart leaves premises that are not needed.
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


def _is_unwelcome(formula: Formula) -> bool:
    faults = (_has_bare_repeat, denies_twice, _is_long)
    return formula.depth > _DEEPEST or any(fault(formula) for fault in faults)


def _is_long(formula: Formula) -> bool:
    return sum(isinstance(node, Predicate) for node in postorder(formula)) > _LONGEST


def _has_bare_repeat(formula: Formula) -> bool:
    """Whether a biconditional joins a part to itself, which is empty."""
    return any(isinstance(node, Iff) and node.left == node.right for node in postorder(formula))


def grown(
    root: Schema,
    length: int,
    only: frozenset[str],
    fixed: Sequence[int],
    bound: Bound,
    fresh: Fresh,
    hidden: Sequence[Formula] | None,
) -> Argument | None:
    """Grow an argument of `length` steps that ends in an instance of the root; None at a dead end.

    Only the skills in `only` are used, if it names any. One step discards the `hidden` literals, in
    the root's letters; None discards nothing on purpose.
    """
    premises = [canonical(instance(premise, bound)) for premise in root.premises]
    conclusion = canonical(instance(root.conclusion, bound))
    is_predicate = skill_of()[root.key].logic == "predicate" or root.lift is not Lift.NONE
    argument = Argument(
        premises,
        conclusion,
        frozenset(fixed),
        list(map(_is_whole, root.premises)),
        bound,
        [Step(root.key, tuple(premises), conclusion)],
        fresh,
        _rules(is_predicate, only),
        bool(only),
    )
    aside: Sequence[Formula] = ()
    if hidden is not None:
        aside = literals_aside(hidden, bound, conclusion, fresh.rng)
    turn = fresh.rng.randrange(1, length) if aside and length > 1 else 0
    for number in range(1, length):
        if number == turn and argument.leave_aside(aside):
            continue
        if not argument.rules or not argument.grow():
            return None
    return argument
