"""Replies graded by others on which our verdict differs."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from engine.analysis.by_trait.cells import row
from engine.analysis.sources.query import Row, Rows

KINDS = {
    "not-equivalent": "right there, and not equivalent",
    "withdrawn": "right there, and not here",
    "granted": "not right there, and right here",
}
"""Kinds of disagreement with a published verdict."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """A filter on disagreements; None means any. `kind` is one of `KINDS`."""

    dataset: str | None = None
    model: str | None = None
    prompt: str | None = None
    kind: str | None = None


_WITHDRAWN = "published_outcome = 'right'"
_NOT_EQUIVALENT = f"{_WITHDRAWN} AND mistake = 'not_equivalent'"
_DISPUTED = f"""
    FROM disagreements
    WHERE ($dataset IS NULL OR dataset = $dataset) AND ($model IS NULL OR model = $model)
        AND ($prompt IS NULL OR prompt = $prompt)
        AND CASE $kind WHEN 'not-equivalent' THEN {_NOT_EQUIVALENT}
            WHEN 'withdrawn' THEN {_WITHDRAWN} WHEN 'granted' THEN outcome = 'right' ELSE true END
"""


def counts(rows: Rows) -> list[Row]:
    """Count published verdicts that differ from ours, by data set, language, model and prompt."""
    return rows(
        f"""
        SELECT d.dataset, d.language, d.model, d.prompt, any_value(a.n) AS n, count(*) AS n_other,
            count(*) FILTER ({_WITHDRAWN}) AS n_withdrawn,
            count(*) FILTER ({_NOT_EQUIVALENT}) AS n_not_equivalent,
            count(*) FILTER (outcome = 'right') AS n_granted
        FROM disagreements d JOIN accuracy a USING (run_id)
        GROUP BY d.dataset, d.language, d.model, d.prompt ORDER BY ALL
        """,
    )


def n_disputed(rows: Rows, wanted: Disputed) -> int:
    """The number of matching disagreements."""
    return int(row(rows, f"SELECT count(*) AS n {_DISPUTED}", **asdict(wanted))["n"])


def disputed(rows: Rows, wanted: Disputed, page: int, per_page: int) -> list[Row]:
    """One page of matching disagreements; pages count from 1."""
    return rows(
        "SELECT dataset, idx, model, prompt, source, question_type, published_answer,"
        " published_outcome, answer, outcome, mistake, evidence"
        f" {_DISPUTED} ORDER BY dataset, idx, model, prompt LIMIT $limit OFFSET $offset",
        **asdict(wanted),
        limit=per_page,
        offset=(page - 1) * per_page,
    )
