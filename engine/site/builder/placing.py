"""Giving a built site its place in one step, and clearing away what killed builds have left."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
from pathlib import Path

_HERE = -100  # AT_FDCWD: paths are as the process sees them
_EXCHANGE = 2  # RENAME_EXCHANGE


def work_folder(output: Path) -> Path:
    """Where this process makes all of the site for `output`: beside it, so on the same disk."""
    return output.with_name(f"{output.name}.{os.getpid()}.partial")


def put_in_place(new: Path, output: Path) -> None:
    """Give a finished site, which lies in the work folder, the place of the one before.

    The one before is then in the work folder.
    """
    if not output.exists():
        new.replace(output)
    elif not _exchanged(new, output):
        _put_in_two_steps(new, output)


def clear(work: Path, output: Path) -> None:
    """Remove a work folder, but not the only site that there is."""
    before = _before(work)
    if before.exists() and not output.exists():
        before.replace(output)
    shutil.rmtree(work, ignore_errors=True)


def sweep(output: Path) -> None:
    """Clear away the work folders of builds that were killed."""
    left = re.compile(re.escape(output.name) + r"\.(?P<pid>\d+)\.partial")
    for path in sorted(output.parent.glob("*.partial")):
        found = left.fullmatch(path.name)
        if found and not _is_running(int(found["pid"])):
            clear(path, output)


def _exchanged(one: Path, other: Path) -> bool:
    """Whether the two took each other's place in one step, which not every system can do."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)


def _put_in_two_steps(new: Path, output: Path) -> None:
    """Stopped between them, `clear` puts the site before back."""
    output.replace(_before(new.parent))
    new.replace(output)


def _before(work: Path) -> Path:
    """Where the site before waits, if it must, until the new one is in its place."""
    return work / "before"


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's
    return True
