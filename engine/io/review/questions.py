"""Questions as entries of a sheet: what a model is shown, under an uninformative name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from engine.ask.prompts import messages
from engine.ask.prompts.message import question
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.kinds import common_kind
from engine.core.sampling import sampled, strata_in_words, strata_of, stratified
from engine.io.review.sheet import Ask, Entry, Sheet, wording


def question_name(item: Item) -> str:
    """The name of a question on a sheet, derived from what is shown and not from the answer."""
    return f"q{hashlib.sha256(question(item, 'none').encode()).hexdigest()[:12]}"


def entries_of(items: Iterable[Item]) -> tuple[Entry, ...]:
    """The questions as rows of a sheet."""
    return tuple(Entry(question_name(one), {"question": question(one, "none")}) for one in items)


def by_name(items: Iterable[Item]) -> dict[str, Item]:
    """The items by their questions' names on a sheet."""
    return {question_name(item): item for item in items}


def drawn(items: Sequence[Item], n: int, seed: int) -> tuple[Item, ...]:
    """A stratified sample of distinct questions of one kind, in random order.

    Raises:
        InputError: there are no questions, or several kinds.
    """
    if not items:
        raise InputError("there are no questions to draw from")
    common_kind(items)
    distinct = by_name(stratified(tuple(by_name(items).values()), n, seed))
    return tuple(distinct[name] for name in sorted(distinct))


def of_split(items: tuple[Item, ...], split: str | None) -> tuple[Item, ...]:
    """The items that `sorites evaluate` would ask: the test split, or all if there is none.

    Raises:
        InputError: the split has no items.
    """
    if split == "all":
        return items
    chosen = tuple(item for item in items if item.split in (split or "test", None))
    if not chosen and split:
        raise InputError(f"there are no items of the split {split!r}; try --split all")
    return chosen or items


def sheet_of(
    purpose: str,
    items: Sequence[Item],
    whole: Sequence[Item],
    dataset: str,
    asks: dict[str, Ask],
) -> Sheet:
    """A sheet of sampled questions, with the instructions that models get."""
    own: dict[str, Any] = {
        "n": len(items),
        "dataset": dataset,
        "strata": strata_in_words(strata_of([sampled(item) for item in whole])),
    }
    task = messages(items[0], "zero-shot", "none")[0]["content"]
    texts = wording()[purpose]
    return Sheet(
        title=texts["title"].format(**own),
        instructions=f"{texts['instructions'].format(**own)}\n\n"
        f"{wording()['sheet']['task']}\n\n{task}",
        asks=asks,
        entries=entries_of(items),
    )
