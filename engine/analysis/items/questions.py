"""Find items by traits and answers, and show everything known about one item."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.analysis.by_trait.cells import row
from engine.analysis.by_trait.series import IN_ORDER, SERIES
from engine.analysis.by_trait.traits import TRAITS
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN
from engine.store import find_item, group_members

__all__ = [
    "KNOWN", "NOT_RIGHT", "ORDERS", "Wanted", "answers", "extractions", "find_item", "found",
    "group_members", "judged_by", "n_found", "reply", "verification",
]  # fmt: skip

KNOWN = {
    "none": "wrong for everybody",
    "one": "right for one alone",
    "all": "right for everybody",
}
"""Filters over all models together: how many had a right answer."""

NOT_RIGHT = "not_right"
"""Stands for every outcome that is not right."""

ORDERS = {
    "index": "index",
    "hardest": "the hardest first",
    "easiest": "the easiest first",
    "telling": "the most telling first",
    "misleading": "the least telling first",
}
"""Sort orders. `telling` puts the questions that best discriminate between models first."""

_ORDERS = {
    "index": "i.idx",
    "hardest": "s.share_right NULLS LAST, s.n_models DESC, i.idx",
    "easiest": "s.share_right DESC NULLS LAST, s.n_models DESC, i.idx",
    "telling": "s.discrimination DESC NULLS LAST, i.idx",
    "misleading": "s.discrimination NULLS LAST, i.idx",
}

LISTED = (
    "i.item_id, i.idx, i.question, i.split, i.depth, i.gold, i.root_form, i.query_shape,"
    " i.question_type, i.skill, d.family"
)
"""SQL for the columns of a question list, over an item `i` and its data set `d`."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter on items; None means any. `outcome` is that of the run's answers, and needs a run.

    `text` occurs in the passage or question, ignoring case, or is the index, the id in the source,
    or the beginning of the hash. `traits` are values of some of `TRAITS`, as text.
    `known` is one of `KNOWN` among the answers of an `origin`, which it needs.
    """

    dataset: str
    run_id: int | None = None
    outcome: str | None = None
    text: str | None = None
    known: str | None = None
    origin: str | None = None
    traits: Mapping[str, str] = field(default_factory=dict)


_FOUND = """
    FROM items i
    JOIN datasets d ON d.dataset_id = i.dataset_id AND d.name = $dataset
    LEFT JOIN (
        SELECT item_id, list_sort(list(DISTINCT outcome)) AS outcomes,
            list_sort(list(DISTINCT lenient) FILTER (lenient IS NOT NULL)) AS answers
        FROM responses WHERE run_id = $run_id GROUP BY item_id
    ) r ON r.item_id = i.item_id
    LEFT JOIN (FROM item_statistics WHERE dataset = $dataset AND origin = $origin) s
        ON s.item_id = i.item_id
    WHERE ($run_id IS NULL OR r.item_id IS NOT NULL)
        AND ($outcome IS NULL OR list_contains(r.outcomes, $outcome)
            OR $outcome = 'not_right' AND r.outcomes <> ['right'])
        AND ($text IS NULL
            OR contains(lower(concat_ws(' ', array_to_string(i.passage, ' '), i.question)),
                lower($text))
            OR i.idx::VARCHAR = $text OR i.source_id = $text
            OR length($text) >= 6 AND starts_with(i.hash, lower($text)))
        AND ($known IS NULL OR CASE $known WHEN 'none' THEN s.n_models_right = 0
            WHEN 'one' THEN s.n_models_right = 1 AND s.n_models > 1
            ELSE s.n_models_right = s.n_models END)
"""


def n_found(rows: Rows, wanted: Wanted) -> int:
    """The number of matching items."""
    query, values = _query(wanted)
    return int(row(rows, f"SELECT count(*) AS n {query}", **values)["n"])


def found(rows: Rows, wanted: Wanted, page: int, per_page: int, order: str = "index") -> list[Row]:
    """One page of matching items, counted from 1, in one of `ORDERS`."""
    query, values = _query(wanted)
    return rows(
        f"SELECT {LISTED}, s.n_models, s.n_models_right, s.share_right, s.discrimination,"
        f" r.outcomes, r.answers {query} ORDER BY {_ORDERS[order]} LIMIT $limit OFFSET $offset",
        **values,
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def _query(wanted: Wanted) -> tuple[str, dict[str, object]]:
    """SQL for the wanted items, and its parameters."""
    if unknown := wanted.traits.keys() - set(TRAITS):
        raise ValueError(unknown)
    chosen = "".join(f" AND i.{trait}::VARCHAR = $trait_{trait}" for trait in wanted.traits)
    named = ("dataset", "run_id", "outcome", "text", "known", "origin")
    values = {name: getattr(wanted, name) for name in named}
    return _FOUND + chosen, values | {f"trait_{t}": value for t, value in wanted.traits.items()}


def judged_by(rows: Rows, dataset: str) -> list[str]:
    """The origins of answers by models or people to a data set."""
    listed = rows(
        f"""
        SELECT DISTINCT origin FROM accuracy
        WHERE dataset = $dataset AND probe IS NULL AND kind NOT IN {BUILT_IN}
        ORDER BY {IN_ORDER}
        """,
        dataset=dataset,
    )
    return [one["origin"] for one in listed]


def answers(rows: Rows, item_id: int) -> list[Row]:
    """The answers of every run to an item, without the replies themselves."""
    return rows(
        f"""
        WITH {SERIES}
        SELECT r.run_id, s.name, r.model, r.kind, r.prompt, r.probe, r.origin, r.sample,
            r.rotation, r.answer, r.strict_answer, r.outcome, r.extraction_rule
        FROM item_responses r JOIN named s USING (run_id) WHERE r.item_id = $item_id
        ORDER BY r.origin, r.kind NOT IN ('endpoint', 'published', 'human'), s.name, r.sample,
            r.rotation
        """,
        item_id=item_id,
    )


def reply(rows: Rows, item_id: int, run_id: int, sample: int = 0, rotation: int = 0) -> Row:
    """One answer with the exact messages sent, the raw reply and everything known about it."""
    return row(
        rows,
        """
        SELECT r.*, m.messages, u.started_at, u.command, u.source, u.settings, u.engine_version
        FROM responses r
        JOIN runs u USING (run_id)
        LEFT JOIN messages m USING (message_id)
        WHERE r.item_id = $item_id AND r.run_id = $run_id AND r.sample = $sample
            AND r.rotation = $rotation
        """,
        item_id=item_id,
        run_id=run_id,
        sample=sample,
        rotation=rotation,
    )


def extractions(rows: Rows, item_id: int, run_id: int, sample: int, rotation: int) -> list[Row]:
    """The answers that models extracted from one reply our rules could not read."""
    return rows(
        "SELECT extractor, prompt, answer, outcome, error_kind FROM extractions"
        " WHERE item_id = $item_id AND run_id = $run_id AND sample = $sample"
        " AND rotation = $rotation ORDER BY extractor, prompt",
        item_id=item_id,
        run_id=run_id,
        sample=sample,
        rotation=rotation,
    )


def verification(rows: Rows, item_id: int) -> Row | None:
    """The latest verification of an item, if any."""
    listed = rows(
        "SELECT verdict, agreed, methods, solver, steps, height, problem, verified_at"
        " FROM verifications WHERE item_id = $item_id",
        item_id=item_id,
    )
    return listed[0] if listed else None
