"""Knuth's search: formulas are settled in order of the size of their smallest derivation tree."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.logic.derivation.joins import ANY, Trigger, build_ups, table
from engine.logic.derivation.patterns import ARBITRARY, PROPOSITION, Node, Pattern
from engine.logic.derivation.space import Space
from engine.logic.derivation.terms import ALL, NOT, SOME, X, names_in
from engine.logic.syntax import Formula, Variable

CLOSED = 0
"""Read as it stands, not below a quantifier."""

_Entry = tuple[int, tuple[int, ...]]  # a settled formula and what the letters stand for in it


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """`formula` follows by the schema `form` from `sources`, in the order of its premises.

    Sources are premise indexes, then n_premises + step index.
    """

    formula: Formula
    form: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Derivation:
    """A smallest derivation, each formula once, the conclusion last.

    `length` is its size as a tree, which is above the number of steps if one is used twice;
    `height` the number of steps on its longest chain.
    """

    steps: tuple[DerivationStep, ...]
    length: int
    height: int


def shortest_derivation(
    premises: Sequence[Formula], conclusion: Formula, limit: int
) -> Derivation | None:
    """A derivation of fewest steps, at most `limit`; None where there is none.

    Formulas are canonical: quantifiers bind x, and inside another y. Of derivations equally long
    the one found first in a fixed order is returned.

    Raises:
        InputError: a formula has ⊤, ⊥, ⊕, an identity, or other variables.
    """
    search = _Search(premises, conclusion, limit)
    return search.derivation() if search.run() else None


class _Search:
    """All that is settled, by number, with its cost and how it came about."""

    def __init__(self, premises: Sequence[Formula], conclusion: Formula, limit: int) -> None:
        self.space = Space([*premises, conclusion])
        self.terms = self.space.terms
        self.closed, self.open = self.space.closed | {-1}, self.space.open | {-1}
        self.limit = limit
        self.premises = [self.terms.number(premise) for premise in premises]
        self.goal = self.terms.number(conclusion)
        self.settled: dict[int, int] = {}
        self.best: dict[int, int] = dict.fromkeys(self.premises, 0)
        self.how: dict[int, tuple[str, tuple[int, ...]]] = {}
        self.queue = [(0, number) for number in sorted(self.best)]
        self.table = table()
        self.indexes: list[dict[tuple[int, ...], list[_Entry]]] = [
            {} for _ in range(self.table.n_indexes)
        ]
        self.building: dict[int, list[tuple[str, tuple[int, ...], int]]] = {}
        for wanted in self.space.wanted:
            self._prepare(wanted)

    def _prepare(self, wanted: int) -> None:
        """Note what a formula can be built up from."""
        terms = self.terms
        op = terms.op[wanted]
        views = [(CLOSED, wanted)]
        if op in (ALL, SOME):
            views.append((op, terms.left[wanted]))
        for rule, match, builds in build_ups():
            for quantifier, body in views:
                bound = [-1] * len(rule.kinds)
                if not match(terms.op, terms.left, terms.right, body, bound):
                    continue
                if not self._is_allowed(rule, quantifier, bound):
                    continue
                parts = [build(terms.make, bound) for build in builds]
                for quantifiers in _placements(quantifier, len(parts)):
                    sources = tuple(map(self._below, quantifiers, parts))
                    told = (rule.key_in(quantifiers), sources, wanted)
                    for source in set(sources):
                        self.building.setdefault(source, []).append(told)

    def _below(self, quantifier: int, body: int) -> int:
        return self.terms.make(quantifier, body) if quantifier else body

    def _is_allowed(self, rule: Pattern, quantifier: int, bound: Sequence[int]) -> bool:
        """Whether the letters stand for what a derivation may speak of, or are not bound yet."""
        if rule.is_lifted:
            return (self.open if quantifier else self.closed).issuperset(bound)
        return all(
            value in (self.closed if kind == PROPOSITION else self.open)
            for value, kind in zip(bound, rule.kinds, strict=True)
        )

    def run(self) -> bool:
        """Settle formulas in order of cost until the conclusion is."""
        while self.queue:
            cost, number = heapq.heappop(self.queue)
            if number in self.settled:
                continue
            self.settled[number] = cost
            if number == self.goal:
                return True
            self._use(number)
        return False

    def _use(self, number: int) -> None:
        """Apply all rules to a newly settled formula and what is settled already."""
        for form, sources, conclusion in self.building.get(number, ()):
            if all(source in self.settled for source in sources):
                self._offer(conclusion, form, sources)
        terms, op = self.terms, self.terms.op[number]
        for root in (op, ANY):
            for trigger in self.table.plain.get(root, ()):
                self._try(trigger, number, CLOSED, number)
        if op in (ALL, SOME):
            body = terms.left[number]
            for root in (terms.op[body], ANY):
                for trigger in self.table.lifted.get(root, ()):
                    self._try(trigger, number, op, body)
        if self.space.names:
            for trigger in self.table.named:
                self._try_named(trigger, number)

    def _try(self, trigger: Trigger, number: int, quantifier: int, body: int) -> None:
        rule, terms = trigger.rule, self.terms
        bound = [-1] * len(rule.kinds)
        assert trigger.match is not None
        if trigger.match(terms.op, terms.left, terms.right, body, bound) and self._is_allowed(
            rule, quantifier, bound
        ):
            self._join(trigger, number, quantifier, bound)

    def _try_named(self, trigger: Trigger, number: int) -> None:
        """Take a formula about a named individual as a predicate of that name."""
        rule, terms = trigger.rule, self.terms
        node, about = rule.premises[trigger.at], number
        if node.op == NOT:
            if terms.op[number] != NOT:
                return
            node, about = node.parts[0], terms.left[number]
        is_arbitrary = rule.kinds[trigger.named] == ARBITRARY
        for name in names_in(terms.formula(about)):
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
        for place, letters in trigger.entered:
            key = (quantifier, *[bound[i] for i in letters])
            self.indexes[place].setdefault(key, []).append((number, tuple(bound)))
        self._extend(trigger, {trigger.at: (number, quantifier)}, bound)

    def _extend(
        self, trigger: Trigger, chosen: dict[int, tuple[int, int]], bound: list[int]
    ) -> None:
        """Find partners for the premises that are not chosen yet, one after the other."""
        if len(chosen) > len(trigger.partners):
            parts = [chosen[at] for at in range(len(chosen))]
            quantifiers = tuple([quantifier for _, quantifier in parts])
            self._conclude(trigger, quantifiers, bound, tuple([number for number, _ in parts]))
            return
        other, (place, letters) = trigger.partners[len(chosen) - 1]
        index, values = self.indexes[place], [bound[i] for i in letters]
        for quantifier in _that_go_with([quantifier for _, quantifier in chosen.values()]):
            for number, theirs in index.get((quantifier, *values), ()):
                merged = [a if a >= 0 else b for a, b in zip(bound, theirs, strict=True)]
                self._extend(trigger, {**chosen, other: (number, quantifier)}, merged)

    def _conclude(
        self,
        trigger: Trigger,
        quantifiers: tuple[int, ...],
        bound: list[int],
        sources: tuple[int, ...],
    ) -> None:
        rule = trigger.rule
        if any(source not in self.settled for source in sources):
            return
        if rule.free:  # an instance at any name
            is_arbitrary = rule.kinds[rule.free[0]] == ARBITRARY
            for at, name in enumerate(self.space.names):
                if isinstance(name, Variable) is is_arbitrary:
                    bound[rule.free[0]] = at
                    self._offer(self._marked(rule.conclusion, bound), rule.key, sources)
        elif trigger.build is None:
            self._offer(self._marked(rule.conclusion, bound), rule.key, sources)
        else:
            made = trigger.build(self.terms.make, bound)
            quantifier = SOME if SOME in quantifiers else quantifiers[0]
            self._offer(self._below(quantifier, made), rule.key_in(quantifiers), sources)

    def _marked(self, node: Node, bound: Sequence[int]) -> int:
        """The formula of a pattern with names or turned relations."""
        if node.op >= 0:
            return self.terms.make(node.op, *[self._marked(part, bound) for part in node.parts])
        if node.name >= 0:
            return self.terms.exchanged(bound[node.letter], X, self.space.names[bound[node.name]])
        number = bound[node.letter]
        return self.terms.turned(number) if node.is_turned else number

    def _offer(self, conclusion: int, form: str, sources: tuple[int, ...]) -> None:
        """Consider one application of a rule."""
        if conclusion in self.settled:
            return
        cost = 1 + sum([self.settled[source] for source in sources])
        if cost > self.limit:
            return
        known = self.best.get(conclusion)
        if known is None or cost < known:
            self.best[conclusion] = cost
            self.how[conclusion] = form, sources
            heapq.heappush(self.queue, (cost, conclusion))

    def derivation(self) -> Derivation:
        """How the conclusion came about."""
        positions: dict[int, int] = {}
        for index, number in enumerate(self.premises):
            positions.setdefault(number, index)
        heights = dict.fromkeys(positions, 0)
        steps: list[DerivationStep] = []
        for number in self._in_order():
            form, sources = self.how[number]
            heights[number] = 1 + max(heights[source] for source in sources)
            cited = tuple(positions[source] for source in sources)
            positions[number] = len(self.premises) + len(steps)
            steps.append(DerivationStep(self.terms.formula(number), form, cited))
        return Derivation(tuple(steps), self.settled[self.goal], heights[self.goal])

    def _in_order(self) -> Iterator[int]:
        """The derived formulas that the conclusion rests on, sources first, each once."""
        seen: set[int] = set()
        stack = [(self.goal, False)]
        while stack:
            number, is_ready = stack.pop()
            if is_ready:
                yield number
            elif number not in seen and number in self.how:
                seen.add(number)
                stack.append((number, True))
                stack.extend((source, False) for source in reversed(self.how[number][1]))


def _placements(quantifier: int, n_premises: int) -> list[tuple[int, ...]]:
    """The quantifiers that premises have where the conclusion has this one."""
    if quantifier != SOME:
        return [(quantifier,) * n_premises]
    return [
        tuple([SOME if at == placed else ALL for at in range(n_premises)])
        for placed in range(n_premises)
    ]


def _that_go_with(chosen: Sequence[int]) -> tuple[int, ...]:
    """The quantifiers of a further premise: at most one premise is existential."""
    if chosen[0] == CLOSED:
        return (CLOSED,)
    return (ALL,) if SOME in chosen else (ALL, SOME)
