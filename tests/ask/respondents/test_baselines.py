import dataclasses
from collections import Counter

import pytest

from engine.ask.prompts import QuestionKind
from engine.ask.respondents import Learner, baselines_for, is_baseline, respondent
from engine.core.errors import InputError
from engine.core.items import Item, Outcome, ProofCertificate
from engine.grade import grade
from tests.items_by_hand import items

ITEMS = items(40, train=10)
TRAIN = [item for item in ITEMS if item.split == "train"]
TEST = [item for item in ITEMS if item.split == "test"]


def _share_right(name: str, asked: list[Item]) -> float:
    answers = respondent(name)
    if isinstance(answers, Learner):
        answers.fit(TRAIN)
    right = [grade(item, answers.answer(item)).strict_outcome is Outcome.RIGHT for item in asked]
    return sum(right) / len(right)


@pytest.mark.parametrize("name", baselines_for(QuestionKind.STATEMENT))
def test_every_baseline_answers_in_the_asked_format(name: str) -> None:
    made = respondent(name)
    assert made.name == name
    if isinstance(made, Learner):
        made.fit(TRAIN)
    for item in TEST[:6]:
        verdict = grade(item, made.answer(item))
        assert verdict.strict is not None


@pytest.mark.parametrize("name", baselines_for(QuestionKind.STATEMENT))
def test_no_baseline_looks_at_gold_certificate_or_role(name: str) -> None:
    made = respondent(name)
    if isinstance(made, Learner):
        made.fit(TRAIN)
    for item in TEST[:9]:
        blinded = dataclasses.replace(
            item,
            gold="false",
            intended="false",
            role="",
            certificate=ProofCertificate(),
            hash=item.hash,
        )
        assert made.answer(item) == made.answer(blinded)


@pytest.mark.parametrize(
    "name", ["majority", "negation-cue", "bare-statement", "substring", "atom-polarity"]
)
def test_rules_score_exactly_a_third_on_exchange_triples(name: str) -> None:
    assert _share_right(name, TEST) == pytest.approx(1 / 3)


def test_the_reasoners_get_everything_right() -> None:
    assert _share_right("solver", TEST) == 1
    assert _share_right("prover-1", TEST) == 1


def _lengthened(item: Item) -> Item:
    """The item with one more step before its fact."""
    *rules, fact = item.premises
    return dataclasses.replace(item, premises=(*rules, "u", f"u → {fact}"), hash=item.hash)


def test_a_prover_fails_exactly_where_the_proof_is_longer_than_it_looks() -> None:
    longer = [_lengthened(item) for item in TEST]
    assert _share_right("prover-1", longer) == pytest.approx(1 / 3)
    assert _share_right("prover-2", longer) == 1


def test_random_is_even_and_repeatable() -> None:
    answers = [respondent("random").answer(item) for item in ITEMS]
    assert answers == [respondent("random").answer(item) for item in ITEMS]
    assert min(Counter(answers).values()) > len(ITEMS) / 6


def test_rules_read_cues_bareness_and_overlap() -> None:
    item = TEST[0]
    clause = item.symbols[1].text
    cases = {
        ("negation-cue", f"It is not true that {clause}."): "false",
        ("negation-cue", f"It is true that {clause}."): "true",
        ("bare-statement", f"{clause.capitalize()}."): "uncertain",
        ("bare-statement", f"It is false that {clause}."): "false",
        ("substring", "It is true that snow is purple."): "uncertain",
        ("substring", f"It is true that {clause}."): "true",
    }
    for (name, question), label in cases.items():
        asked = dataclasses.replace(item, question=question, hash=item.hash)
        assert respondent(name).answer(asked) == f"Answer: {label}"


@pytest.mark.parametrize(
    ("premises", "query", "label"),
    [
        (("p → q", "p"), "q", "true"),
        (("p → ¬q", "p"), "q", "false"),
        (("p → q", "¬q"), "p", "false"),
        (("p → q", "r → ¬q"), "q", "uncertain"),
        (("p → r",), "q", "uncertain"),
        (("p ↔ q",), "q", "uncertain"),
    ],
)
def test_atom_polarity_counts_signs(premises: tuple[str, ...], query: str, label: str) -> None:
    item = dataclasses.replace(TEST[0], premises=premises, query=(query,), hash="0")
    assert respondent("atom-polarity").answer(item) == f"Answer: {label}"


def test_learners_need_a_train_split() -> None:
    for name in ("majority", "bag-of-words"):
        learner = respondent(name)
        assert isinstance(learner, Learner)
        with pytest.raises(InputError, match="train split"):
            learner.fit([])
        with pytest.raises(InputError, match="trained"):
            learner.answer(TEST[0])


def test_names() -> None:
    assert is_baseline("random")
    assert is_baseline("baseline:random")
    assert not is_baseline("gpt-4o")
    assert respondent("baseline:prover-3").name == "prover-3"
    with pytest.raises(InputError, match="prover-8"):
        respondent("prover-8")
