"""Queries about the runs that stand on boards, for what is broken down by part."""

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
"""A query's `chosen`: a run a row that stands on a board of questions as they are."""

BY_BOARD = """setting DESC, "language" <> 'en', "language", split"""
"""The order of boards of one data set and origin in which `on_board` groups them."""

on_board = itemgetter("dataset", "origin", "setting", "language", "split")
"""What rows of one board have in common."""
