"""How much better models do on public than on fresh items, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

_TITLES = (
    "model", "prompt", "public", "95 % interval", "fresh", "95 % interval", "difference",
    "95 % interval", "pairs", "released", "cut-off",
)  # fmt: skip


def show_fresh(rows: Sequence[dict[str, Any]]) -> None:
    """A table for each data set; `rows` come from `engine.analysis.contamination`, by data set.

    Where a data set was asked from several fresh seeds, the beginning of its seal names the seed.
    """
    from engine.show.output import show_table

    for dataset, grouped in groupby(rows, lambda row: row["dataset"]):
        group = list(grouped)
        several = len({row["seal"] for row in group}) > 1
        show_table(
            f"{dataset}, public minus fresh, in pairs",
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
