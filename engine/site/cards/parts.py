"""The generated parts of the cards, by the names with which pages include them."""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis.sources.reading import Reading
from engine.show.texts.families import card_of, family_names
from engine.site.cards.asked import fields_section, parameters_section, types_section
from engine.site.cards.balance import balance_section
from engine.site.cards.depths import depths_section
from engine.site.cards.distribution import distribution_section
from engine.site.cards.glance import glance, head
from engine.site.cards.people import people_section
from engine.site.cards.prompts import prompts_section
from engine.site.cards.reported import reported_section
from engine.site.cards.results import results_section
from engine.site.cards.samples import examples_section
from engine.site.cards.shortcuts import audit_section
from engine.site.cards.splits import splits_section
from engine.site.cards.verification import (
    checks_fragment,
    limits_of,
    rejections_section,
    verification_section,
    ways_section,
)

_PARTS: dict[str, Callable[[Reading, str], str]] = {
    "head": head,
    "glance": glance,
    "types": types_section,
    "examples": lambda _, family: examples_section(family),
    "schema": fields_section,
    "parameters": parameters_section,
    "rejections": rejections_section,
    "ways": ways_section,
    "verification": verification_section,
    "balance": balance_section,
    "audit": audit_section,
    "distribution": distribution_section,
    "depths": depths_section,
    "splits": splits_section,
    "people": people_section,
    "prompts": prompts_section,
    "results": results_section,
    "reported": reported_section,
    "limits": lambda _, family: limits_of(family),
}
"""The generators of the frame's parts, each given the snapshot and a family."""


def card_fragments(reading: Reading) -> dict[str, str]:
    """The parts of every family's card, and the fragment on what verification checks."""
    fragments = {"checks": checks_fragment()}
    for family in family_names():
        fragments |= parts_of(reading, family)
    return fragments


def parts_of(reading: Reading, family: str) -> dict[str, str]:
    """The parts of a family's card: the frame's and the family's own."""
    shown = {name: part(reading, family) for name, part in _PARTS.items()}
    shown |= {name: own(reading) for name, own in card_of(family).parts.items()}
    return {f"{family}-{name}": part for name, part in shown.items()}
