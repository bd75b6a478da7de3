from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from engine.store import connect, publish, sum_of
from engine.store.snapshot.sums import digest_of


@pytest.fixture
def published(db: Path) -> Path:
    connect(db).close()
    return publish(db)


def kept(path: Path) -> Path:
    return path.with_name(f"{path.name}.sha256")


def keep(path: Path, text: str) -> None:
    """Write something as the sum of a file, surely later than the file."""
    at = path.stat()
    kept(path).write_text(text, encoding="utf-8")
    while kept(path).stat().st_ctime_ns <= at.st_ctime_ns:
        os.utime(kept(path), ns=(at.st_mtime_ns, at.st_mtime_ns))
    os.utime(kept(path), ns=(at.st_mtime_ns, at.st_mtime_ns))


def test_a_snapshot_is_published_with_its_sum_beside_it(published: Path) -> None:
    digest = hashlib.sha256(published.read_bytes()).hexdigest()
    assert kept(published).read_text(encoding="utf-8") == f"{digest}  {published.name}\n"
    assert sum_of(published) == digest
    assert sorted(path.name for path in published.parent.glob("*.partial")) == []


def test_the_sum_is_of_the_newest_snapshot(db: Path, published: Path) -> None:
    before = sum_of(published)
    publish(db)
    assert sum_of(published) == digest_of(published) != before


def test_a_kept_sum_is_not_worked_out_again(published: Path) -> None:
    keep(published, f"{'0' * 64}  {published.name}\n")
    assert sum_of(published) == "0" * 64


@pytest.mark.parametrize("expected", ["", "<b>\n", "0" * 64 + "  another.duckdb\n"])
def test_what_is_no_sum_of_the_file_is_not_believed(published: Path, expected: str) -> None:
    keep(published, expected)
    assert sum_of(published) == digest_of(published)


@pytest.mark.parametrize("more", [0, 1])
def test_the_sum_of_a_file_that_was_changed_and_given_its_time_again_is_worked_out(
    published: Path, more: int
) -> None:
    keep(published, f"{digest_of(published)}  {published.name}\n")
    before = published.stat()
    with published.open("r+b") as file:
        file.seek(before.st_size - 1 + more)
        file.write(b"?")
    os.utime(published, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert published.stat().st_mtime_ns == before.st_mtime_ns
    assert sum_of(published) == digest_of(published)


def test_the_sum_of_a_changed_or_copied_file_is_worked_out(published: Path, tmp_path: Path) -> None:
    with published.open("ab") as file:
        file.write(b"more")
    assert sum_of(published) == digest_of(published)
    copied = Path(shutil.copy(published, tmp_path / "copied.duckdb"))
    assert sum_of(copied) == digest_of(published)
