from __future__ import annotations

import ast
import csv
import dataclasses
import os
import random
from collections import Counter
from math import log
from pathlib import Path

import pytest

from engine.audit.divergence import FLOOR, SAMPLE, distribution_bias, divergence, english
from engine.core.items import Item
from tests.choices_by_hand import choices
from tests.items_by_hand import items

_PROJECT = Path(__file__).parents[2]
PUBLISHED = Path(os.environ.get("SORITES_PUBLISHED", _PROJECT.parent / "shared" / "published"))


def test_the_reference_is_a_distribution_of_words() -> None:
    frequencies = english()
    assert len(frequencies) > 28_000
    assert 0.9 < sum(frequencies.values()) < 1
    assert min(frequencies.values()) >= 1e-6
    assert max(frequencies, key=frequencies.__getitem__) == "the"
    assert all(word == word.lower() for word in frequencies)


def test_words_are_counted_whatever_their_case_and_options_with_them() -> None:
    item = dataclasses.replace(
        choices(1)[0],
        passage=("The lamp isn't lit.",),
        question="Is the LAMP lit?",
        options=(
            dataclasses.replace(choices(1)[0].options[0], text="A lamp’s door"),
            dataclasses.replace(choices(1)[0].options[1], key="x", text="x"),
        ),
    )
    found = distribution_bias([item])
    # the lamp isn't lit | is the lamp lit | a lamp's door; the option named x is no wording
    assert (found.tokens, found.vocabulary_size) == (11, 8)


def test_symbolic_twins_are_not_english() -> None:
    english_alone = [item for item in choices(6) if item.traits.language == "en"]
    assert distribution_bias(choices(6)) == distribution_bias(english_alone)
    twins = [item for item in choices(6) if item.traits.language != "en"]
    assert distribution_bias(twins).kl_divergence is None


def drawn_divergence(counts: Counter[str], seed: int) -> float:
    """The same, from one sample as it might be drawn."""
    words, weights = zip(*english().items(), strict=True)
    sample = Counter(random.Random(seed).choices(words, weights, k=SAMPLE))
    n = counts.total()
    return sum(
        count / n * log(count / n / (sample[word] / SAMPLE if sample[word] else FLOOR))
        for word, count in counts.items()
    )


def words_of(shown: tuple[Item, ...]) -> Counter[str]:
    return Counter(
        word.strip(".?,").lower()
        for item in shown
        for text in item.passage
        for word in text.split()
    )


def test_the_divergence_is_the_mean_over_samples() -> None:
    counts = words_of(items(30))
    drawn = [drawn_divergence(counts, seed) for seed in range(12)]
    # the words left out of the reference leave the samples a little larger than they should be
    assert divergence(counts) == pytest.approx(sum(drawn) / len(drawn), abs=0.05)


def test_general_english_is_near_and_a_few_words_are_far() -> None:
    frequencies = english()
    general = Counter({word: round(f * 1e6) for word, f in frequencies.items()})
    few = Counter({"wolf": 50, "sheep": 50, "afraid": 100, "the": 200})
    assert divergence(general) < 1.5
    assert divergence(few) > 4
    assert divergence(few) == pytest.approx(divergence(few + few))


def test_no_words_have_no_divergence() -> None:
    with pytest.raises(ValueError, match="without words"):
        divergence(Counter())


@pytest.mark.published
def test_published_justlogic_has_the_vocabulary_that_was_counted_of_it() -> None:
    """10,721 different words, by another count of the same file; KL 2.07 from Wikipedia."""
    path = PUBLISHED / "justlogic" / "validate_dataset.csv"
    if not path.is_file():
        pytest.skip(f"{path} is not here: name the folder in SORITES_PUBLISHED")
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    shown = [
        dataclasses.replace(
            items(1)[0],
            passage=tuple(ast.literal_eval(row["premises"])),
            question=row["question"],
            hash=str(at),
        )
        for at, row in enumerate(rows)
    ]
    found = distribution_bias(shown)
    assert found.vocabulary_size == 10_721
    assert found.kl_divergence == pytest.approx(2.29, abs=0.005)
