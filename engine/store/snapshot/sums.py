"""The SHA-256 of a snapshot, computed once at publication, as it may be gigabytes long.

It is stored next to the snapshot in the format of `sha256sum --check`, with the modification time
of the file. If the file has since been changed, replaced, given another date, or copied without the
checksum, it is computed again.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from engine.core.durable import partial_of, put_in_place, sweep

_LINE = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<name>.+)\n")


def keep_sum(path: Path) -> None:
    """Compute the SHA-256 of a file and write it next to the file."""
    kept = _beside(path)
    sweep(kept)
    partial = partial_of(kept)
    taken = path.stat().st_mtime_ns
    partial.write_text(f"{digest_of(path)}  {path.name}\n", encoding="utf-8")
    os.utime(partial, ns=(taken, taken))
    put_in_place(partial, kept)


def sum_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal: the stored one if still valid, or else computed."""
    kept = _beside(path)
    if kept.is_file() and _is_of(kept.stat(), path.stat()):
        line = _LINE.fullmatch(kept.read_text(encoding="utf-8"))
        if line and line["name"] == path.name:
            return line["digest"]
    return digest_of(path)


def digest_of(path: Path) -> str:
    """Compute the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_of(kept: os.stat_result, file: os.stat_result) -> bool:
    """Whether the file is unchanged since its checksum was stored.

    A file can be given any modification time, but the system records when that was done. It counts
    in milliseconds, so a change in the same millisecond may have come later.
    """
    return kept.st_mtime_ns == file.st_mtime_ns and kept.st_ctime_ns > file.st_ctime_ns


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")
