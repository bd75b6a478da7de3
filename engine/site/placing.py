"""Giving a built site its place in one step, and clearing away what killed builds have left."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
from pathlib import Path

_HERE = -100  # AT_FDCWD: paths are as the process sees them
_EXCHANGE = 2  # RENAME_EXCHANGE


def partial_folder(output: Path) -> Path:
    """Where this process builds the site that shall stand at `output`."""
    return output.with_name(f"{output.name}.{os.getpid()}.partial")


def put_in_place(new: Path, output: Path) -> None:
    """Give a finished site the place of the one before, which is deleted only then."""
    if not output.exists():
        new.replace(output)
    elif _exchanged(new, output):
        shutil.rmtree(new, ignore_errors=True)
    else:
        _put_in_two_steps(new, output)


def sweep(output: Path) -> None:
    """Put back or remove what builds that were killed left beside `output`."""
    left = re.compile(re.escape(output.name) + r"\.(?P<pid>\d+)\.(?P<kind>partial|files|before)")
    for path in sorted(output.parent.glob(f"{output.name}.*")):
        found = left.fullmatch(path.name)
        if not found or _is_running(int(found["pid"])):
            continue
        if found["kind"] == "before" and not output.exists():
            path.replace(output)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _exchanged(one: Path, other: Path) -> bool:
    """Whether the two took each other's place in one step, which not every system can do."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)


def _put_in_two_steps(new: Path, output: Path) -> None:
    """Killed between them, the next build's `sweep` puts the site before back."""
    before = new.with_suffix(".before")
    output.replace(before)
    try:
        new.replace(output)
    except BaseException:
        before.replace(output)
        raise
    shutil.rmtree(before, ignore_errors=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's
    return True
