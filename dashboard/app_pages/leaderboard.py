"""Scores on one data set: a table for each board, by provenance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import streamlit as st

from dashboard.components.choices import choosing, filters, sorting
from dashboard.components.choices.sorting import Order
from dashboard.components.figures import charts, effort_charts
from dashboard.components.questions import listing
from dashboard.components.results import family_views, fresh_views, tables
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from engine.analysis.boards import Board, boards, left_out, other_figures
from engine.analysis.boards.effort import efforts
from engine.analysis.boards.words import asked_words
from engine.analysis.scores import runs
from engine.analysis.sources.query import Row
from engine.core.items import BUILT_IN, Origin
from engine.show.texts.escaping import plain
from engine.show.texts.names import KINDS, ORIGINS, ends

LINKED = 6
CSV = ("dataset", "origin", "model", "kind", "prompt", "label", "value", "low", "high", "n")
OF_RUNS = {
    "no_answer_text": None, "cut_off_text": None, "n_failed": "Failed",
    "strict_right_text": None,
    "mean_tokens": "Tokens received", "cost": None,
}  # fmt: skip
OTHER_COLUMNS = {
    "model": "Model", "metric": "Metric", "value": "Value", "interval": None, "n": None,
    "prompt": "Prompt", "source": "Source",
}  # fmt: skip

SORTS = {
    "rank": Order("place", greatest_first=False),
    "accuracy, highest first": Order("value"),
    "model": Order("model", greatest_first=False),
    "consistency, highest first": Order("consistency"),
    "response rate, highest first": Order("response_rate"),
    "cost, lowest first": Order("cost", greatest_first=False),
    "tokens received, fewest first": Order("tokens", greatest_first=False),
}


def rows_of_board(board: Board) -> list[Row]:
    """The board's rows with intervals as text, and each run's tokens and cost."""
    took = efforts(rows, [one.run_id for one in board.scores if one.run_id is not None])
    unknown: dict[str, Any] = dict.fromkeys((*OF_RUNS, "tokens", "tokens_low", "tokens_high"))
    found = []
    for score in board.scores:
        own = took.get(score.run_id or 0, unknown)
        first = score.share(board.ranked_by)
        names = filter(None, (score.model, score.prompt, score.label))
        found.append({
            **own, **asdict(score), "name": ", ".join(names),
            "rank": score.rank_words,
            "chance": (board.chance or {}).get(board.ranked_by.name),
            "shown_kind": KINDS[score.kind], "interval": ends(first.low, first.high),
            "mean_tokens": None if own["tokens"] is None else round(own["tokens"]),
            **{
                f"{one.name}_interval": ends(score.share(one).low, score.share(one).high)
                for one in board.measures
            },
        })  # fmt: skip
    return found


def columns(board: Board) -> dict[str, str | None]:
    """The columns of a board's table, by their names in its rows."""
    first = board.ranked_by
    found: dict[str, str | None] = {"model": "Model", first.name: first.title}
    found |= {f"{first.name}_interval": "95% interval", "rank": None, "n": None}
    found |= {"prompt": "Prompt", "label": "Settings", "shown_kind": "Kind"}
    for one in board.measures:
        if one != first:
            found |= {one.name: one.title, f"{one.name}_interval": f"{one.title}: 95% interval"}
    if any(score.answered for score in board.scores):
        found["answered"] = "Answers given"
    if board.chance:
        found["chance"] = "Chance"
    if any(score.run_id is not None for score in board.scores):
        found |= OF_RUNS
    return found | {"source": "Source"}


def show_board(board: Board, order: Order) -> None:
    """The table of a board, a chart of its scores, and charts against tokens and cost."""
    found = order.of(rows_of_board(board))
    key = "/".join(filter(None, board.name.values()))
    if words := asked_words(board):
        st.markdown(f"**{plain(words[0].upper() + words[1:])}**")
    unfinished = [
        f"{row['name']} ({row['n']:,} of {row['n_planned']:,} answers)"
        for row in found
        if not row["is_whole"]
    ]
    samples = [row["name"] for row in found if row["is_sample"]]
    asked = [row for row in found if row["kind"] not in BUILT_IN]
    if samples:
        whom = (
            "all models" if asked and all(row["is_sample"] for row in asked) else ", ".join(samples)
        )
        st.caption(plain(f"Asked a sample of the questions, of size n: {whom}."))
    if unfinished:
        st.info(plain(f"Not finished: {', '.join(unfinished)}."))
    picked = tables.show(
        found, columns(board), alt=f"Leaderboard {key}", pinned="model", picked=f"rows-{key}"
    )
    show_comparison([found[at] for at in picked], board.dataset)
    measure = board.ranked_by
    prefix = "" if measure.name == "value" else f"{measure.name}_"
    drawn = [
        {
            **row,
            "value": row[measure.name],
            "low": row[f"{prefix}low"],
            "high": row[f"{prefix}high"],
        }
        for row in found
        if row[measure.name] is not None
    ]
    charts.show(
        charts.ranking(drawn, (board.chance or {}).get(measure.name), measure.title),
        key=f"ranking-{key}",
        alt=f"{measure.title} with intervals; figures in the table above.",
        rows=[{name: row[name] for name in CSV} for row in drawn],
    )
    show_takes(found, key)
    show_links(found)


