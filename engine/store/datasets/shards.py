"""Shards: parts of what is generated, as Parquet, kept next to the database until all are there."""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.durable import left_behind, partial_of
from engine.core.resources import content_digest

if TYPE_CHECKING:
    import pyarrow as pa

_KEPT_S = 7 * 24 * 3600
"""How long the shards of work that stopped wait for it to start again."""


def as_shard(table: pa.Table) -> bytes:
    """A table as the content of a Parquet file."""
    import pyarrow as pa
    from pyarrow import parquet  # imported late: reading and evaluating do not need it

    into = pa.BufferOutputStream()
    parquet.write_table(table, into, compression="none", write_statistics=False)
    return bytes(into.getvalue())


@contextmanager
def shards_beside(db: Path, what: object) -> Iterator[Path]:
    """The folder for the shards of `what`, whose `repr` states all that determines them.

    It is removed once they are stored. If this fails or the process is killed, the next start of
    the same work finds them there, unless the engine or its data changed meanwhile; after a week,
    any work removes them.
    """
    key = hashlib.sha256(f"{what!r} {content_digest()}".encode()).hexdigest()[:16]
    place = db.with_name(f"{db.name}.shards-{key}")
    folder = partial_of(place)
    for old in db.parent.glob(f"{escape(db.name)}.shards-*.partial"):
        if time.time() - old.stat().st_mtime > _KEPT_S:
            shutil.rmtree(old, ignore_errors=True)
    for left in left_behind(place)[:1]:
        left.rename(folder)
    folder.mkdir(exist_ok=True)
    try:
        yield folder
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        if folder.exists() and not any(folder.iterdir()):
            folder.rmdir()
