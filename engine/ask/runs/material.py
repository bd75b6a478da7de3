"""A user's request, and the items that it selects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from duckdb import DuckDBPyConnection, OutOfMemoryException

from engine.ask.demonstrations import Demonstrations
from engine.ask.endpoints.request_fields import Settings
from engine.ask.prompts import BARE, QuestionKind, style
from engine.ask.prompts.probes import NONE
from engine.ask.respondents import Learner, is_baseline, respondent
from engine.ask.runs.spool import Items
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.sampling import draw, sampled, strata_in_words, strata_of
from engine.store import Dataset, connect_read_only, find_dataset, load_items
from engine.store.datasets.known import items_by_language, n_different

TEST = "test"
TRAIN = "train"
WHOLE = "all"
ENGLISH = "en"
DEFAULT_PROMPT = "zero-shot"
FEW_SHOT = "few-shot"
EXPLAINED = "cot"
"""The default prompt with demonstrations, which shows their explanations."""


_READING_MEMORY = "100MB"
"""DuckDB's memory while it reads a data set once; by default it would cache all of a large one."""
_MORE_MEMORY = "1GB"


class Part(NamedTuple):
    """One of `of` parts of the items, numbered from one, by their hashes."""

    number: int
    of: int

    def has(self, item_hash: str) -> bool:
        """Whether the item is in this part."""
        return int(item_hash[:12], 16) % self.of == self.number - 1


_LONGEST_PART = 19


def part_named(given: object) -> object:
    """The part written as 3/8; anything but text stays as it is.

    Raises:
        InputError: there is no such part.
    """
    if not isinstance(given, str):
        return given
    number, _, of = given.partition("/")
    is_written = number.isdecimal() and of.isdecimal() and len(given) <= _LONGEST_PART
    if not (is_written and 1 <= int(number) <= int(of)):
        raise InputError(f"--part takes K/N, such as 3/8, with K from 1 to N, not {given}")
    return Part(int(number), int(of))


@dataclass(frozen=True, slots=True)
class Request:
    """A user's request.

    `model` "" means all built-in respondents. `split` None means the test split, or the whole set
    if there is none. `language` None means English, or the whole set if it has only one language.
    `rotations` asks every item in all circular orders of its options. `demonstrations` are examples
    to show in place of those of the train split. `weights` (JSON) are what the endpoint has loaded.
    `until` is the precision in points at which asking stops; the sample is one of its steps.
    `part` are the questions that this process asks of the run; others ask the rest.
    """

    dataset: str
    model: str
    split: str | None = None
    limit: int | None = None
    prompt: str | None = None
    probe: str = NONE
    samples: int = 1
    settings: Settings = field(default_factory=Settings)
    rotations: bool = False
    language: str | None = None
    demonstrations: Demonstrations | None = None
    weights: str | None = None
    until: float | None = None
    part: Part | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """The items to ask, and the train split, from the database.

    `split` and `language` are None if they exclude nothing. `strata` are the traits by which a
    sample was stratified; None if all items are asked. `n_all` are the items without a limit.
    """

    dataset: Dataset
    split: str | None
    language: str | None
    items: Items
    train: tuple[Item, ...]
    strata: tuple[str, ...] | None = None
    n_all: int = 0

    @property
    def kind(self) -> QuestionKind:
        """The kind of question of all items."""
        return self.items.kind

    def words(self) -> str:
        """How many questions are asked of the data set, why, and how to ask all.

        A sample has strata.
        """
        n, name = len(self.items), self.dataset.name
        if n >= self.dataset.n:
            return f"asking all {n:,} questions of {name}"
        split = f"the {self.split} split" if self.split else "all splits"
        language = f" in {self.language}" if self.language else ""
        drawn, by = "", ""
        if self.strata is not None:
            drawn, by = "a sample of ", f", stratified by {strata_in_words(self.strata)}"
        flags = {
            "leave out --limit": self.strata is not None,
            "use --split all": self.split is not None,
            "use --language all": self.language is not None,
        }
        how = " and ".join(flag for flag, is_needed in flags.items() if is_needed)
        return (
            f"asking {n:,} of the {self.dataset.n:,} questions of {name}:"
            f" {drawn}{split}{language}{by}; to ask all, {how}"
        )


