"""The search for shortest proofs.

It is Knuth's generalisation of Dijkstra's algorithm (D. E. Knuth, "A generalization of Dijkstra's
algorithm", 1977): formulas are settled in order of the size of their smallest proof tree, and each
newly settled formula is combined with those settled before. Compounds that are not parts of the
premises or the goal are formed only as a form's conclusion prescribes, out of such parts.

Argument forms are applied up to double negation: from ¬p → q and ¬q, modus tollens gives p. With
`ClauseSearch` the forms that combine compounds read each as a clause: a conditional is its
contrapositive too, and ¬(p ∧ q) a disjunction. Those with a categorical premise go by what is
displayed: modus ponens or modus tollens, disjunctive syllogism or modus ponendo tollens.
"""

from __future__ import annotations

import heapq

from engine.logic.syntax import And, Binary, Formula, Implies, Not, Or

BASIC_FORMS = (
    "modus_ponens",
    "modus_tollens",
    "hypothetical_syllogism",
    "disjunctive_syllogism",
    "reductio_ad_absurdum",
    "constructive_dilemma",
    "disjunction_elimination",
)
"""The seven argument forms of the paper on them (§3.1, Table 2)."""

CATEGORICAL_FORMS = (
    "modus_ponens",
    "modus_tollens",
    "disjunctive_syllogism",
    "modus_ponendo_tollens",
)
"""The forms of a compound and a categorical premise, which go by the compound as displayed."""

_Cost = tuple[int, int, int]
"""Steps, steps that form a new compound, height: what is minimised, in this order."""


_Kind = tuple[type[Binary], int, int]
"""A compound: its connective and the numbers of its parts."""


_Settled = dict[int, list[tuple[int, int]]]


class Search:
    """Formulas as integers: the contradictory of formula `i` is `i ^ 1`."""

    def __init__(self) -> None:
        self.ids: dict[Formula, int] = {}
        self.shapes: dict[_Kind, int] = {}
        self.formulas: dict[int, Formula] = {}
        self.kinds: list[_Kind | None] = []
        self.settled: dict[int, _Cost] = {}
        self.how: dict[int, tuple[str, tuple[int, ...]]] = {}
        self.queue: list[tuple[_Cost, int]] = []
        self.best: dict[int, _Cost] = {}
        # of what is settled, by one part: each compound with its other part
        self.conditionals_from: _Settled = {}
        self.conditionals_to: _Settled = {}
        self.disjunctions: _Settled = {}
        # conditionals for forms with a categorical premise, which go by what is displayed
        self.displayed_from, self.displayed_to = self.conditionals_from, self.conditionals_to
        self.n_given = 0

    def intern(self, formula: Formula) -> int:
        """The number of a formula, entering it and its subformulas where they are new."""
        known = self.ids.get(formula)
        if known is not None:
            return known
        # one frame a level, and no formula is deeper than MAX_DEPTH
        if type(formula) is Not:
            number = self.intern(formula.operand) ^ 1
        elif isinstance(formula, Binary):
            left, right = self.intern(formula.left), self.intern(formula.right)
            number = self.compound(type(formula), left, right)
        else:
            number = self._enter(None)
        self.ids[formula] = number
        self.formulas[number] = formula
        return number

    def compound(self, connective: type[Binary], left: int, right: int) -> int:
        """The number of a compound, entering it where it is new."""
        kind = (connective, left, right)
        known = self.shapes.get(kind)
        if known is None:
            known = self.shapes[kind] = self._enter(kind)
        return known

    def _enter(self, kind: _Kind | None) -> int:
        number = len(self.kinds)
        self.kinds.append(kind)
        self.kinds.append(None)
        return number

    def offer(self, conclusion: int, form: str, *sources: int) -> None:
        """Consider one application of a form whose sources are all settled."""
        if conclusion in self.settled:
            return
        steps, new, height = 1, int(conclusion >= self.n_given), 0
        for source in sources:
            below = self.settled[source]
            steps += below[0]
            new += below[1]
            if below[2] > height:
                height = below[2]
        cost = (steps, new, height + 1)
        known = self.best.get(conclusion)
        if known is None or cost < known:
            self.best[conclusion] = cost
            self.how[conclusion] = (form, sources)
            heapq.heappush(self.queue, (cost, conclusion))

    def run(self, goal: int, limit: int | None) -> bool:
        """Settle formulas in order of cost until the goal is settled."""
        while self.queue:
            cost, number = heapq.heappop(self.queue)
            if number in self.settled:
                continue
            if limit is not None and cost[0] > limit:
                return False
            self.settled[number] = cost
            if number == goal:
                return True
            self.apply_as_fact(number)
            self.apply(number)
        return False

    def apply(self, number: int) -> None:
        """Use a newly settled formula as a compound premise of a form."""
        kind = self.kinds[number]
        if kind is not None:
            connective, left, right = kind
            if connective is Implies:
                self.apply_conditional(number, left, right)
            elif connective is Or:
                self.apply_disjunction(number, left, right)

    def apply_as_fact(self, fact: int) -> None:
        """Use a settled formula as the categorical premise of a form."""
        for conditional, right in self.displayed_from.get(fact, ()):
            self.offer(right, "modus_ponens", conditional, fact)
        for conditional, left in self.displayed_to.get(fact ^ 1, ()):
            self.offer(left ^ 1, "modus_tollens", conditional, fact)
        for disjunction, other in self.disjunctions.get(fact ^ 1, ()):
            self.offer(other, self.syllogism_of(disjunction), disjunction, fact)

    def apply_conditional(self, number: int, left: int, right: int) -> None:
        """Combine a newly settled conditional with all that is settled."""
        if left in self.settled:
            self.offer(right, "modus_ponens", number, left)
        if right ^ 1 in self.settled:
            self.offer(left ^ 1, "modus_tollens", number, right ^ 1)
        for other, consequent in self.conditionals_from.get(right, ()):
            found = self.compound(Implies, left, consequent)
            self.offer(found, "hypothetical_syllogism", number, other)
        for other, antecedent in self.conditionals_to.get(left, ()):
            found = self.compound(Implies, antecedent, right)
            self.offer(found, "hypothetical_syllogism", other, number)
        self.enter_conditional(number, left, right)

    def enter_conditional(self, number: int, left: int, right: int) -> None:
        """Note a settled conditional; reductio with it, and dilemmas."""
        for other, consequent in self.conditionals_from.get(left, ()):
            if consequent == right ^ 1:
                self.offer(left ^ 1, "reductio_ad_absurdum", number, other)
        self.conditionals_from.setdefault(left, []).append((number, right))
        self.conditionals_to.setdefault(right, []).append((number, left))
        for disjunction, _ in self.disjunctions.get(left, ()):
            self.apply_dilemma(disjunction)

    def apply_disjunction(self, number: int, left: int, right: int) -> None:
        """Combine a newly settled disjunction with all that is settled."""
        for one, other in ((left, right), (right, left)):
            if one ^ 1 in self.settled:
                self.offer(other, self.syllogism_of(number), number, one ^ 1)
        self.disjunctions.setdefault(left, []).append((number, right))
        self.disjunctions.setdefault(right, []).append((number, left))
        self.apply_dilemma(number)

    def syllogism_of(self, disjunction: int) -> str:
        """The form of a disjunction and the denial of one part."""
        return "disjunctive_syllogism"

    def disjuncts(self, number: int) -> tuple[int, int]:
        """The parts of a settled disjunction."""
        kind = self.kinds[number]
        assert kind is not None
        return kind[1], kind[2]

    def apply_dilemma(self, disjunction: int) -> None:
        """Disjunction elimination and constructive dilemma on one settled disjunction."""
        left, right = self.disjuncts(disjunction)
        for first, r in self.conditionals_from.get(left, ()):
            for second, s in self.conditionals_from.get(right, ()):
                sources = (disjunction, first, second)
                if r == s:
                    self.offer(r, "disjunction_elimination", *sources)
                else:
                    self.offer(self.dilemma(r, s), "constructive_dilemma", *sources)

    def dilemma(self, left: int, right: int) -> int:
        """The disjunction of two conclusions: in the order it is known in, if it is known."""
        turned = self.shapes.get((Or, right, left))
        return self.compound(Or, left, right) if turned is None else turned

    def formula(self, number: int) -> Formula:
        """The formula of a number."""
        known = self.formulas.get(number)
        if known is not None:
            return known
        if number & 1:
            return Not(self.formula(number ^ 1))
        kind = self.kinds[number]
        assert kind is not None
        return kind[0](self.formula(kind[1]), self.formula(kind[2]))


