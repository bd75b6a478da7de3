"""Verify everything stored of an item whose certificate is a proof or two valuations.

The label is derived by our own procedure and by Z3; the premises must be satisfiable together; the
certificate is replayed step by step (or its valuations evaluated), must be as short as the shortest
proof found among all premises, and must rest on premises none of which can be left out. What the
items of a group share is derived once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.errors import SoritesError
from engine.core.items import ProofCertificate
from engine.core.kinds import QuestionKind
from engine.decide.case import Case, Found, identity, own, text_of
from engine.decide.entailment import label_options
from engine.decide.labels import (
    LABELS,
    Question,
    elimination_entailments,
    search_entailment,
    z3_entailments,
)
from engine.logic import ClauseSet, Entailment, Formula, entailment, negate, parse, show
from engine.logic.proofs.matching import is_instance
from engine.logic.proofs.proof import CATEGORICAL_FORMS, Proof, minimal_proof
from engine.logic.proofs.rules import rules
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.evaluate import true_under
from engine.logic.propositional.tables import MAX_ATOMS, keys_of, superfluous

METHODS = "truth table, elimination or search, Z3"


@dataclass
class ProofCase(Case):
    """A label in propositional logic, shown by a proof."""

    @cached_property
    def certificate(self) -> ProofCertificate:
        """The proof or the valuations."""
        return self.stored(ProofCertificate)

    @cached_property
    def clauses(self) -> ClauseSet:
        """The premises in clause form; the query has its clauses there, too."""
        made = self._clauses_by(_clausifier(tuple(self.order)))
        if self._has_foreign_atoms(made):
            _clausifier.cache_clear()  # other items of the group are not to inherit these atoms
            made = self._clauses_by(Clausifier(self.order))
        return made

    def _clauses_by(self, clausifier: Clausifier) -> ClauseSet:
        clausifier.clauses(self.query)
        return ClauseSet(self.premises, clausifier)

    def _has_foreign_atoms(self, clauses: ClauseSet) -> bool:
        return len(clauses.clausifier.bits) > len(set(self.order))

    @property
    def is_closed(self) -> bool:
        """Whether the symbols explain every atom of the formulas."""
        return not self._has_foreign_atoms(self.clauses)

    @cached_property
    def order(self) -> list[str]:
        """The atoms in the order of the symbols."""
        return [symbol.atom for symbol in self.item.symbols]

    @property
    def question(self) -> Question:
        """What the two procedures are asked."""
        return self.premises, self.query

    @cached_property
    def entailment(self) -> Entailment:
        """The entailment status by our own procedures."""
        if len(self.order) <= MAX_ATOMS:
            return entailment(self.premises, self.query)
        if self.is_closed and not self.certificate.steps:
            return self.searched[0]
        return self.clauses.entailment(self.query)

    @cached_property
    def searched(self) -> tuple[Entailment, ProofCertificate]:
        """The entailment status by search, and the least valuations found."""
        return search_entailment(self.clauses, self.query, self.order)

    @cached_property
    def z3_entailment(self) -> Entailment:
        """The entailment status by Z3."""
        return z3_entailments([self.question])[0]

    @cached_property
    def goal(self) -> Formula | None:
        """What the certificate must prove: the query, its negation, or nothing."""
        goals = {Entailment.ENTAILED: self.query, Entailment.REFUTED: negate(self.query)}
        return goals.get(self.entailment)

    @cached_property
    def proof(self) -> Proof | None:
        """The shortest proof of the goal from all premises; None where there is none."""
        if self.goal is None:
            return None
        return minimal_proof(self.premises, self.goal, by_clauses=self.certificate.by_clauses)

    @property
    def found(self) -> Found:
        """The label, and what the shortest proof takes."""
        verdict, proof = "inconsistent", self.proof
        if self.entailment is Entailment.UNKNOWN:
            verdict = "undecided"
        elif label := LABELS.get(self.entailment):
            verdict = label.value
        if proof is None:
            return Found(verdict)
        return Found(verdict, proof.premises_used, len(proof.steps), proof.height)


@lru_cache(maxsize=2)
def _clausifier(order: tuple[str, ...]) -> Clausifier:
    """The members of a group share most premises, and so their clauses."""
    return Clausifier(order)


def label_together(grouped: Sequence[Sequence[ProofCase]]) -> None:
    """Derive the labels of groups, of those with the same symbols all at once.

    Each procedure goes through all groups before the next, as what it needs then stays in the
    processor's caches.
    """
    alike = list(filter(_are_alike, grouped))
    for derive in (_label_by_elimination, _label_by_z3):
        for cases in alike:
            with suppress(SoritesError):  # reported of the item that holds it
                derive(cases)


def _are_alike(cases: Sequence[ProofCase]) -> bool:
    """Whether the cases have the same symbols, by which they are then read together."""
    first, *others = cases
    if any(case.item.symbols != first.item.symbols for case in others):
        return False
    for case in others:
        case.read = first.read
    return True


def _label_by_elimination(cases: Sequence[ProofCase]) -> None:
    """Derive our entailments of the decided questions about the same symbols, all at once."""
    if not all(case.is_closed for case in cases) or len(cases[0].order) <= MAX_ATOMS:
        return
    decided = [case for case in cases if case.certificate.steps]
    if decided:
        questions = [case.question for case in decided]
        found = elimination_entailments(questions, cases[0].clauses.clausifier)
        for case, entailment in zip(decided, found, strict=True):
            case.entailment = entailment


def _label_by_z3(cases: Sequence[ProofCase]) -> None:
    """Derive Z3's entailments of several questions about the same symbols, all at once."""
    if all(case.is_closed for case in cases):
        questions = [case.question for case in cases]
        for case, found in zip(cases, z3_entailments(questions), strict=True):
            case.z3_entailment = found


