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


class _Pace(ProgressColumn):
    """Units a second since the start, and the time left at that pace.

    Work comes back in large pieces, so a rate over the last moments would jump.
    """

    def render(self, task: Task) -> Text:
        if not task.completed or not task.elapsed:
            return Text("…/s")
        pace = task.completed / task.elapsed
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
    words = TextColumn("{task.fields[told]}", markup=False, table_column=Column(no_wrap=True))
    with _bar(words) as bar:
        task = bar.add_task(description, total=total, told="")
        yield (
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
