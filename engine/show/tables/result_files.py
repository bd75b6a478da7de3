"""Rows of results as CSV, Parquet and SVG."""

from __future__ import annotations

import csv
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.analysis.sources.query import Row
from engine.core.errors import InputError
from engine.core.spreadsheets import neutralised
from engine.core.writing import write_text, write_whole
from engine.show.drawings.plot import plot


def write_csv(rows: Sequence[Row]) -> None:
    """Print the rows as CSV; no spreadsheet takes a text for a formula."""
    if not rows:
        return
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(rows[0])
    table.writerows(neutralised(row.values()) for row in rows)


def write_parquet(path: Path, rows: Sequence[Row]) -> None:
    """Write the rows as a Parquet file.

    Raises:
        InputError: the file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pylist(list(rows))
    write_whole(path, lambda partial: pq.write_table(table, partial))


def write_plot(path: Path, rows: Sequence[Row], traits: Sequence[str]) -> None:
    """Write a plot of the rows as SVG.

    Raises:
        InputError: more than one trait or data set, too many runs, or no SVG file is named.
    """
    if len(traits) > 1:
        raise InputError("a plot is by at most one trait; --csv and --parquet take several")
    if path.suffix.lower() != ".svg":
        raise InputError(f"{path} does not end in .svg; plots are SVG files")
    drawn = plot(rows, traits[0] if traits else None)
    write_text(path, drawn)
