"""Runs in progress, redrawn as they go on."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import streamlit as st

from engine.core.paths import db_to_read
from engine.pipeline.evaluate.watching import Live, Watch, holder
from engine.show.texts.escaping import plain

EVERY_S = 2
"""Seconds between updates of runs in progress."""

_MOST_STOPPED = 10


@st.cache_resource(max_entries=4, show_spinner=False)
def _watch(db: Path) -> Watch:
    return Watch(db)


@st.fragment(run_every=EVERY_S)
def show() -> None:
    """The runs in progress, and those stopped before the end."""
    runs = _watch(db_to_read().absolute()).unfinished()
    going = [run for run in runs if run.is_running]
    stopped = [run for run in runs if not run.is_running]
    _show_holder()
    if not going:
        st.text("No run is in progress.")
    for run in going:
        with st.container(border=True, gap="xsmall"):
            _show_going(run)
    if stopped:
        with st.expander(f"Stopped before the end ({len(stopped)})"):
            for run in stopped[:_MOST_STOPPED]:
                _show_stopped(run)
            if len(stopped) > _MOST_STOPPED:
                st.caption(f"And {len(stopped) - _MOST_STOPPED} more.")


@st.fragment(run_every=EVERY_S)
def show_briefly() -> None:
    """A line for each run in progress."""
    going = [run for run in _watch(db_to_read().absolute()).unfinished() if run.is_running]
    _show_holder()
    if not going:
        st.text("No run is in progress.")
    for run in going:
        st.progress(_share(run), text=f"{_title(run)}: {_count(run)}")


def _show_holder() -> None:
    """The process that has had the database open since the last update; ingesting is faster."""
    before, now = st.session_state.get("holder"), holder(db_to_read())
    st.session_state["holder"] = now
    if now is not None and now == before:
        st.warning(
            f"Process {now} has the database open, so no other process can write. Answers wait in"
            " the journal and are shown below; close the database there to ingest them."
        )


def _title(run: Live) -> str:
    return plain(f"{run.name} on {run.dataset}")


def _share(run: Live) -> float:
    return min(1.0, run.n / run.n_planned) if run.n_planned else 0.0


def _count(run: Live) -> str:
    return f"{run.n:,} of {run.n_planned:,} ({_share(run):.1%})"


def _show_going(run: Live) -> None:
    st.markdown(f"**{_title(run)}**")
    st.progress(_share(run), text=_count(run))
    rate = "no answers in the last minute" if run.rate is None else f"{run.rate:,.1f} a second"
    left = "" if run.seconds_left is None else f", {_duration(run.seconds_left)} left"
    st.text(f"Running: {rate}{left}")
    _show_counts(run)


def _show_stopped(run: Live) -> None:
    st.markdown(f"**{_title(run)}**")
    st.text(f"Stopped at {_count(run)}. This command resumes it:")
    st.code(run.command or f"run {run.run_hash[:12]}", language=None, wrap_lines=True)
    _show_counts(run)


def _show_counts(run: Live) -> None:
    if run.low is not None and run.high is not None:
        st.text(
            f"Right so far: {run.n_right:,} of {run.n:,}, {run.n_right / run.n:.1%}"
            f" (95% interval {run.low:.1%} to {run.high:.1%})"
        )
    kinds = ", ".join(f"{kind} {n:,}" for kind, n in run.errors.items())
    st.text(f"Errors: {kinds or 'none'}")
    if run.tokens:
        spent = "price unknown" if run.cost_usd is None else f"${run.cost_usd:,.4f} spent"
        st.text(f"Tokens: {run.tokens:,}; {spent}")


def _duration(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))
