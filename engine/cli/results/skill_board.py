"""The board of questions on skills: accuracy, plain and balanced, beside response accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.cli.results.rotated_board import counted, metric_of, scored, take_runs

Row = dict[str, Any]

COLUMNS = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced",
    "response_rate": "answered",
    "strict_response_rate": "strictly",
    "response_accuracy": "response accuracy",
    "strict_response_accuracy": "same, strict",
}
"""The metrics and their headings; response accuracy is of what was answered (LogicAsker, §3.3)."""


def take_skilled(rows: Iterable[Row]) -> tuple[list[list[Row]], list[Row]]:
    """The rows of runs over questions on skills, a list a run, the best first; and all others."""
    return take_runs(rows, COLUMNS, "balanced_accuracy", "accuracy")


def show_skilled(title: str, runs: Sequence[Sequence[Row]], asked: Callable[[Row], str]) -> None:
    """One table of runs with their scores, in per cent."""
    from engine.show.output import show_table

    show_table(
        title,
        ("model", "prompt", *COLUMNS.values(), "n"),
        [
            (
                run[0]["model"],
                asked(run[0]),
                *(scored(metric_of(run, metric)) for metric in COLUMNS),
                counted(metric_of(run, "accuracy")),
            )
            for run in runs
        ],
    )
