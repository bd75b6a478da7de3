"""Which of several runs stands in a breakdown: on each board, of those asked alike, the fullest."""

from __future__ import annotations

from operator import itemgetter

CHOSEN = """
chosen AS (
    SELECT a.run_id, a.value AS overall, a.low AS overall_low, a.high AS overall_high,
        if(a.rotated, 'rotations', 'passage') AS setting,
        if(a.origin = 'measured', a.split, NULL) AS split, a.language,
        if(a.origin = 'measured', NULL, r.source) AS source,
        r.settings, r.samples, r.endpoints, r.is_batched, r.run_hash
    FROM accuracy a JOIN runs r USING (run_id) WHERE a.probe IS NULL
    QUALIFY row_number() OVER (
        PARTITION BY a.dataset, a.origin, setting, a.split, a.language, a.model, a.prompt,
            r.settings, r.endpoints, r.is_batched
        ORDER BY a.n DESC, a.run_id DESC) = 1
)
"""
"""A query's `chosen`: a run a row, its score, what names its board, and what `told_apart` needs.

Of equally full runs the last stands. Boards are named as for a `Score`.
"""

BY_BOARD = """setting DESC, "language" <> 'en', "language", split"""
"""The order of boards of one data set and origin in which `on_board` groups them."""

on_board = itemgetter("dataset", "origin", "setting", "language", "split")
"""What rows of one board have in common."""
