"""The vocabulary of data sets, and its distance from general English."""

from __future__ import annotations

from typing import NamedTuple

from engine.analysis.datasets.composition import english_test_items
from engine.analysis.sources.reading import Reading
from engine.audit import distribution_bias
from engine.store import Dataset

MOST = 900
"""The number of items measured, equal to the size of the published test set for comparison."""


class Vocabulary(NamedTuple):
    """The result, with the number of items measured and whether they are the test split."""

    n: int
    is_test: bool
    size: int
    divergence: float | None


def vocabulary(reading: Reading, dataset: Dataset) -> Vocabulary:
    """Measured once per set, because its card shows it twice."""
    found = english_test_items(reading, dataset, MOST)
    if dataset.name not in reading.measured:
        items = reading.items(dataset.name, [row["item_id"] for row in found])
        reading.measured[dataset.name] = distribution_bias(items)
    bias = reading.measured[dataset.name]
    is_test = any(row["is_test"] for row in found)
    return Vocabulary(len(found), is_test, bias.vocabulary_size, bias.kl_divergence)
