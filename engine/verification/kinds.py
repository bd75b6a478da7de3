"""Each kind of question is labelled and verified in its own way, whatever its family."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.families.draft import (
    ChoiceDraft,
    Draft,
    Drafts,
    FormalDraft,
    GroupId,
    SkillDraft,
    SupportDraft,
)
from engine.items import Item, Verification
from engine.rotations import is_single_choice
from engine.verification import choice, finish, formal, skill, support, verify
from engine.verification.choice_verify import verify_choice
from engine.verification.formal_verify import verify_formal
from engine.verification.skill_verify import verify_skill
from engine.verification.support_verify import verify_support


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: what its drafts are, what tells an item of it, and what is done to both.

    `finish` and `intended` take a sequence of `draft` (Any, for each kind has its own); `verify`
    takes the items of one group, all of this kind.
    """

    draft: type
    finish: Callable[[Any, GroupId], tuple[Item, ...]]
    intended: Callable[[Any, GroupId], tuple[Item, ...]]
    is_kind_of: Callable[[Item], bool]
    verify: Callable[[Sequence[Item]], list[Verification]]


def _each(verify_one: Callable[[Item], Verification]) -> Callable[..., list[Verification]]:
    return lambda items: [verify_one(item) for item in items]


# the first that fits: a question on an argument is a single choice too, and any item a statement
KINDS = (
    Kind(
        FormalDraft,
        formal.finish_formals,
        formal.intended_formals,
        formal.is_formal,
        _each(verify_formal),
    ),
    Kind(
        SupportDraft,
        support.finish_supports,
        support.intended_supports,
        support.is_support_question,
        _each(verify_support),
    ),
    Kind(
        ChoiceDraft,
        choice.finish_choices,
        choice.intended_choices,
        is_single_choice,
        _each(verify_choice),
    ),
    Kind(
        SkillDraft,
        skill.finish_skills,
        skill.intended_skills,
        skill.is_skill_question,
        _each(verify_skill),
    ),
    Kind(
        Draft,
        finish.finish_group,
        finish.intended_group,
        lambda _: True,
        verify.verify_group,
    ),
)


def finish_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by two procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    return _kind_of_drafts(drafts).finish(drafts, made)


def intended_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before the second procedure has confirmed them."""
    return _kind_of_drafts(drafts).intended(drafts, made)


def _kind_of_drafts(drafts: Drafts) -> Kind:
    return next(kind for kind in KINDS if kind.draft is type(drafts[0]))


def verify_group(items: Sequence[Item]) -> list[Verification]:
    """Derive what is stored of the items of a group again and compare.

    See `verify`, `choice_verify`, `skill_verify`, `support_verify` and `formal_verify`.
    """
    kinds = [_kind_of(item) for item in items]
    if len(set(map(id, kinds))) == 1:
        return kinds[0].verify(items)
    # corrupted: the items of a group are of one kind
    return [kind.verify([item])[0] for kind, item in zip(kinds, items, strict=True)]


def _kind_of(item: Item) -> Kind:
    return next(kind for kind in KINDS if kind.is_kind_of(item))


def verify_item(item: Item) -> Verification:
    """Derive what is stored of an item again and compare."""
    return verify_group([item])[0]
