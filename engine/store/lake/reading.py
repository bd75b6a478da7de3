"""Reading a lake: its catalogue is a snapshot file like any other; and removing old versions."""

from __future__ import annotations

import hashlib
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Lock

from engine.core.durable import partial_of, put_in_place, sweep, write_durably
from engine.core.errors import StoreError
from engine.core.paths import OF_A_BUCKET, copies_of_catalogues
from engine.store.lake.place import OURS, PRESENT, VERSION, Place

_LOOK_AGAIN_S = 10.0
"""A bucket is asked for its present version at most this often."""

_seen: dict[str, tuple[float, Path]] = {}
_copying = Lock()


def catalogue_of(url: str) -> Path:
    """The file of a lake's present catalogue: that in its folder, or a local copy of a bucket's.

    Raises:
        StoreError: there is no lake at this URL, or it cannot be read.
    """
    looked, path = _seen.get(url, (-_LOOK_AGAIN_S, Path()))
    if time.monotonic() - looked < _LOOK_AGAIN_S and path.is_file():
        return path
    place = Place(url)
    version = place.present()
    if version is None:
        raise StoreError(f"there is no lake at {url}; make one with `sorites publish --lake {url}`")
    if place.is_folder:
        return Path(place.root) / version.catalogue
    key = hashlib.sha256(url.encode()).hexdigest()[:16]
    copy = copies_of_catalogues() / key / version.catalogue
    try:
        with _copying:  # threads share the partial file; processes do not
            if not copy.is_file():
                _copy(place, version.catalogue, copy)
    except OSError as error:
        raise StoreError(f"cannot keep a copy of the lake's catalogue: {error}") from None
    _seen[url] = time.monotonic(), copy
    return copy


def _copy(place: Place, catalogue: str, copy: Path) -> None:
    """Copy a bucket's catalogue, and remove copies of former ones; an open one stays readable."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    write_durably(copy.parent.parent / OF_A_BUCKET, place.url.encode())
    sweep(copy)
    place.copy(catalogue, partial_of(copy))
    put_in_place(partial_of(copy), copy)
    for former in copy.parent.glob("*.duckdb"):
        if former != copy:
            former.unlink(missing_ok=True)


def vacuum(url: str, hours: float) -> int:
    """Remove the files of versions replaced more than so many hours ago; return how many.

    Readers of a younger version keep all its files, and a publisher at work what it wrote.
    """
    place = Place(url)
    since = datetime.now(UTC) - timedelta(hours=hours)
    files = place.all_files()
    young = [name for name in files if VERSION.fullmatch(name) and files[name] > since]
    kept = set()
    for name in [PRESENT, *young]:
        if version := place.version(name):
            kept |= {name, version.name, version.catalogue, *version.files}
    gone = [
        name
        for name, written in files.items()
        if written <= since and name not in kept and OURS.fullmatch(name)
    ]
    place.remove(gone)
    return len(gone)
