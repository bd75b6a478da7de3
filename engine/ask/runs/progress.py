"""The progress of a run, read from its journal while another process asks."""

from __future__ import annotations

import time
from array import array
from collections import deque
from datetime import datetime
from pathlib import Path

from engine.ask.runs.lock import asked_since
from engine.ask.runs.tally import Tally
from engine.core.items import Outcome, Response
from engine.store import Run, read_run
from engine.store.responses.journal import (
    Line,
    misplaced,
    read_file,
    read_planned,
    worker_files,
)

RATE_OVER_S = 60.0
"""The period for the rate, in seconds."""


class _Met:
    """The items of a run in the order of their first answers."""

    def __init__(self) -> None:
        self.groups = array("q")
        self._places: dict[str, int] = {}

    def meet(self, item: str, group: int | None) -> None:
        """Number an item; without a group, as in old journals, it is its own group."""
        if item not in self._places:
            self.groups.append(-1 - len(self._places) if group is None else group)
            self._places[item] = len(self._places)

    def place(self, item_hash: str) -> int | None:
        return self._places.get(item_hash)


class Progress:
    """Reads the journal of a run incrementally.

    Raises:
        InputError: the folder has no journal.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run: Run = read_run(folder)
        self._planned = read_planned(folder)
        self.since: float | None = None
        """When the asking process began, in seconds since 1970; None if the run is stopped."""
        self.last: float | None = None
        """The time of the last answer or error, in seconds since 1970."""
        self._met = _Met()
        self.tally = Tally(self._met)
        self._ends: dict[Path, int] = {}
        self._failed_at: dict[tuple[str, int, int], float] = {}
        self._came: deque[float] = deque()

    def read_on(self) -> None:
        """Read new entries, and check whether a process still asks."""
        # before the answers: a process that ends in between has written all of them
        self.since = asked_since(self.folder)
        self.run = read_run(self.folder)
        for path in worker_files(self.folder):
            for line, _, raw in read_file(path, self._ends.get(path, 0)):
                self._ends[path] = self._ends.get(path, 0) + len(raw)
                if line is not None and misplaced(self.run, self._planned, line) is None:
                    self._add(line)

    def _add(self, entry: Line) -> None:
        response = entry.response
        key = (response.item, response.sample, response.rotation)
        if self.tally.has_answer(*key):
            return
        self._met.meet(response.item, entry.group)
        self.tally.add(response, entry.grade)
        came = self._note_time(response)
        if entry.grade.outcome is Outcome.ERROR:
            self._failed_at[key] = came
        else:
            self._failed_at.pop(key, None)

    def _note_time(self, response: Response) -> float:
        if response.asked_at is None:
            return 0.0
        asked = datetime.fromisoformat(response.asked_at).timestamp()
        came = asked + (0.0 if response.is_reused else (response.latency_ms or 0.0) / 1000)
        self.last = max(came, self.last or came)
        self._came.append(came)
        while self._came and self._came[0] < self.last - RATE_OVER_S:
            self._came.popleft()
        return came

    @property
    def is_running(self) -> bool:
        """Whether a process is asking its questions now."""
        return self.since is not None

    def rate(self, now: float | None = None) -> float | None:
        """Answers and errors per second over the last minute; None if nothing runs or came."""
        if self.since is None:
            return None
        now = time.time() if now is None else now
        start = max(self.since, now - RATE_OVER_S)
        recent = sum(start <= came for came in self._came)
        return recent / (now - start) if recent and now > start else None

    def seconds_left(self, now: float | None = None) -> float | None:
        """Seconds left at the current rate, including errors of earlier starts."""
        rate = self.rate(now)
        if rate is None or self.since is None:
            return None
        failed = sum(came >= self.since for came in self._failed_at.values())
        return max(0, self.run.n_planned - self.tally.n - failed) / rate
