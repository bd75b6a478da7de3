"""What is said of a family, and of how its answers are checked, wherever a data set is described.

The words stand in `data/exports/families.toml`, those of a check by what `verifications` stores of
it: so a data set is described by what was done to it, and everywhere in the same words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from engine.core.resources import data_file


class Way(BaseModel):
    """How answers are checked: the stored `methods`, a phrase of it, and the whole."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    methods: str
    short: str
    told: str


class FamilyWords(BaseModel):
    """What a data set of a family is for, what it is made of, how it is decided, its limits."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    measures: str
    sentences: str
    fresh: str
    logic: str
    unsettled: str
    rejects: str
    limits: tuple[str, ...]
    way: tuple[Way, ...]

    def ways(self, methods: Collection[str]) -> tuple[Way, ...]:
        """The ways of these stored methods; one that has no words yet is named as it is stored."""
        known = {way.methods: way for way in self.way}
        return tuple(known.get(one) or _unnamed(one) for one in sorted(methods))


@cache
def family_words() -> Mapping[str, FamilyWords]:
    """The words by family."""
    text = data_file("exports/families.toml").read_text(encoding="utf-8")
    return {name: FamilyWords.model_validate(told) for name, told in tomllib.loads(text).items()}


SPOKEN = """
SELECT language, count(*) AS n FROM items WHERE dataset_id = $key
GROUP BY language ORDER BY language <> 'en', language
"""
"""The number of items in each language of a data set."""

CHECKED = """
SELECT DISTINCT v.methods, v.solver FROM verifications v JOIN items i USING (item_id)
WHERE i.dataset_id = $key ORDER BY ALL
"""
"""By which methods and solvers the items of a data set were verified."""


class Known(BaseModel):
    """What the database knows of a data set besides its row: languages, and how it was checked."""

    model_config = ConfigDict(frozen=True)

    languages: Mapping[str, int]
    methods: tuple[str, ...]
    solvers: tuple[str, ...]


def known(
    spoken: Iterable[Mapping[str, Any]], checked: Iterable[Mapping[str, Any]]
) -> Known:  # Any: rows of the two queries
    """What rows of `SPOKEN` and of `CHECKED` say."""
    ways = list(checked)
    solvers = {one.split()[0] for row in ways for one in (row["solver"] or "").split(", ") if one}
    return Known(
        languages={row["language"]: row["n"] for row in spoken},
        methods=tuple(sorted({row["methods"] for row in ways})),
        solvers=tuple(sorted(solvers)),
    )


def checks_told(family: str, methods: Collection[str]) -> str:
    """How the answers of a set were checked; how they would be, where nothing is recorded."""
    words = family_words()[family]
    if methods:
        return " ".join(way.told for way in words.ways(methods))
    told = " ".join(way.told for way in words.way)
    return f"No verification is recorded; this is what `sorites verify` checks. {told}"


def checks_in_short(family: str, methods: Collection[str]) -> str:
    """The same as phrases, each after a comma."""
    return "".join(f", {way.short}" for way in family_words()[family].ways(methods))


def _unnamed(methods: str) -> Way:
    return Way(methods=methods, short=f"verified by {methods}", told=f"Verified by {methods}.")
