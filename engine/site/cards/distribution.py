"""Vocabulary of a family's data sets, and their divergence from general English.

Our figures are listed with those a paper reports for published test sets. The paper gives no
formula, so definitions may differ; each row names its source.
"""

from __future__ import annotations

from engine.analysis.datasets.figures import reported_distributions
from engine.analysis.datasets.vocabulary import MOST, vocabulary
from engine.analysis.sources.reading import Dataset, Reading
from engine.show.tables.html import Cell, Column, count, table, text

_NOTE = (
    "<p>Vocabulary size and divergence from general English. Published figures are as their source"
    " reports them, without a formula. Ours use the definition that came closest (Kullback-Leibler"
    f" divergence in nats from a sample of general English), on at most {MOST} English test items."
    " Fewer items give fewer words and a larger divergence, so compare sets of similar size.</p>"
)

_COLUMNS = (
    Column("Test set"),
    Column("Items", numeric=True),
    Column("Different words", numeric=True),
    Column("KL divergence, nats", numeric=True),
    Column("Source"),
)


def distribution_section(reading: Reading, family: str) -> str:
    """The family's sets in the snapshot, then the published ones."""
    rows = [_measured(reading, dataset) for dataset in reading.family(family)]
    for row in reported_distributions(reading.rows):
        cells = count(row["n"]), count(row["vocabulary_size"]), _nats(row["kl_divergence"])
        rows.append([text(row["dataset"]), *cells, text(row["source"])])
    shown = table("Vocabulary, and divergence from general English", _COLUMNS, rows, sortable=True)
    return f"{_NOTE}\n\n{shown}"


def _measured(reading: Reading, dataset: Dataset) -> list[Cell]:
    found = vocabulary(reading, dataset)
    return [
        text(dataset.name),
        count(found.n),
        count(found.size),
        _nats(found.divergence),
        text(f"measured here{'' if found.is_test else ' on all splits'}, by our definition"),
    ]


def _nats(value: float | None) -> Cell:
    return text(None) if value is None else Cell(f"{value:.2f}", value)
