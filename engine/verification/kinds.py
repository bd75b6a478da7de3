"""Each kind of question is labelled and verified in its own way, whatever its family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.families.draft import (
    ChoiceDraft,
    Draft,
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

Drafts = (
    Sequence[Draft]
    | Sequence[ChoiceDraft]
    | Sequence[SkillDraft]
    | Sequence[SupportDraft]
    | Sequence[FormalDraft]
)


def finish_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by two procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    if isinstance(drafts[0], ChoiceDraft):
        choices = cast("Sequence[ChoiceDraft]", drafts)
        return choice.finish_choices(choices, made)
    if isinstance(drafts[0], SkillDraft):
        questions = cast("Sequence[SkillDraft]", drafts)
        return skill.finish_skills(questions, made)
    if isinstance(drafts[0], SupportDraft):
        structures = cast("Sequence[SupportDraft]", drafts)
        return support.finish_supports(structures, made)
    if isinstance(drafts[0], FormalDraft):
        formals = cast("Sequence[FormalDraft]", drafts)
        return formal.finish_formals(formals, made)
    statements = cast("Sequence[Draft]", drafts)
    return finish.finish_group(statements, made)


def intended_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before the second procedure has confirmed them."""
    if isinstance(drafts[0], ChoiceDraft):
        choices = cast("Sequence[ChoiceDraft]", drafts)
        return choice.intended_choices(choices, made)
    if isinstance(drafts[0], SkillDraft):
        questions = cast("Sequence[SkillDraft]", drafts)
        return skill.intended_skills(questions, made)
    if isinstance(drafts[0], SupportDraft):
        structures = cast("Sequence[SupportDraft]", drafts)
        return support.intended_supports(structures, made)
    if isinstance(drafts[0], FormalDraft):
        formals = cast("Sequence[FormalDraft]", drafts)
        return formal.intended_formals(formals, made)
    statements = cast("Sequence[Draft]", drafts)
    return finish.intended_group(statements, made)


def verify_group(items: Sequence[Item]) -> list[Verification]:
    """Derive what is stored of the items of a group again and compare.

    See `verify`, `choice_verify`, `skill_verify`, `support_verify` and `formal_verify`.
    """
    if any(
        is_single_choice(item) or skill.is_skill_question(item) or formal.is_formal(item)
        for item in items
    ):
        return [_verify_one(item) for item in items]
    return verify.verify_group(items)


def _verify_one(item: Item) -> Verification:
    if formal.is_formal(item):
        return verify_formal(item)
    if support.is_support_question(item):
        return verify_support(item)
    if is_single_choice(item):
        return verify_choice(item)
    if skill.is_skill_question(item):
        return verify_skill(item)
    return verify.verify_group([item])[0]


def verify_item(item: Item) -> Verification:
    """Derive what is stored of an item again and compare."""
    return verify_group([item])[0]
