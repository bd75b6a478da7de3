"""DivLogicEval from sentences of SNLI or MultiNLI that a user has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.decide import verify_item
from engine.language.sources import nli_pairs, source
from engine.pipeline.generate.generation import make_items, make_spec

NOUNS = ("baker", "driver", "girl", "boy", "painter", "nurse", "farmer", "sailor", "judge", "monk")
PLACES = (
    "harbour",
    "market",
    "garden",
    "station",
    "bridge",
    "chapel",
    "meadow",
    "tunnel",
    "quarry",
    "vineyard",
    "lighthouse",
    "windmill",
)


def record(label: str, premise: str, hypothesis: str, picture: str) -> str:
    return json.dumps(
        {
            "gold_label": label,
            "captionID": f"{picture}#0",
            "pairID": f"{picture}#0r1",
            "sentence1": premise,
            "sentence2": hypothesis,
        }
    )


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lines = []
    for noun in NOUNS:
        for place in PLACES:
            premise = f"A {noun} is waiting near the {place}."
            entailed = f"Near the {place} a {noun} is to be found."
            contrary = f"The {place} is without a {noun} today."
            lines.append(record("entailment", premise, entailed, f"{noun}{place}"))
            lines.append(record("contradiction", premise, contrary, f"{noun}{place}"))
    path = tmp_path_factory.mktemp("nli") / "pairs.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_entailed_hypotheses_are_paraphrases_and_contradicting_ones_negations(pairs: Path) -> None:
    found = nli_pairs(pairs)
    assert len(found) == len(NOUNS) * len(PLACES)
    assert found[0].text == "a baker is waiting near the harbour"
    assert found[0].paraphrase == "near the harbour a baker is to be found"
    assert found[0].negation == "the harbour is without a baker today"


@pytest.mark.parametrize(
    ("label", "premise", "hypothesis"),
    [
        ("neutral", "A cook is in the kitchen.", "A cook is frying an egg."),
        ("entailment", "Cooking eggs is a daily task.", "Eggs are cooked every day."),
        ("entailment", "A cook in the old kitchen.", "There is a cook in the kitchen."),
        ("entailment", "Is a cook in the kitchen.", "A cook is in the house."),
        ("entailment", "Took dogs were barking.", "The dogs were barking."),
        ("-", "A cook is in the kitchen.", "A cook is at home."),
    ],
)
def test_what_gives_no_clause_with_both_wordings_is_left_out(
    tmp_path: Path, label: str, premise: str, hypothesis: str
) -> None:
    path = tmp_path / "few.jsonl"
    contrary = record("contradiction", premise, "The kitchen is an empty room.", "kitchen")
    path.write_text(f"{record(label, premise, hypothesis, 'kitchen')}\n{contrary}\n", "utf-8")
    assert nli_pairs(path) == ()


@pytest.mark.parametrize(
    "premise",
    [
        "King Arthur is riding a grey horse.",
        "Spring flowers are in the vase.",
        "Evening light was on the hills.",
        "The wedding is in the garden.",
    ],
)
def test_a_first_word_that_only_looks_like_a_verb_is_taken(tmp_path: Path, premise: str) -> None:
    path = tmp_path / "few.jsonl"
    lines = [
        record("entailment", premise, "A horse is in the meadow.", "one"),
        record("contradiction", premise, "The meadow is without a horse.", "one"),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert len(nli_pairs(path)) == 1


def test_items_of_such_sentences_are_verified_like_others(pairs: Path) -> None:
    for item in make_items(make_spec("divlogiceval", {"source": f"nli-pairs:{pairs}"}, 1, 30)):
        found = verify_item(item)
        assert found.agreed, found.problem
        assert all(symbol.domain == "nli-pairs" for symbol in item.symbols)


def test_too_few_pairs_are_named(tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    path.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="only 0 sentences can serve as propositions"):
        source(f"nli-pairs:{path}")
