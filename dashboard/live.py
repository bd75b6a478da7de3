"""Runs as their journals have them, whatever the snapshot holds: what is asked at this moment."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from engine.analysis.costs import price_in
from engine.ask.runs import Progress, asked_since
from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.core.paths import db_path
from engine.store import journals, read_run


@dataclass(frozen=True, slots=True)
class Live:
    """What is shown of a run that is going on, or that was stopped before its end.

    `rate` is answers a second, `cost_usd` is None where nobody told a price or the tokens.
    """

    run_hash: str
    name: str
    dataset: str
    command: str | None
    is_running: bool
    n: int
    n_planned: int
    n_right: int
    low: float | None
    high: float | None
    rate: float | None
    seconds_left: float | None
    errors: dict[str, int]
    tokens: int
    cost_usd: float | None
    last: float | None


class _Watch:
    """The journals of a database as far as they have been read, for all visitors."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.seen: dict[Path, Progress] = {}


@st.cache_resource(max_entries=4, show_spinner=False)
def _watch(db: Path) -> _Watch:
    return _Watch()


def unfinished() -> list[Live]:
    """The runs that are going on, the latest first, and then those that were stopped."""
    db = db_path()
    watch = _watch(db.absolute())
    found = []
    with watch.turn:
        folders = journals(db)
        for gone in watch.seen.keys() - set(folders):
            del watch.seen[gone]
        for folder in folders:
            try:
                # of a finished run the head is enough, and the database has the rest
                if read_run(folder).finished_at is None or asked_since(folder) is not None:
                    found.append(_read_on(watch, folder))
            except (InputError, OSError):
                continue  # a journal that is being removed
    return sorted(found, key=lambda run: (not run.is_running, -(run.last or 0)))


def _read_on(watch: _Watch, folder: Path) -> Live:
    if folder not in watch.seen:
        watch.seen[folder] = Progress(folder)
    progress = watch.seen[folder]
    progress.read_on()
    run, tally = progress.run, progress.tally
    interval = tally.interval
    price = price_in(run.model, run.endpoints, run.is_batched) if run.kind == "endpoint" else None
    return Live(
        run_hash=run.run_hash,
        name=", ".join(filter(None, (run.model, run.prompt, run.probe))),
        dataset=run.dataset,
        command=run.command,
        is_running=progress.is_running,
        n=tally.n,
        n_planned=run.n_planned,
        n_right=tally.outcomes[Outcome.RIGHT],
        low=interval.low if interval else None,
        high=interval.high if interval else None,
        rate=progress.rate(),
        seconds_left=progress.seconds_left(),
        errors=tally.errors,
        tokens=tally.prompt_tokens + tally.completion_tokens,
        cost_usd=(
            price.cost_usd(tally.prompt_tokens, tally.completion_tokens)
            if price and not tally.uncounted
            else None
        ),
        last=progress.last,
    )
