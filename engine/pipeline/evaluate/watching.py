"""Watch running and stopped runs through their journals, which are ahead of the snapshot."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from engine.analysis.scores.costs import price_in
from engine.ask.runs import Progress, asked_since, cost_of
from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.store import journals, read_run

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True, slots=True)
class Live:
    """A run that is going on, or was stopped before its end.

    `rate` is in answers per second; `cost_usd` is None if unknown.
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


class Watch:
    """Reads the journals of a database incrementally; safe to share between threads."""

    def __init__(self, db: Path) -> None:
        self._db = db
        self._turn = threading.Lock()
        self._seen: dict[Path, Progress] = {}

    def unfinished(self) -> list[Live]:
        """The running runs, the latest first, then the stopped ones."""
        found = []
        with self._turn:
            folders = journals(self._db)
            for gone in self._seen.keys() - set(folders):
                del self._seen[gone]
            for folder in folders:
                try:
                    # skip finished runs, which are in the database
                    if read_run(folder).finished_at is None or asked_since(folder) is not None:
                        found.append(self._read_on(folder))
                except (InputError, OSError):
                    continue  # a journal that is being removed
        return sorted(found, key=lambda run: (not run.is_running, -(run.last or 0)))

    def _read_on(self, folder: Path) -> Live:
        if folder not in self._seen:
            self._seen[folder] = Progress(folder)
        progress = self._seen[folder]
        progress.read_on()
        run, tally = progress.run, progress.tally
        interval = tally.interval
        is_priced = run.kind == "endpoint"
        price = price_in(run.model, run.endpoints, run.is_batched) if is_priced else None
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
            cost_usd=cost_of(tally, price),
            last=progress.last,
        )


def holder(db: Path) -> int | None:
    """The process that has a database open; None if there is none or the system cannot tell.

    This reads Linux's list of locks, because opening the file would lock it. Each line has number,
    kind, mode, access, process, and device and inode of the file.
    """
    try:
        lines = _LOCKS.read_text(encoding="ascii").splitlines()
        inode = db.stat().st_ino
    except OSError:
        return None
    for line in lines:
        parts = line.split()
        if parts[1] == "POSIX" and parts[5].rpartition(":")[2] == str(inode):
            return int(parts[4])
    return None
