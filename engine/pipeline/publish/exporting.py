"""Export a data set, or the results on it, in the formats of other tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.paths import db_to_read
from engine.families import FAMILIES
from engine.io.exports import FORMATS, Held, Wish, examples, export, write_document, write_lines
from engine.store import connect_read_only, load_items

TRAINING = "sft"
"""The format of training examples."""

Release = Callable[[Sequence[Item]], Mapping[str, list[dict[str, Any]]]]  # Any: JSON


@dataclass(frozen=True, slots=True)
class Exported:
    """The number of records per file, and of examples left out, by reason."""

    records: Mapping[str, int]
    left_out: Mapping[str, int] = field(default_factory=dict)


def formats() -> tuple[str, ...]:
    """The names of all formats; families' formats come last."""
    return (*FORMATS, TRAINING, *_releases())


def _releases() -> dict[str, Release]:
    """The release formats of the families' papers, by name."""
    found: dict[str, Release] = {}
    for family in FAMILIES.values():
        found |= family.exports() if family.exports else {}
    return found


def export_dataset(to: str, wish: Wish) -> Exported:
    """Write a data set in a format.

    Raises:
        InputError: there is no such data set or format, or the format does not accept an option.
    """
    if to in FORMATS:
        return Exported(export(to, wish))
    release = _releases().get(to)
    if release is None:
        raise InputError(f"there is no format {to!r}; the formats are {', '.join(formats())}")
    if wish.split or wish.language or wish.prompt:
        raise InputError(f"--split, --language and --prompt do not apply to --to {to}")
    with closing(connect_read_only(wish.db)) as con:
        records = release(list(load_items(con, wish.dataset)))
    for split, found in records.items():
        write_document(wish.folder / f"{split}.json", found)
    return Exported({split: len(found) for split, found in records.items()})


def export_training(wish: Wish, apart_from: Iterable[str], limit: int | None = None) -> Exported:
    """Write training examples, leaving out everything that the data sets `apart_from` contain.

    Raises:
        InputError: there is no such data set, or the prompt does not fit an item.
    """
    if wish.split or wish.language:
        raise InputError(f"--split and --language do not apply to --to {TRAINING}")
    held, left_out = Held(), Counter[str]()
    with closing(connect_read_only(wish.db)) as con:
        for name in apart_from:
            for item in load_items(con, name):
                held.add(item)
        found = examples(load_items(con, wish.dataset), held, left_out, wish.prompt)
        n = write_lines(wish.folder / f"{wish.dataset}.jsonl", islice(found, limit))
    return Exported({"train": n}, dict(left_out))


def wish_for(
    dataset: str,
    out: Path,
    db: Path | None = None,
    *,
    prompt: str | None = None,
    split: str | None = None,
    language: str | None = None,
) -> Wish:
    """What to export, and where to."""
    return Wish(db_to_read(db), dataset, out, prompt, split, language)
