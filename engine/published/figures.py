"""Figures that others printed (`data/reported`) or that their raw files give (`data/reproduced`).

Both are kept apart from what is measured here by their origin. They are loaded into the table
`figures`, from which the leaderboard shows them beside the runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import InputError
from engine.items import Origin
from engine.resources import data_file
from engine.statistics import wilson
from engine.store import register_model, transaction
from engine.store.runs import ModelKind

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_STRICT = ConfigDict(frozen=True, extra="forbid")


class Figure(BaseModel):
    """One share (0..1) of one cell, with where it comes from.

    `kind` is the kind of `model`, as in the table `models`. `n` is the number of questions behind
    the figure; None means that nobody says, and then there is no interval. `low` and `high` are
    the ends of the 95% Wilson interval.
    """

    model_config = _STRICT

    origin: Literal[Origin.REPORTED, Origin.REPRODUCED, Origin.REGRADED]
    family: str
    dataset: str
    model: str
    kind: ModelKind = "published"
    prompt: str | None
    breakdown: str = "overall"
    cell: str = "all"
    metric: str
    value: float = Field(ge=0, le=1)
    n: int | None = Field(ge=1)
    low: float | None = None
    high: float | None = None
    source: str
    command: str | None = None
    note: str | None = None


class Paper(BaseModel):
    """The publication that the figures of one file are printed in; `name` is its short name."""

    model_config = _STRICT

    name: str
    title: str
    authors: str
    family: str


class ReportedFigure(BaseModel):
    """One printed figure: `value` is the share as printed, `source` the table or section."""

    model_config = _STRICT

    dataset: str
    family: str | None = None
    model: str
    kind: ModelKind = "published"
    prompt: str | None
    metric: str
    breakdown: str = "overall"
    cell: str = "all"
    value: float = Field(ge=0, le=1)
    n: int | None = Field(ge=1)
    source: str
    note: str | None = None

    def figure(self, paper: Paper) -> Figure:
        """The figure with its origin, and an interval where n is known."""
        low = high = None
        if self.n is not None:
            low, high = wilson(round(self.value * self.n), self.n)
        own = self.model_dump(exclude={"family", "source"})
        return Figure(
            **own,
            origin=Origin.REPORTED,
            family=self.family or paper.family,
            source=f"{paper.name} paper, {self.source}",
            low=low,
            high=high,
        )


class ReportedFile(BaseModel):
    """The content of one file of `data/reported`."""

    model_config = _STRICT

    paper: Paper
    figures: tuple[ReportedFigure, ...]


class ReproducedFile(BaseModel):
    """The content of one file of `data/reproduced`: figures, and the command that makes them."""

    model_config = _STRICT

    command: str
    figures: tuple[Figure, ...]


def read_reported(path: Path) -> tuple[Figure, ...]:
    """The figures of one YAML file; InputError says which entry is wrong."""
    try:
        content = ReportedFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise InputError(f"{path.name}: not a file of reported figures: {error}") from None
    return tuple(figure.figure(content.paper) for figure in content.figures)


def read_reproduced(path: Path) -> tuple[Figure, ...]:
    """The figures of one JSON file; InputError says which entry is wrong."""
    try:
        content = ReproducedFile.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise InputError(f"{path.name}: not a file of reproduced figures: {error}") from None
    return tuple(f.model_copy(update={"command": content.command}) for f in content.figures)


def known_figures(folder: Path | None = None) -> tuple[Figure, ...]:
    """All figures that travel with the package (or lie in another data folder)."""
    root = folder or data_file("")
    reported = [read_reported(path) for path in sorted((root / "reported").glob("*.yaml"))]
    reproduced = [read_reproduced(path) for path in sorted((root / "reproduced").glob("*.json"))]
    return tuple(figure for figures in (*reported, *reproduced) for figure in figures)


_COLUMNS = tuple(name for name in Figure.model_fields if name != "kind")

_INSERT = f"INSERT INTO figures ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"


def load_figures(con: DuckDBPyConnection, folder: Path | None = None) -> int:
    """Fill the table `figures` from the data folder; the number of figures it then holds.

    The table is replaced, so loading again changes nothing. Where the database holds the very
    run that a figure summarises, the view `leaderboard` shows the run instead.
    """
    figures = known_figures(folder)
    rows = [tuple(figure.model_dump(exclude={"kind"}).values()) for figure in figures]
    with transaction(con):
        con.execute("DELETE FROM figures")
        if rows:
            con.executemany(_INSERT, rows)
        for figure in figures:
            if figure.kind != "published":  # what the leaderboard takes an unknown model for
                register_model(con, figure.model, figure.kind)
    return len(rows)
