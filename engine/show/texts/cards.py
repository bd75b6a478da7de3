"""A family's own text for the card of its data sets; the frame adds what all cards share.

The text is Markdown: `# Title`, the lead, then prose under `## Heading { #anchor }`. Prose under an
anchor of the frame (`engine.site.cards.frame`) goes into that section; any other section follows
its predecessor in the text. A line `[[name]]` marks where the generated part of that name goes;
parts that no line names come after the prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from engine.analysis.sources.reading import Reading

_SECTION = re.compile(r"^## (?P<heading>.+?) \{ #(?P<anchor>[\w-]+) \}$", re.MULTILINE)


class Sample(NamedTuple):
    """Items generated for a page with its own seed: their indexes, and non-default settings."""

    items: Sequence[int]
    settings: Mapping[str, str] = {}


class Section(NamedTuple):
    """A section of the text: its heading, its anchor and its prose."""

    heading: str
    anchor: str
    prose: str


@dataclass(frozen=True, slots=True)
class Card:
    """The text, the family's own generated parts by name, and its sample items.

    `examples` are on the card, `gallery` in the gallery. If items are the same under every seed,
    `printable(params, canonical params, seed)` gives the groups that may be printed, and samples
    index these. Any: the family's own params.
    """

    text: str
    parts: Mapping[str, Callable[[Reading], str]] = field(default_factory=dict)
    examples: Sequence[Sample] = (Sample((0, 1, 2)),)
    gallery: Sequence[Sample] = (Sample((3, 4, 5)),)
    printable: Callable[[Any, str, int], Sequence[int]] | None = None

    @property
    def lead(self) -> str:
        """The text before the first section."""
        return _SECTION.split(self.text.partition("\n")[2], maxsplit=1)[0].strip()

    @property
    def sections(self) -> tuple[Section, ...]:
        """The sections of the text, in its order."""
        _, *found = _SECTION.split(self.text)
        return tuple(
            Section(heading, anchor, prose.strip())
            for heading, anchor, prose in zip(found[::3], found[1::3], found[2::3], strict=True)
        )


def card_text(module_file: str) -> str:
    """The file `card.md` beside a family's module."""
    return Path(module_file).with_name("card.md").read_text(encoding="utf-8")
