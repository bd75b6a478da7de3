"""The table of how well the rules read, for the page on method."""

from __future__ import annotations

from engine.analysis.items.readings import corpus_figures
from engine.analysis.sources.reading import Reading
from engine.core.intervals import wilson
from engine.show.tables.html import Cell, Column, count, share_in_full, table, text


def reading_fragments(_: Reading) -> dict[str, str]:
    """The reader's precision and recall on replies read by hand."""
    rows = [
        [
            text(figure.part),
            text(figure.kind),
            text(figure.model),
            _share(figure.n_right, figure.n_read),
            _share(figure.n_right, figure.n_answers),
            _share(figure.n_agreed, figure.n),
            count(figure.n_distinct),
            count(figure.n_long),
            count(figure.n_cut),
        ]
        for figure in corpus_figures()
    ]
    names = ("Precision", "Recall", "Read as by hand", "Distinct", "Over 3 words", "Cut off")
    shares = (Column(name, numeric=True) for name in names)
    columns = (Column("Part"), Column("Answer"), Column("Model"), *shares)
    return {"readings": f"{table('Replies read by hand', columns, rows, head=3)}\n"}


def _share(k: int, n: int) -> Cell:
    """A share with its interval and number of replies."""
    low, high = wilson(k, n) if n else (None, None)
    return share_in_full(k / n if n else None, low, high, n)
