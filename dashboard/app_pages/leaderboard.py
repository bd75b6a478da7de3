"""Scores on one data set: a table for each origin, and where they come from."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    board_queries,
    charts,
    choosing,
    effort_charts,
    family_views,
    filters,
    fresh_views,
    notices,
    provenance,
    queries,
    skill_queries,
    sorting,
    tables,
)
from dashboard.snapshot import Row
from dashboard.sorting import Order
from dashboard.words import KINDS, ORIGINS, plain
from engine.analysis import costs

LINKED = 6
COLUMNS = {
    "model": "Model", "rank": None, "kind": "Kind", "value": None, "interval": None, "n": None,
    "consistency": None, "c_interval": None, "n_groups": None, "response_rate": None,
    "r_interval": "Its interval ", "no_answer_told": None, "cut_off_told": None,
    "error_told": None, "strict_right_told": None, "mean_tokens": "Tokens received", "cost": None,
    "prompt": "Prompt", "differs": "Settings", "probe": "Probe", "split": "Split", "run": "Source",
}  # fmt: skip
FIGURE_COLUMNS = {
    name: COLUMNS[name]
    for name in ("model", "rank", "kind", "value", "interval", "n", "prompt", "run")
}
OTHER_COLUMNS = {
    "model": "Model", "metric": "Metric", "value": "Value", "interval": None, "n": None,
    "prompt": "Prompt", "source": "Source",
}  # fmt: skip

SORTS = {
    "accuracy, highest first": Order("value"),
    "model": Order("model", greatest_first=False),
    "consistency, highest first": Order("consistency"),
    "response rate, highest first": Order("response_rate"),
    "cost, lowest first": Order("cost", greatest_first=False),
    "tokens received, fewest first": Order("tokens", greatest_first=False),
}

# Of questions on skills; what is strict is read only where the prompt asked for the answer.
SKILL_COLUMNS = {
    "model": "Model", "balanced_accuracy": "Balanced accuracy",
    "balanced_accuracy_interval": "Its interval", "accuracy": "Accuracy",
    "accuracy_interval": "Its interval ", "response_rate": "Response rate",
    "response_rate_interval": "Its interval  ", "response_accuracy": "Response accuracy",
    "response_accuracy_interval": "Its interval   ", "strict_response_rate": "Strict rate",
    "strict_response_rate_interval": "Its interval    ",
    "strict_response_accuracy": "Strict response accuracy",
    "strict_response_accuracy_interval": "Its interval     ", "n": None, "n_satisfy": "n read",
    "shown_kind": "Kind", "shown_prompt": "Prompt", "probe": "Probe",
}  # fmt: skip


def show_responses(name: str, origin: str) -> None:
    """Response rate and response accuracy of the runs on questions on skills, if there are any."""
    rows = skill_queries.board(name, origin)
    if not rows:
        return
    st.markdown("**Response rate and response accuracy**")
    tables.show(
        [{**row, "shown_kind": KINDS[row["kind"]]} for row in rows],
        SKILL_COLUMNS,
        alt=f"Response rate and response accuracy of origin {origin}",
        pinned="model",
    )
    st.caption(
        "Response rate is the share of replies in which an answer could be read, response accuracy"
        " the share of these that is right; strict counts an answer only where the prompt asked for"
        " it. Balanced accuracy is the mean over the right answers, so that always giving the same"
        " of k answers scores 1/k."
    )


def show_takes(board: list[Row], origin: str) -> None:
    """Accuracy against tokens and cost, where they are known of at least two."""
    for column, title in (
        ("tokens", "tokens received for an answer"),
        ("cost", "US dollars for 1,000 answers"),
    ):
        known = [row for row in board if row[column]]
        if len(known) > 1:
            st.markdown(f"**Accuracy against {title}**")
            st.plotly_chart(
                effort_charts.against_accuracy(known, column, title[:1].upper() + title[1:]),
                config=charts.CONFIG,
                key=f"{column}-{origin}",
                alt=f"Accuracy against {column} with intervals; the table above has the figures.",
            )


def show_together(name: str, origins: list[str]) -> None:
    """The scores of all origins in one order, without ranks, each with its origin beside it."""
    boards = [row for origin in origins for row in board_queries.board(name, origin)]
    boards.sort(key=lambda row: -row["value"])
    tables.show(
        [{**row, "kind": KINDS[row["kind"]], "whence": row["origin"]} for row in boards],
        {"model": "Model", "whence": "Origin", "kind": "Kind", "value": None, "interval": None,
         "n": None, "prompt": "Prompt", "differs": "Settings", "probe": "Probe", "run": "Source"},
        alt="Scores of all origins together",
        pinned="model",
    )  # fmt: skip


def show_links(board: list[Row]) -> None:
    """Ways to the pages of the first models."""
    models = list(dict.fromkeys(row["model"] for row in board if row["rank"]))[:LINKED]
    with st.container(horizontal=True):
        for model in models:
            st.page_link(
                "app_pages/model.py",
                label=f":blue[All about {plain(model)}]",
                query_params={"model": model, "origin": board[0]["origin"]},
                help="",
            )


st.title("Leaderboard")
snapshot = notices.open_or_stop()
dataset = filters.choose_dataset()
name = dataset["dataset"]
origins = board_queries.board_origins(name)
others = board_queries.other_scores(name)
if not origins and not others:
    notices.stop("Nobody has answered this data set.", notices.evaluate_command(name))

st.markdown(
    "Every score stands with its number of answers and its 95% interval, by groups of items that"
    " share something; a reply without a readable answer counts as not right. A rank is a"
    " range where intervals leave the order open."
)
if len(origins) > 1 and choosing.is_on(
    "All origins in one table",
    "together",
    help="Unlike figures in one order: who gave the answers and the labels is not the same.",
):
    show_together(name, origins)
if origins:
    order = sorting.choose(SORTS)
for origin in origins:
    st.subheader(ORIGINS[origin])
    board = costs.priced(board_queries.ranked(board_queries.board(name, origin)))
    unfinished = [
        f"{row['name']} ({row['n']:,} of {row['n_planned']:,} answers)"
        for row in board
        if row["n"] != row["n_planned"]
    ]
    if unfinished:
        st.warning(plain(f"Not finished: {', '.join(unfinished)}."))
    measured = any(row["response_rate"] is not None for row in board)
    tables.show(
        [
            {
                **row,
                "kind": KINDS[row["kind"]],
                "mean_tokens": None if row["tokens"] is None else round(row["tokens"]),
            }
            for row in order.of(board)
        ],
        COLUMNS if measured else FIGURE_COLUMNS,
        alt=f"Leaderboard of origin {origin}",
        pinned="model",
    )
    st.plotly_chart(
        charts.ranking(board, queries.chance(name)),
        config=charts.CONFIG,
        key=f"ranking-{origin}",
        alt=f"Accuracy with intervals, origin {origin}; the table above has the figures.",
    )
    show_takes(board, origin)
    show_responses(name, origin)
    show_links(board)
fresh_views.show(name)
if others:
    st.subheader("Other figures")
    others = [{**row, "metric": row["metric"].replace("_", " ")} for row in others]
    tables.show_by_origin(others, OTHER_COLUMNS, alt="Figures of other metrics", pinned="model")
family_views.show()
provenance.show_line(dataset, snapshot)
