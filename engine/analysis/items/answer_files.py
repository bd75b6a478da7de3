"""Export all answers to files: count them, and write a range of rows."""

from __future__ import annotations

from pathlib import Path

from engine.analysis.sources.reading import Reading
from engine.store import write_parquet

_EXTENT = "SELECT count(*) AS n, coalesce(max(rowid), -1) AS last FROM responses"

# In snapshot order, so that a range of rows is read without the others.
_ANSWERS = """
SELECT u.run_hash, m.name AS model, kind_of_run(m.kind, u.origin) AS kind, d.name AS dataset,
    u.prompt, u.probe, u.origin, i.hash AS item, i.idx, i.split, i.language, r.sample,
    r.rotation, i.gold, r.raw,
    r.lenient AS answer, r.strict AS strict_answer, r.outcome, r.strict_outcome,
    r.rule AS extraction_rule, r.mistake, r.finish_reason, r.error_kind, r.latency_ms,
    r.prompt_tokens, r.completion_tokens, r.asked_at
FROM (FROM responses WHERE rowid BETWEEN $first AND $last) r
JOIN runs u ON u.run_id = r.run_id
JOIN models m ON m.model_id = u.model_id
JOIN datasets d ON d.dataset_id = u.dataset_id
JOIN items i ON i.item_id = r.item_id
"""


def extent(reading: Reading) -> tuple[int, int]:
    """The number of answers and the last row of their table; none without a snapshot."""
    found = reading.rows(_EXTENT)
    return (found[0]["n"], found[0]["last"]) if found else (0, -1)


def write_answers(
    snapshot: Path, path: Path, first: int, last: int, *, packing: str = "zstd"
) -> None:
    """Write a range of answers, each with its run and item, as Parquet."""
    write_parquet(snapshot, _ANSWERS, path, packing=packing, first=first, last=last)