def _options(case: ProofCase) -> Iterator[str]:
    if case.item.options != label_options(QuestionKind.STATEMENT, case.item.gold):
        yield "the options are not true, false and uncertain in their roles"


def _label(case: ProofCase) -> Iterator[str]:
    ours, theirs = case.entailment, case.z3_entailment
    if Entailment.UNKNOWN in (ours, theirs):
        yield f"undecided: our procedure says {ours}, Z3 says {theirs}"
    if ours is not theirs:
        yield f"our procedure says {ours}, Z3 says {theirs}"
    if ours is Entailment.INCONSISTENT:
        yield "the premises cannot all be true"
    elif case.item.gold != LABELS[ours]:
        yield f"the gold answer is {case.item.gold}, but the query is {ours}"
    if case.item.intended != case.item.gold and case.item.published_label is None:
        yield f"the construction intended {case.item.intended}"


def _text(case: ProofCase) -> Iterator[str]:
    item = case.item
    if case.is_imported or case.read is None:
        return
    yield from text_of(case, (*item.passage, item.question), (*case.premises, case.query))


def _proof(case: ProofCase) -> Iterator[str]:
    certificate = case.certificate
    if case.goal is None:
        return
    if certificate.holds is not None or certificate.fails is not None:
        yield "a decided item carries valuations"
    if case.proof is None:
        if certificate.steps:
            yield "the stored proof uses forms that do not reach the goal"
        return
    yield from _replay(certificate, case.premises, case.goal)
    if len(certificate.steps) != len(case.proof.steps):
        yield f"the proof has {len(certificate.steps)} steps, {len(case.proof.steps)} are enough"
    yield from _necessity(certificate, case)


def _replay(
    certificate: ProofCertificate, premises: tuple[Formula, ...], goal: Formula
) -> Iterator[str]:
    derived = list(premises)
    for number, step in enumerate(certificate.steps, 1):
        if not all(0 <= source < len(derived) for source in step.sources):
            yield f"step {number} cites what does not come before it"
            return
        formula = parse(step.formula)
        form = rules().get(step.form)
        if form is None:
            yield f"step {number} names no argument form: {step.form!r}"
            return
        sources = [derived[source] for source in step.sources]
        by_clauses = certificate.by_clauses and form.key not in CATEGORICAL_FORMS
        if not is_instance(form.premises, form.conclusion, sources, formula, by_clauses=by_clauses):
            yield f"step {number} is not an instance of {form.name}"
            return
        derived.append(formula)
    if derived[-1] != goal:
        yield f"the proof ends in {show(derived[-1])}, not in {show(goal)}"


def _necessity(certificate: ProofCertificate, case: ProofCase) -> Iterator[str]:
    """Each premise that the proof cites is needed: without it the goal does not follow."""
    assert case.goal is not None
    n_premises = len(case.premises)
    used = sorted({s for step in certificate.steps for s in step.sources if s < n_premises})
    denied = negate(case.goal)
    against = [denied, *[case.premises[index] for index in used]]
    keys = keys_of(against)
    if len(keys) <= MAX_ATOMS:
        spare = [used[place - 1] for place in superfluous(against, keys) if place]
    else:
        spare = [
            left_out
            for left_out in used
            if not case.clauses.only(
                [index for index in used if index != left_out]
            ).satisfiable_with([denied])
        ]
    for left_out in spare:
        yield f"premise {left_out + 1} can be left out of the proof"


def _valuations(case: ProofCase) -> Iterator[str]:
    certificate = case.certificate
    if case.entailment is not Entailment.UNDETERMINED:
        return
    if certificate.steps:
        yield "an undecided item carries a proof"
    least = case.searched[1]
    for valuation, claim, wanted in (
        (certificate.holds, case.query, least.holds),
        (certificate.fails, negate(case.query), least.fails),
    ):
        if valuation is None:
            yield "an undecided item lacks a valuation"
        elif not all(true_under(formula, set(valuation)) for formula in (*case.premises, claim)):
            yield f"a valuation does not satisfy the premises and {show(claim)}"
        elif valuation != wanted:
            yield "the valuation is not the least one"


def _counts(case: ProofCase) -> Iterator[str]:
    item, traits = case.item, case.item.traits
    if not case.is_closed:
        yield "an atom of the formulas is missing from the symbols"
    if traits.n_premises != len(item.premises) or traits.n_atoms != len(item.symbols):
        yield "the counts of premises or atoms are not those of the item"
    if case.proof is None:
        return
    if traits.depth != len(case.proof.steps) or traits.height != case.proof.height:
        yield (
            f"depth {traits.depth} and height {traits.height} are stored, but the minimal proof"
            f" has {len(case.proof.steps)} steps and height {case.proof.height}"
        )
    forms = tuple(step.form for step in case.certificate.steps)
    if traits.forms != forms or not (case.is_imported or traits.root_form == forms[-1]):
        yield "the forms are not those of the proof"


CHECKS = (identity, _options, _label, _text, _proof, _valuations, _counts, own)
