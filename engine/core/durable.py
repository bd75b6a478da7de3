"""Files that are whole or absent, also after a kill or a power failure."""

from __future__ import annotations

import os
import re
import shutil
from glob import escape
from pathlib import Path


def partial_of(target: Path) -> Path:
    """Where this process writes what will become `target`: next to it, so on the same disk."""
    return target.with_name(f"{target.name}.{os.getpid()}.partial")


def put_in_place(partial: Path, target: Path) -> None:
    """Replace `target` by a finished file; once this returns, a power failure cannot undo it."""
    sync(partial)
    partial.replace(target)
    sync(target.parent)


def write_durably(target: Path, content: bytes) -> None:
    """Write a file in one step: readers see the old content or the new."""
    partial = partial_of(target)
    try:
        partial.write_bytes(content)
        put_in_place(partial, target)
    finally:
        partial.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Have the system write a file, or the names in a folder, to the disk."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def left_behind(target: Path) -> list[Path]:
    """The partial files and folders of `target` whose processes were killed.

    Ask before writing: what bears our number is of a process that had it before a restart.
    """
    left = re.compile(re.escape(target.name) + r"\.(?P<pid>\d+)\.partial(\..+)?")
    return [
        path
        for path in sorted(target.parent.glob(f"{escape(target.name)}.*"))
        if (found := left.fullmatch(path.name)) and not _is_running(int(found["pid"]))
    ]


def sweep(target: Path) -> None:
    """Remove what killed processes left while they wrote `target`."""
    for path in left_behind(target):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _is_running(pid: int) -> bool:
    """Whether another process has this number."""
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's
    return True
