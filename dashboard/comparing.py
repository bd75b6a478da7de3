"""Two runs side by side: the engine's comparison, and the questions on which they differ."""

from __future__ import annotations

import streamlit as st

from dashboard.queries import SERIES
from dashboard.snapshot import FileStamp, Row, current, file_stamp, rows, rows_once
from engine.comparison import Comparison, compared

SIDES = {
    "first": "a.is_right AND NOT b.is_right",
    "second": "b.is_right AND NOT a.is_right",
    "both": "a.is_right AND b.is_right",
    "neither": "NOT a.is_right AND NOT b.is_right",
}


def runs(dataset: str) -> dict[str, str]:
    """The runs over a data set by what tells them apart, with their hashes; models come first."""
    found = rows(
        f"""
        WITH {SERIES}
        SELECT n.name || CASE WHEN count(*) OVER (PARTITION BY n.name) > 1
            THEN ' (' || n.origin || ')' ELSE '' END AS name, u.run_hash
        FROM named n JOIN runs u USING (run_id)
        WHERE n.dataset = $dataset
        ORDER BY n.kind IN ('baseline', 'ceiling'), n.value DESC, 1
        """,
        dataset=dataset,
    )
    return {row["name"]: row["run_hash"] for row in found}


def comparison(first: str, second: str) -> Comparison:
    """Two runs, by their hashes, as `elenchus compare` has them.

    Raises:
        InputError: they have no question in common.
    """
    return _kept(file_stamp(), first, second)


@st.cache_data(max_entries=32, show_spinner=False)
def _kept(stamp: FileStamp, first: str, second: str) -> Comparison:
    """`stamp` is the snapshot in which they are compared."""
    with current().cursor() as cursor:
        return compared(cursor, [(first, first), (second, second)])


def questions(first: str, second: str, side: str, page: int, per_page: int) -> list[Row]:
    """One page, counted from 1, of the questions on one of `SIDES`, with what A and B answered."""
    return rows(
        f"""
        WITH said AS (
            SELECT u.run_hash, r.item_id, r.lenient, r.outcome, r.outcome = 'right' AS is_right
            FROM responses r JOIN runs u USING (run_id)
            WHERE u.run_hash IN ($first, $second) AND r.sample = 0 AND r.rotation = 0
        )
        SELECT i.item_id, i.idx, i.question, i.split, i.depth, i.gold, i.root_form, i.query_shape,
            i.question_type, i.leaf, NULL AS outcomes, NULL AS answers,
            printf('A answered %s (%s), B answered %s (%s)',
                coalesce(a.lenient, 'nothing readable'), replace(a.outcome, '_', ' '),
                coalesce(b.lenient, 'nothing readable'), replace(b.outcome, '_', ' ')) AS said
        FROM said a JOIN said b ON b.item_id = a.item_id JOIN items i ON i.item_id = a.item_id
        WHERE a.run_hash = $first AND b.run_hash = $second AND {SIDES[side]}
        ORDER BY i.idx LIMIT $limit OFFSET $offset
        """,
        first=first,
        second=second,
        limit=per_page,
        offset=(page - 1) * per_page,
    )


def replies(item_id: int, first: str, second: str) -> list[Row]:
    """What A and B replied to a question, in this order: the text, or the error in its place."""
    return rows_once(
        """
        SELECT r.raw, r.lenient, r.outcome, r.error_kind, r.error
        FROM responses r JOIN runs u USING (run_id)
        WHERE r.item_id = $item_id AND r.sample = 0 AND r.rotation = 0
            AND r.run_id IN (SELECT run_id FROM runs WHERE run_hash IN ($first, $second))
        ORDER BY u.run_hash = $second
        """,
        item_id=item_id,
        first=first,
        second=second,
    )
