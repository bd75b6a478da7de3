"""What tells runs from one another that look alike: the settings in which they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import orjson

Row = Mapping[str, Any]  # Any: a row of a query

Manner = tuple[tuple[str, str], ...]
"""How a run was asked: each setting by its name, in words."""

Look = TypeVar("Look", bound=Hashable)

_OF_A_FAMILY = ("wording", "engine", "samples", "endpoint", "asked")
"""What differs from family to family though a model is asked in one manner, or built in."""

_SENT = {True: "in batches", False: "one by one", None: "not known how"}


def told_apart(rows: Sequence[Row], alike: Sequence[str]) -> list[str | None]:
    """For each row, in words, how its run was asked otherwise than those that look like it.

    Rows look alike that have the same in all columns of `alike`. They need the columns `settings`,
    `samples`, `endpoints`, `is_batched` and `run_hash` of the table `runs`; one without settings is
    of no run.
    None stands for a row that no other looks like. Runs with the same settings are told by name.
    """
    groups: dict[tuple[Any, ...], list[int]] = {}
    for place, row in enumerate(rows):
        if row["settings"] is not None:
            groups.setdefault(tuple(row[name] for name in alike), []).append(place)
    told: list[str | None] = [None] * len(rows)
    for places in groups.values():
        if len(places) > 1:
            for place, words in zip(places, _named([rows[p] for p in places]), strict=True):
                told[place] = words
    return told


def with_runs_told(parts: Sequence[Row], alike: Sequence[str]) -> list[dict[str, Any]]:
    """The rows of runs that have several each, in `settings` what tells their runs apart."""
    runs = {row["run_hash"]: row for row in parts}
    told = dict(zip(runs, told_apart(list(runs.values()), alike), strict=True))
    return [{**row, "settings": told[row["run_hash"]]} for row in parts]


def manner(row: Row) -> Manner:
    """How a run was asked, so far as runs on several data sets can have it in common.

    That is its settings, not the wording of its prompt, which is each family's own, nor the version
    of a built-in respondent, nor how often each item was put, nor where the model was served that
    day. `row` is as for `told_apart`; one of no run has no manner.
    """
    if row["settings"] is None:
        return ()
    return tuple(sorted(fact for fact in _facts(row).items() if fact[0] not in _OF_A_FAMILY))


def manners_told(asked: Iterable[tuple[Look, Manner]]) -> dict[tuple[Look, Manner], str | None]:
    """For each look and manner, in words, what tells it from other manners of the same look.

    None stands for one that is alone, and for one without settings of its own.
    """
    manners: dict[Look, dict[Manner, None]] = {}
    for look, one in asked:
        manners.setdefault(look, {})[one] = None
    return {
        (look, one): words if one and len(own) > 1 else None
        for look, own in manners.items()
        for one, words in zip(own, _differences([dict(m) for m in own]), strict=True)
    }


def _named(rows: Sequence[Row]) -> list[str]:
    words = _differences([_facts(row) for row in rows])
    times = Counter(words)
    return [
        one if times[one] == 1 else ", ".join(filter(None, (one, f"run {row['run_hash'][:12]}")))
        for one, row in zip(words, rows, strict=True)
    ]


def _differences(facts: Sequence[Mapping[str, str]]) -> list[str]:
    names = [name for name in _names(facts) if len({one.get(name) for one in facts}) > 1]
    return [", ".join(f"{name} {one.get(name, 'not set')}" for name in names) for one in facts]


def _facts(row: Row) -> dict[str, str]:
    """How a run was asked; its settings call the wording of the prompt by the prompt's name."""
    settings = orjson.loads(row["settings"])
    wording = {"wording": settings.pop("prompt")} if "prompt" in settings else {}
    where = {"endpoint": ", ".join(row["endpoints"] or ()), "asked": _SENT[row["is_batched"]]}
    facts = {**settings, **wording, "samples": row["samples"], **where}
    return {name.replace("_", " "): _shown(value) for name, value in facts.items() if value != ""}


def _names(facts: Sequence[Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(name for one in facts for name in one))


def _shown(value: object) -> str:
    return value if isinstance(value, str) else orjson.dumps(value).decode()
