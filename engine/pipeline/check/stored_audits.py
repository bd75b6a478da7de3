"""Shortcut checks of frozen data sets, kept with the project by the content of the set.

Training the attackers takes minutes, and a frozen set never changes. So the demo shows the checks
that `sorites audit --out` wrote and their date, instead of training again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file, engine_build
from engine.core.writing import write_rows
from engine.store import AuditRow, Dataset


class StoredChecks(BaseModel):
    """The checks of one audit: for which data set, by which version of Sorites, and when."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    content_hash: str
    family: str
    version: int
    params: str
    seed: int
    n: int
    ran: date
    engine: str
    basis: str
    checks: tuple[AuditRow, ...]

    @property
    def words(self) -> str:
        """The items on which shortcuts were scored, marked as a stored result."""
        return f"{self.basis}; stored result of {self.ran} by version {self.engine}"

    @property
    def rows(self) -> list[AuditRow]:
        """The checks, each with its basis."""
        return [replace(check, basis=self.words) for check in self.checks]


def stored_checks(dataset: Dataset) -> StoredChecks | None:
    """The checks kept for the content of a data set, if any."""
    kept = data_file("audits") / f"{dataset.content_hash}.json"
    return StoredChecks.model_validate_json(kept.read_bytes()) if kept.is_file() else None


def write_checks(folder: Path, dataset: Dataset, basis: str, rows: Sequence[AuditRow]) -> Path:
    """Write the checks of a data set into a folder, one check a line, and give the path."""
    head = {
        "content_hash": dataset.content_hash,
        "family": dataset.family,
        "version": dataset.version,
        "params": dataset.params,
        "seed": dataset.seed,
        "n": dataset.n,
        "ran": datetime.now(UTC).date(),
        "engine": engine_build(),
        "basis": basis,
    }
    path = folder / f"{dataset.content_hash}.json"
    write_rows(path, head, "checks", [replace(row, basis=None) for row in rows])
    return path
