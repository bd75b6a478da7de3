"""What is known of whether a model can have seen a set: release dates, cut-offs, fresh items."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.errors import InputError
from engine.resources import data_file
from engine.store import connect_read_only
from engine.store.records import read_rows
from engine.suites import releases

FRESHNESS = """
SELECT f.*, d.content_hash FROM freshness f JOIN datasets d ON d.name = f.dataset
WHERE $dataset IS NULL OR f.dataset = $dataset
ORDER BY f.dataset, f.difference DESC, f.model, f.prompt, f.fresh_run
"""
"""The view `freshness` with the content of each set, by which `with_dates` knows its release."""


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


def cutoff_of(model: str) -> Cutoff | None:
    """The known cut-off of a model; None where nobody has written one down."""
    return cutoffs().get(model)


def freshness_rows(db: Path, dataset: str | None = None) -> list[dict[str, Any]]:
    """The rows of the view `freshness`, of one data set or all, with dates.

    There are none of a set that only others report on and of one that there is not.
    """
    with closing(connect_read_only(db)) as con:
        return with_dates(read_rows(con, FRESHNESS, {"dataset": dataset}))


def with_dates(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows of `FRESHNESS` with the release of each set and the cut-off of each model.

    `released` and `cutoff` are None where they are not known; `released_after` says whether the
    model's training ended before the set was there to be seen.
    """
    known, released_by = cutoffs(), releases()
    found = []
    for row in rows:
        told = {name: value for name, value in row.items() if name != "content_hash"}
        released = released_by.get(row["content_hash"])
        cutoff = known[row["model"]].cutoff if row["model"] in known else None
        after = released > cutoff if released and cutoff else None
        found.append({**told, "released": released, "cutoff": cutoff, "released_after": after})
    return found
