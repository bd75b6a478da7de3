"""Writing what a query over a snapshot gives to a Parquet file, without holding it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from engine.core.canary import canary
from engine.store.connection import attach_read_only

_ALIAS = "snapshot"
_ROWS_TOGETHER = 8_192
"""Rows in a group of the file, which is in memory while it is written: 14 MB of usual replies."""

_MOST_NAMED_ONCE = 64
"""Values of a column in a group up to which each is written once and then named by number: enough
for models and outcomes, and so few that replies are soon seen to be none."""


def write_parquet(
    snapshot: Path, query: str, target: Path, *, packing: str = "zstd", **values: int
) -> None:
    """Write the rows of a query in the order in which they come; equal rows give equal bytes.

    A connection of its own, for that of an open snapshot can reach no file. By one thread: several
    would cut the rows up otherwise each time. The file's metadata hold the canary, for replies
    repeat what was asked.

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
