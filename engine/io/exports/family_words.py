"""Descriptions of a family and of how its answers are checked, used in all cards.

They come from the family's hook `words`, with general defaults. Checks are described from what
`verifications` stores, so every card states what was actually done, in the same words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from duckdb import DuckDBPyConnection
from pydantic import BaseModel, ConfigDict, ValidationError

from engine.core.errors import InputError, first_fault
from engine.families import FAMILIES
from engine.store import Dataset, items_by_language, ways_checked


class Way(BaseModel):
    """How answers are checked: the stored `methods`, a phrase and a full description."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    methods: str
    short: str
    full: str


class FamilyWords(BaseModel):
    """A family's purpose, construction, decision procedure and limits.

    `title` is its name on pages. `measures` goes on after “Meant to measure”, `fresh` is what
    another seed gives, `logic` the fragment in which answers are decided, `unsettled` how far
    solvers may go and what happens where one has no answer by then, `rejects` what the generator
    discards on the way. `proven` is a sentence on what says nothing about the answer, by
    construction. `tasks` says what each type of question asks one to do.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    measures: str
    sentences: str = "Sentences are put together by the generator of the family."
    fresh: str = "`sorites generate` with another seed makes items that nobody has seen."
    logic: str = "That of the formulas stored with each item."
    unsettled: str = (
        "Effort is counted, never timed. What a solver leaves open (UNKNOWN) becomes no label:"
        " `sorites generate` stops, and `sorites verify` counts a disagreement."
    )
    proven: str | None = None
    rejects: str = "What the generator discards on the way is counted by its reason."
    limits: tuple[str, ...] = ("The items are made by a generator, and read like it.",)
    tasks: Mapping[str, str] = {}
    way: tuple[Way, ...] = ()

    def ways(self, methods: Collection[str]) -> tuple[Way, ...]:
        """The descriptions of stored methods; a method without one keeps its stored name."""
        known = {way.methods: way for way in self.way}
        return tuple(known.get(one) or _unnamed(one) for one in sorted(methods))

    @property
    def all_ways(self) -> str:
        """What `sorites verify` checks in general."""
        return " ".join(way.full for way in self.way) or _TWO_WAYS


_TWO_WAYS = "Every answer is decided by two procedures that share no code."


@cache
def words_of(family: str) -> FamilyWords:
    """The descriptions of a family; general ones if it is not installed."""
    hook = FAMILIES[family].words if family in FAMILIES else None
    general = {
        "title": family,
        "measures": f"how well a model answers questions of the family {family}",
    }
    try:
        return FamilyWords.model_validate(general | dict(hook() if hook else {}))
    except (TypeError, ValueError) as error:
        fault = first_fault(error) if isinstance(error, ValidationError) else str(error)
        raise InputError(f"{family}: its words are not `FamilyWords`: {fault}") from None


class Known(BaseModel):
    """Facts about a data set beyond its row: languages, and how it was verified."""

    model_config = ConfigDict(frozen=True)

    languages: Mapping[str, int]
    methods: tuple[str, ...]
    solvers: tuple[str, ...]


def known(con: DuckDBPyConnection, dataset: Dataset) -> Known:
    """Look up the facts about a data set."""
    ways = ways_checked(con, dataset.dataset_id)
    solvers = {one.split()[0] for _, solver in ways for one in (solver or "").split(", ") if one}
    return Known(
        languages=items_by_language(con, dataset.dataset_id),
        methods=tuple(sorted({methods for methods, _ in ways})),
        solvers=tuple(sorted(solvers)),
    )


def checks_in_full(family: str, methods: Collection[str]) -> str:
    """How a set's answers were checked, or would be if nothing is recorded."""
    words = words_of(family)
    if methods:
        return " ".join(way.full for way in words.ways(methods))
    return f"No verification is recorded; this is what `sorites verify` checks. {words.all_ways}"


def checks_in_short(family: str, methods: Collection[str]) -> str:
    """How a set's answers were checked as phrases, each after a comma."""
    return "".join(f", {way.short}" for way in words_of(family).ways(methods))


def _unnamed(methods: str) -> Way:
    return Way(methods=methods, short=f"verified by {methods}", full=f"Verified by {methods}.")
