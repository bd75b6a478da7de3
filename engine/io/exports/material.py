"""The material of an export: a stored data set and the requested items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.ask.prompts import kind_of, style
from engine.core.errors import InputError
from engine.core.items import Item
from engine.io.exports.family_words import Known, known
from engine.store import Dataset, connect_read_only, find_dataset, load_items

_ODD = re.compile(r"[^A-Za-z0-9_.]+")


@dataclass(frozen=True, slots=True)
class Exported:
    """A data set with the items to write, and the prompt style that asks them."""

    dataset: Dataset
    known: Known
    items: Sequence[Item]
    prompt: str

    @property
    def slug(self) -> str:
        """The data set's name, safe for a file or task."""
        return slug_of(self.dataset.name)


def slug_of(name: str) -> str:
    """A name made safe for a file, task or column."""
    return _ODD.sub("_", name).strip("_.") or "unnamed"


def whole(db: Path, name: str, prompt: str) -> Exported:
    """A data set with all its items, certificates and splits.

    Raises:
        InputError: there is no such data set, or it is empty.
    """
    with closing(connect_read_only(db)) as con:
        dataset = find_dataset(con, name)
        items = list(load_items(con, dataset.name))
        found = known(con, dataset)
    if not items:
        raise InputError(f"the data set {dataset.name} has no items to export")
    return Exported(dataset, found, items, prompt)


def asked(db: Path, name: str, prompt: str, split: str | None, language: str | None) -> Exported:
    """A data set with the items that `sorites evaluate` asks of it under the same options.

    Raises:
        InputError: there are none, or the prompt shows examples, which an export does not carry.
    """
    from engine.ask.runs import Request, load_material

    if style(prompt).shots:
        raise InputError(
            f"an exported task puts each question by itself, and the prompt {prompt!r} shows"
            " examples; use zero-shot or paper"
        )
    request = Request(name, "exported", split=split, language=language, prompt=prompt)
    material = load_material(db, request)
    with closing(connect_read_only(db)) as con:
        found = known(con, material.dataset)
    return Exported(material.dataset, found, list(material.items), prompt)


def kinds(exported: Exported) -> tuple[str, ...]:
    """The kinds of question among the items, by name."""
    return tuple(sorted({str(kind_of(item)) for item in exported.items}))
