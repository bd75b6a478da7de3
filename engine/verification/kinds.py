"""Each kind of question is labelled and verified in its own way, whatever its family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.families.draft import ChoiceDraft, Draft
from engine.items import Item, Verification
from engine.rotations import is_single_choice
from engine.verification import choice, finish, verify
from engine.verification.choice_verify import verify_choice

Drafts = Sequence[Draft] | Sequence[ChoiceDraft]


def finish_group(
    drafts: Drafts, *, family: str, version: int, params: str, seed: int, group: int
) -> tuple[Item, ...]:
    """Label the drafts of one group by two procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    if isinstance(drafts[0], ChoiceDraft):
        choices = cast("Sequence[ChoiceDraft]", drafts)
        return choice.finish_choices(
            choices, family=family, version=version, params=params, seed=seed, group=group
        )
    statements = cast("Sequence[Draft]", drafts)
    return finish.finish_group(
        statements, family=family, version=version, params=params, seed=seed, group=group
    )


def intended_group(
    drafts: Drafts, *, family: str, version: int, params: str, seed: int, group: int
) -> tuple[Item, ...]:
    """The items of one group as constructed, before the second procedure has confirmed them."""
    if isinstance(drafts[0], ChoiceDraft):
        choices = cast("Sequence[ChoiceDraft]", drafts)
        return choice.intended_choices(
            choices, family=family, version=version, params=params, seed=seed, group=group
        )
    statements = cast("Sequence[Draft]", drafts)
    return finish.intended_group(
        statements, family=family, version=version, params=params, seed=seed, group=group
    )


def verify_group(items: Sequence[Item]) -> list[Verification]:
    """Derive what is stored of the items of a group again and compare.

    See `verify` and `choice_verify`.
    """
    if any(map(is_single_choice, items)):
        return [
            verify_choice(item) if is_single_choice(item) else verify.verify_group([item])[0]
            for item in items
        ]
    return verify.verify_group(items)


def verify_item(item: Item) -> Verification:
    """Derive what is stored of an item again and compare."""
    return verify_group([item])[0]
