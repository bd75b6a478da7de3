"""The SHA-256 of a snapshot, worked out once, when it is published: it may be gigabytes to read.

It lies beside the snapshot, as `sha256sum --check` reads it, and is of the time of the file that it
was taken of: of a file that was changed, replaced or dated otherwise since, or was copied without
it, the sum is worked out anew.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

_LINE = re.compile(r"(?P<digest>[0-9a-f]{64})  (?P<name>.+)\n")


def keep_sum(path: Path) -> None:
    """Work out the SHA-256 of a file and write it beside the file."""
    kept = _beside(path)
    partial = kept.with_name(f"{kept.name}.{os.getpid()}.partial")
    taken = path.stat().st_mtime_ns
    partial.write_text(f"{digest_of(path)}  {path.name}\n", encoding="utf-8")
    os.utime(partial, ns=(taken, taken))
    partial.replace(kept)


def sum_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal: what is kept of this very file, else worked out."""
    kept = _beside(path)
    if kept.is_file() and _is_of(kept.stat(), path.stat()):
        line = _LINE.fullmatch(kept.read_text(encoding="utf-8"))
        if line and line["name"] == path.name:
            return line["digest"]
    return digest_of(path)


def digest_of(path: Path) -> str:
    """The SHA-256 of a file as it lies there, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_of(kept: os.stat_result, file: os.stat_result) -> bool:
    """Whether nothing has happened to the file since its sum was kept.

    A file can be given any time of change, but not without the system noting when that was done. It
    counts in steps of milliseconds: what was done in the same one may have been done after.
    """
    return kept.st_mtime_ns == file.st_mtime_ns and kept.st_ctime_ns > file.st_ctime_ns


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")
