"""Runs in progress, and every run with its settings and provenance."""

from __future__ import annotations

import orjson
import streamlit as st

from dashboard.components.choices import choosing, filters, sorting
from dashboard.components.choices.sorting import Order
from dashboard.components.results import tables
from dashboard.components.source import live_views, notices
from dashboard.components.source.snapshot import rows
from engine.analysis.boards import left_out
from engine.analysis.by_trait.series import MODELS
from engine.analysis.scores import runs
from engine.analysis.sources.query import Row
from engine.show.texts.escaping import plain
from engine.show.texts.names import KINDS, ORIGINS

COLUMNS = {
    "name": "Run", "dataset": "Data set", "value": None, "interval": None, "n": None,
    "n_planned": "Planned", "n_error": "Failed", "n_no_answer": "No answer",
    "n_truncated": "Cut off", "n_reused": "Reused", "prompt_tokens": "Tokens sent",
    "completion_tokens": "Tokens received", "cost_usd": None, "rate": "Answers per second",
    "latency": "Mean latency (ms)", "answered_by": "Answered by", "started": "Started (UTC)",
    "run": "Id",
}  # fmt: skip
ERROR_COLUMNS = {"error_kind": "Error", "n": None, "example": "Example"}
SENT = {True: "in batches", False: "one by one", None: "partly in batches, unknown which"}
SORTS = {
    "newest first": Order("started_at"),
    "accuracy, highest first": Order("value"),
    "failed, most first": Order("n_error"),
    "cost, highest first": Order("cost_usd"),
}


def show() -> None:
    """Runs in progress, all runs of the snapshot, and one with its settings and failures."""
    st.header("In progress")
    live_views.show()
    st.header("All runs")
    snapshot = notices.open_or_stop()
    every = runs.runs(rows)
    for run in left_out(rows):
        if not run["n"]:
            st.warning(plain(f"{run['model']} on {run['dataset']}: {run['reason']}"))
    if not every:
        notices.stop("No run has an answer yet.", notices.evaluate_command("DATASET"))
    with filters.bar():
        names = list(dict.fromkeys(row["dataset"] for row in every))
        dataset = choosing.any_or("Data set", "data", names)
        order = sorting.choose(SORTS)
    shown = [row for row in every if dataset in (None, row["dataset"])]
    _show_all(order.of(shown))
    st.header("One run")
    _show_one({row["run"]: row for row in shown})
    st.caption(plain(f"snapshot {snapshot.stamp}"))


def _show_all(shown: list[Row]) -> None:
    tables.show_by_origin(
        [
            {
                **row,
                "latency": row["mean_latency_ms"] and round(row["mean_latency_ms"]),
                "rate": row["rate"] and round(row["rate"], 1),
                "started": row["started_at"] and f"{row['started_at']:%Y-%m-%d %H:%M}",
            }
            for row in shown
        ],
        COLUMNS,
        alt="Runs with results, tokens and cost",
        pinned="name",
    )
    st.caption(
        "Tokens and cost exclude answers reused from earlier runs. The cost is what the endpoint"
        " charged; where it does not say, it needs a known price and token counts from the"
        " endpoint, and is an upper bound if it is unknown which questions went out in batches."
        " Add your own prices with `sorites dashboard --prices FILE`."
    )


def _show_one(by_id: dict[str, Row]) -> None:
    with filters.bar("run"):
        chosen = choosing.one_of(
            "Run",
            "run",
            list(by_id),
            lambda run: f"{by_id[run]['name']} on {by_id[run]['dataset']}, {run}",
            first=next((at for at, run in enumerate(by_id) if by_id[run]["kind"] in MODELS), 0),
        )
    row = by_id[chosen]
    st.text(
        f"{row['n']:,} of {row['n_planned']:,} answers"
        + (", not finished." if row["n"] < row["n_planned"] else ".")
        + f" Right: {row['value']:.1%} (95% interval {row['interval']})."
    )
    tables.show_facts(_facts(row))
    if row["command"]:
        st.text("This command repeats or resumes it:")
        st.code(row["command"], language=None, wrap_lines=True)
    failures = runs.errors(rows, row["run_id"])
    if failures:
        tables.show(failures, ERROR_COLUMNS, alt="Errors by kind", pinned="error_kind")
    else:
        st.text("No errors.")


def _facts(row: Row) -> dict[str, object]:
    settings = orjson.loads(row["settings"])
    return {
        "Model": f"{row['model']} ({KINDS[row['kind']]})",
        "Answered by another model": row["answered_by"],
        "Endpoint": ", ".join(row["endpoints"] or ()) or None,
        "Questions sent": SENT[row["is_batched"]] if row["endpoints"] else None,
        "Data set": row["dataset"],
        "Provenance": ORIGINS[row["origin"]],
        "Prompt": row["prompt"],
        "Probe": row["probe"],
        "Split": row["split"],
        "Language": row["language"],
        "Answers per question": row["samples"],
        "Options": "all circular orders" if row["rotated"] else None,
        "Settings": ", ".join(f"{k}: {v}" for k, v in settings.items()) or None,
        "Began": row["started_at"] and f"{row['started_at']:%Y-%m-%d %H:%M:%S} UTC",
        "Ended": row["finished_at"] and f"{row['finished_at']:%Y-%m-%d %H:%M:%S} UTC",
        "Source": row["source"],
        "Created by": f"Sorites {row['engine_version']}",
    }
