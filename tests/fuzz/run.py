"""Give readers changed documents, and collect what is neither read nor refused in a sentence."""

from __future__ import annotations

import resource
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.core.errors import SoritesError
from tests.fuzz.mutation import mutated
from tests.fuzz.readers import FOUND, READERS, Reader

MOST_S = 2.0
"""The most processor time that one document may take."""
MOST_MB = 1_000
"""The most memory that the process may ever have."""
_TOGETHER = 20


@dataclass
class Found:
    """What one reader did: how many documents it read and refused, and its faults by message."""

    n_read: int = 0
    n_refused: int = 0
    slowest_s: float = 0.0
    faults: dict[str, bytes] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many documents the reader was given, of each fault only the first."""
        return self.n_read + self.n_refused + len(self.faults)

    def add(self, more: Found) -> None:
        """Count what the same reader did with more documents."""
        self.n_read += more.n_read
        self.n_refused += more.n_refused
        self.slowest_s = max(self.slowest_s, more.slowest_s)
        self.faults = more.faults | self.faults


def fuzz(name: str, folder: Path, rng: Random, *, n: int) -> Found:
    """Give a reader `n` changed documents."""
    reader, found = READERS[name], Found()
    corpus = [*reader.documents, *known_faults(name)]
    beside(name, folder)
    for _ in range(n):
        try_one(reader, folder, mutated(rng.choice(corpus), corpus, rng), found)
    return found


def try_one(reader: Reader, folder: Path, document: bytes, found: Found) -> None:
    """Give a reader one document."""
    path = folder / f"lamp{reader.ending}"
    path.write_bytes(document)
    began, before = time.process_time(), peak_mb()
    signal.signal(signal.SIGPROF, _stopped)
    signal.setitimer(signal.ITIMER_PROF, MOST_S)
    try:
        reader.read(path)
        found.n_read += 1
    except SoritesError as error:
        found.n_refused += 1
        if "\n" in str(error) or len(str(error)) > 2_000:
            found.faults[f"not one sentence: {str(error)[:80]!r}"] = document
    except Exception as error:  # noqa: BLE001 (this is what we look for)
        found.faults[f"{type(error).__name__}: {str(error)[:120]}"] = document
    except _TooLongError:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - began
    found.slowest_s = max(found.slowest_s, took)
    if took > MOST_S:
        found.faults[f"took more than {MOST_S:g} s"] = document
    if peak_mb() - before > MOST_MB:
        found.faults[f"took more than {MOST_MB:,} MB"] = document


class _TooLongError(BaseException):
    """What stops a reader; nothing that readers catch."""


def _stopped(*_: object) -> None:
    raise _TooLongError


def known_faults(name: str) -> list[bytes]:
    """The documents that once were too much for a reader."""
    return [path.read_bytes() for path in sorted(FOUND.glob(f"{name}-*"))]


def beside(name: str, folder: Path) -> None:
    """Write the text that annotations of some formats are about."""
    for path in (FOUND.parent / "arguments" / name.partition("-")[0]).glob("*.txt"):
        (folder / "lamp.txt").write_bytes(path.read_bytes())


def in_turn(folder: Path, rng: Random, processor_s: float) -> Iterator[tuple[str, Found]]:
    """Give all readers documents in turn until so much processor time is spent."""
    until = time.process_time() + processor_s
    while time.process_time() < until:
        for name in READERS:
            yield name, fuzz(name, folder, rng, n=_TOGETHER)


def peak_mb() -> float:
    """The most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
