"""How well the rules read, and how the rules changed."""

from __future__ import annotations

import tomllib
from typing import Any

from engine.analysis.items.readings import corpus_figures
from engine.analysis.sources.reading import Reading
from engine.core.intervals import wilson
from engine.core.resources import data_file
from engine.show.tables.html import Cell, Column, code, count, share_in_full, table, text


def reading_fragments(_: Reading) -> dict[str, str]:
    """The reader's precision and recall on replies read by hand, and changes of the rules."""
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
    return {
        "readings": f"{table('Replies read by hand', columns, rows, head=3)}\n",
        "readings-changes": f"{_changes_table()}\n",
    }


def rule_changes() -> list[dict[str, Any]]:
    """Changes of the rules of reading, the latest first. Any: as in the file."""
    file = data_file("readings/rules.toml").read_text(encoding="utf-8")
    found: list[dict[str, Any]] = tomllib.loads(file)["changes"]
    return found


def _changes_table() -> str:
    rows = [
        [
            text(change["date"]),
            code(change["versions"][-1]),
            text(change["what"]),
            text(change["why"]),
            text(change.get("changed")),
        ]
        for change in rule_changes()
    ]
    titles = ("Date", "Version", "What changed", "Why", "Readings changed")
    return table("Changes of the reading rules", [Column(one) for one in titles], rows, head=1)


def _share(k: int, n: int) -> Cell:
    """A share with its interval and number of replies."""
    low, high = wilson(k, n) if n else (None, None)
    return share_in_full(k / n if n else None, low, high, n)
