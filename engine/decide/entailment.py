"""Labels in any fragment: entailed, refuted or undetermined.

Our own procedures (truth tables, elimination, instances) and Z3 both derive the label and must
agree. An undetermined query also has two finite structures that show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.core.errors import InputError, VerificationError
from engine.core.items import AnswerKind, EntailmentCertificate, Item, Model, Option, Traits
from engine.core.kinds import LABELS, Fragment, QuestionKind, question_of
from engine.decide.case import Case, Found, identity, own, text_of
from engine.decide.draft import GroupId, LabelDraft
from engine.decide.models import LARGEST, open_models, structure_of
from engine.logic import (
    Binary,
    Entailment,
    Forall,
    Formula,
    Not,
    Predicate,
    Quantified,
    is_propositional,
    negate,
    show,
)
from engine.logic.first_order.structures import holds
from engine.logic.judging import our_entailment, z3_entailment
from engine.logic.occurrences import closed, symbols_of

METHODS = "truth table, elimination or instances, Z3"
_ORDER = (Entailment.ENTAILED, Entailment.REFUTED, Entailment.UNDETERMINED)


def label(asked: QuestionKind, entailment: Entailment) -> str | None:
    """The gold answer in the requested words; None if a status has none."""
    if entailment not in _ORDER:
        return None
    labels = LABELS[asked]
    return labels[min(_ORDER.index(entailment), len(labels) - 1)]


@lru_cache(maxsize=16)
def label_options(asked: QuestionKind, gold: str) -> tuple[Option, ...]:
    """The answers in their roles.

    A wrong answer has the role `wrong`, or for statements `opposite`, `undecided` or `unfounded`.
    """
    *_, last = LABELS[asked]

    def role(key: str) -> str:
        if key == gold:
            return "gold"
        if asked is not QuestionKind.STATEMENT:
            return "wrong"
        if gold == last:
            return "unfounded"
        return "undecided" if key == last else "opposite"

    return tuple(Option(key, key, role(key)) for key in LABELS[asked])


def finish_labels(drafts: Sequence[LabelDraft], made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by both procedures and turn them into items.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    for at, draft in enumerate(drafts):
        ours = our_entailment(draft.premises, draft.query)
        theirs = z3_entailment(draft.premises, draft.query)
        if not ours is theirs is draft.intended:
            held = "; ".join(map(show, draft.premises))
            raise VerificationError(
                f"{made.item(at, len(drafts))} ({draft.role}): our procedure says {ours}, Z3"
                f" {theirs}, the construction {draft.intended}; premises: {held}; query:"
                f" {show(draft.query)}"
            )
    return intended_labels(drafts, made)


def intended_labels(drafts: Sequence[LabelDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before Z3 has confirmed them.

    Raises:
        VerificationError: no small structure shows that a query is left open.
    """
    return tuple(_item(draft, made, at, len(drafts)) for at, draft in enumerate(drafts))


def _item(draft: LabelDraft, made: GroupId, at: int, members: int) -> Item:
    gold = label(draft.labels, draft.intended)
    if gold is None:
        raise InputError(f"{made.item(at, members)}: {draft.intended} is no answer")
    certificate = draft.certificate
    if draft.intended is Entailment.UNDETERMINED:
        certificate = replace(certificate, models=_open(draft, made.item(at, members)))
    return Item(
        **made._asdict(),
        role=draft.role,
        index=made.group * members + at,
        split=draft.split,
        passage=draft.passage,
        question=draft.question,
        options=label_options(draft.labels, gold),
        answer_kind=AnswerKind.LABEL,
        gold=gold,
        symbols=draft.symbols,
        premises=tuple(map(show, draft.premises)),
        query=(show(draft.query),),
        intended=gold,
        certificate=certificate,
        traits=_traits(draft),
    )


def _open(draft: LabelDraft, name: str) -> tuple[Model, ...]:
    found = open_models(draft.premises, draft.query)
    if found is None:
        held = "; ".join(map(show, draft.premises))
        raise VerificationError(
            f"{name}: no structure of up to {LARGEST} individuals shows that {show(draft.query)} is"
            f" open, given {held}"
        )
    return found


