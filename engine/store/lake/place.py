"""The folder or bucket that holds a lake, by its URL.

    lake.json                    the present version: its catalogue and files
    versions/<time>-<hash>.json  the same of every version, until vacuumed; written when it becomes
                                 the present one, and again when another replaces it
    catalogue/<hash>.duckdb      small tables, and views over the files
    <table>/family=<name>/dataset=<name>/model=<name>/<hash>.parquet

Files are named by their content and never change. `lake.json` is written last, in one step, so a
reader sees a whole version. Credentials for buckets come from the environment, as AWS's and
Google's own tools read it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.fs as pafs

from engine.core.durable import sync
from engine.core.errors import StoreError
from engine.core.paths import CATALOGUE, lake_named, refuse_credentials
from engine.store.lake.files import opened
from engine.store.lake.parts import TABLES

PRESENT = "lake.json"
"""The file of the present version."""

_SCRATCH = ".sorites-"

_HASH = "[0-9a-f]{20}"
VERSION = re.compile(rf"versions/[0-9T.]+-{_HASH}\.json")
OURS = re.compile(
    rf"{VERSION.pattern}|{CATALOGUE.pattern}|{re.escape(_SCRATCH)}.+"
    rf"|({'|'.join(TABLES)})/(\w+=[^/]*/)*{_HASH}\.parquet"
)
"""The names of a lake's files, except for that of the present version; no other is removed."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a version of a lake consists of: names of files within it."""

    catalogue: str
    files: tuple[str, ...]
    published_at: str

    @property
    def name(self) -> str:
        """Its own file; names sort by time."""
        return f"versions/{self.published_at}-{Path(self.catalogue).stem}.json"

    def to_json(self) -> bytes:
        """Its text."""
        return json.dumps(asdict(self), indent=1).encode()


class Place:
    """A lake's folder or bucket. Every failure of it is a StoreError that names the lake."""

    def __init__(self, url: str) -> None:
        refuse_credentials(url)
        if (named := lake_named(url)) is None:
            raise StoreError(f"cannot open the lake {url}: name a folder, s3://… or gs://…")
        self.url = url = named
        self.is_folder = "://" not in url
        self._unsynced: list[Path] = []
        with self._failing("open"):
            self._files, self.root = opened(url)

    def present(self) -> Version | None:
        """The version that readers see; None if nothing has been published here."""
        return self.version(PRESENT)

    def version(self, name: str) -> Version | None:
        """The version that a file describes; None if there is no such file."""
        with self._failing("read"):
            try:
                with self._files.open_input_stream(self._at(name)) as stream:
                    content = stream.read()
            except FileNotFoundError:
                return None
        try:
            found = json.loads(content)
            if not CATALOGUE.fullmatch(found["catalogue"]):
                raise TypeError
            return Version(found["catalogue"], tuple(found["files"]), found["published_at"])
        except (KeyError, TypeError, ValueError):
            raise StoreError(f"{self.url}/{name} describes no lake of this version") from None

    def publish(self, version: Version) -> None:
        """Make a version the present one; all its files must be here.

        The file of the one that it replaces is written again: its time is when it was replaced.
        """
        replaced = [last] if (last := self.present()) else []
        for each in (version, *replaced):
            self._sync()
            self._write(each.name, each.to_json())
        self._sync()
        self._write(PRESENT, version.to_json())
        self._sync()

    def _sync(self) -> None:
        """Have the system write the files put here so far, and their names, to its disk."""
        for path in (*self._unsynced, *{path.parent for path in self._unsynced}):
            sync(path)
        self._unsynced.clear()

    def put(self, file: Path, name: str) -> None:
        """Move a file here; it was written in `scratch`."""
        with self._failing("write"):
            if self.is_folder:
                target = Path(self._at(name))
                target.parent.mkdir(parents=True, exist_ok=True)
                file.replace(target)
                self._unsynced.append(target)
                return
            try:
                with (
                    file.open("rb") as source,
                    self._files.open_output_stream(self._at(name)) as sink,
                ):
                    shutil.copyfileobj(source, sink, 8 << 20)
            except BaseException:  # closing the sink made an object of what had arrived
                with suppress(OSError):
                    self._files.delete_file(self._at(name))
                raise
            file.unlink()

    def copy(self, name: str, target: Path) -> None:
        """Copy a file from here."""
        with (
            self._failing("read"),
            self._files.open_input_stream(self._at(name)) as source,
            target.open("wb") as sink,
        ):
            shutil.copyfileobj(source, sink, 8 << 20)

    def all_files(self) -> dict[str, datetime]:
        """The names of all files of the lake with the times when they were written (UTC)."""
        selector = pafs.FileSelector(self.root, allow_not_found=True, recursive=True)
        with self._failing("read"):
            return {
                info.path.removeprefix(f"{self.root}/"): info.mtime
                for info in self._files.get_file_info(selector)
                if info.type == pafs.FileType.File
            }

    def remove(self, names: Iterable[str]) -> None:
        """Remove files."""
        with self._failing("write"):
            for name in names:
                with suppress(FileNotFoundError):
                    self._files.delete_file(self._at(name))

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder for files that are about to be put here, on the same disk if there is one."""
        with self._failing("write"):
            if self.is_folder:
                Path(self.root).mkdir(parents=True, exist_ok=True)
            made = TemporaryDirectory(prefix=_SCRATCH, dir=self.root if self.is_folder else None)
        with made as folder:
            yield Path(folder)

    def _write(self, name: str, content: bytes) -> None:
        with self.scratch() as folder:
            (folder / "new").write_bytes(content)
            self.put(folder / "new", name)

    def _at(self, name: str) -> str:
        return f"{self.root}/{name}"

    @contextmanager
    def _failing(self, what: str) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException) as error:
            reason = str(error).splitlines()[0]
            raise StoreError(f"cannot {what} the lake {self.url}: {reason}") from None
