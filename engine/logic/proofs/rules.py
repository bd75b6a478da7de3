"""Named argument forms, laws, inference rules and fallacies.

The rules themselves are data (`data/lexicon/rules.toml`); tests prove each of them valid, or a
fallacy invalid, by Z3 and by a procedure of our own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.logic.notation.parser import parse
from engine.logic.syntax import Formula


class Category(StrEnum):
    """What kind of rule it is."""

    FORM = "form"  # one of the paper's seven argument forms
    EXTENDED = "extended"  # an argument form that Sorites adds to them
    INFERENCE = "inference"
    LAW = "law"  # an equivalence: it may be used in both directions
    FALLACY = "fallacy"


@dataclass(frozen=True, slots=True)
class Rule:
    """A schema of argument: its letters stand for any formulas or predicates."""

    key: str
    name: str
    category: Category
    premises: tuple[Formula, ...]
    conclusion: Formula

    @property
    def valid(self) -> bool:
        """Whether the conclusion follows; only fallacies are invalid."""
        return self.category is not Category.FALLACY


@cache
def rules() -> Mapping[str, Rule]:
    """All rules by key, in the order of the data file.

    Raises:
        InputError: the data file names a category or formula that does not exist.
    """
    path = data_file("lexicon/rules.toml")
    found: dict[str, Rule] = {}
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["rule"]:
        try:
            rule = Rule(
                row["key"],
                row["name"],
                Category(row["category"]),
                tuple(parse(text) for text in row["premises"]),
                parse(row["conclusion"]),
            )
        except (KeyError, ValueError, InputError) as error:
            raise InputError(f"{path.name}: the rule {row.get('key')} is wrong: {error}") from error
        if rule.key in found:
            raise InputError(f"{path.name}: the rule {rule.key} stands twice")
        found[rule.key] = rule
    return MappingProxyType(found)


def form_name(key: str) -> str:
    """The name of an argument form, such as modus tollens."""
    rule = rules().get(key)
    return rule.name if rule else key.replace("_", " ")
