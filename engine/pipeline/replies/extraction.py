"""Have a model extract answers from stored replies that our rules could not read."""

from __future__ import annotations

from pathlib import Path

from engine.ask.endpoints.address import address
from engine.ask.extraction import Extracted, Extractor, extract
from engine.core.pasted_keys import DEFAULT_KEY
from engine.pipeline.publish.publishing import publish

__all__ = ["Extracted", "extract_replies"]


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
    """Extract answers from unread replies to a data set, of one model or of all, and publish."""
    asked = Extractor(extractor, address(base_url, key_env), concurrency)
    found = extract(db, dataset, asked, model=model, limit=limit)
    if found.n:
        publish(db)
    return found