class ClauseSearch(Search):
    """A search that reads compounds as clauses, as the head of this module says."""

    def __init__(self) -> None:
        super().__init__()
        self.displayed_from, self.displayed_to = {}, {}

    def compound(self, connective: type[Binary], left: int, right: int) -> int:
        """The number of a compound; of a conditional that of its contrapositive too."""
        known = self.shapes.get((connective, left, right))
        if known is None and connective is Implies:
            known = self.shapes.get((Implies, right ^ 1, left ^ 1))
        return super().compound(connective, left, right) if known is None else known

    def apply(self, number: int) -> None:
        """Use a newly settled formula as a compound premise of a form."""
        super().apply(number)
        if number & 1 and (kind := self.kinds[number ^ 1]) is not None and kind[0] is And:
            self.apply_disjunction(number, kind[1] ^ 1, kind[2] ^ 1)

    def enter_conditional(self, number: int, left: int, right: int) -> None:
        """Note a settled conditional both ways."""
        self.displayed_from.setdefault(left, []).append((number, right))
        self.displayed_to.setdefault(right, []).append((number, left))
        super().enter_conditional(number, left, right)
        super().enter_conditional(number, right ^ 1, left ^ 1)

    def syllogism_of(self, disjunction: int) -> str:
        """The form of a disjunction, or of “not both”, and a categorical premise."""
        return "modus_ponendo_tollens" if disjunction & 1 else "disjunctive_syllogism"

    def disjuncts(self, number: int) -> tuple[int, int]:
        """The parts of a settled disjunction, or of what “not both” says as one."""
        if number & 1:
            left, right = super().disjuncts(number ^ 1)
            return left ^ 1, right ^ 1
        return super().disjuncts(number)
