"""Who is asking the questions of a run: one process at a time, and others can tell which."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.core.errors import InputError

_NAME = "lock"


@contextmanager
def alone(folder: Path, run_hash: str) -> Iterator[None]:
    """Keep a second process from asking the same questions at the same time.

    Raises:
        InputError: one does so already.
    """
    with (folder / _NAME).open("a+b") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.seek(0)
            process = lock.read().decode("ascii", "replace") or "?"
            raise InputError(
                f"the run {run_hash[:12]} is going on in process {process}; let it "
                "finish, or stop it and repeat the command"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()).encode())
        lock.flush()
        yield


def asked_since(folder: Path) -> float | None:
    """When the process that asks this run's questions began, in seconds since 1970; None: none is.

    A killed process leaves the file but not the lock. The lock is tried only while the process
    named lives, so that looking never keeps a new one from starting.
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
