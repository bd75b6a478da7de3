"""The effort of the runs of a board, and the outcomes of questions not answered right."""

from __future__ import annotations

from collections.abc import Collection

from engine.analysis.scores.costs import priced
from engine.analysis.scores.outcomes import outcome_shares
from engine.analysis.sources.query import Row, Rows

_EFFORT = f"""
WITH {outcome_shares("SELECT unnest($runs) AS run_id")}
SELECT u.run_id, m.name AS model, kind_of_run(m.kind, u.origin) AS kind, p.no_answer,
    p.no_answer_text, p.n_failed, p.cut_off_text, p.strict_right_text, e.mean_prompt_tokens,
    e.mean_completion_tokens AS tokens, e.low AS tokens_low, e.high AS tokens_high, u.endpoints,
    u.is_batched
FROM runs u JOIN models m ON m.model_id = u.model_id JOIN effort e ON e.run_id = u.run_id
JOIN outcome_shares p ON p.run_id = u.run_id
"""


def efforts(rows: Rows, runs: Collection[int]) -> dict[int, Row]:
    """Tokens, cost in US dollars for 1,000 answers, and shares without an answer, by run."""
    return {row["run_id"]: row for row in priced(rows(_EFFORT, runs=sorted(runs)))}
