"""What is known of whether a model can have seen a set: release dates, cut-offs, fresh items."""

from __future__ import annotations

import tomllib
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.errors import InputError
from engine.resources import data_file
from engine.store import connect_read_only, find_dataset
from engine.store.records import read_rows
from engine.suites import releases

_ROWS = """
SELECT f.*, d.content_hash FROM freshness f JOIN datasets d ON d.name = f.dataset
WHERE $dataset IS NULL OR f.dataset = $dataset
"""


class Cutoff(BaseModel):
    """The last day of which a model's training data are known to know, and who says so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    cutoff: date
    source: str


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    model: tuple[Cutoff, ...] = ()


def cutoffs(path: Path | None = None) -> dict[str, Cutoff]:
    """Known cut-offs by the name of the model; by default those of `data/contamination`.

    Raises:
        InputError: the file cannot be read as such.
    """
    where = path or data_file("contamination/cutoffs.toml")
    try:
        found = _File.model_validate(tomllib.loads(where.read_text(encoding="utf-8")))
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        first = str(error).splitlines()[0]
        raise InputError(f"{where}: no file of cut-offs ({first})") from None
    return {one.name: one for one in found.model}


def freshness_rows(db: Path, dataset: str | None = None) -> list[dict[str, Any]]:
    """The rows of the view `freshness` with the set's release and the model's cut-off.

    `released` and `cutoff` are None where they are not known; `released_after` says whether the
    model's training ended before the set was there to be seen.

    Raises:
        InputError: there is no such data set.
    """
    with closing(connect_read_only(db)) as con:
        if dataset is not None:
            dataset = find_dataset(con, dataset).name
        rows = read_rows(con, _ROWS, {"dataset": dataset})
    known, released = cutoffs(), releases()
    for row in rows:
        cutoff = known.get(row["model"])
        row["released"] = released.get(row.pop("content_hash"))
        row["cutoff"] = cutoff and cutoff.cutoff
        both = row["released"] and row["cutoff"]
        row["released_after"] = row["released"] > row["cutoff"] if both else None
    return rows
