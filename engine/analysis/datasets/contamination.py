"""Whether a model can have seen a data set: release dates, cut-offs, fresh items."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN
from engine.core.resources import data_file
from engine.core.suite_files import releases
from engine.core.toml_files import read_toml

_FRESHNESS = """
SELECT f.* REPLACE (nullif(f.prompt, 'none') AS prompt), d.content_hash
FROM freshness f JOIN datasets d ON d.name = f.dataset
WHERE $dataset IS NULL OR f.dataset = $dataset
ORDER BY f.dataset, f.difference DESC, f.model, f.prompt, f.fresh_run
"""
UNKNOWN = "unknown"


_UNTRAINED = (*BUILT_IN, "human")
"""The kinds of respondents without training data."""


class Cutoff(BaseModel):
    """The training cut-off of models, and its source.

    None if the maker names no day; `source` is then where that was checked. It is a page of the
    maker unless from a `third_party`, such as a host of the models.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: tuple[str, ...] = Field(min_length=1)
    cutoff: date | None = None
    source: str
    third_party: bool = False

    @property
    def statement(self) -> str:
        """The day, marked if a third party states it."""
        source = ", as a third party says" if self.third_party else ""
        return f"{self.cutoff}{source}" if self.cutoff else UNKNOWN


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    model: tuple[Cutoff, ...] = ()


def cutoffs(path: Path | None = None) -> dict[str, Cutoff]:
    """Cut-offs by lower-case model name; by default those of `data/contamination`.

    Raises:
        InputError: the file cannot be read as such.
    """
    where = path or data_file("contamination/cutoffs.toml")
    found = read_toml(where, "the file of cut-offs").fitted(_File)
    return {name.casefold(): one for one in found.model for name in one.names}


def trained_until(model: str, kind: str) -> str | None:
    """A model's training cut-off and its source; None for a respondent without training."""
    if kind in _UNTRAINED:
        return None
    found = cutoffs().get(model.casefold())
    if found is None:
        return UNKNOWN
    return f"{found.statement} ({found.source})"


def freshness_rows(rows: Rows, dataset: str | None = None) -> list[Row]:
    """The rows of the view `freshness`, with the release of each set and each model's cut-off.

    `released` and `cutoff` are None if unknown; `released_after` says whether the model's training
    ended before the set was published. `trained_until` is the cut-off in words, None for a
    respondent without training data.
    """
    known, released_by = cutoffs(), releases()
    found = []
    for row in rows(_FRESHNESS, dataset=dataset):
        shown = {name: value for name, value in row.items() if name != "content_hash"}
        released = released_by.get(row["content_hash"])
        model = known.get(row["model"].casefold())
        cutoff = model.cutoff if model else None
        known_until = model.statement if model else UNKNOWN
        trained = None if row["kind"] in _UNTRAINED else known_until
        after = released > cutoff if released and cutoff else None
        dates = {"released": released, "cutoff": cutoff, "released_after": after}
        found.append({**shown, **dates, "trained_until": trained})
    return found
