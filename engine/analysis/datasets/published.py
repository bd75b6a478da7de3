"""Published labels that differ from ours, and faults of others' files as we counted them."""

from __future__ import annotations

import tomllib
from datetime import date

from pydantic import BaseModel, ConfigDict

from engine.analysis.sources.reading import Reading, Row
from engine.core.resources import data_file

_LABELS = """
SELECT d.name AS dataset, count(*) AS n, count(*) FILTER (i.published_label <> i.gold) AS n_other,
    any_value(d.note) AS note
FROM items i JOIN datasets d USING (dataset_id)
WHERE d.source = 'imported' AND i.published_label IS NOT NULL GROUP BY ALL ORDER BY ALL
"""


def published_labels(reading: Reading) -> list[Row]:
    """The number of published labels that differ from ours."""
    return reading.rows(_LABELS)


class KeptFinding(BaseModel):
    """A fault of published files, in `n` of `of` questions, as the command counts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    dataset: str
    finding: str
    n: int
    of: int
    command: str


class KeptFindings(BaseModel):
    """The faults that come with the project, for readers without the published files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    counted_on: date
    finding: tuple[KeptFinding, ...]


def kept_findings() -> KeptFindings:
    """The faults of published files as we counted them."""
    path = data_file("reproduced") / "findings.toml"
    return KeptFindings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
