"""Two runs side by side: the questions on which they agree or differ, and their replies."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.by_trait.cells import row
from engine.analysis.items.questions import LISTED
from engine.analysis.sources.query import Row, Rows
from engine.core.items import BUILT_IN

SIDES = {
    "first": "a.is_right AND NOT b.is_right",
    "second": "b.is_right AND NOT a.is_right",
    "both": "a.is_right AND b.is_right",
    "neither": "NOT a.is_right AND NOT b.is_right",
}

_SAME = "j.item_id = i.item_id"
_COUNTERPARTS = (
    "j.group_no = i.group_no AND j.question_type IS NOT DISTINCT FROM i.question_type"
    " AND j.language <> i.language"
)
"""The question of B paired with a question of A, as in `comparison`."""


def first_to_compare(rows: Rows, first: str, others: Sequence[str]) -> int:
    """The index of the first of the other runs that shares a question with this one.

    Another model comes before the same one, and models come before baselines.
    """
    in_order = rows(
        f"""
        SELECT u.run_hash FROM runs u JOIN models m USING (model_id)
        WHERE list_contains($others, u.run_hash) AND u.run_hash <> $first
        ORDER BY m.kind IN {BUILT_IN},
            model_id = (SELECT model_id FROM runs WHERE run_hash = $first),
            list_position($others, u.run_hash)
        """,
        first=first,
        others=others,
    )
    for other in (one["run_hash"] for one in in_order):
        if rows(
            """
            WITH asked AS (
                SELECT r.item_id, u.run_hash = $first AS by_first
                FROM responses r JOIN runs u USING (run_id)
                WHERE u.run_hash IN ($first, $other) AND r.sample = 0 AND r.rotation = 0
                    AND r.outcome <> 'error'
            )
            SELECT 1 FROM asked a JOIN asked b USING (item_id)
            WHERE a.by_first AND NOT b.by_first LIMIT 1
            """,
            first=first,
            other=other,
        ):
            return others.index(other)
    return next(place for place, other in enumerate(others) if other != first)


def questions(
    rows: Rows,
    first: str,
    second: str,
    side: str,
    page: int,
    per_page: int,
    by_counterparts: bool,
) -> list[Row]:
    """One page, counted from 1, of the questions on one of `SIDES`, with the answers of A and B.

    `b_idx` and `b_item_id` are those of B's question, which differs `by_counterparts`.
    """
    return rows(
        f"""
        WITH given AS (
            SELECT u.run_hash, r.item_id, r.lenient, r.outcome, r.outcome = 'right' AS is_right
            FROM responses r JOIN runs u USING (run_id)
            WHERE u.run_hash IN ($first, $second) AND r.sample = 0 AND r.rotation = 0
                    AND r.outcome <> 'error'
        )
        SELECT {LISTED}, j.idx AS b_idx, j.item_id AS b_item_id,
            printf('A answered %s (%s), B answered %s (%s)',
                coalesce(a.lenient, 'nothing readable'), replace(a.outcome, '_', ' '),
                coalesce(b.lenient, 'nothing readable'), replace(b.outcome, '_', ' ')) AS detail
        FROM given a JOIN items i ON i.item_id = a.item_id JOIN datasets d USING (dataset_id)
        JOIN items j ON {_COUNTERPARTS if by_counterparts else _SAME}
        JOIN given b ON b.item_id = j.item_id
        WHERE a.run_hash = $first AND b.run_hash = $second AND {SIDES[side]}
        ORDER BY i.idx LIMIT $limit OFFSET $offset
        """,
        first=first,
        second=second,
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def reply(rows: Rows, item_id: int, run: str) -> Row:
    """The reply of a run, by hash, to a question: its text, or the error instead."""
    return row(
        rows,
        """
        SELECT r.raw, r.lenient, r.outcome, r.error_kind, r.error
        FROM responses r JOIN runs u USING (run_id)
        WHERE r.item_id = $item_id AND r.sample = 0 AND r.rotation = 0
                    AND r.outcome <> 'error'
            AND r.run_id IN (SELECT run_id FROM runs WHERE run_hash = $run)
        """,
        item_id=item_id,
        run=run,
    )
