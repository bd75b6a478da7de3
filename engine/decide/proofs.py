"""Propositional items whose certificate is a proof by argument forms, or two valuations.

Two independent procedures derive the label from the formulas. The intended label is stored too, and
any disagreement among the three stops the generator.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.core.errors import VerificationError
from engine.core.items import (
    AnswerKind,
    Item,
    ProofCertificate,
    Step,
    Traits,
)
from engine.core.kinds import QuestionKind
from engine.decide.draft import GroupId, ProofDraft
from engine.decide.entailment import label_options
from engine.decide.labels import LABELS, elimination_entailments, search_entailment, z3_entailments
from engine.logic import ClauseSet, Entailment, Formula, atoms, show
from engine.logic.proofs.proof import Proof
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.evaluate import true_under


def finish_groups(groups: Iterable[tuple[Sequence[ProofDraft], GroupId]]) -> list[tuple[Item, ...]]:
    """Label the drafts of groups by both procedures and turn them into items.

    Each procedure goes through all groups before the other begins: what it needs stays in the
    processor's caches, which saves a sixth of the time.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    drawn = list(groups)  # the drafts too are made one after the other
    ours = [_found_by_us(drafts) for drafts, _ in drawn]
    theirs = [
        z3_entailments([(draft.premises, draft.query) for draft in drafts]) for drafts, _ in drawn
    ]
    for (drafts, made), first, second in zip(drawn, ours, theirs, strict=True):
        _insist(drafts, made, first, second)
    return [
        _items(drafts, made, [found.certificate for found in first])
        for (drafts, made), first in zip(drawn, ours, strict=True)
    ]


class _Found(NamedTuple):
    """What our own procedure finds of a draft: how its query stands, and what certifies that."""

    entailment: Entailment
    certificate: ProofCertificate


def _found_by_us(drafts: Sequence[ProofDraft]) -> list[_Found]:
    """Those with a proof by elimination, all at once; the others by search for valuations."""
    order = [symbol.atom for symbol in drafts[0].symbols]
    clausifier = Clausifier(order)
    proven = [(draft.premises, draft.query) for draft in drafts if draft.proof]
    entailments = iter(elimination_entailments(proven, clausifier) if proven else ())
    return [
        _Found(next(entailments), _proven(draft))
        if draft.proof
        else _searched(
            draft, search_entailment(ClauseSet(draft.premises, clausifier), draft.query, order)
        )
        for draft in drafts
    ]


def _searched(draft: ProofDraft, found: tuple[Entailment, ProofCertificate]) -> _Found:
    entailment, certificate = found
    return _Found(entailment, replace(certificate, rejected=draft.rejected))


def _insist(
    drafts: Sequence[ProofDraft],
    made: GroupId,
    ours: Sequence[_Found],
    theirs: Sequence[Entailment],
) -> None:
    """Stop where the procedures and the construction do not all say the same of a query."""
    for at, (draft, first, second) in enumerate(zip(drafts, ours, theirs, strict=True)):
        if first.entailment is not second or LABELS.get(second) is not draft.intended:
            raise VerificationError(
                f"{made.item(at, len(drafts))} ({draft.role}): our procedure says"
                f" {first.entailment}, Z3 {second}, the construction {draft.intended}; premises:"
                f" {'; '.join(map(show, draft.premises))}; query: {show(draft.query)}"
            )


def intended_group(drafts: Sequence[ProofDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before any solver has labelled them.

    Their gold is what the construction intends; where it has no proof, the certificate has none.
    """
    return _items(
        drafts,
        made,
        [_proven(draft) for draft in drafts],
    )


def _items(
    drafts: Sequence[ProofDraft], made: GroupId, certificates: Sequence[ProofCertificate]
) -> tuple[Item, ...]:
    """The items of one group."""
    texts = {key: show(premise) for key, premise in _premise_objects(drafts).items()}
    return tuple(
        Item(
            **made._asdict(),
            role=draft.role,
            index=made.group * len(drafts) + role,
            split=draft.split,
            passage=draft.passage,
            question=draft.question,
            options=label_options(QuestionKind.STATEMENT, draft.intended.value),
            answer_kind=AnswerKind.LABEL,
            gold=draft.intended.value,
            symbols=draft.symbols,
            premises=tuple([texts[id(premise)] for premise in draft.premises]),
            query=(show(draft.query),),
            intended=draft.intended.value,
            certificate=certificates[role],
            traits=_traits(draft),
        )
        for role, draft in enumerate(drafts)
    )


def _premise_objects(drafts: Sequence[ProofDraft]) -> dict[int, Formula]:
    """Each premise object once, by its identity: what drafts share they share as objects."""
    return {id(premise): premise for draft in drafts for premise in draft.premises}


def proof_certificate(
    proof: Proof,
    rejected: tuple[tuple[str, int], ...] | None = None,
    *,
    by_clauses: bool = False,
) -> ProofCertificate:
    """A proof as it is stored, with the candidates that were rejected where they were counted."""
    steps = tuple(Step(show(s.formula), s.form, s.sources) for s in proof.steps)
    return ProofCertificate(steps=steps, rejected=rejected, by_clauses=by_clauses)


def _proven(draft: ProofDraft) -> ProofCertificate:
    """The certificate of a draft as far as it is known before any solver is asked."""
    if draft.proof is None:
        return ProofCertificate(rejected=draft.rejected)
    return proof_certificate(draft.proof, draft.rejected, by_clauses=draft.by_clauses)


def _traits(draft: ProofDraft) -> Traits:
    n_premises = len(draft.premises)
    used = len(draft.proof.premises_used) if draft.proof else 0
    named = [atom.name for atom in atoms(draft.query)]
    asked = {symbol.atom: symbol for symbol in draft.symbols if symbol.atom in named}
    known = all(symbol.world is not None for symbol in asked.values())
    true = {name for name in named if asked[name].world}
    forms = tuple([step.form for step in draft.proof.steps]) if draft.proof else ()
    return Traits(
        depth=draft.depth,
        height=draft.height,
        root_form=forms[-1] if forms else None,
        forms=forms,
        query_shape=draft.query_shape,
        domain=asked[named[0]].domain,
        shown_accurate=true_under(draft.query, true) if known else None,
        n_premises=n_premises,
        n_atoms=len(draft.symbols),
        n_distractors=n_premises - used,
        structure=draft.structure,
        distractors=draft.distractors,
        contrast=draft.contrast,
    )
