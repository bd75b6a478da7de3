"""A data set's card for programs, `card.json`, made from the same rows as the card for people."""

from __future__ import annotations

from typing import Any

import orjson

from engine.analysis.datasets import checks, composition, soundness
from engine.analysis.sources.reading import Dataset, Reading
from engine.core.suite_files import Release, suite_releases
from engine.pipeline.files.datasets import LICENCE
from engine.site.cards.people import people_rows

_LABELS = ("label",)
"""Answer kinds with few enough values that their shares are meaningful."""


def machine_card(reading: Reading, dataset: Dataset) -> dict[str, Any]:
    """The card of a data set as JSON. Any: JSON."""
    counts = composition.counts(reading, dataset)
    release = release_of(dataset)
    kinds = sorted({row["answer_kind"] for row in counts})
    return {
        "name": dataset.name,
        "family": dataset.family,
        "source": dataset.source,
        "status": status(dataset),
        "suite": release.suite if release else None,
        "released": release.released.isoformat() if release else None,
        "licence": LICENCE if dataset.source == "generated" else None,
        "generator_version": dataset.version,
        "engine_version": dataset.engine_version,
        "recipe": dataset.recipe,
        "seed": dataset.seed,
        "parameters": orjson.loads(dataset.params),
        "content_sha256": dataset.content_hash,
        "created_at": f"{dataset.created_at:%Y-%m-%dT%H:%M:%SZ}",
        "items": dataset.n,
        "answer_kinds": kinds,
        "languages": _sums(counts, "language"),
        "splits": _sums(counts, "split"),
        "question_types": _sums(counts, "question_type"),
        "answers": _sums(counts, "gold") if all(kind in _LABELS for kind in kinds) else None,
        "depth": _range(counts),
        "verification": _verification(reading, dataset),
        "rejected": _rejected(reading, dataset),
        "repetitions": checks.repetitions(reading, dataset),
        "audit": _audit(reading, dataset),
        "people": people_rows(reading, dataset),
        "remarks": dataset.note,
    }


def _verification(reading: Reading, dataset: Dataset) -> list[dict[str, Any]]:
    """The methods and solvers that verified the items."""
    shown = ("methods", "solver", "n", "n_agreed")
    found = soundness.verification(reading.rows, dataset.name)
    return [{key: row[key] for key in shown} for row in found]


def _audit(reading: Reading, dataset: Dataset) -> list[dict[str, Any]]:
    """The audit's checks over all items, sorted by name."""
    shown = (
        *("name", "scope", "accuracy", "n", "effective_n", "low", "high"),
        *("limit_value", "p", "bound", "passed", "basis"),
    )
    found = [row for row in checks.audit(reading, dataset) if not row["is_part"]]
    return [{key: row[key] for key in shown} for row in sorted(found, key=lambda one: one["name"])]


def _rejected(reading: Reading, dataset: Dataset) -> list[dict[str, Any]] | None:
    """Rejected candidates by reason; None if they were not counted."""
    if checks.n_rejected(reading, dataset) is None:
        return None
    shown = ("question_type", "reason", "n")
    return [{name: row[name] for name in shown} for row in checks.rejected(reading, dataset)]


def status(dataset: Dataset) -> str:
    """Whether a set is frozen (a suite fixes its content), imported or a draft."""
    if dataset.source != "generated":
        return "imported"
    return "frozen" if release_of(dataset) else "draft"


def release_of(dataset: Dataset) -> Release | None:
    """The first release that contains exactly this data set."""
    holding = [one for one in suite_releases() if dataset.content_hash in one.contents.values()]
    return holding[-1] if holding else None


def _sums(counts: list[dict[str, Any]], trait: str) -> dict[str, int]:
    sums: dict[str, int] = {}
    for row in counts:
        if row[trait] is not None:
            sums[row[trait]] = sums.get(row[trait], 0) + row["n"]
    return dict(sorted(sums.items()))


def _range(counts: list[dict[str, Any]]) -> tuple[int, int] | None:
    known = [row for row in counts if row["shallowest"] is not None]
    if not known:
        return None
    return min(row["shallowest"] for row in known), max(row["deepest"] for row in known)
