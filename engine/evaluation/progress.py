"""What a run stands at, seen from outside: read from its journal while another process asks."""

from __future__ import annotations

import time
from collections import Counter, deque
from datetime import datetime
from pathlib import Path

from engine.evaluation.lock import asked_since
from engine.items import Outcome, Response
from engine.statistics import Interval, wilson
from engine.store import Run, read_run
from engine.store.journal import read_file, worker_files

RATE_OVER_S = 60.0
"""The rate is that of so many last seconds."""

_Key = tuple[str, int, int]


class Progress:
    """One run's journal, read on from where it was left. Counts are those of `Tally`.

    Raises:
        InputError: the folder holds no journal.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run: Run = read_run(folder)
        self.since: float | None = None
        """When the process that asks now began, in seconds since 1970; None: the run is stopped."""
        self.outcomes: Counter[Outcome] = Counter()
        self.prompt_tokens = 0
        self.completion_tokens = 0
        self.uncounted = 0
        """Answers for which the endpoint told no tokens."""
        self.last: float | None = None
        """When the last answer or error came, in seconds since 1970."""
        self._ends: dict[Path, int] = {}
        self._answered: set[_Key] = set()
        self._failed: dict[_Key, tuple[str, float]] = {}
        self._items: set[str] = set()
        self._came: deque[float] = deque()

    def read_on(self) -> None:
        """Take in what has been written since, and see whether a process still asks."""
        # before the answers: whoever ends in between has written all of them
        self.since = asked_since(self.folder)
        self.run = read_run(self.folder)
        for path in worker_files(self.folder):
            start = self._ends.get(path, 0)
            for response, grade, end in read_file(path, start):
                self._ends[path] = end
                self._add(response, grade.outcome)

    def _add(self, response: Response, outcome: Outcome) -> None:
        key = (response.item, response.sample, response.rotation)
        if key in self._answered:
            return
        came = self._note_time(response)
        self._items.add(response.item)
        if outcome is Outcome.ERROR:
            self._failed[key] = response.error_kind or "error", came
            return
        self._failed.pop(key, None)
        self._answered.add(key)
        self.outcomes[outcome] += 1
        if not response.is_reused:
            self.uncounted += response.prompt_tokens is None
            self.prompt_tokens += response.prompt_tokens or 0
            self.completion_tokens += response.completion_tokens or 0

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
        """Whether a process asks its questions at this moment."""
        return self.since is not None

    @property
    def is_finished(self) -> bool:
        """Whether everything planned was asked; errors stay errors until it is started again."""
        return not self.is_running and self.run.finished_at is not None

    @property
    def n_answered(self) -> int:
        """Questions with an answer."""
        return len(self._answered)

    @property
    def n(self) -> int:
        """Questions with an answer or an error."""
        return len(self._answered) + len(self._failed)

    @property
    def errors(self) -> dict[str, int]:
        """The questions that ended in errors, by kind."""
        return dict(sorted(Counter(kind for kind, _ in self._failed.values()).items()))

    @property
    def interval(self) -> Interval | None:
        """The accuracy's 95% interval so far; several answers to one item are not several items."""
        if not self.n:
            return None
        items = len(self._items)
        return wilson(self.outcomes[Outcome.RIGHT] * items / self.n, items)

    def rate(self, now: float | None = None) -> float | None:
        """Answers and errors a second over the last minute; None where nothing runs or came."""
        if self.since is None:
            return None
        now = time.time() if now is None else now
        start = max(self.since, now - RATE_OVER_S)
        recent = sum(start <= came for came in self._came)
        return recent / (now - start) if recent and now > start else None

    def seconds_left(self, now: float | None = None) -> float | None:
        """How long the rest takes at that rate; errors of earlier times are asked again."""
        rate = self.rate(now)
        if rate is None or self.since is None:
            return None
        failed = sum(came >= self.since for _, came in self._failed.values())
        return max(0, self.run.n_planned - self.n_answered - failed) / rate
