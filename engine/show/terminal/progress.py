"""Progress of long work on standard error: a bar with a rate and the time left, or JSON lines."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TypeVar

import orjson
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
)
from rich.table import Column
from rich.text import Text

from engine.core.errors import SoritesError
from engine.core.progress import State, Step

_Record = TypeVar("_Record")

_EVERY_S = 0.5
"""Seconds between updates."""
_EVERY_LINE_S = 30.0
"""Seconds between lines where there is no terminal to show a bar."""


@contextmanager
def progress(what: str, total: int) -> Iterator[Step]:
    """Show a bar while the block runs, followed by the state's words."""
    words = TextColumn("{task.fields[words]}", markup=False, table_column=Column(no_wrap=True))
    with _bar(words) as bar:
        task = bar.add_task(what, total=total, words="", before=0)

        def show(state: State) -> None:
            bar.update(task, description=state.title(), words=state.words())

        def write(state: State) -> None:
            n = int(bar.tasks[0].completed)
            line = f"{state.title()}: {n:,} of {total:,}, {state.words()}"
            bar.console.print(line, markup=False, emoji=False, highlight=False, soft_wrap=True)

        shown = _NowAndThen(show)
        written = _NowAndThen(write, _EVERY_LINE_S, time.monotonic())

        def step(done: int, state: State | None = None, *, found: int = 0) -> None:
            before = bar.tasks[0].fields["before"] + found
            bar.update(task, advance=done + found, before=before)
            shown(state)
            if not bar.console.is_terminal:
                written(state)

        try:
            yield step
        except SoritesError:
            if not bar.tasks[0].completed:  # it was refused: the sentence stands alone
                bar.update(task, visible=False)
            raise
        shown.at_last()


def tracked(records: Sequence[_Record]) -> Iterator[_Record]:
    """The records of a file, with a bar of how many have been used."""
    with progress(f"reading {len(records):,} records", len(records)) as advance:
        for record in records:
            yield record
            advance(1)


@contextmanager
def lines(_what: str, total: int) -> Iterator[Step]:
    """Write the state's figures as JSON lines at intervals and at the end."""
    began, done_now, done_before = time.monotonic(), 0, 0

    def show(state: State) -> None:
        elapsed = time.monotonic() - began
        figures = state.figures(
            done_now / elapsed if elapsed else 0.0, total - done_now - done_before
        )
        if figures is not None:
            sys.stderr.write(orjson.dumps(figures).decode() + "\n")
            sys.stderr.flush()

    shown = _NowAndThen(show)

    def step(done: int, state: State | None = None, *, found: int = 0) -> None:
        nonlocal done_now, done_before
        done_now += done
        done_before += found
        shown(state)

    yield step
    shown.at_last()


class _NowAndThen:
    """Shows a state at intervals, although it changes with every step."""

    def __init__(
        self, show: Callable[[State], None], every_s: float = _EVERY_S, shown_at: float = 0.0
    ) -> None:
        self._show = show
        self._every_s = every_s
        self._shown_at = shown_at
        self._state: State | None = None

    def __call__(self, state: State | None) -> None:
        self._state = state or self._state
        if self._state is not None and time.monotonic() - self._shown_at >= self._every_s:
            self._shown_at = time.monotonic()
            self._show(self._state)

    def at_last(self) -> None:
        if self._state is not None:
            self._show(self._state)


class _Pace(ProgressColumn):
    """Units a second since the start, and the time left at that pace.

    Results arrive in large pieces, so a recent rate would jump.
    """

    def render(self, task: Task) -> Text:
        done = task.completed - task.fields.get("before", 0)
        if done <= 0 or not task.elapsed:
            return Text("…/s")
        pace = done / task.elapsed
        left = timedelta(seconds=round(task.remaining / pace)) if task.remaining else timedelta()
        return Text(f"{pace:,.0f}/s, {left} left", style="progress.data.speed")


def _bar(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    # on one line in a narrow window too: the bar gives way first, then the description
    head, whole = Column(no_wrap=True, max_width=console.width // 2), Column(no_wrap=True)
    title = TextColumn("{task.description}", markup=False, table_column=head)
    counted, pace = MofNCompleteColumn(table_column=whole), _Pace(table_column=whole)
    columns = (title, BarColumn(), counted, pace, *columns)
    return Progress(*columns, console=console, refresh_per_second=1 / _EVERY_S)
