"""How DuckDB reads the files of a lake: under `lake://`, and only those of one version.

Folders and buckets look alike to it, no SQL sees where a lake is, and no other file is reached by
its names. This module imports nothing of the engine, because the sandbox, which runs without it,
loads it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import get_ident
from typing import Any

import pyarrow as pa
import pyarrow.fs as pafs
from duckdb import DuckDBPyConnection
from fsspec import AbstractFileSystem  # type: ignore[import-untyped]

_AT = "lake://"
_NAME = re.compile(r"[a-z_]+/((family|dataset|model)=[^/]+/)*[0-9a-f]{20}\.parquet")
_WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)  # a file of a name never changes


def opened(url: str) -> tuple[pafs.FileSystem, str]:
    """The file system of a folder or bucket, and the path in it."""
    if "://" in url:
        found: tuple[pafs.FileSystem, str] = pafs.FileSystem.from_uri(url)
        return found
    return pafs.LocalFileSystem(), str(Path(url).absolute())


@contextmanager
def _named_failure() -> Iterator[None]:
    """DuckDB passes on the traceback of a failure with all paths; this leaves a sentence."""
    try:
        yield
    except OSError:
        raise OSError(
            "a file of the lake cannot be read; repeat this, or publish the lake again"
        ) from None


class _Opened:
    """An open file with a position for each thread.

    DuckDB reads a place by `seek` and `read`, from several threads at once through one handle.
    """

    def __init__(self, file: pa.NativeFile) -> None:
        self._file = file
        self._positions: dict[int, int] = {}

    def seek(self, position: int, _whence: int = 0) -> int:
        self._positions[get_ident()] = position
        return position

    def tell(self) -> int:
        return self._positions.get(get_ident(), 0)

    def read(self, n: int) -> bytes:
        position = self.tell()
        with _named_failure():
            content: bytes = self._file.read_at(n, position)
        self._positions[get_ident()] = position + len(content)
        return content

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LakeFiles(AbstractFileSystem):  # type: ignore[misc] # it has no annotations
    """The named files of a lake, for reading; a catalogue that names any other was forged."""

    protocol = "lake"
    cachable = False

    def __init__(self, url: str, names: Iterable[str]) -> None:
        super().__init__()
        self._names = frozenset(filter(_NAME.fullmatch, names))
        self._files, self._root = opened(url)
        self._is_folder = "://" not in url

    @classmethod
    def _strip_protocol(cls, path: str) -> str:
        return path.removeprefix(_AT)

    def glob(self, path: str, **_: Any) -> list[str]:  # Any: fsspec's options
        """The path itself if it names a file; names have no wildcards."""
        return [path] if self._strip_protocol(path) in self._names else []

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        """The size of a file."""
        with _named_failure():
            size = self._files.get_file_info(self._place(path)).size
        return {"name": path, "size": size, "type": "file"}

    def modified(self, path: str) -> datetime:
        """A constant."""
        return _WRITTEN

    def _open(self, path: str, mode: str = "rb", *_: Any, **__: Any) -> Any:
        if mode != "rb":
            raise PermissionError("a lake is only read")
        with _named_failure():
            return _Opened(self._files.open_input_file(self._place(path)))

    def _place(self, path: str) -> str:
        name = self._strip_protocol(path)
        if name not in self._names:
            raise FileNotFoundError(f"no file {name} in this version of the lake")
        place = f"{self._root}/{name}"
        if self._is_folder and Path(place).resolve() != Path(self._root).resolve() / name:
            raise PermissionError(f"{name} is a link, which no file of a lake is")
        return place


def as_rows(names: Iterable[str]) -> str:
    """The query for the rows of files of one table."""
    listed = ", ".join(f"'{_AT}{name}'" for name in names)
    return f"FROM read_parquet([{listed}], hive_partitioning = false)"


def reach(con: DuckDBPyConnection, url: str, names: Iterable[str]) -> None:
    """Let a connection read the files of a lake, which go on to be if no others are allowed."""
    con.register_filesystem(LakeFiles(url, names))
    con.execute("SET parquet_metadata_cache = true")
    con.execute(f"SET allowed_directories = ['{_AT}']")


def reach_from_catalogue(con: DuckDBPyConnection, url: str) -> None:
    """Let a connection that uses the catalogue of a lake read the files of that version."""
    reach(con, url, [name for (name,) in con.execute("SELECT name FROM _files").fetchall()])
