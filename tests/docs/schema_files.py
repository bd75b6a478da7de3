"""The promise about tables, views, items and results, written from the code: `make schema`.

Its version follows from what changed: a column, field or kind that is gone or another is a major
change, one that is new a minor one, words alone a patch. `versions.txt` has a line for each version
with the hashes of what it promised: a promise changed under the version that it had is found out.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from engine.core.items import Grade, Item, Response
from engine.store import documentation

FOLDER = Path(__file__).parent.parent.parent / "data" / "schema"
RESULTS = {"item": Item, "response": Response, "grade": Grade}


def current() -> dict[str, Any]:
    """What the code promises now: for each relation its columns, for each kind its JSON Schema."""
    relations = {
        relation.name: {
            "kind": relation.kind,
            "about": relation.comment,
            "columns": {
                column.name: {"type": column.kind, "about": column.comment}
                for column in relation.columns
            },
        }
        for relation in documentation()
    }
    kinds = {name: TypeAdapter(kind).json_schema() for name, kind in RESULTS.items()}
    return {"relations": relations, "kinds": kinds}


def stored() -> dict[str, Any]:
    """What was promised last, with its `version`."""
    found: dict[str, Any] = json.loads((FOLDER / "schema.json").read_text(encoding="utf-8"))
    return found


class Version(NamedTuple):
    """A line of `versions.txt`: the SHA-256 of every promise, and of the same with its words."""

    version: str
    promised: str
    worded: str


def history() -> list[Version]:
    """Every version that there was, the first one first."""
    lines = (FOLDER / "versions.txt").read_text(encoding="utf-8").splitlines()
    return [Version(*line.split()) for line in lines if line and not line.startswith("#")]


def sealed(version: str, document: dict[str, Any]) -> Version:
    """A version with the hashes of a document, whose own `version` is left out."""
    shown = {name: part for name, part in document.items() if name != "version"}
    return Version(version, _digest(_promises(shown)), _digest(shown))


def _digest(document: object) -> str:
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def next_version(version: str, before: dict[str, Any], now: dict[str, Any]) -> str:
    """The version that a change asks for; the same if nothing changed.

    >>> old = {"relations": {"v": {"columns": {"a": {"type": "INTEGER"}}}}, "kinds": {}}
    >>> new = {"relations": {"v": {"columns": {}}}, "kinds": {}}
    >>> next_version("1.2.3", old, new), next_version("1.2.3", new, old)
    ('2.0.0', '1.3.0')
    """
    major, minor, patch = map(int, version.split("."))
    known, given = _promises(before), _promises(now)
    if any(given.get(place) != value for place, value in known.items()):
        return f"{major + 1}.0.0"
    if given.keys() - known.keys():
        return f"{major}.{minor + 1}.0"
    return version if before == now else f"{major}.{minor}.{patch + 1}"


def _promises(document: dict[str, Any]) -> dict[str, object]:
    """Every promise by its place, words left out."""
    found: dict[str, object] = {}

    def walk(place: str, value: object) -> None:
        if isinstance(value, dict):
            for name, part in value.items():
                if name not in ("about", "description", "title"):
                    walk(f"{place}/{name}", part)
        elif isinstance(value, list):
            for part in value:
                walk(f"{place}/{json.dumps(part, sort_keys=True)}", True)
        else:
            found[place] = value

    walk("", {"relations": document["relations"], "kinds": document["kinds"]})
    return found


def main() -> None:
    """Write the promise as it is now, under the version that the change asks for."""
    now, before = current(), stored()
    last = history()[-1]
    if sealed(before.pop("version"), before) != last:
        sys.exit(f"data/schema was changed by hand after {last.version}; restore it from git first")
    version = next_version(last.version, before, now)
    text = json.dumps({"version": version, **now}, indent=1, ensure_ascii=False, sort_keys=True)
    (FOLDER / "schema.json").write_text(text + "\n", encoding="utf-8")
    if version != last.version:
        with (FOLDER / "versions.txt").open("a", encoding="utf-8") as file:
            file.write(" ".join(sealed(version, now)) + "\n")


if __name__ == "__main__":
    main()
