"""The search for shortest proofs.

It is Knuth's generalisation of Dijkstra's algorithm (D. E. Knuth, "A generalization of Dijkstra's
algorithm", 1977): formulas are settled in order of the size of their smallest proof tree, and each
newly settled formula is combined with those settled before. Compounds that are not parts of the
premises or the goal are formed only as a form's conclusion prescribes, out of such parts; a limit
on the steps bounds the search where contraposition or resolution could form very many.

Argument forms are applied up to double negation: from ¬p → q and ¬q, modus tollens gives p.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection

from engine.logic.syntax import And, Binary, Formula, Iff, Implies, Not, Or, Xor

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

EXTENDED_FORMS = (
    "exportation",
    "contraposition",
    "biconditional_elimination",
    "destructive_dilemma",
    "resolution",
    "exclusive_disjunctive_syllogism",
)
"""Further forms, off by default (the paper, §3.5, invites them)."""

_Cost = tuple[int, int, int]
"""Steps, steps that form a new compound, height: what is minimised, in this order."""


_Kind = tuple[type[Binary], int, int]
"""A compound: its connective and the numbers of its parts."""


_Settled = dict[int, list[tuple[int, int]]]


class Search:
    """Formulas as integers: the contradictory of formula `i` is `i ^ 1`."""

    def __init__(self, forms: Collection[str]) -> None:
        self.forms = frozenset(forms)
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
        self.exclusives: _Settled = {}
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

    def offer(self, conclusion: int | None, form: str, *sources: int) -> None:
        """Consider one application of a form whose sources are all settled."""
        if conclusion is None or form not in self.forms or conclusion in self.settled:
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
            kind = self.kinds[number]
            if kind is not None:
                connective, left, right = kind
                if connective is Implies:
                    self.apply_conditional(number, left, right)
                elif connective is Or:
                    self.apply_disjunction(number, left, right)
                elif connective is Xor:
                    self.apply_exclusive(number, left, right)
                elif connective is Iff:
                    for a, b in ((left, right), (right, left)):
                        found = self.compound(Implies, a, b)
                        self.offer(found, "biconditional_elimination", number)
        return False

    def apply_as_fact(self, fact: int) -> None:
        """Use a settled formula as the categorical premise of a form."""
        for conditional, right in self.conditionals_from.get(fact, ()):
            self.offer(right, "modus_ponens", conditional, fact)
        for conditional, left in self.conditionals_to.get(fact ^ 1, ()):
            self.offer(left ^ 1, "modus_tollens", conditional, fact)
        for disjunction, other in self.disjunctions.get(fact ^ 1, ()):
            self.offer(other, "disjunctive_syllogism", disjunction, fact)
        for exclusive, other in self.exclusives.get(fact ^ 1, ()):
            self.offer(other, "exclusive_disjunctive_syllogism", exclusive, fact)

    def apply_conditional(self, number: int, left: int, right: int) -> None:
        """Combine a newly settled conditional with all that is settled."""
        if left in self.settled:
            self.offer(right, "modus_ponens", number, left)
        if right ^ 1 in self.settled:
            self.offer(left ^ 1, "modus_tollens", number, right ^ 1)
        for other, consequent in self.conditionals_from.get(left, ()):
            if consequent == right ^ 1:
                self.offer(left ^ 1, "reductio_ad_absurdum", number, other)
        for other, consequent in self.conditionals_from.get(right, ()):
            found = self.compound(Implies, left, consequent)
            self.offer(found, "hypothetical_syllogism", number, other)
        for other, antecedent in self.conditionals_to.get(left, ()):
            found = self.compound(Implies, antecedent, right)
            self.offer(found, "hypothetical_syllogism", other, number)
        self.conditionals_from.setdefault(left, []).append((number, right))
        self.conditionals_to.setdefault(right, []).append((number, left))
        for disjunction, _ in self.disjunctions.get(left, ()):
            self.apply_dilemma(disjunction)
        if self.forms.isdisjoint(EXTENDED_FORMS):
            return
        if "contraposition" in self.forms:
            self.offer(self.compound(Implies, right ^ 1, left ^ 1), "contraposition", number)
        for disjunction, _ in self.disjunctions.get(right ^ 1, ()):
            self.apply_dilemma(disjunction)
        self.apply_exportation(number, left, right)

    def apply_exportation(self, number: int, left: int, right: int) -> None:
        """(p ∧ q) → r ⊢ p → (q → r)."""
        antecedent = self.kinds[left]
        if antecedent and antecedent[0] is And and "exportation" in self.forms:
            for p, q in ((antecedent[1], antecedent[2]), (antecedent[2], antecedent[1])):
                inner = self.compound(Implies, q, right)
                self.offer(self.compound(Implies, p, inner), "exportation", number)

    def apply_disjunction(self, number: int, left: int, right: int) -> None:
        """Combine a newly settled disjunction with all that is settled."""
        for one, other in ((left, right), (right, left)):
            if one ^ 1 in self.settled:
                self.offer(other, "disjunctive_syllogism", number, one ^ 1)
            if "resolution" in self.forms:
                for second, rest in self.disjunctions.get(one ^ 1, ()):
                    for a, b in ((other, rest), (rest, other)):
                        self.offer(self.compound(Or, a, b), "resolution", number, second)
        self.disjunctions.setdefault(left, []).append((number, right))
        self.disjunctions.setdefault(right, []).append((number, left))
        self.apply_dilemma(number)

    def apply_dilemma(self, disjunction: int) -> None:
        """Disjunction elimination and the two dilemmas on one settled disjunction."""
        kind = self.kinds[disjunction]
        assert kind is not None
        _, left, right = kind
        for first, r in self.conditionals_from.get(left, ()):
            for second, s in self.conditionals_from.get(right, ()):
                sources = (disjunction, first, second)
                if r == s:
                    self.offer(r, "disjunction_elimination", *sources)
                else:
                    self.offer(self.dilemma(r, s), "constructive_dilemma", *sources)
        if "destructive_dilemma" not in self.forms:
            return
        for first, p in self.conditionals_to.get(left ^ 1, ()):
            for second, q in self.conditionals_to.get(right ^ 1, ()):
                found = self.dilemma(p ^ 1, q ^ 1)
                self.offer(found, "destructive_dilemma", disjunction, first, second)

    def dilemma(self, left: int, right: int) -> int:
        """The disjunction of two conclusions: in the order it is known in, if it is known."""
        turned = self.shapes.get((Or, right, left))
        return self.compound(Or, left, right) if turned is None else turned

    def apply_exclusive(self, number: int, left: int, right: int) -> None:
        """Combine a newly settled exclusive disjunction with all that is settled."""
        for one, other in ((left, right), (right, left)):
            if one ^ 1 in self.settled:
                self.offer(other, "exclusive_disjunctive_syllogism", number, one ^ 1)
            self.exclusives.setdefault(one, []).append((number, other))

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