def show_comparison(picked: Sequence[Row], dataset: str) -> None:
    """A link that compares the two selected rows, or what to select."""
    names = {run: name for name, run in runs.by_name(rows, dataset).items()}
    known = [names[row["run_hash"]] for row in picked if row["run_hash"] in names]
    if len(known) == 2:
        first, second = known
        view = {"data": dataset, "a": first, "b": second}
        listing.to_page("compare", plain(f"Compare {first} with {second}"), view)
    elif len(names) > 1:
        st.caption("Select two rows to compare them question by question.")


def show_takes(found: Sequence[Row], key: str) -> None:
    """Accuracy against tokens and cost, if known for at least two models."""
    for column, title in (
        ("tokens", "tokens received per answer"),
        ("cost", "US dollars per 1,000 answers"),
    ):
        known = [row for row in found if row[column]]
        if len(known) > 1:
            st.markdown(f"**Accuracy against {title}**")
            charts.show(
                effort_charts.against_accuracy(known, column, title[:1].upper() + title[1:]),
                key=f"{column}-{key}",
                alt=f"Accuracy against {column} with intervals; figures in the table above.",
                rows=[{name: row[name] for name in (*CSV, column)} for row in known],
            )


def show_together(found: Sequence[Board]) -> None:
    """All boards' scores in one table, without ranks, each with its provenance."""
    everything = [
        {**row, "came_from": row["origin"], "asked": asked_words(board)}
        for board in found
        for row in rows_of_board(board)
    ]
    tables.show(
        sorted(everything, key=lambda row: -row["value"]),
        {"model": "Model", "came_from": "Provenance", "shown_kind": "Kind", "value": None,
         "interval": None, "n": None, "asked": "Asked", "prompt": "Prompt", "label": "Settings",
         "source": "Source"},
        alt="Scores of all provenances together",
        pinned="model",
    )  # fmt: skip


def show_links(found: Sequence[Row]) -> None:
    """Links to the pages of the first models."""
    ranked = (row for row in found if row["rank"] and row["kind"] not in BUILT_IN)
    models = list(dict.fromkeys(row["model"] for row in ranked))[:LINKED]
    with st.container(horizontal=True):
        for model in models:
            view = {"model": model, "origin": found[0]["origin"]}
            listing.to_page("model", f"{plain(model)}: all results", view)


st.title("Leaderboard")
st.markdown(
    "Models ranked by accuracy, built-in baselines below for reference, even with a better rank. A"
    " rank is a range where intervals overlap."
)
snapshot = notices.open_or_stop()
with filters.bar():
    dataset = filters.choose_dataset()
    order = st.container(horizontal=True, width="content", key="bar-order")
name = dataset["dataset"]
shown = boards(rows, name)
others = other_figures(rows, name)
if not shown and not others:
    notices.stop("This data set has no answers yet.", notices.evaluate_command(name))

if len({board.origin for board in shown}) > 1 and choosing.is_on(
    "All in one table",
    "together",
    help="Not comparable: these scores come from different replies, labels or graders.",
):
    show_together(shown)
if shown:
    with order:
        chosen = sorting.choose(SORTS)
for origin in Origin:
    if own := [board for board in shown if board.origin is origin]:
        st.header(ORIGINS[origin])
        for board in own:
            show_board(board, chosen)
if without := left_out(rows, name):
    with st.expander(f"Runs left out ({len(without)})"):
        for row in without:
            st.caption(plain(f"{row['model']}, run {row['run_hash'][:12]}: {row['reason']}."))
fresh_views.show(name)
if others:
    st.header("Other figures")
    others = [
        {
            **row,
            "metric": row["metric"].replace("_", " "),
            "interval": ends(row["low"], row["high"]),
        }
        for row in others
    ]
    tables.show_by_origin(others, OTHER_COLUMNS, alt="Other metrics", pinned="model")
family_views.show()
provenance.show_line(dataset, snapshot)
