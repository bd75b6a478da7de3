"""Each kind of question is labelled and verified in its own way, whatever its family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby, starmap
from typing import Any

from engine.core.items import Item, Verification
from engine.core.rotations import is_single_choice
from engine.decide import choice, finish, formal, skill, support, verify
from engine.decide.choice_verify import verify_choice
from engine.decide.draft import (
    ChoiceDraft,
    Draft,
    Drafts,
    FormalDraft,
    GroupId,
    SkillDraft,
    SupportDraft,
)
from engine.decide.formal_verify import verify_formal
from engine.decide.skill_verify import verify_skill
from engine.decide.support_verify import verify_support


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: what its drafts are, what tells an item of it, and what is done to both.

    `intended` takes a sequence of `draft` (Any, for each kind has its own), `finish` those of many
    groups, each with its identity. `verify` takes the items of many groups, all of this kind.
    """

    draft: type
    finish: Callable[[Iterable[tuple[Any, GroupId]]], Iterable[tuple[Item, ...]]]
    intended: Callable[[Any, GroupId], tuple[Item, ...]]
    is_kind_of: Callable[[Item], bool]
    verify: Callable[[Iterable[Sequence[Item]]], Iterable[list[Verification]]]


def _in_turn(
    finish_one: Callable[[Any, GroupId], tuple[Item, ...]],
) -> Callable[[Iterable[tuple[Any, GroupId]]], Iterator[tuple[Item, ...]]]:
    return partial(starmap, finish_one)


def _each(
    verify_one: Callable[[Item], Verification],
) -> Callable[[Iterable[Sequence[Item]]], Iterator[list[Verification]]]:
    return lambda groups: (list(map(verify_one, items)) for items in groups)


# the first that fits: a question on an argument is a single choice too, and any item a statement
KINDS = (
    Kind(
        FormalDraft,
        _in_turn(formal.finish_formals),
        formal.intended_formals,
        formal.is_formal,
        _each(verify_formal),
    ),
    Kind(
        SupportDraft,
        _in_turn(support.finish_supports),
        support.intended_supports,
        support.is_support_question,
        _each(verify_support),
    ),
    Kind(
        ChoiceDraft,
        _in_turn(choice.finish_choices),
        choice.intended_choices,
        is_single_choice,
        _each(verify_choice),
    ),
    Kind(
        SkillDraft,
        _in_turn(skill.finish_skills),
        skill.intended_skills,
        skill.is_skill_question,
        _each(verify_skill),
    ),
    Kind(
        Draft,
        finish.finish_groups,
        finish.intended_group,
        lambda _: True,
        verify.verify_groups,
    ),
)


def finish_groups(drawn: Iterable[tuple[Drafts, GroupId]]) -> Iterator[tuple[Item, ...]]:
    """Label the drafts of groups by two procedures and make items of them, group by group.

    Raises:
        VerificationError: a disagreement; the message has the identity and the formulas.
    """
    for kind, some in groupby(drawn, key=lambda group: _kind_of_drafts(group[0])):
        yield from kind.finish(some)


def finish_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group, as `finish_groups` does."""
    return next(finish_groups([(drafts, made)]))


def intended_group(drafts: Drafts, made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before the second procedure has confirmed them."""
    return _kind_of_drafts(drafts).intended(drafts, made)


def _kind_of_drafts(drafts: Drafts) -> Kind:
    return next(kind for kind in KINDS if kind.draft is type(drafts[0]))


def verify_groups(groups: Iterable[Sequence[Item]]) -> Iterator[list[Verification]]:
    """Derive what is stored of the items of groups again and compare, group by group.

    See `verify`, `choice_verify`, `skill_verify`, `support_verify` and `formal_verify`.
    """
    for kind, some in groupby(groups, key=_kind_of_items):
        if kind is None:  # corrupted: the items of a group are of one kind
            yield from ([verify_item(item) for item in items] for items in some)
        else:
            yield from kind.verify(some)


def _kind_of_items(items: Sequence[Item]) -> Kind | None:
    """The kind of all the items; None where they differ."""
    first, *others = map(_kind_of, items)
    return first if all(other is first for other in others) else None


def _kind_of(item: Item) -> Kind:
    return next(kind for kind in KINDS if kind.is_kind_of(item))


def verify_group(items: Sequence[Item]) -> list[Verification]:
    """Derive what is stored of the items of one group, as `verify_groups` does."""
    return next(verify_groups([items]))


def verify_item(item: Item) -> Verification:
    """Derive what is stored of an item again and compare."""
    return verify_group([item])[0]
