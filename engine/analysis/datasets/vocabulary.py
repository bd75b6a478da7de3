"""The words of data sets, and how far they are from general English."""

from __future__ import annotations

from typing import NamedTuple

from engine.analysis.datasets.composition import english_test_items
from engine.analysis.reading import Reading
from engine.audit import distribution_bias
from engine.store import Dataset

MOST = 900
"""Items measured of a set, as many as the published test set has with which ours are compared."""


class Vocabulary(NamedTuple):
    """How many items were measured, whether of the test split, and what came out."""

    n: int
    is_test: bool
    size: int
    divergence: float | None


def vocabulary(reading: Reading, dataset: Dataset) -> Vocabulary:
    """Measured once for each set, for two places of its card show it."""
    found = english_test_items(reading, dataset, MOST)
    if dataset.name not in reading.measured:
        items = reading.items(dataset.name, [row["item_id"] for row in found])
        reading.measured[dataset.name] = distribution_bias(items)
    bias = reading.measured[dataset.name]
    is_test = any(row["is_test"] for row in found)
    return Vocabulary(len(found), is_test, bias.vocabulary_size, bias.kl_divergence)
