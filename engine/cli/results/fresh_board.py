"""A table of accuracy on public items minus accuracy on fresh ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from engine.show.terminal.output import show_table

_TITLES = (
    "model", "prompt", "public", "95% interval", "fresh", "95 % interval", "difference",
    "95% interval", "pairs", "released", "cut-off",
)  # fmt: skip


def show_fresh(rows: Sequence[dict[str, Any]]) -> None:
    """Print a table per data set of rows from `datasets.contamination`, sorted by data set.

    If a data set has several fresh seeds, a prefix of the seal identifies each.
    """
    for dataset, grouped in groupby(rows, lambda row: row["dataset"]):
        group = list(grouped)
        several = len({row["seal"] for row in group}) > 1
        show_table(
            f"{dataset}, public minus fresh, paired",
            (*_TITLES, "seal") if several else _TITLES,
            [
                (
                    row["model"], row["prompt"],
                    *_share(row, "public"), *_share(row, "fresh"),
                    f"{row['difference']:+.1%}", f"{row['low']:+.1%} to {row['high']:+.1%}",
                    row["n"], row["released"], row["trained_until"],
                    *((row["seal"][:8],) if several else ()),
                )
                for row in group
            ],
        )  # fmt: skip


def _share(row: dict[str, Any], name: str) -> tuple[str, str]:
    """The accuracy on one side of the pairs, and its interval."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{row[f'{name}_value']:.1%}", f"{low:.1%} to {high:.1%}"
