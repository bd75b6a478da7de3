"""Copies of files of any size, and where a disk does not take what is written straight to it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.pipeline.files.copying import copy_straight


@pytest.mark.parametrize("size", [0, 1, 4095, 4096, 4097, (4 << 20) - 1, 4 << 20, (9 << 20) + 5])
def test_a_copy_has_the_bytes_of_its_source_whatever_its_size(tmp_path: Path, size: int) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(os.urandom(size))
    target.write_bytes(b"what was there before" * 1_000)
    copy_straight(source, target)
    assert target.read_bytes() == source.read_bytes()


def test_a_disk_that_cannot_be_written_to_straight_is_written_to_as_usual(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As of file systems in memory: they refuse to open a file so.
    open_file, straight = os.open, 0o40000
    monkeypatch.setattr(os, "O_DIRECT", straight, raising=False)

    def refusing(path: str, flags: int, mode: int = 0o777) -> int:
        if flags & straight:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)
        return open_file(path, flags, mode)

    monkeypatch.setattr(os, "open", refusing)
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"some bytes")
    copy_straight(source, target)
    assert target.read_bytes() == b"some bytes"


def test_a_source_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy_straight(tmp_path / "source", tmp_path / "target")
