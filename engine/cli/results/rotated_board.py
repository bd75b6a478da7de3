"""The board of runs in all rotations: accuracy, Circular and PartialCircular side by side."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

Row = dict[str, Any]

COLUMNS = {"accuracy": "ACC", "circular": "CIR", "partial_circular": "PC"}
"""The metrics and what the paper calls them (DivLogicEval, §2.2)."""

CHANCE = "independent guessing"


def take_rotated(rows: Iterable[Row]) -> tuple[list[list[Row]], list[Row]]:
    """The rows of rotated runs, a list a run, the best PartialCircular first; and all others."""
    return take_runs(rows, COLUMNS, "circular", "partial_circular")


def take_runs(
    rows: Iterable[Row], metrics: Collection[str], marked_by: str, ranked_by: str
) -> tuple[list[list[Row]], list[Row]]:
    """The rows in some metrics of the runs that have the one they are marked by; and all others.

    A list a run, the best in the metric that they are ranked by first.
    """
    runs: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        runs.setdefault(_run(row), []).append(row)
    taken: list[list[Row]] = []
    others: list[Row] = []
    for run in runs.values():
        is_taken = any(row["metric"] == marked_by for row in run)
        if is_taken:
            taken.append([row for row in run if row["metric"] in metrics])
        others += [row for row in run if not (is_taken and row["metric"] in metrics)]
    taken.sort(key=lambda run: -(metric_of(run, ranked_by)["value"] or 0.0))
    return taken, sorted(others, key=lambda row: (row["metric"], -row["value"]))


def counted(row: Row) -> str:
    """On how much a score rests, and whether more is still to be asked."""
    unfinished = " (unfinished)" if row.get("is_whole") is False else ""
    return "–" if row["n"] is None else f"{row['n']}{unfinished}"


def show_rotated(
    title: str, runs: Sequence[Sequence[Row]], chance: Sequence[Row], asked: Callable[[Row], str]
) -> None:
    """One table of runs with three scores each, and what guessing scores where it is known."""
    from engine.show.output import show_table

    lines: list[tuple[object, ...]] = [
        (run[0]["model"], asked(run[0]), *_cells(run), counted(metric_of(run, "circular")))
        for run in runs
    ]
    if chance:
        lines.append((CHANCE, "–", *_cells(chance), None))
    show_table(title, ("model", "prompt", *COLUMNS.values(), "questions"), lines)


def _run(row: Row) -> tuple[object, ...]:
    names = ("model", "prompt", "probe", "language", "split", "source", "run_hash")
    return tuple(row[name] for name in names)


def metric_of(run: Sequence[Row], metric: str) -> Row:
    """The row of a run in a metric; one without value where there is none."""
    return next((row for row in run if row["metric"] == metric), {"value": None, "n": None})


def _cells(run: Sequence[Row]) -> list[str]:
    return [scored(metric_of(run, metric)) for metric in COLUMNS]


def scored(row: Row) -> str:
    """A score and its interval, in per cent."""
    if row["value"] is None:
        return "–"
    score = f"{row['value'] * 100:5.1f}"
    if row.get("low") is None:
        return score
    return f"{score} ({row['low'] * 100:.1f} to {row['high'] * 100:.1f})"
