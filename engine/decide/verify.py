"""Is everything true that is stored of an item? Derived again from the stored item alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from engine.core.errors import SoritesError
from engine.core.items import Item, ProofCertificate, Verification
from engine.decide.case import Case
from engine.decide.finish import label_options
from engine.decide.labels import LABELS, elimination_standings, z3_standings, z3_version
from engine.logic import Formula, Standing, negate, parse, show
from engine.logic.proofs.matching import is_instance
from engine.logic.proofs.rules import rules
from engine.logic.propositional.evaluate import true_under
from engine.logic.propositional.tables import MAX_ATOMS, keys_of, superfluous

METHODS = "truth table, elimination or search, Z3"


def verify_groups(groups: Iterable[Sequence[Item]]) -> list[list[Verification]]:
    """Derive label, proof, text and counts of each item again and compare them with what is stored.

    The label is derived by our own procedure and by Z3; the premises must be satisfiable together;
    the certificate is replayed step by step (or its valuations evaluated), must be as short as the
    shortest proof found among all premises, and must rest on premises none of which can be left
    out; every sentence must read back to exactly its formula; hash, options and traits must be
    those of the content. What the items of a group share is derived once; each step is taken for
    all groups before the next, as what it needs then stays in the processor's caches.
    """
    grouped = [[Case(item) for item in items] for items in groups]
    alike = list(filter(_are_alike, grouped))
    for label_together in (_label_by_elimination, _label_by_z3):
        for cases in alike:
            with suppress(SoritesError):  # what cannot be read is told of the item that holds it
                label_together(cases)
    for check in _CHECKS:
        for cases in grouped:
            for case in cases:
                case.take(check)
    return [list(map(_verified, cases)) for cases in grouped]


def _are_alike(cases: Sequence[Case]) -> bool:
    """Whether the cases have the same symbols, by which they are then read together."""
    first, *others = cases
    if any(case.item.symbols != first.item.symbols for case in others):
        return False
    for case in others:
        case.misreading = first.misreading
    return True


def _label_by_elimination(cases: Sequence[Case]) -> None:
    """Derive our standings of the decided questions about the same symbols, all at once."""
    if not all(case.is_closed for case in cases) or len(cases[0].order) <= MAX_ATOMS:
        return
    decided = [case for case in cases if case.certificate.steps]
    if decided:
        questions = [case.question for case in decided]
        found = elimination_standings(questions, cases[0].clauses.clausifier)
        for case, standing in zip(decided, found, strict=True):
            case.standing = standing


def _label_by_z3(cases: Sequence[Case]) -> None:
    """Derive Z3's standings of several questions about the same symbols, all at once."""
    if all(case.is_closed for case in cases):
        questions = [case.question for case in cases]
        for case, found in zip(cases, z3_standings(questions), strict=True):
            case.z3_standing = found


def _verified(case: Case) -> Verification:
    verdict, proof = "inconsistent", None
    try:
        proof = case.proof
        if case.standing is Standing.UNKNOWN:
            verdict = "undecided"
        elif label := LABELS.get(case.standing):
            verdict = label.value
    except SoritesError as error:
        case.problem = f"cannot be read: {error}"
    return Verification(
        index=case.item.index,
        verdict=verdict,
        agreed=case.problem is None,
        methods=METHODS,
        solver=z3_version(),
        minimal_premises=proof.premises_used if proof else None,
        steps=len(proof.steps) if proof else None,
        height=proof.height if proof else None,
        problem=case.problem,
    )


def _identity(case: Case) -> Iterator[str]:
    item = case.item
    if item.hash != item.content_hash():
        yield "the hash is not that of the content"
    if item.options != label_options(item.gold):
        yield "the options are not true, false and uncertain in their roles"


def _label(case: Case) -> Iterator[str]:
    ours, theirs = case.standing, case.z3_standing
    if Standing.UNKNOWN in (ours, theirs):
        yield f"undecided: our procedure says {ours}, Z3 says {theirs}"
    if ours is not theirs:
        yield f"our procedure says {ours}, Z3 says {theirs}"
    if ours is Standing.INCONSISTENT:
        yield "the premises cannot all be true"
    elif case.item.gold != LABELS[ours]:
        yield f"the gold answer is {case.item.gold}, but the query is {ours}"
    if case.item.intended != case.item.gold and case.item.published_label is None:
        yield f"the construction intended {case.item.intended}"


def _text(case: Case) -> Iterator[str]:
    """Our own English, read back; the wording of imported items is not ours to read."""
    item = case.item
    if item.published_label is not None:
        return
    if len(item.passage) != len(case.premises):
        yield f"{len(item.passage)} sentences for {len(case.premises)} premises"
        return
    sentences, formulas = (*item.passage, item.question), (*item.premises, item.query[0])
    for sentence, formula in zip(sentences, formulas, strict=True):
        if problem := case.misreading(sentence, formula):
            yield problem


def _proof(case: Case) -> Iterator[str]:
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
        if not is_instance(form.premises, form.conclusion, sources, formula):
            yield f"step {number} is not an instance of {form.name}"
            return
        derived.append(formula)
    if derived[-1] != goal:
        yield f"the proof ends in {show(derived[-1])}, not in {show(goal)}"


def _necessity(certificate: ProofCertificate, case: Case) -> Iterator[str]:
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


def _valuations(case: Case) -> Iterator[str]:
    certificate = case.certificate
    if case.standing is not Standing.UNDETERMINED:
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


def _counts(case: Case) -> Iterator[str]:
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
    if traits.forms != tuple(step.form for step in case.certificate.steps):
        yield "the forms are not those of the proof"


_CHECKS: tuple[Callable[[Case], Iterator[str]], ...] = (
    _identity,
    _label,
    _text,
    _proof,
    _valuations,
    _counts,
)
