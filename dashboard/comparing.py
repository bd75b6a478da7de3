"""Two runs side by side: the engine's comparison, and the questions on which they differ."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.queries import SERIES
from dashboard.snapshot import COUNTING, FileStamp, Row, current, file_stamp, rows, rows_once
from engine.analysis.comparison import Comparison, compared

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
"""Which question of B goes with one of A, as the engine's comparison pairs them."""


def runs(dataset: str) -> dict[str, str]:
    """The runs over a data set by what tells them apart, with their hashes.

    Models come first, and those of one origin together. Of several origins the one that was stored
    first keeps the plain name, for addresses hold it.
    """
    found = rows(
        f"""
        WITH {SERIES}
        SELECT n.name || CASE WHEN row_number() OVER (PARTITION BY n.name ORDER BY run_id) > 1
            THEN ' (' || n.origin || ')' ELSE '' END AS name, u.run_hash
        FROM named n JOIN runs u USING (run_id)
        WHERE n.dataset = $dataset
        ORDER BY n.kind IN ('baseline', 'ceiling'),
            list_position(['measured', 'reproduced', 'regraded'], n.origin), n.value DESC, 1
        """,
        dataset=dataset,
    )
    return {row["name"]: row["run_hash"] for row in found}


def comparison(first: str, second: str) -> Comparison:
    """Two runs, by their hashes, as `sorites compare` has them.

    Raises:
        InputError: they have no question in common, nor one in two languages.
    """
    return _kept(file_stamp(), first, second)


def first_to_compare(first: str, others: Sequence[str]) -> int:
    """The place among other runs, by their hashes, of the first that shares a question with one."""
    for place, other in enumerate(others):
        if other != first and rows(
            """
            WITH asked AS (
                SELECT r.item_id, u.run_hash = $first AS by_first
                FROM responses r JOIN runs u USING (run_id)
                WHERE u.run_hash IN ($first, $other) AND r.sample = 0 AND r.rotation = 0
            )
            SELECT 1 FROM asked a JOIN asked b USING (item_id)
            WHERE a.by_first AND NOT b.by_first LIMIT 1
            """,
            first=first,
            other=other,
        ):
            return place
    return next(place for place, other in enumerate(others) if other != first)


@st.cache_data(max_entries=32, show_spinner=COUNTING)
def _kept(stamp: FileStamp, first: str, second: str) -> Comparison:
    """`stamp` is the snapshot in which they are compared."""
    with current().cursor() as cursor:
        return compared(cursor, [(first, first), (second, second)])


def questions(
    first: str, second: str, side: str, page: int, per_page: int, by_counterparts: bool
) -> list[Row]:
    """One page, counted from 1, of the questions on one of `SIDES`, with what A and B answered.

    `b_idx` and `b_item_id` are those of B's question, which is another one `by_counterparts`.
    """
    return rows(
        f"""
        WITH said AS (
            SELECT u.run_hash, r.item_id, r.lenient, r.outcome, r.outcome = 'right' AS is_right
            FROM responses r JOIN runs u USING (run_id)
            WHERE u.run_hash IN ($first, $second) AND r.sample = 0 AND r.rotation = 0
        )
        SELECT i.item_id, i.idx, i.question, i.split, i.depth, i.gold, i.root_form, i.query_shape,
            i.question_type, i.leaf, NULL AS outcomes, NULL AS answers,
            j.idx AS b_idx, j.item_id AS b_item_id,
            printf('A answered %s (%s), B answered %s (%s)',
                coalesce(a.lenient, 'nothing readable'), replace(a.outcome, '_', ' '),
                coalesce(b.lenient, 'nothing readable'), replace(b.outcome, '_', ' ')) AS said
        FROM said a JOIN items i ON i.item_id = a.item_id
        JOIN items j ON {_COUNTERPARTS if by_counterparts else _SAME}
        JOIN said b ON b.item_id = j.item_id
        WHERE a.run_hash = $first AND b.run_hash = $second AND {SIDES[side]}
        ORDER BY i.idx LIMIT $limit OFFSET $offset
        """,
        first=first,
        second=second,
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def reply(item_id: int, run: str) -> Row:
    """What a run, by its hash, replied to a question: the text, or the error in its place."""
    [found] = rows_once(
        """
        SELECT r.raw, r.lenient, r.outcome, r.error_kind, r.error
        FROM responses r JOIN runs u USING (run_id)
        WHERE r.item_id = $item_id AND r.sample = 0 AND r.rotation = 0
            AND r.run_id IN (SELECT run_id FROM runs WHERE run_hash = $run)
        """,
        item_id=item_id,
        run=run,
    )
    return found
