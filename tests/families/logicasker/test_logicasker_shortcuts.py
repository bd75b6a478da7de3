"""Answering by how the conclusion looks, without reading the premises, hardly pays."""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from engine.core.settings import canonical_json
from engine.decide.draft import LabelDraft
from engine.families.logicasker import Params, draft
from engine.families.logicasker.signs import excess
from engine.logic import Formula, Not, Predicate, Quantified, postorder
from engine.logic.occurrences import symbols_of
from engine.logic.polarity import NONE, of_one_polarity, polarities
from tests.examples import SAME_TEST

GROUPS = 2_080
GROUPS_OF_CHAINS = 200
LIMIT = 0.55
LIMIT_OF_POLARITY = 0.60
MOST_TOLD = 0.15
_SLOW = pytest.mark.full(quick=SAME_TEST)
CHAINS = [pytest.param(2, 2, marks=_SLOW), pytest.param(3, 3, marks=_SLOW), (4, 7)]


@cache
def drafts() -> tuple[LabelDraft, ...]:
    params = Params()
    made = (draft(params, canonical_json(params), 1, group) for group in range(GROUPS))
    return tuple(one for group in made for one in group)


def quantifiers(formulas: Iterator[Formula] | tuple[Formula, ...]) -> set[type[Formula]]:
    return {type(n) for f in formulas for n in postorder(f) if isinstance(n, Quantified)}


def flips_the_quantifier(asked: LabelDraft) -> bool:
    return not quantifiers((asked.query,)) <= quantifiers(asked.premises)


def leads_with_another_quantifier(asked: LabelDraft) -> bool:
    leads = {type(premise) for premise in asked.premises}
    return isinstance(asked.query, Quantified) and type(asked.query) not in leads


def has_a_new_symbol(asked: LabelDraft) -> bool:
    known = {name for premise in asked.premises for name in symbols_of(premise)}
    return not set(symbols_of(asked.query)) <= known


def denies_a_compound(asked: LabelDraft) -> bool:
    return any(
        isinstance(node, Not) and not isinstance(node.operand, Predicate)
        for node in postorder(asked.query)
    )


def has_a_negation(asked: LabelDraft) -> bool:
    return any(isinstance(node, Not) for node in postorder(asked.query))


@pytest.mark.parametrize(
    "says_no",
    [
        flips_the_quantifier,
        leads_with_another_quantifier,
        has_a_new_symbol,
        denies_a_compound,
        has_a_negation,
    ],
)
def test_a_rule_on_the_conclusion_alone_hardly_pays(says_no: Callable[[LabelDraft], bool]) -> None:
    right = sum(says_no(asked) is (asked.role != "correct") for asked in drafts())
    assert 1 - LIMIT <= right / len(drafts()) <= LIMIT


def test_always_no_and_always_yes_are_right_half_of_the_time_on_every_skill() -> None:
    by_pair = [asked.role == "correct" for asked in drafts()]
    assert sum(by_pair) * 2 == len(by_pair)
    assert by_pair == [True, False] * GROUPS


def n_of_one_polarity(asked: LabelDraft) -> int:
    stated = NONE
    for premise in asked.premises:
        stated |= polarities(premise)
    return len(of_one_polarity(stated, polarities(asked.query)))


@cache
def chains(shortest: int, longest: int) -> tuple[LabelDraft, ...]:
    params = Params(min_length=shortest, max_length=longest)
    made = [draft(params, canonical_json(params), 1, n) for n in range(GROUPS_OF_CHAINS)]
    return tuple(one for group in made for one in group)


@pytest.mark.parametrize("least", [1, 2, 3])
@pytest.mark.parametrize(("shortest", "longest"), CHAINS)
def test_symbols_with_one_sign_only_tell_little_in_chains(
    shortest: int, longest: int, least: int
) -> None:
    asked = chains(shortest, longest)
    right = sum((n_of_one_polarity(one) >= least) is (one.role != "correct") for one in asked)
    assert 1 - LIMIT_OF_POLARITY <= right / len(asked) <= LIMIT_OF_POLARITY


@pytest.mark.parametrize(("shortest", "longest"), CHAINS)
def test_what_a_fallacy_infers_or_premises_refute_has_no_more_symbols_of_one_sign(
    shortest: int, longest: int
) -> None:
    made = chains(shortest, longest)
    pairs = [
        (other, (*correct.premises, correct.query))
        for correct, other in zip(made[::2], made[1::2], strict=True)
        if other.role in {"fallacy", "contradiction"}
    ]
    told = sum(excess((*one.premises, one.query), follows) > 0 for one, follows in pairs)
    assert 0 < len(pairs) < GROUPS_OF_CHAINS
    assert told / len(pairs) <= MOST_TOLD
