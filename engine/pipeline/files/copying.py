"""Copy files of gigabytes past the page cache."""

from __future__ import annotations

import errno
import os
from io import FileIO
from mmap import mmap
from pathlib import Path

_AT_ONCE = 4 << 20
_SECTOR = 4096
"""Direct writes must start and end at multiples of this."""


def copy_straight(source: Path, target: Path) -> None:
    """Copy a file without caching the copy, if system and disk support direct writes.

    Otherwise the page cache would hold gigabytes that nobody reads again, which is slow. The source
    may stay cached, because others read it too.
    """
    try:
        _copy(source, target, getattr(os, "O_DIRECT", 0))
    except OSError as error:
        if error.errno != errno.EINVAL:  # the file system does not support O_DIRECT
            raise
        _copy(source, target, 0)


def _copy(source: Path, target: Path, flags: int) -> None:
    def opened(path: str, usual: int) -> int:
        return os.open(path, usual | flags, 0o666)

    with (
        source.open("rb", buffering=0) as reading,
        open(target, "wb", buffering=0, opener=opened) as writing,
        mmap(-1, _AT_ONCE) as chunk,  # page-aligned, as direct writes require
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
