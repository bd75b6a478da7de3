"""Copying files of gigabytes straight to the disk."""

from __future__ import annotations

import errno
import os
from io import FileIO
from mmap import mmap
from pathlib import Path

_AT_ONCE = 4 << 20
_SECTOR = 4096
"""What is written straight to a disk begins and ends at multiples of this."""


def copy_straight(source: Path, target: Path) -> None:
    """Copy a file without keeping the copy in memory, where the system and the disk can do that.

    The system would else take memory for all that is written, which nobody reads again: of a file
    of gigabytes that takes longer than all else. What is read may stay: others read it, too.
    """
    try:
        _copy(source, target, getattr(os, "O_DIRECT", 0))
    except OSError as error:
        if error.errno != errno.EINVAL:  # how a file system says that it cannot
            raise
        _copy(source, target, 0)


def _copy(source: Path, target: Path, flags: int) -> None:
    def opened(path: str, usual: int) -> int:
        return os.open(path, usual | flags, 0o666)

    with (
        source.open("rb", buffering=0) as reading,
        open(target, "wb", buffering=0, opener=opened) as writing,
        mmap(-1, _AT_ONCE) as chunk,  # begins where a page does, as it must
        memoryview(chunk) as view,
    ):
        size = 0
        while n := reading.readinto(chunk):
            writing.seek(size)
            _write(writing, view[: -(-n // _SECTOR) * _SECTOR])
            size += n
        writing.truncate(size)


def _write(file: FileIO, content: memoryview) -> None:
    while content:
        content = content[file.write(content) :]
