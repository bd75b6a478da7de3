"""Tasks in first-order logic: a formula, a countermodel or the statements that follow.

Each answer is derived in two ways. The formula of a sentence comes from its tree and from reading
the sentence. A countermodel is checked by our own evaluator and by Z3. That a statement follows, or
is contradicted, is proved by instances, Z3 and cvc5; that it does not is shown by a structure.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.errors import VerificationError
from engine.core.items import (
    NONE_FOLLOWS,
    Item,
    Model,
    Option,
    OptionGround,
    StructureCertificate,
    Traits,
)
from engine.core.kinds import FORMAL, Fragment, QuestionKind
from engine.decide.case import readings_of, unlike
from engine.decide.draft import FormalDraft, GroupId
from engine.decide.models import either_way, model_of, structure_of
from engine.logic import Formula, negate, show
from engine.logic.first_order.entailment import (
    LARGEST,
    Refute,
    all_hold_for_z3,
    doubting_prover,
    follows,
    least_countermodel,
    smallest_support,
)
from engine.logic.first_order.models import find_model_of
from engine.logic.first_order.structures import Structure, holds, structure_text

SYMBOLIZATION = QuestionKind.SYMBOLIZATION.value
COUNTERMODEL = QuestionKind.COUNTERMODEL.value
VALIDITY = QuestionKind.VALIDITY.value
KINDS = {asked.value: answer for answer, asked in FORMAL.items()}
"""The kind of answer to each task."""

GOLD, OPEN, CONTRADICTED = "gold", "open", "contradicted"


def finish_formals(drafts: Sequence[FormalDraft], made: GroupId) -> tuple[Item, ...]:
    """Derive the answers of one group in the second way and turn the drafts into items.

    Raises:
        VerificationError: the two ways disagree; the message has the identity and the formulas.
    """
    items = intended_formals(drafts, made)
    for at, (draft, item) in enumerate(zip(drafts, items, strict=True)):
        if problem := _disagreement(draft, item):
            raise VerificationError(f"{made.item(at, len(drafts))}: {problem}")
    return items


def _disagreement(draft: FormalDraft, item: Item) -> str | None:
    if draft.task == SYMBOLIZATION:
        read = readings_of(item)
        return next(unlike(read, draft.passage[0], draft.query[0]), None) if read else None
    if draft.task == COUNTERMODEL:
        structure = countermodel(draft.premises, draft.query[0], draft.size)
        if not is_countermodel(structure, draft.premises, draft.query[0]):
            return f"Z3 finds no countermodel in that of {show(draft.query[0])}"
        return None
    options = _options(draft)
    for at, option in enumerate(draft.query):
        support = None
        if at in draft.right:
            support = smallest_support(draft.premises, option, draft.refute)
            is_found = support is not None
        else:
            is_found = follows(draft.premises, option, draft.refute) is False
        if not is_found:
            claim = "right" if at in draft.right else "wrong"
            return (
                f"{show(option)} is stored as a {claim} option, which our procedures do not confirm"
            )
        sources = None if support is None else support.sources
        if problem := unconfirmed(draft.premises, option, options[at].role, sources):
            return problem
    return None


def unconfirmed(
    premises: tuple[Formula, ...], option: Formula, role: str, sources: tuple[int, ...] | None
) -> str | None:
    """What Z3 or cvc5 fails to prove of an option, as a sentence; None if both confirm its role.

    For a statement that follows they get only `sources`, the fewest premises it needs.
    """
    if sources is not None:
        needed = (premises[0], *(premises[source] for source in sources))
        doubting = doubting_prover(needed, option)
        return f"{doubting} does not find that {show(option)} follows" if doubting else None
    doubting = doubting_prover(premises, negate(option)) if role == CONTRADICTED else None
    return f"{doubting} does not find that {show(option)} is contradicted" if doubting else None


def intended_formals(drafts: Sequence[FormalDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed."""
    return tuple(_item(draft, made, at, len(drafts)) for at, draft in enumerate(drafts))


def _item(draft: FormalDraft, made: GroupId, at: int, members: int) -> Item:
    options = _options(draft)
    gold = gold_of(draft)
    return Item(
        **made._asdict(),
        role=draft.role,
        index=made.group * members + at,
        split="test",
        passage=draft.passage,
        question=draft.question,
        options=options,
        answer_kind=KINDS[draft.task],
        gold=gold,
        symbols=draft.symbols,
        premises=tuple(map(show, draft.premises)),
        query=tuple(map(show, draft.query)),
        intended=gold,
        certificate=certificate(draft),
        traits=Traits(
            depth=draft.depth,
            root_form=draft.root_form,
            question_type=draft.task,
            logic=Fragment.FIRST_ORDER.value,
            language=draft.role,
            n_premises=len(draft.premises),
            n_atoms=len(draft.symbols),
        ),
    )


