"""Finish drafts into items, and verify items: one frame, with a way for each kind.

Two independent procedures derive the label from the formulas. The intended label is stored too, and
any disagreement among the three stops the generator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, starmap
from typing import Any, NamedTuple

from engine.core.errors import InputError
from engine.core.items import AnswerKind, Item, Verification
from engine.core.kinds import Fragment, Kind, kind_of
from engine.decide import (
    choice,
    choice_checks,
    entailment,
    formal,
    formal_checks,
    proof_checks,
    proofs,
    support,
    support_checks,
)
from engine.decide.case import UNREADABLE, Case, Found
from engine.decide.draft import (
    ChoiceDraft,
    Drafts,
    FormalDraft,
    GroupId,
    LabelDraft,
    ProofDraft,
    SupportDraft,
)

Intended = Callable[[Any, GroupId], tuple[Item, ...]]
Finish = Callable[[Iterable[tuple[Any, GroupId]]], Iterable[tuple[Item, ...]]]


def _in_turn(finish_one: Intended) -> Finish:
    return partial(starmap, finish_one)


_DRAFTS: dict[type, tuple[Finish, Intended]] = {
    LabelDraft: (_in_turn(entailment.finish_labels), entailment.intended_labels),
    ProofDraft: (proofs.finish_groups, proofs.intended_group),
    ChoiceDraft: (_in_turn(choice.finish_choices), choice.intended_choices),
    SupportDraft: (_in_turn(support.finish_supports), support.intended_supports),
    FormalDraft: (_in_turn(formal.finish_formals), formal.intended_formals),
}
"""By kind of draft: how to finish drafts, and how to make items without the second procedure."""


class Way(NamedTuple):
    """How items of one kind are verified: the case that derives their answers, and its checks.

    The checks run in order. `methods` names the procedures. `together`, if set, derives the results
    that are cheaper for many groups at once.
    """

    case: type[Case]
    checks: tuple[Callable[[Any], Iterator[str]], ...]
    methods: str
    together: Callable[[Sequence[Sequence[Any]]], None] | None = None


_ENTAILMENT = Way(entailment.EntailmentCase, entailment.CHECKS, entailment.METHODS)
_PROOF = Way(
    proof_checks.ProofCase,
    proof_checks.CHECKS,
    proof_checks.METHODS,
    proof_checks.label_together,
)
_CHOICE = Way(choice_checks.ChoiceCase, choice_checks.CHECKS, choice_checks.METHODS)
_SUPPORT = Way(support_checks.SupportCase, support_checks.CHECKS, support_checks.METHODS)
_WAYS: dict[Kind, Way] = {
    Kind(AnswerKind.LABEL, Fragment.PROPOSITIONAL): _ENTAILMENT,
    Kind(AnswerKind.LABEL, Fragment.FIRST_ORDER): _ENTAILMENT,
    Kind(AnswerKind.CHOICE, Fragment.PROPOSITIONAL): _CHOICE,
    Kind(AnswerKind.CHOICE, Fragment.ARGUMENT): _SUPPORT,
    **{
        Kind(answer, Fragment.FIRST_ORDER): Way(
            formal_checks.FormalCase, formal_checks.CHECKS[answer], formal_checks.METHODS[answer]
        )
        for answer in formal_checks.METHODS
    },
}


def finish_groups(drawn: Iterable[tuple[Drafts, GroupId]]) -> Iterator[tuple[Item, ...]]:
    """Label the drafts of groups by two procedures and turn them into items, group by group.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
        InputError: a family handed on something other than drafts of one kind.
    """
    for kind, some in groupby(drawn, key=lambda group: _kind_of_drafts(*group)):
        yield from _DRAFTS[kind][0](some)


def finish_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group, as `finish_groups` does."""
    return next(finish_groups([(drafts, made)]))


def intended_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before the second procedure has confirmed them."""
    return _DRAFTS[_kind_of_drafts(drafts, made)][1](drafts, made)


def _kind_of_drafts(drafts: Drafts, made: GroupId) -> type:
    kinds = {type(draft) for draft in drafts}
    if len(kinds) != 1 or not kinds <= _DRAFTS.keys():
        known = ", ".join(kind.__name__ for kind in _DRAFTS)
        handed = ", ".join(sorted(kind.__name__ for kind in kinds)) or "nothing"
        raise InputError(f"{made}: a group has drafts of one kind ({known}), not {handed}")
    return kinds.pop()


def verify_groups(groups: Iterable[Sequence[Item]]) -> Iterator[list[Verification]]:
    """Verify the items of groups by deriving what is stored again, group by group.

    At least two procedures derive the answer again from the stored formulas alone. The certificate
    is checked and must be minimal; every sentence must read back to exactly its formula; hash,
    options and traits must match the content.
    """
    for way, some in groupby(groups, key=_common_way):
        if way is None:  # corrupted: the items of a group are of one kind
            yield from ([verify_item(item) for item in items] for items in some)
        elif way.together is not None:
            yield from _verified(way, list(some))
        else:
            yield from (_verified(way, [items])[0] for items in some)


def _verified(way: Way, groups: Sequence[Sequence[Item]]) -> list[list[Verification]]:
    """Verify groups; each check runs on all of them before the next check."""
    grouped = [[way.case(item) for item in items] for items in groups]
    if way.together is not None:
        way.together(grouped)
    for check in way.checks:
        for cases in grouped:
            for case in cases:
                case.take(check)
    return [[_verification(way, case) for case in cases] for cases in grouped]


def _verification(way: Way, case: Case) -> Verification:
    found = Found("undecided")
    try:
        found = case.found
    except UNREADABLE as error:
        case.problem = case.problem or f"cannot be read: {error}"
    return Verification(
        index=case.item.index,
        verdict=found.verdict,
        agreed=case.problem is None,
        methods=way.methods,
        solver=case.solver,
        minimal_premises=found.minimal_premises,
        steps=found.steps,
        height=found.height,
        problem=case.problem,
    )


def _common_way(items: Sequence[Item]) -> Way | None:
    """The way of all the items; None where they differ."""
    first, *others = map(_way_of, items)
    return first if all(other is first for other in others) else None


def _way_of(item: Item) -> Way:
    try:
        kind = kind_of(item)
        if kind.answer is AnswerKind.LABEL and item.certificate.kind == "proof":
            return _PROOF if kind.fragment is Fragment.PROPOSITIONAL else _WAYS[kind]
        return _WAYS[kind]
    except (KeyError, ValueError):
        return _UNKNOWN


def _no_way(case: Case) -> Iterator[str]:
    item = case.item
    yield (
        f"the traits say that its logic is {item.traits.logic!r}, in which nothing here decides a"
        f" {item.answer_kind}"
    )


_UNKNOWN = Way(Case, (_no_way,), "none")


def verify_group(items: Sequence[Item]) -> list[Verification]:
    """Verify the items of one group, as `verify_groups` does."""
    return next(verify_groups([items]))


def verify_item(item: Item) -> Verification:
    """Verify an item by deriving what is stored again."""
    return verify_group([item])[0]
