"""Queries for the runs shown on boards, for breakdowns."""

from __future__ import annotations

from operator import itemgetter

CHOSEN = """
chosen AS (
    SELECT b.run_id, b.value AS overall, b.low AS overall_low, b.high AS overall_high, b.setting,
        b.split, b.language, CASE WHEN b.origin <> 'measured' THEN r.source END AS source, b.label,
        b.configuration
    FROM board_runs b JOIN runs r ON r.run_id = b.run_id
    WHERE b.stands AND b.setting IN ('passage', 'rotations')
)
"""
"""The common table `chosen`: the runs shown on boards of plain questions, one per row."""

BY_BOARD = """setting DESC, "language" <> 'en', "language", split"""
"""The order of the boards of one data set and origin, as `on_board` groups them."""

on_board = itemgetter("dataset", "origin", "setting", "language", "split")
"""The columns that rows of one board share."""
