"""A model's wrong answers with their proofs, and what to cite."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.analysis.scores.results import dataset_named, errors_of
from engine.show.evidence.explanation import explain
from engine.show.texts.citation import bibtex, papers


def errors(
    db: Path, dataset: str | None, *, model: str, by: Sequence[str] = (), most: int | None = None
) -> list[dict[str, Any]]:
    """A model's answers that are not right, with item and proof, in the order of the traits.

    Raises:
        InputError: there is no such data set or trait.
        StoreError: there is no such database.
    """
    return [
        {**row, "question": item.question, "proof": "\n".join(explain(item))}
        for row, item in errors_of(db, dataset, model, by, most)
    ]


def cite(db: Path, dataset: str | None) -> dict[str, Any]:
    """This version as BibTeX, a data set by its content, and the papers: of its family, or all.

    Raises:
        InputError: there is no such data set.
        StoreError: there is no such database.
    """
    cited, identified = papers(), None
    if dataset is not None:
        named = dataset_named(db, dataset)
        cited = [paper for paper in cited if paper.family == named.family]
        identified = (
            f"data set {named.name}: {named.n:,} questions, family {named.family},"
            f" {named.recipe or named.source}, seed {named.seed}, content {named.content_hash}"
        )
    listed = [paper.model_dump(exclude={"name"}) for paper in cited]
    return {"bibtex": bibtex(datetime.now(UTC).year), "dataset": identified, "papers": listed}
