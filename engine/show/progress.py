"""Progress of long work: a bar with a rate and the time left, on standard error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

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

Advance = Callable[[int], None]
Tell = Callable[[str], None]
Begin = Callable[[str, int], None]


class _Pace(ProgressColumn):
    """Units a second since the start, and the time left at that pace.

    Work comes back in large pieces, so a rate over the last moments would jump.
    """

    def render(self, task: Task) -> Text:
        done = task.completed - task.fields.get("before", 0)
        if done <= 0 or not task.elapsed:
            return Text("…/s")
        pace = done / task.elapsed
        left = timedelta(seconds=round(task.remaining / pace)) if task.remaining else timedelta()
        return Text(f"{pace:,.0f}/s, {left} left", style="progress.data.speed")


@contextmanager
def progress(description: str, total: int) -> Iterator[Advance]:
    """Show a bar while the block runs; call the yielded function with the units just done."""
    with _bar() as bar:
        task = bar.add_task(description, total=total)
        yield lambda done: bar.update(task, advance=done)


@contextmanager
def telling_progress(description: str, total: int) -> Iterator[tuple[Advance, Tell]]:
    """The same with a few words after the bar, which the second function yielded sets."""
    with resumed_progress(total) as (begin, advance, tell):
        begin(description, 0)
        yield advance, tell


@contextmanager
def resumed_progress(total: int) -> Iterator[tuple[Begin, Advance, Tell]]:
    """The same for work of several parts, of which some was done at earlier times.

    The first function yielded names the part that begins, and tells what more of the whole was done
    before: no rate rests on that.
    """
    words = TextColumn("{task.fields[told]}", markup=False, table_column=Column(no_wrap=True))
    with _bar(words) as bar:
        task = bar.add_task("", total=total, told="", before=0)

        def begin(description: str, before: int) -> None:
            there = bar.tasks[0].fields["before"] + before
            bar.update(task, description=description, advance=before, before=there)

        yield (
            begin,
            lambda done: bar.update(task, advance=done),
            lambda told: bar.update(task, told=told),
        )


def _bar(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    # on one line in a narrow window too: the bar gives way first, then the description
    head, whole = Column(no_wrap=True, max_width=console.width // 2), Column(no_wrap=True)
    told = TextColumn("{task.description}", markup=False, table_column=head)
    counted, pace = MofNCompleteColumn(table_column=whole), _Pace(table_column=whole)
    return Progress(told, BarColumn(), counted, pace, *columns, console=console)
