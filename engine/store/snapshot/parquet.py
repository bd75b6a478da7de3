"""Stream the result of a query over a snapshot to a Parquet file."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.core.canary import canary
from engine.store.connection import attach_read_only

_ALIAS = "snapshot"
_ROWS_TOGETHER = 8_192
"""Rows per row group, held in memory while written: 14 MB of typical replies."""

_MOST_NAMED_ONCE = 64
"""The most distinct values of a column in a group for dictionary encoding: enough for models and
outcomes, and so few that it is soon given up for replies."""


def write_parquet(
    snapshot: Path, query: str, target: Path, *, packing: str = "zstd", **values: int
) -> None:
    """Write the rows of a query in order; equal rows give equal bytes.

    It uses its own connection, because that of an open snapshot can reach no file, and a single
    thread, because several would split the row groups differently each time. The file's metadata
    hold the canary, because replies repeat what was asked.

    Raises:
        StoreError: if there is no snapshot of this version.
    """
    with closing(attach_read_only(snapshot, _ALIAS)) as con:
        con.execute("SET threads = 1")
        con.execute(
            f"COPY ({query}) TO $target"
            f" (FORMAT parquet, COMPRESSION {packing}, ROW_GROUP_SIZE {_ROWS_TOGETHER},"
            f" DICTIONARY_SIZE_LIMIT {_MOST_NAMED_ONCE},"
            " KV_METADATA {canary: $canary})",
            {"target": str(target), "canary": canary(), **values},
        )
