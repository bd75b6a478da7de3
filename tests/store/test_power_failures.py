"""What a power failure may leave of a file that is put in place, at every step of its writing.

Content that was not flushed may be missing, cut or zeros; names that were not flushed may be those
of before. After each step every such state is laid out in a folder, and read as a user would.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.core import durable
from engine.core.paths import snapshot_path
from engine.store import connect, open_snapshot, publish
from engine.store.snapshot.sums import digest_of, sum_of
from tests.killing import report

Files = dict[str, bytes]


class Disk:
    """A folder whose files are watched while they are written, and what a failure may leave."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._safe = {one.stat().st_ino: one.read_bytes() for one in self._paths()}
        self._names = {one.name: one.stat().st_ino for one in self._paths()}
        self.images: list[Files] = []
        sync, replace = durable.sync, Path.replace

        def synced(path: Path) -> None:
            self._fail()
            sync(path)
            if path == folder:
                self._names = {one.name: one.stat().st_ino for one in self._paths()}
            else:
                self._safe[path.stat().st_ino] = path.read_bytes()
            self._fail()

        def replaced(path: Path, target: Path) -> Path:
            self._fail()
            done = replace(path, target)
            self._fail()
            return done

        monkeypatch.setattr(durable, "sync", synced)
        monkeypatch.setattr(Path, "replace", replaced)

    def _paths(self) -> list[Path]:
        return [one for one in self._folder.iterdir() if one.is_file()]

    def _fail(self) -> None:
        """Note what a failure at this moment may leave."""
        for names in (self._names, {one.name: one.stat().st_ino for one in self._paths()}):
            self.lose(names)

    def lose(self, names: dict[str, int] | None = None) -> None:
        """Note what is left under such names, by default those that were flushed."""
        names = self._names if names is None else names
        content = {one.stat().st_ino: one.read_bytes() for one in self._paths()}
        for lost in (_nothing, _half, _zeros):
            image = {
                name: self._safe[file] if file in self._safe else lost(content.get(file, b""))
                for name, file in names.items()
            }
            if image not in self.images[-1:]:
                self.images.append(image)


def _nothing(_: bytes) -> bytes:
    return b""


def _half(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


def _zeros(whole: bytes) -> bytes:
    return bytes(len(whole))


def failures(
    folder: Path, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Folders as a power failure may leave this one at any step of some work, and after it."""
    with monkeypatch.context() as patched:
        disk = Disk(folder, patched)
        work()
        disk.lose()
    for n, image in enumerate(disk.images):
        left = folder.parent / f"left-{n}"
        left.mkdir()
        for name, content in image.items():
            (left / name).write_bytes(content)
        yield left
        shutil.rmtree(left)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "made"
    made.mkdir()
    return made


def test_a_document_cut_at_any_step_is_the_former_or_the_new(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan, found = folder / "plan.json", []
    plan.write_bytes(b"former")
    for left in failures(folder, lambda: durable.write_durably(plan, b"new"), monkeypatch):
        found.append((left / plan.name).read_bytes())
    assert set(found) == {b"former", b"new"}
    assert found[-1] == b"new"
    report(
        "plans, profiles and audits, at every step of writing: former or new",
        f"{len(found)} states",
    )


def test_a_snapshot_cut_at_any_step_is_the_former_or_the_new(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = folder / "made.duckdb"
    connect(db).close()
    publish(db)
    n = 0
    for left in failures(folder, lambda: publish(db), monkeypatch):
        n += 1
        snapshot = snapshot_path(left / db.name)
        open_snapshot(snapshot).release()
        assert sum_of(snapshot) == digest_of(snapshot)
        publish(left / db.name)
    report("a snapshot, at every step of publishing: former or new", f"{n} states")


def test_a_new_database_cut_at_any_step_is_whole_or_absent(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db, n, n_whole = folder / "new.duckdb", 0, 0
    for left in failures(folder, lambda: connect(db).close(), monkeypatch):
        n += 1
        n_whole += (left / db.name).exists()
        with closing(connect(left / db.name)) as con:
            assert con.execute("SELECT count(*) FROM items").fetchone() == (0,)
    assert 0 < n_whole < n
    report("a new database, at every step: whole or absent", f"{n} states")
