"""A family's `reported.yaml`: what papers print, figure by figure or table by table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Self

import yaml
from pydantic import BaseModel, Field, ValidationError, model_validator

from engine.core.errors import InputError
from engine.core.items import Origin
from engine.core.statistics import wilson
from engine.io.published.figure import CHANGES, OF_TEXT, STRICT, Figure, check_value
from engine.store.responses.runs import ModelKind

# libyaml's is ten times faster, but not in every build of pyyaml
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Paper(BaseModel):
    """The publication that the figures of one file are printed in; `name` is its short name."""

    model_config = STRICT

    name: str
    title: str
    authors: str
    family: str


class ReportedFigure(BaseModel):
    """One printed figure: `value` is as printed, `source` the table or section."""

    model_config = STRICT

    dataset: str
    family: str | None = None
    model: str
    kind: ModelKind = "published"
    prompt: str | None
    metric: str
    breakdown: str = "overall"
    cell: str = "all"
    value: float
    n: int | None = Field(ge=1)
    source: str
    note: str | None = None

    _value = model_validator(mode="after")(check_value)

    def figure(self, paper: Paper) -> Figure:
        """The figure with its origin, and an interval where n is known and the figure is a share.

        A mean of scores of 0 to 1 varies at most as much as a share of right answers, so that
        Wilson's interval is never too narrow for it.
        """
        low = high = None
        if self.n is not None and self.metric not in OF_TEXT | CHANGES:
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


class ReportedRow(BaseModel):
    """A row of a printed table: for each metric a value a column. What is absent is the table's.

    `notes` are by metric.
    """

    model_config = STRICT

    dataset: str | None = None
    family: str | None = None
    model: str | None = None
    prompt: str | None = None
    n: tuple[int | None, ...] | None = None
    source: str | None = None
    values: dict[str, tuple[float, ...]]
    notes: dict[str, str] = {}


class ReportedTable(BaseModel):
    """A printed table: `cells` are the values of the trait `breakdown`, `all` being all items."""

    model_config = STRICT

    source: str
    dataset: str | None = None
    model: str | None = None
    prompt: str | None = None
    breakdown: str
    cells: tuple[str, ...]
    n: tuple[int | None, ...]
    rows: tuple[ReportedRow, ...]

    @model_validator(mode="after")
    def _rows_are_whole(self) -> Self:
        width = len(self.cells)
        for number, row in enumerate(self.rows, 1):
            lengths = {len(row.n or self.n), *map(len, row.values.values())}
            if lengths != {width}:
                raise ValueError(f"{self.source}, row {number}: not {width} columns throughout")
            if not (row.dataset or self.dataset) or not (row.model or self.model):
                raise ValueError(f"{self.source}, row {number}: names no data set or no model")
        return self

    def figures(self) -> Iterator[ReportedFigure]:
        """The figures of the table, row by row."""
        for row in self.rows:
            for metric, values in row.values.items():
                for cell, value, n in zip(self.cells, values, row.n or self.n, strict=True):
                    yield ReportedFigure(
                        metric=metric,
                        value=value,
                        dataset=row.dataset or self.dataset or "",
                        family=row.family,
                        model=row.model or self.model or "",
                        prompt=row.prompt or self.prompt,
                        breakdown="overall" if cell == "all" else self.breakdown,
                        cell=cell,
                        n=n,
                        source=row.source or self.source,
                        note=row.notes.get(metric),
                    )


class ReportedFile(BaseModel):
    """The content of one `reported.yaml`."""

    model_config = STRICT

    paper: Paper
    figures: tuple[ReportedFigure, ...] = ()
    tables: tuple[ReportedTable, ...] = ()


def read_reported(path: Path) -> tuple[Figure, ...]:
    """The figures of one YAML file; InputError says which entry is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
        content = ReportedFile.model_validate(yaml.load(text, Loader=_LOADER))
        printed = [*content.figures, *(f for table in content.tables for f in table.figures())]
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise InputError(f"{path.name}: not a file of reported figures: {error}") from None
    return tuple(figure.figure(content.paper) for figure in printed)
