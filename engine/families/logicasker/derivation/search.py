"""Knuth's search: settle formulas in order of their smallest derivation tree."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from engine.families.logicasker.derivation.joins import (
    ANY,
    Trigger,
    build_ups,
    is_bare,
    may_be,
    table,
)
from engine.families.logicasker.derivation.patterns import ARBITRARY, PROPOSITION, Node, Pattern
from engine.families.logicasker.derivation.space import Space
from engine.families.logicasker.derivation.terms import ALL, NOT, SOME, X, names_in
from engine.families.logicasker.derivation.trace import Application, Derivation, traced
from engine.logic.syntax import Formula, Term, Variable

_MOST_BROUGHT_IN = 2
"""The most formulas one rule application can add to another: rules have three premises."""
CLOSED = 0
"""Read as a whole, not below a quantifier."""

_Entry = tuple[int, Sequence[int]]  # a settled formula and the values of its letters


def shortest_derivation(
    premises: Sequence[Formula], conclusion: Formula, limit: int, needs_all: bool = False
) -> Derivation | None:
    """Find a shortest derivation of at most `limit` steps; None if there is none.

    Formulas are canonical: quantifiers bind x, and y inside another. Ties go to the derivation
    found first in a fixed order. If the caller knows that the conclusion `needs_all` premises,
    formulas that can no longer bring in the missing ones are skipped.

    Raises:
        InputError: a formula has ⊤, ⊥, ⊕, an identity, or other variables.
    """
    search = _Search(premises, conclusion, limit, needs_all)
    return search.derivation() if search.run() else None


class _Search:
    """Everything settled, by number, with its cost and derivation."""

    def __init__(
        self, premises: Sequence[Formula], conclusion: Formula, limit: int, needs_all: bool
    ) -> None:
        self.space = Space([*premises, conclusion])
        self.terms = self.space.terms
        self.closed, self.open = self.space.closed | {-1}, self.space.open | {-1}
        self.limit = limit
        self.premises = [self.terms.number(premise) for premise in premises]
        self.goal = self.terms.number(conclusion)
        self.settled: dict[int, int] = {}
        self.best: dict[int, int] = dict.fromkeys(self.premises, 0)
        self.how: dict[int, Application] = {}
        self.last = self._of_last_step()
        self.used = {number: 1 << at for at, number in enumerate(self.premises)}
        self.n_needed = len(self.used) if needs_all else 0
        self.queue = [(0, number) for number in sorted(self.best)]
        self.table = table()
        self.indexes: list[dict[tuple[int, object], list[_Entry]]] = [
            {} for _ in range(self.table.n_indexes)
        ]
        self.building: dict[int, list[tuple[int, Pattern, tuple[int, ...], tuple[int, ...]]]] = {}
        for wanted in self.space.wanted:
            self._prepare(wanted)

    def _of_last_step(self) -> dict[int, int]:
        """The connective of a last step's conclusion, by the quantifier above it."""
        op, left = self.terms.op, self.terms.left
        found = {CLOSED: op[self.goal]}
        if op[self.goal] in (ALL, SOME):  # ∃ comes from one premise with ∃ and others with ∀
            found[op[self.goal]] = found[ALL] = op[left[self.goal]]
        return found

    def _prepare(self, wanted: int) -> None:
        """Record the formulas from which a formula can be built up."""
        terms = self.terms
        op = terms.op[wanted]
        built = build_ups()
        views = [(CLOSED, wanted)]
        if op in (ALL, SOME):
            views.append((op, terms.left[wanted]))
        for quantifier, body in views:
            for rule, match, builds in built.get(terms.op[body], ()):
                bound = [-1] * len(rule.kinds)
                if not match(terms.op, terms.left, terms.right, body, bound):
                    continue
                if not self._is_allowed(rule, quantifier, bound):
                    continue
                parts = [build(terms.make, bound) for build in builds]
                for quantifiers in _placements(quantifier, len(parts)):
                    sources = tuple(map(self._below, quantifiers, parts))
                    partial = (wanted, rule, quantifiers, sources)
                    for source in set(sources):
                        self.building.setdefault(source, []).append(partial)

    def _below(self, quantifier: int, body: int) -> int:
        return self.terms.make(quantifier, body) if quantifier else body

    def _is_allowed(self, rule: Pattern, quantifier: int, bound: Sequence[int]) -> bool:
        """Whether the letters are unbound, or bound to formulas that a derivation may use."""
        if rule.is_lifted:
            return (self.open if quantifier else self.closed).issuperset(bound)
        return all(
            value in (self.closed if kind == PROPOSITION else self.open)
            for value, kind in zip(bound, rule.kinds, strict=True)
        )

    def run(self) -> bool:
        """Settle formulas in order of cost until the conclusion is settled."""
        while self.queue:
            cost, number = heapq.heappop(self.queue)
            if number in self.settled:
                continue
            self.settled[number] = cost
            if number == self.goal:
                return True
            if cost < self.limit:
                self._use(number)
        return False

    def _use(self, number: int) -> None:
        """Apply all rules to a newly settled formula and those settled before."""
        for conclusion, rule, quantifiers, sources in self.building.get(number, ()):
            spent = (
                self._spent(sources) if all(source in self.settled for source in sources) else None
            )
            if spent is not None:
                self._offer(conclusion, rule, quantifiers, sources, spent)
        fewest = self._fewest_partners(number)
        self._use_as(number, CLOSED, number, fewest)
        if self.terms.op[number] in (ALL, SOME):
            self._use_as(number, self.terms.op[number], self.terms.left[number], fewest)
        if self.space.names and (names := names_in(self.terms.formula(number))):
            for trigger in self.table.named:
                self._try_named(trigger, number, names)

    def _fewest_partners(self, number: int) -> int:
        """The fewest other premises a rule must take so that none is missing in the end."""
        missing = self.n_needed - self.used[number].bit_count()
        return max(0, missing - _MOST_BROUGHT_IN * (self.limit - self.settled[number] - 1))

    def _use_as(self, number: int, quantifier: int, body: int, fewest: int) -> None:
        """Apply rules to a formula, or to the body of its quantifier."""
        is_last = self.settled[number] == self.limit - 1  # the step left must reach the goal
        if is_last and quantifier not in self.last:
            return
        concluded = self.last[quantifier] if is_last else ANY
        is_lifted = quantifier != CLOSED
        is_too_long = 2 * self.settled[number] >= self.limit  # later formulas have to take it
        for trigger in self.table.that_take(self._look(body), is_lifted, fewest, concluded):
            if not is_too_long or self._has_partners(trigger):
                self._try(trigger, number, quantifier, body)
        if fewest <= 1:
            self._try_bare(number, quantifier, body)

    def _look(self, number: int) -> tuple[int, int, int]:
        """The connectives of a formula and of its parts; `ANY` for a missing part."""
        ops, left, right = self.terms.op, self.terms.left[number], self.terms.right[number]
        return ops[number], ops[left] if left >= 0 else ANY, ops[right] if right >= 0 else ANY

    def _try(self, trigger: Trigger, number: int, quantifier: int, body: int) -> None:
        rule, terms = trigger.rule, self.terms
        bound = [-1] * len(rule.kinds)
        assert trigger.match is not None
        if not trigger.match(terms.op, terms.left, terms.right, body, bound):
            return
        is_last = self.settled[number] == self.limit - 1
        if is_last and not self._may_be_goal(rule.conclusion, quantifier, bound):
            return
        if self._is_allowed(rule, quantifier, bound):
            self._join(trigger, number, quantifier, bound)

    def _may_be_goal(self, node: Node, quantifier: int, bound: Sequence[int]) -> bool:
        """Whether a conclusion that is a bare letter can be the goal: any other comes too late."""
        if node.op != ANY or node.name >= 0 or node.is_turned:
            return True
        goal = self.terms.left[self.goal] if quantifier else self.goal
        return bound[node.letter] in (-1, goal)

    def _try_bare(self, number: int, quantifier: int, body: int) -> None:
        """Try a formula as a bare-letter premise, where a partner contains the letter."""
        for trigger in self.table.bare:
            _, (place, _) = trigger.partners[0]
            if self.indexes[place]:
                bound = [-1] * len(trigger.rule.kinds)
                bound[trigger.rule.premises[trigger.at].letter] = body
                chosen = ((trigger.at, number, quantifier),)
                self._extend(trigger, chosen, bound, self.settled[number])

    def _try_named(self, trigger: Trigger, number: int, names: Sequence[Term]) -> None:
        """Try a formula about a named individual as a predicate of that name."""
        rule, terms = trigger.rule, self.terms
        node, about = rule.premises[trigger.at], number
        if node.op == NOT:
            if terms.op[number] != NOT:
                return
            node, about = node.parts[0], terms.left[number]
        is_arbitrary = rule.kinds[trigger.named] == ARBITRARY
        for name in names:
            predicate = terms.exchanged(about, name, X)
            if isinstance(name, Variable) is is_arbitrary and predicate in self.space.open:
                bound = [-1] * len(rule.kinds)
                bound[node.letter] = predicate
                bound[node.name] = self.space.names.index(name)
                self._join(trigger, number, CLOSED, bound)

    def _join(self, trigger: Trigger, number: int, quantifier: int, bound: list[int]) -> None:
        if not trigger.partners:
            self._conclude(trigger, (quantifier,), bound, (number,))
            return
        if 2 * self.settled[number] < self.limit:  # else it is too long for later steps
            entry = (number, tuple(bound))
            for place, values in trigger.entered:
                self.indexes[place].setdefault((quantifier, values(bound)), []).append(entry)
        if self._has_partners(trigger):
            self._extend(trigger, ((trigger.at, number, quantifier),), bound, self.settled[number])

    def _has_partners(self, trigger: Trigger) -> bool:
        """Whether the first premise to look up can have partners, or there is none to look up."""
        if trigger.first_is_bare or not trigger.partners:
            return True
        return bool(self.indexes[trigger.partners[0][1].place])

    def _extend(
        self,
        trigger: Trigger,
        chosen: tuple[tuple[int, int, int], ...],
        bound: list[int],
        cost: int,
    ) -> None:
        """Find partners for the remaining premises, one after the other.

        `chosen` holds the premises found so far (which premise, formula, quantifier); `cost` is
        their total.
        """
        n_chosen, settled, limit = len(chosen), self.settled, self.limit
        other, (place, values) = trigger.partners[n_chosen - 1]
        takes_anything = is_bare(trigger.rule.premises[other])
        index = self.indexes[place]
        sought = values(bound)
        for quantifier in _that_go_with(chosen):
            if takes_anything:
                found = self._settled_bare(quantifier, sought, bound)
            else:
                found = index.get((quantifier, sought), ())
            for number, theirs in found:
                spent = cost + settled[number]
                if spent >= limit:
                    break  # anything settled later costs at least as much
                merged = [a if a >= 0 else b for a, b in zip(bound, theirs)]  # noqa: B905
                both = (*chosen, (other, number, quantifier))
                if n_chosen < len(trigger.partners):
                    self._extend(trigger, both, merged, spent)
                    continue
                parts = sorted(both)
                quantified = tuple([quantifier for _, _, quantifier in parts])
                self._conclude(trigger, quantified, merged, tuple([one for _, one, _ in parts]))

    def _settled_bare(self, quantifier: int, body: int, bound: list[int]) -> Sequence[_Entry]:
        """The settled formula that a bare letter stands for below its quantifier, if any."""
        number = self._below(quantifier, body)
        return ((number, bound),) if number in self.settled else ()

    def _conclude(
        self,
        trigger: Trigger,
        quantifiers: tuple[int, ...],
        bound: list[int],
        sources: tuple[int, ...],
    ) -> None:
        rule = trigger.rule
        spent = self._spent(sources)
        if spent is None:
            return
        quantifier = SOME if SOME in quantifiers else quantifiers[0]
        if spent[0] == self.limit:
            concluded = self.last.get(quantifier)
            if concluded is None or not may_be(rule.conclusion, concluded):
                return
        if rule.free:  # an instance for any name
            is_arbitrary = rule.kinds[rule.free[0]] == ARBITRARY
            for at, name in enumerate(self.space.names):
                if isinstance(name, Variable) is is_arbitrary:
                    bound[rule.free[0]] = at
                    made = self._marked(rule.conclusion, bound)
                    self._offer(made, rule, quantifiers, sources, spent)
            return
        if trigger.build is None:
            made = self._marked(rule.conclusion, bound)
        else:
            made = self._below(quantifier, trigger.build(self.terms.make, bound))
        self._offer(made, rule, quantifiers, sources, spent)

    def _marked(self, node: Node, bound: Sequence[int]) -> int:
        """The formula of a pattern with names or turned relations."""
        if node.op >= 0:
            return self.terms.make(node.op, *[self._marked(part, bound) for part in node.parts])
        if node.name >= 0:
            return self.terms.exchanged(bound[node.letter], X, self.space.names[bound[node.name]])
        number = bound[node.letter]
        return self.terms.turned(number) if node.is_turned else number

    def _spent(self, sources: tuple[int, ...]) -> tuple[int, int] | None:
        """The cost of a formula from these sources, and the premises it uses; None if too long."""
        cost, used = 1, 0
        for source in sources:
            cost += self.settled[source]
            used |= self.used[source]
        left = self.limit - cost
        # the remaining steps have to bring in the missing premises
        if left < 0 or self.n_needed - used.bit_count() > _MOST_BROUGHT_IN * left:
            return None
        return cost, used

    def _offer(
        self,
        conclusion: int,
        rule: Pattern,
        quantifiers: tuple[int, ...],
        sources: tuple[int, ...],
        spent: tuple[int, int],
    ) -> None:
        """Consider one application of a rule."""
        cost, used = spent
        if conclusion in self.settled or (cost == self.limit and conclusion != self.goal):
            return  # known, or useless by now
        known = self.best.get(conclusion)
        if known is None or cost < known:
            self.best[conclusion] = cost
            self.used[conclusion] = used
            self.how[conclusion] = rule, quantifiers, sources
            heapq.heappush(self.queue, (cost, conclusion))

    def derivation(self) -> Derivation:
        """The derivation of the conclusion."""
        return traced(self.goal, self.premises, self.how, self.settled[self.goal], self.terms)


def _placements(quantifier: int, n_premises: int) -> list[tuple[int, ...]]:
    """The quantifiers its premises can have, given the conclusion's."""
    if quantifier != SOME:
        return [(quantifier,) * n_premises]
    return [
        tuple([SOME if at == placed else ALL for at in range(n_premises)])
        for placed in range(n_premises)
    ]


def _that_go_with(chosen: Sequence[tuple[int, int, int]]) -> tuple[int, ...]:
    """The quantifiers a further premise can have: at most one is existential."""
    if chosen[0][2] == CLOSED:
        return _CLOSED
    for _, _, quantifier in chosen:
        if quantifier == SOME:
            return _UNIVERSAL
    return _EITHER


_CLOSED, _UNIVERSAL, _EITHER = (CLOSED,), (ALL,), (ALL, SOME)