def gold_of(draft: FormalDraft) -> str:
    """The answer as stored."""
    if draft.task == SYMBOLIZATION:
        return show(draft.query[0])
    if draft.task == COUNTERMODEL:
        return structure_text(countermodel(draft.premises, draft.query[0], draft.size))
    return ",".join(str(at + 1) for at in draft.right) or NONE_FOLLOWS


def _options(draft: FormalDraft) -> tuple[Option, ...]:
    return formal_options(draft.texts, draft.premises, draft.query, draft.right, draft.refute)


def formal_options(
    texts: Sequence[str],
    premises: tuple[Formula, ...],
    query: Sequence[Formula],
    right: Sequence[int],
    refute: Refute = least_countermodel,
) -> tuple[Option, ...]:
    """The statements; one that does not follow is left open by the premises, or contradicted."""

    def role(at: int) -> str:
        if at in right:
            return GOLD
        return CONTRADICTED if follows(premises, negate(query[at]), refute) else OPEN

    return tuple(Option(str(at + 1), text, role(at)) for at, text in enumerate(texts))


def options_as_published(options: Sequence[Option], right: Sequence[int]) -> tuple[Option, ...]:
    """Imported statements. Those that do not follow are not tested for contradiction."""
    return tuple(
        Option(option.key, option.text, GOLD if at in right else OPEN)
        for at, option in enumerate(options)
    )


def certificate(draft: FormalDraft) -> StructureCertificate:
    """The certificate of the answer.

    Raises:
        VerificationError: it cannot be shown within the bounds.
    """
    models: tuple[Model, ...] = ()
    options: tuple[OptionGround, ...] = ()
    if draft.task == SYMBOLIZATION:
        models = either_way(draft.query[0])
    if draft.task == VALIDITY:
        options = tuple(
            option_ground(draft.premises, option, at in draft.right, draft.refute)
            for at, option in enumerate(draft.query)
        )
    return StructureCertificate(models=models, options=options, rejected=draft.rejected)


def option_ground(
    premises: tuple[Formula, ...],
    option: Formula,
    is_right: bool,
    refute: Refute = least_countermodel,
) -> OptionGround:
    """Why a statement follows, or does not.

    Raises:
        VerificationError: it cannot be shown within the bounds.
    """
    if is_right:
        support = smallest_support(premises, option, refute)
        if support is None:
            raise VerificationError(f"what {show(option)} needs is not settled")
        return OptionGround(support.sources, tuple(map(model_of, support.counters)))
    counter = refute(premises, option)
    if counter is None:
        raise VerificationError(f"no structure of up to {LARGEST} shows that {show(option)} fails")
    return OptionGround(None, (model_of(counter),))


@lru_cache(maxsize=1 << 13)  # a question in English and its counterpart have the same formulas
def derived_ground(premises: tuple[Formula, ...], option: Formula) -> OptionGround:
    """Why a statement follows, or does not, if no answer is given.

    Raises:
        VerificationError: the ways to show it disagree, or do not settle it.
    """
    is_right = follows(premises, option)
    if is_right is None:
        raise VerificationError(f"whether {show(option)} follows is not settled")
    ground = option_ground(premises, option, is_right)
    if problem := unconfirmed(premises, option, OPEN, ground.sources):
        raise VerificationError(problem)
    if not is_right and not is_countermodel(structure_of(ground.models[0]), premises, option):
        raise VerificationError(f"Z3 finds no countermodel in that of {show(option)}")
    return ground


@lru_cache(maxsize=1 << 12)
def countermodel(premises: tuple[Formula, ...], conclusion: Formula, size: int) -> Structure:
    """The least structure of that size with true premises and a false conclusion.

    Raises:
        VerificationError: there is none.
    """
    found = find_model_of([*premises, negate(conclusion)], size)
    if found is None:
        raise VerificationError(f"{show(conclusion)} has no countermodel of {size} individuals")
    return found


def is_countermodel(structure: Structure, premises: Sequence[Formula], conclusion: Formula) -> bool:
    """Whether our evaluator and Z3 both find the premises true and the conclusion false in it."""
    needed = (*premises, negate(conclusion))
    return all(holds(structure, one) for one in needed) and all_hold_for_z3(structure, needed)
