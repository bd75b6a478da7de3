"""Put a built site in place in one step, and clean up after killed builds."""

from __future__ import annotations

import ctypes
import os
import shutil
from pathlib import Path

from engine.core.durable import left_behind, partial_of

_HERE = -100  # AT_FDCWD: paths are as the process sees them
_EXCHANGE = 2  # RENAME_EXCHANGE


def work_folder(output: Path) -> Path:
    """This process's work folder for `output`: next to it, so on the same disk."""
    return partial_of(output)


def put_in_place(new: Path, output: Path) -> None:
    """Move a finished site from the work folder to `output`, replacing the previous site.

    The previous site is then in the work folder.
    """
    if not output.exists():
        new.replace(output)
    elif not _exchanged(new, output):
        _put_in_two_steps(new, output)


def clear(work: Path, output: Path) -> None:
    """Remove a work folder; if it holds the only copy of the site, put that back first."""
    before = _before(work)
    if before.exists() and not output.exists():
        before.replace(output)
    shutil.rmtree(work, ignore_errors=True)


def sweep(output: Path) -> None:
    """Remove the work folders of killed builds."""
    for path in left_behind(output):
        clear(path, output)


def _exchanged(one: Path, other: Path) -> bool:
    """Swap two folders atomically; False if the system cannot."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)


def _put_in_two_steps(new: Path, output: Path) -> None:
    """If this stops halfway, `clear` restores the previous site."""
    output.replace(_before(new.parent))
    new.replace(output)


def _before(work: Path) -> Path:
    """Where the previous site is kept during a two-step move."""
    return work / "before"
