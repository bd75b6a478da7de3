"""The words of a family's data sets, and how far they are from general English, on any card.

Ours stand beside published test sets, as a paper reports them. It states no formula, so that the
two are not of one definition; every row says whose it is.
"""

from __future__ import annotations

from engine.analysis.datasets.vocabulary import MOST, vocabulary
from engine.analysis.figures import reported_distributions
from engine.analysis.reading import Dataset, Reading
from engine.show.tables import Cell, Column, count, table, text

_NOTE = (
    "<p>How rich is the language, and how far from general English? The published figures are as"
    " their source reports them; it states no formula. Ours follow the definition that came nearest"
    " to them (Kullback-Leibler divergence in nats from a sample of"
    f" general English), over at most {MOST} English test items. Fewer items give fewer words and"
    " a larger divergence: compare sets of like size.</p>"
)

_COLUMNS = (
    Column("Test set"),
    Column("Items", numeric=True),
    Column("Different words", numeric=True),
    Column("KL divergence, nats", numeric=True),
    Column("Source"),
)


def distribution_section(reading: Reading, family: str) -> str:
    """The family's sets in the snapshot, and below them the published ones."""
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
