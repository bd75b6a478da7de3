"""A lock that lets only one process ask the questions of a run, and names the process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.errors import InputError

_NAME = "lock"


@contextmanager
def alone(folder: Path, run_hash: str, *, waits: bool = False) -> Iterator[None]:
    """Hold the lock of a run; `waits` for another process that holds it.

    Raises:
        InputError: another process holds it, and nobody waits.
    """
    with (folder / _NAME).open("a+b") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
        except OSError:
            lock.seek(0)
            process = lock.read().decode("ascii", "replace") or "?"
            raise InputError(
                f"process {process} is already making the run {run_hash[:12]}; let it finish, or"
                " stop it and repeat the command"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()).encode())
        lock.flush()
        yield


def asked_since(folder: Path) -> float | None:
    """When the process that makes a run began, in seconds since 1970; None if there is none.

    A killed process leaves the file but not the lock. The lock is tried only while the named
    process lives, so this check never blocks a new process.
    """
    try:
        with (folder / _NAME).open("rb") as lock:
            if not _lives(int(lock.read())):
                return None
            began = os.fstat(lock.fileno()).st_mtime
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return began
    except (OSError, ValueError):
        return None
    return None


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is another user's
        return True
    return True
