"""The frame of every data set's card: its sections, their order, and what fills them.

The family's own text comes from its hook `card`; without one, the card has the generated sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.analysis.sources.reading import Reading
from engine.show.texts.cards import Card, Section
from engine.show.texts.escaping import escape
from engine.show.texts.families import card_of, family_names, version_of, words_of
from engine.site.builder.sources import GENERATED
from engine.site.cards.reported import has_reported


class _Place(NamedTuple):
    """A section of the frame: its first line, its default text, and its generated parts.

    Headings of level 3 belong to the section before them.
    """

    anchor: str
    heading: str
    parts: tuple[str, ...] = ()
    first: str = ""
    default: str = ""
    level: int = 2


_LICENCE = (
    "Words, templates and code are our own, under the Apache License 2.0."
    " [How to cite](../cite.md)."
)
_CITED = (
    "Add the content hash from the top of this card. If the family follows a paper, [cite the"
    " paper too](../cite.md#papers). The"
    " [licence](https://www.apache.org/licenses/LICENSE-2.0.txt) covers code and items."
)
_EXPORTED = (
    "`sorites export` writes a set for other tools; [downloads](../downloads.md) have answers and"
    " boards."
)
_RANKED = "[All results](../leaderboard.md#leaderboard)."
_REPORTED = "Scores on the authors' own questions; never ranked with scores measured here."

PLACES = (
    _Place("glance", "At a glance", ("glance",)),
    _Place("purpose", "Purpose", default="Not for judging knowledge or people."),
    _Place("types", "Questions", ("types",)),
    _Place("examples", "Examples", ("examples",)),
    _Place("fields", "Fields", ("schema",)),
    _Place("construction", "Construction", ("parameters",)),
    _Place("rejections", "Rejected candidates", ("rejections",)),
    _Place("verification", "Verification", ("ways", "verification")),
    _Place("balance", "Balance", ("balance",)),
    _Place("audit", "Shortcut audit", ("audit",)),
    _Place("distribution", "Distribution", ("distribution",)),
    _Place("difficulty", "Difficulty", ("depths",)),
    _Place("splits", "Splits", ("splits",)),
    _Place("contamination", "Contamination", default='--8<-- "parts/contamination.md"'),
    _Place("people", "Human check", ("people",)),
    _Place("scoring", "Scoring", ("prompts",), default='--8<-- "parts/scoring.md"'),
    _Place("results", "Results", ("results",), first=_RANKED),
    _Place("reported", "Figures from the paper", ("reported",), first=_REPORTED),
    _Place("limits", "Limits", ("limits",)),
    _Place("load", "Generating and loading"),
    _Place("files", "Files", ("files",), first=_EXPORTED),
    _Place(
        "maintenance",
        "Maintenance, licence, citation",
        first='--8<-- "parts/maintenance.md"',
        default=_LICENCE,
    ),
    _Place("citation", "Citation", first=f'--8<-- "{GENERATED}/citation.md"\n\n{_CITED}', level=3),
    _Place("changelog", "Changelog", level=3),
)
_NAMED = re.compile(r"^\[\[([\w-]+)\]\]$", re.MULTILINE)


def card_pages(reading: Reading) -> dict[str, str]:
    """The page of each family, by name without ending."""
    return {
        name: "\n\n".join(_page(name, card_of(name), _places(reading, name))) + "\n"
        for name in family_names()
    }


def _places(reading: Reading, name: str) -> tuple[_Place, ...]:
    """The sections of a card; the one on reported figures only if there are any."""
    reported = has_reported(reading, name)
    return tuple(place for place in PLACES if reported or place.anchor != "reported")


def _page(name: str, card: Card, places: Sequence[_Place]) -> Iterator[str]:
    yield f'---\ntitle: "{escape(words_of(name).title)}"\nhide:\n  - navigation\n---'
    yield f"# {escape(words_of(name).title)} {{ #{name} }}"
    yield f"{card.lead}\n{{: .el-lead }}"
    yield _included(name, "head")
    own = {section.anchor: section for section in card.sections}
    after = _extra(card)
    for place in places:
        section = own.get(place.anchor)
        yield f"{'#' * place.level} {place.heading} {{ #{place.anchor} }}"
        yield from _filled(name, place, section.prose if section else "")
        for extra in after.get(place.anchor, ()):
            yield f"## {extra.heading} {{ #{extra.anchor} }}"
            yield _with_parts(name, extra.prose)


def _extra(card: Card) -> dict[str, list[Section]]:
    """The family's additional sections, by the frame's section that they follow."""
    known = {place.anchor for place in PLACES}
    found: dict[str, list[Section]] = {}
    at = PLACES[0].anchor
    for section in card.sections:
        if section.anchor in known:
            at = section.anchor
        else:
            found.setdefault(at, []).append(section)
    return found


def _filled(name: str, place: _Place, prose: str) -> Iterator[str]:
    if place.first:
        yield place.first
    if shown := prose or place.default or _general(name, place.anchor):
        yield _with_parts(name, shown)
    named = _NAMED.findall(prose)
    yield from (_included(name, part) for part in place.parts if part not in named)


def _general(name: str, anchor: str) -> str:
    """The default prose of a section that has no generated parts."""
    if anchor == "load":
        return (
            f"```sh\nsorites generate {name}\nsorites verify {name}\nsorites audit {name}\n"
            f"sorites evaluate {name} --baselines\n```"
        )
    return f"- Version {version_of(name)}." if anchor == "changelog" else ""


def _with_parts(name: str, prose: str) -> str:
    return _NAMED.sub(lambda found: _included(name, found[1]), prose)


def _included(name: str, part: str) -> str:
    return f'--8<-- "{GENERATED}/{name}-{part}.md"'
