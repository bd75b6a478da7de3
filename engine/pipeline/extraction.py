"""A model reads the answers in stored replies that our rules could not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from engine.ask.endpoints.address import DEFAULT_KEY, address
from engine.grade.extraction import (
    Extracted,
    Extractor,
    extract,
    for_persons,
    instructions,
    judge,
    sample_of,
    sheet_text,
)
from engine.pipeline.publishing import publish


def extract_replies(
    db: Path,
    dataset: str,
    extractor: str,
    base_url: str | None = None,
    key_env: str = DEFAULT_KEY,
    *,
    model: str | None = None,
    concurrency: int = 16,
    limit: int | None = None,
) -> Extracted:
    """Extract from the unread replies to a data set, of one respondent or of all, and publish."""
    asked = Extractor(extractor, address(base_url, key_env), concurrency)
    found = extract(db, dataset, asked, model=model, limit=limit)
    if found.n:
        publish(db)
    return found


class ExtractionSample(NamedTuple):
    """Extractions drawn to be judged: a blind sheet (CSV) with its instructions.

    `judged` and `faithful` count the verdicts of a model, if one judged them first.
    """

    n: int
    sheet: str
    instructions: str
    judged: int
    faithful: int


def draw_extractions(
    db: Path,
    dataset: str,
    extractor: str,
    n: int,
    seed: int,
    judge_model: str | None = None,
    base_url: str | None = None,
    key_env: str = DEFAULT_KEY,
) -> ExtractionSample:
    """A sample for a person to judge, after a model has judged it if one is named."""
    sample = sample_of(db, dataset, extractor, n, seed)
    verdicts = {}
    if judge_model:
        judged_by = Extractor(judge_model, address(base_url, key_env))
        verdicts = judge(db, sample, extractor, judged_by)
    drawn = for_persons(sample, verdicts, seed)
    faithful = sum(verdicts.values())
    # the mark by which spreadsheets know UTF-8
    sheet = f"\ufeff{sheet_text(drawn)}"
    return ExtractionSample(len(drawn), sheet, instructions(), len(verdicts), faithful)
