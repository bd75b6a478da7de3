"""What pages show of families: names, titles, descriptions and parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from engine.analysis.datasets.published import KeptFinding, kept_findings
from engine.families import FAMILIES, family
from engine.io.exports import checks_in_full, words_of
from engine.show.texts.cards import Card
from engine.show.texts.escaping import escape

__all__ = [
    "Parameter",
    "card_of",
    "checks_in_full",
    "draws_candidates",
    "family_names",
    "faults_of",
    "parameters",
    "set_title",
    "version_of",
    "words_of",
]


class Parameter(NamedTuple):
    """A generator's parameter: its name, allowed values and default."""

    name: str
    allowed: str
    default: object


def family_names() -> tuple[str, ...]:
    """The installed families, built-in ones first."""
    return tuple(FAMILIES)


@cache
def card_of(name: str) -> Card:
    """The family's own card, or a minimal one."""
    chosen = family(name)
    if chosen.card is not None:
        return chosen.card()
    return Card(f"# {escape(name)}\n\nQuestions of the family {escape(name)}.\n")


def faults_of(name: str | None) -> list[KeptFinding]:
    """The faults that we counted in the published files of a family."""
    if name not in FAMILIES:
        return []
    own = f"{words_of(name).title}, "
    return [one for one in kept_findings().finding if one.dataset.startswith(own)]


def set_title(dataset: str) -> str:
    """A data set in sentences: one that a paper published by its family's title, others by name."""
    family, _, part = dataset.partition("-published")
    if not part or family not in FAMILIES:
        return dataset
    return f"{words_of(family).title} (published{part.replace('-', ' ')})"


def version_of(name: str) -> int:
    """The version of the family's generator."""
    return family(name).version


def draws_candidates(name: str) -> bool:
    """Whether the generator draws and rejects candidates; with a stock of material it does not."""
    return family(name).stock is None


def parameters(name: str) -> Iterator[Parameter]:
    """The parameters of the family's generator."""
    params = family(name).params
    properties = params.model_json_schema()["properties"]
    for key, field in params.model_fields.items():
        default = "" if field.is_required() else field.default
        yield Parameter(key, _allowed(properties[key]), default)


def _allowed(schema: Mapping[str, Any]) -> str:  # Any: JSON
    if "description" in schema:
        return str(schema["description"])
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " or ".join(map(str, schema["enum"]))
    if "minimum" in schema or "maximum" in schema:
        return f"{schema.get('minimum', 'any')} to {schema.get('maximum', 'any')}"
    if schema.get("type") == "boolean":
        return "true or false"
    return "names, separated by commas" if "maxLength" in schema else str(schema.get("type", "any"))