def load_material(db: Path, request: Request) -> Material:
    """Read what a run needs, and close the database.

    Raises:
        InputError: the data set, the split, the language or the prompt does not exist.
    """
    try:
        return _load(db, request, _READING_MEMORY)
    except OutOfMemoryException:  # items with long proofs are stored and read in one block
        return _load(db, request, _MORE_MEMORY)


def _load(db: Path, request: Request, memory: str) -> Material:
    con = connect_read_only(db, memory=memory, threads=1)  # a second one would only take memory
    try:
        dataset = find_dataset(con, request.dataset)
        language = _language(con, dataset, request.language)
        split = None if request.split == WHOLE else request.split or TEST
        items, strata, n_all = _items(con, dataset, request.limit, split, language)
        if not items and request.split is None:
            split = None
            items, strata, n_all = _items(con, dataset, request.limit, split, language)
        train = tuple(_spoken(con, dataset.name, TRAIN, language)) if _learns(request) else ()
    finally:
        con.close()
    if not items:
        raise InputError(
            f"the data set {dataset.name} has no split named {request.split}; use --split all to"
            " ask all of it"
        )
    return Material(dataset, split, language, items, train, strata, n_all)


def _language(con: DuckDBPyConnection, dataset: Dataset, wanted: str | None) -> str | None:
    """The language to ask; None if it excludes nothing."""
    languages = sorted(items_by_language(con, dataset.dataset_id))
    if wanted not in (None, WHOLE, *languages):
        raise InputError(
            f"the data set {dataset.name} has no items in the language {wanted!r}; it has "
            f"{', '.join(languages)}, or use --language all"
        )
    if wanted is None:
        wanted = ENGLISH if ENGLISH in languages else WHOLE
    return None if wanted == WHOLE or languages == [wanted] else wanted


def _items(
    con: DuckDBPyConnection,
    dataset: Dataset,
    limit: int | None,
    split: str | None,
    language: str | None,
) -> tuple[Items, tuple[str, ...] | None, int]:
    """The items of a split and language, each once, or a sample with its strata; and their number.

    A sample is drawn in a separate pass, so that only the traits it needs are in memory.
    """

    def read() -> Iterator[Item]:
        return _spoken(con, dataset.name, split, language, certified=False)

    n_all = 0 if limit is None else n_different(con, dataset.dataset_id, split, language)
    if limit is None or n_all <= limit:
        items = Items(read())
        return items, None, len(items)
    known = [sampled(item) for item in read()]
    drawn = draw(known, limit)
    return Items(item for item in read() if item.hash in drawn), strata_of(known), n_all


def _spoken(
    con: DuckDBPyConnection,
    dataset: str,
    split: str | None,
    language: str | None,
    certified: bool = True,
) -> Iterator[Item]:
    for item in load_items(con, dataset, split=split, certified=certified):
        if language in (None, item.traits.language):
            yield item


def _learns(request: Request) -> bool:
    """Whether the run uses the train split, for examples or for training."""
    if not request.model:
        return True
    if is_baseline(request.model):
        return isinstance(respondent(request.model), Learner)
    return request.demonstrations is None and style(prompt_of(request)).shots > 0


def prompt_of(request: Request) -> str:
    """The name of the prompt style, or the default one."""
    by_likelihood = request.settings.by_likelihood
    explained = EXPLAINED if not by_likelihood else FEW_SHOT
    name = request.prompt or (explained if request.demonstrations else DEFAULT_PROMPT)
    return name + BARE if by_likelihood else name
