"""Figures that others printed (`reported.yaml`) or that their raw files give (`reproduced.json`).

Both are kept apart from what is measured here by their origin. They are loaded into the table
`figures`, from which the leaderboard shows them beside the runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from engine.core.errors import InputError
from engine.families import FAMILIES
from engine.io.published.figure import STRICT, Figure
from engine.io.published.reported import read_reported
from engine.store import connect, register_model, transaction
from engine.store.connection import StoreOutdated, attach_read_only
from engine.store.figures import holds_figures, replace_figures

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class ReproducedFile(BaseModel):
    """The content of one `reproduced.json`: figures, and the command that makes them."""

    model_config = STRICT

    command: str
    figures: tuple[Figure, ...]


def read_reproduced(path: Path) -> tuple[Figure, ...]:
    """The figures of one JSON file; InputError says which entry is wrong."""
    try:
        content = ReproducedFile.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise InputError(f"{path.name}: not a file of reproduced figures: {error}") from None
    return tuple(f.model_copy(update={"command": content.command}) for f in content.figures)


def known_figures() -> tuple[Figure, ...]:
    """All figures that families bring (`Family.figures`), reported ones first."""
    files = [path for one in FAMILIES.values() if one.figures for path in one.figures()]
    files.sort(key=lambda path: path.suffix != ".yaml")
    changed = [path.exists() and path.stat().st_mtime_ns for path in files]
    return tuple(chain.from_iterable(map(_read, files, changed)))


@cache
def _read(path: Path, _changed_ns: int) -> tuple[Figure, ...]:
    """The figures of one file; every publication asks for them, and they seldom change."""
    return read_reported(path) if path.suffix == ".yaml" else read_reproduced(path)


def load_figures(con: DuckDBPyConnection) -> int:
    """Fill the table `figures` with all known ones; gives their number.

    The table is replaced, so loading again changes nothing. Where the database holds the very
    run that a figure summarises, the view `leaderboard` shows the run instead.
    """
    figures = known_figures()
    with transaction(con):
        replace_figures(con, _rows(figures))
        for figure in figures:
            if figure.kind != "published":  # what the leaderboard takes an unknown model for
                register_model(con, figure.model, figure.kind)
    return len(figures)


def bring_figures(db: Path) -> None:
    """Write all known figures into a database, unless it has exactly these.

    Raises:
        StoreBusy: another process is writing to the database.
        StoreError: there is no database, or it is of a later version.
    """
    with suppress(StoreOutdated), closing(attach_read_only(db, "db")) as con:
        if holds_figures(con, _rows(known_figures())):
            return
    with closing(connect(db)) as con:
        load_figures(con)


def _rows(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """The figures as rows of the table. Any: its cells."""
    return [figure.model_dump(exclude={"kind"}) for figure in figures]
