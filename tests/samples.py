"""Items and databases that tests look at: each made once, by content address.

What is made lies under `build/samples`, in a folder named by a hash of the sources it depends on.
Workers share it, and so does the next run while no source changes. Nothing is made before a test
looks at it: a file of tests may name a sample at its top, and collecting stays free.
"""

from __future__ import annotations

import fcntl
import hashlib
import pickle
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, overload

from engine.core.items import Item
from engine.core.paths import snapshot_path
from engine.pipeline.generate.generation import Spec, make_items
from engine.store import connect

_PROJECT = Path(__file__).parent.parent
_SAMPLES = _PROJECT / "build" / "samples"
_SOURCES = {
    "engine": ("*.py", "*.sql"),
    "data": ("*.toml", "*.json", "*.jsonl", "*.tsv", "*.csv", "*.txt", "*.md", "*.yaml", "*.py"),
    "site": ("*.*",),
    "tests": ("*.py",),
}
_STEM = "shared-sample"
_NAME = f"{_STEM}.duckdb"
P = ParamSpec("P")

_KEPT_S = 3 * 24 * 3600
"""Samples of other sources are deleted after that time."""


class Later(Sequence[Item]):
    """Items that are made when they are first looked at."""

    def __init__(self, make: Callable[[], Iterable[Item]]) -> None:
        self._make = make

    @cached_property
    def all(self) -> tuple[Item, ...]:
        """The items."""
        return tuple(self._make())

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, at: int | slice) -> Item | tuple[Item, ...]:
        return self.all[at]

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.all)

    def __eq__(self, other: object) -> bool:
        return self.all == tuple(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Sample(Later):
    """The items of a recipe, made once for all workers."""

    def __init__(self, spec: Spec) -> None:
        super().__init__(lambda: _items(spec))


@cache
def _items(spec: Spec) -> tuple[Item, ...]:
    def make(path: Path) -> None:
        path.write_bytes(pickle.dumps(tuple(make_items(spec))))

    made: tuple[Item, ...] = pickle.loads(_made(f"items-{_short(repr(spec))}", make).read_bytes())
    return made


def shared(make: Callable[Concatenate[Path, P], object]) -> Callable[Concatenate[Path, P], Path]:
    """Have a function that fills a database and publishes it do so once for all workers.

    Where there is no database yet, it gets a copy of the one that was made, with its snapshot and
    all else next to it; what is there already is filled further as ever. Gives the snapshot.
    """

    @wraps(make)
    def copied(db: Path, /, *args: P.args, **settings: P.kwargs) -> Path:
        if db.exists():
            make(db, *args, **settings)
            return snapshot_path(db)

        def fill(folder: Path) -> None:
            folder.mkdir()
            make(folder / _NAME, *args, **settings)

        name = f"{make.__name__}-{_short(repr((make.__module__, args, settings)))}"
        # oldest first: a snapshot is newer than its database
        for made in sorted(_made(name, fill).iterdir(), key=lambda path: path.stat().st_mtime):
            to = db.with_name(made.name.replace(_STEM, db.stem, 1))
            (shutil.copytree if made.is_dir() else shutil.copy2)(made, to)
        return snapshot_path(db)

    return copied


def kept(make: Callable[[Path], object]) -> Path:
    """A folder that a function of a module fills once for all workers: not to be changed."""
    return _made(f"{make.__name__}-{_short(make.__module__)}", make)


def empty_database() -> Path:
    """A database without data: to be copied, because defining its views takes half a second."""
    return _made("empty", lambda path: connect(path).close())


def _made(name: str, make: Callable[[Path], None]) -> Path:
    """The file or folder of that name; made by one worker while the others wait for it."""
    folder = _folder()
    path = folder / name
    if not path.exists():
        with _locked(folder / f"{name}.lock"):
            if not path.exists():
                unfinished = folder / f"{name}.part"
                if unfinished.is_dir():
                    shutil.rmtree(unfinished)
                make(unfinished)
                unfinished.rename(path)
    return path


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def _folder() -> Path:
    """Where the samples of these sources lie; those of sources long gone are deleted."""
    folder = _SAMPLES / _short(_sources())
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    for other in _SAMPLES.iterdir():
        if other.stat().st_mtime < time.time() - _KEPT_S:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _sources() -> str:
    """The hash of each file that what is made may depend on: code, data, and how tests use them."""
    found = []
    for top, patterns in _SOURCES.items():
        for pattern in patterns:
            for path in (_PROJECT / top).rglob(pattern):
                name = path.relative_to(_PROJECT).as_posix()
                is_test = top == "tests" and path.name.startswith("test_")
                if not is_test and not name.startswith("data/journal") and ".partial" not in name:
                    found.append(f"{name} {hashlib.sha256(path.read_bytes()).hexdigest()}")
    return "\n".join(sorted(found))


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
