"""The table of how well the rules read, for the page on method."""

from __future__ import annotations

from engine.analysis.reading import Reading
from engine.analysis.readings import corpus_figures
from engine.show.tables import Column, table, text


def reading_fragments(_: Reading) -> dict[str, str]:
    """The reader's precision and recall on replies read by hand."""
    rows = [
        [
            text(figure.kind),
            text(figure.model),
            text(figure.n),
            *(text(_share(share)) for share in (figure.precision, figure.recall)),
        ]
        for figure in corpus_figures()
    ]
    counted = (Column(name, numeric=True) for name in ("Replies", "Precision", "Recall"))
    columns = (Column("Answer"), Column("Model"), *counted)
    return {"readings": f"{table('Replies read by hand', columns, rows, head=2)}\n"}


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
