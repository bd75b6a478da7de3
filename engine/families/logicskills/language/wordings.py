"""The wordings of quantifiers and connectives, from `data/lexicon/logicskills/wordings.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.logic import Formula, atoms, parse

_FILE = "lexicon/logicskills/wordings.toml"
_PIECE = re.compile(r"\{(\w+)\}|([\w’]+|,)")


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording: `pieces` are words, commas and slots; a slot is written `{a}`.

    `means` is a formula over the slots. `is_open`: it has no opening word, so its parts must be
    clauses without a connective.
    """

    form: str
    text: str
    pieces: tuple[str, ...]
    means: Formula
    is_open: bool


@dataclass(frozen=True, slots=True)
class Wordings:
    """All wordings by their keys; `phrases` and `there` are templates of noun phrases."""

    phrases: Mapping[str, str]
    there: Mapping[str, str]
    ellipsis: Mapping[str, Wording]
    connectives: Mapping[str, Wording]
    constraint: str


@lru_cache(maxsize=1)
def wordings() -> Wordings:
    """The wordings of the data folder.

    Raises:
        InputError: a wording's formula has other slots than its text.
    """
    tables = tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))
    return Wordings(
        phrases=tables["phrases"],
        there=tables["there"],
        ellipsis={form: _wording(form, table) for form, table in tables["ellipsis"].items()},
        connectives={form: _wording(form, table) for form, table in tables["connectives"].items()},
        constraint=tables["constraint"]["text"],
    )


def pieces(text: str) -> tuple[str, ...]:
    """The words, commas and slots of a template."""
    return tuple(f"{{{slot}}}" if slot else word for slot, word in _PIECE.findall(text))


def _wording(form: str, table: dict[str, object]) -> Wording:
    text = str(table["text"])
    means = parse(str(table["means"]))
    slots = {piece[1:-1] for piece in pieces(text) if piece[0] == "{"}
    meant = {atom.name for atom in atoms(means)}
    if meant != slots & set("abc") and "{v}" not in text:
        raise InputError(f"{_FILE}: {form} means something of {meant}, but its slots are {slots}")
    return Wording(form, text, pieces(text), means, bool(table.get("is_open", False)))
