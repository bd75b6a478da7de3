"""What tells runs from one another that look alike: the settings in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import orjson

Row = Mapping[str, Any]  # Any: a row of a query


def told_apart(rows: Sequence[Row], alike: Sequence[str]) -> list[str | None]:
    """For each row, in words, how its run was asked otherwise than those that look like it.

    Rows look alike that have the same in all columns of `alike`. They need the columns `settings`,
    `samples`, `endpoints` and `run_hash` of the table `runs`; one without settings is of no run.
    None stands for a row that no other looks like. Runs with the same settings are told by name.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, row in enumerate(rows):
        if row["settings"] is not None:
            groups.setdefault(tuple(row[name] for name in alike), []).append(place)
    told: list[str | None] = [None] * len(rows)
    for places in groups.values():
        if len(places) > 1:
            for place, words in zip(places, _differences([rows[p] for p in places]), strict=True):
                told[place] = words
    return told


def _differences(rows: Sequence[Row]) -> list[str]:
    facts = [_facts(row) for row in rows]
    names = [name for name in _names(facts) if len({one.get(name) for one in facts}) > 1]
    words = [", ".join(f"{name} {one.get(name, 'not set')}" for name in names) for one in facts]
    times = Counter(words)
    return [
        one if times[one] == 1 else ", ".join(filter(None, (one, f"run {row['run_hash'][:12]}")))
        for one, row in zip(words, rows, strict=True)
    ]


def _facts(row: Row) -> dict[str, str]:
    """How a run was asked; its settings call the wording of the prompt by the prompt's name."""
    settings = orjson.loads(row["settings"])
    wording = {"wording": settings.pop("prompt")} if "prompt" in settings else {}
    asked = {"samples": row["samples"], "endpoint": ", ".join(row["endpoints"] or ())}
    facts = {**settings, **wording, **asked}
    return {name.replace("_", " "): _shown(value) for name, value in facts.items() if value != ""}


def _names(facts: Sequence[Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(name for one in facts for name in one))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