def _traits(draft: LabelDraft) -> Traits:
    is_plain = all(map(is_propositional, (*draft.premises, draft.query)))
    return replace(
        draft.traits,
        logic=draft.traits.logic if is_plain else Fragment.FIRST_ORDER.value,
        query_shape=query_shape(draft.query),
        n_premises=len(draft.premises),
        n_atoms=len(draft.symbols),
    )


def query_shape(formula: Formula) -> str:
    """The shape of a conclusion: a literal, a compound, a negated compound, or quantified."""
    match formula:
        case Not(operand=Predicate()) | Predicate():
            return "literal"
        case Not(operand=operand):
            return f"not {query_shape(operand)}"
        case Quantified():
            return "universal" if isinstance(formula, Forall) else "existential"
        case Binary():
            return type(formula).__name__.lower()
        case _:
            return "constant"


@dataclass
class EntailmentCase(Case):
    """A label: the entailment status of the query."""

    @cached_property
    def certificate(self) -> EntailmentCertificate:
        """Structures, and a derivation where the family has one."""
        return self.stored(EntailmentCertificate)

    @cached_property
    def entailment(self) -> Entailment:
        """The entailment status by our own procedures."""
        return our_entailment(self.premises, self.query)

    @property
    def found(self) -> Found:
        """The label and, for a generated item with a derivation, the derivation's size."""
        verdict = label(question_of(self.item), self.entailment) or "undecided"
        steps = self.certificate.steps
        if not steps or self.is_imported:
            return Found(verdict)
        n, heights = len(self.certificate.sound_premises), list[int]()
        for step in steps:
            heights.append(1 + max((heights[s - n] for s in step.sources if s >= n), default=0))
        used = tuple(sorted({s for step in steps for s in step.sources if s < n}))
        is_own = self.certificate.sound_premises == self.item.premises
        is_decided = self.entailment is not Entailment.UNDETERMINED
        return Found(verdict, used if is_own and is_decided else None, len(steps), heights[-1])


def _options(case: EntailmentCase) -> Iterator[str]:
    item = case.item
    if item.options != label_options(question_of(item), item.gold):
        yield "the options are not the answers of this question in their roles"


def _label(case: EntailmentCase) -> Iterator[str]:
    item, ours = case.item, case.entailment
    theirs = z3_entailment(case.premises, case.query)
    if ours is not theirs:
        yield f"our procedure says {ours}, Z3 says {theirs}"
    right = label(question_of(item), ours)
    if right is None:
        yield f"the conclusion is {ours}"
    if item.gold != right:
        yield f"the gold answer is {item.gold}, but the conclusion is {ours}"
    if item.intended != item.gold and not case.is_imported:
        yield f"the construction intended {item.intended}"


def _models(case: EntailmentCase) -> Iterator[str]:
    """Structures are evaluated and have to be the least."""
    models = case.certificate.models
    if case.entailment is not Entailment.UNDETERMINED:
        if models:
            yield "a decided item carries structures"
        return
    claims = (closed(case.query), negate(closed(case.query)))
    if len(models) != len(claims):
        yield "an open item lacks a structure"
        return
    held = [closed(premise) for premise in case.premises]
    for model, claim in zip(models, claims, strict=True):
        structure = structure_of(model)
        if not all(holds(structure, formula) for formula in (*held, claim)):
            yield f"a structure does not satisfy the premises and {show(claim)}"
    if models != open_models(case.premises, case.query):
        yield "the structures are not the least ones"


def _text(case: EntailmentCase) -> Iterator[str]:
    item = case.item
    if case.is_imported:
        return
    yield from text_of(case, (*item.passage, item.question), (*case.premises, case.query))


def _counts(case: EntailmentCase) -> Iterator[str]:
    item, traits = case.item, case.item.traits
    spoken = {name for formula in (*case.premises, case.query) for name in symbols_of(formula)}
    named = [symbol.atom.partition("(")[0] for symbol in item.symbols]
    if set(named) != spoken or len(named) != len(spoken):
        yield "the symbols are not those of the formulas"
    found = (len(case.premises), len(item.symbols), query_shape(case.query))
    if found != (traits.n_premises, traits.n_atoms, traits.query_shape):
        yield "counts or the conclusion's shape are not those of the item"


CHECKS = (identity, _options, _label, own, _models, _text, _counts)
