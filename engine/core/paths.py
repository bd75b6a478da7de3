"""The paths of the database and its snapshot, and the URL of a lake."""

from __future__ import annotations

import os
import re
from pathlib import Path

from engine.core.errors import StoreError

DEFAULT_PATH = Path("data/sorites.duckdb")
ENVIRONMENT = "SORITES_DB"

OF_A_BUCKET = "url"
"""Above the copy of a bucket's catalogue, the file with the URL of the lake."""

CATALOGUE = re.compile(r"catalogue/[0-9a-f]{20}\.duckdb")
"""The name of a catalogue in its lake."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/")
_BUCKET = re.compile(r"(?P<scheme>s3|gs):/+(?P<rest>[^/].*?)/*")


def db_path(flag: Path | str | None = None) -> Path:
    """The database to write: the flag, else the variable SORITES_DB, else data/sorites.duckdb.

    Raises:
        StoreError: it is a lake or folder, or its name has bytes that are no letters.
    """
    path = db_to_read(flag)
    if url := lake_url(path):
        raise StoreError(
            f"{url} is a lake or folder, which is only read; name the database with --db or"
            f" {ENVIRONMENT}"
        )
    return path


def db_to_read(flag: Path | str | None = None) -> Path:
    """The database to read, which may be a lake: the first of the same three that is named.

    Raises:
        StoreError: it has no name and is no lake, or its name has bytes that are no letters.
    """
    path = Path(flag or os.environ.get(ENVIRONMENT) or DEFAULT_PATH)
    if not path.name and not (path / "lake.json").is_file():
        raise StoreError(f"{path} is no file for a database; name one, such as {DEFAULT_PATH}")
    if re.search("[\ud800-\udfff]", str(path)):  # DuckDB takes no bytes that are not UTF-8
        raise StoreError(f"{str(path)!r} is no name for a database; name it with letters alone")
    return path


def snapshot_path(db: Path) -> Path:
    """The path of a database's snapshot."""
    return db.with_name(f"{db.stem}.snapshot.duckdb")


def is_lake(db: Path) -> bool:
    """Whether a lake stands in place of a database, even one whose URL is refused."""
    return bool(_URL.match(str(db))) or db.is_dir()


def refuse_credentials(url: str) -> None:
    """Refuse a URL with a name or password in it, before any message shows it.

    Raises:
        StoreError: it has an `@`, whatever stands before it.
    """
    if _URL.match(url) and "@" in url:
        raise StoreError(
            "the URL of the lake holds credentials, or an @ that may end some; give them in the"
            " environment instead"
        )


def lake_url(db: Path) -> str | None:
    """The URL of the lake that stands in place of a database: a folder, or one in a bucket.

    A path has lost one of the two slashes of `s3://`.

    Raises:
        StoreError: the URL holds credentials.
    """
    refuse_credentials(str(db))
    return lake_named(str(db)) if db.is_dir() or _BUCKET.fullmatch(str(db)) else None


def lake_named(url: str) -> str | None:
    """The URL in one spelling; None if it is of no kind that is read and written."""
    if found := _BUCKET.fullmatch(url):
        return f"{found['scheme']}://{found['rest']}"
    return None if "://" in url else url


def lake_of(snapshot: Path) -> str | None:
    """The URL of the lake that a snapshot is the catalogue of; None if it lies in none.

    A catalogue is in the folder of its lake, or a copy of one in a bucket.
    """
    root = snapshot.absolute().parent.parent
    if not CATALOGUE.fullmatch(str(snapshot.absolute().relative_to(root))):
        return None
    kept = root / OF_A_BUCKET
    is_copy = root.parent == copies_of_catalogues().absolute() and kept.is_file()
    return kept.read_text(encoding="utf-8") if is_copy else str(root)


def copies_of_catalogues() -> Path:
    """Where the catalogues of buckets are copied; copies may be removed at any time."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sorites" / "lakes"


def absolute(db: Path) -> Path:
    """The same database, whatever the working directory."""
    return db if _BUCKET.fullmatch(str(db)) else db.absolute()


def db_to_show(flag: Path | None = None) -> Path:
    """The database whose snapshot to show, or the lake; a named one must exist.

    Only the default may be absent, as it is in a fresh clone. A snapshot alone is enough.

    Raises:
        StoreError: the flag or the variable names what does not exist.
    """
    path = db_to_read(flag)
    named_by = "--db" if flag else ENVIRONMENT if os.environ.get(ENVIRONMENT) else None
    if lake_url(path):
        return path
    if named_by and not path.is_file() and not snapshot_path(path).is_file():
        raise StoreError(
            f"there is no database at {path}, which {named_by} names, and no snapshot of it;"
            " correct the path, or make a database there with `sorites generate`"
        )
    return path
