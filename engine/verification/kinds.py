"""Each kind of question is labelled and verified in its own way, whatever its family."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.families.draft import ChoiceDraft, Draft
from engine.items import Item, Verification
from engine.rotations import is_single_choice
from engine.verification import choice, choice_verify, finish, verify

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


def verify_item(item: Item) -> Verification:
    """Derive what is stored of an item again and compare; see `verify` and `choice_verify`."""
    if is_single_choice(item):
        return choice_verify.verify_choice(item)
    return verify.verify_item(item)
