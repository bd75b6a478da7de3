"""The gallery: items made for this site, each on a page of its own with its proof."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.core.canary import canary
from engine.core.items import Item
from engine.pipeline.generate.samples import sampled
from engine.show.evidence.questions import PLAIN, plainly_asked
from engine.show.texts.escaping import escape
from engine.show.texts.families import card_of, family_names, words_of
from engine.show.texts.notices import item_anchor
from engine.site.builder.heads import page_head
from engine.site.builder.sources import GALLERY
from engine.site.cards.samples import answer, item_kind, message_block

_SHOWN = 150
"""Characters of a question that a list shows."""


class Exhibit(NamedTuple):
    """An item of the gallery, its page, and its title."""

    item: Item
    page: str
    title: str


def exhibits() -> list[Exhibit]:
    """The items of the gallery, family by family."""
    return [
        Exhibit(item, f"{name}-{number}", f"{words_of(name).title} {number}: {item_kind(item)}")
        for name in family_names()
        for number, item in enumerate(
            (item for sample in card_of(name).gallery for item in sampled(name, sample)), 1
        )
    ]


def gallery_fragments() -> dict[str, str]:
    """The gallery: the beginning of each item, as a link to its page."""
    found = exhibits()
    blocks = []
    for name in family_names():
        blocks.append(f"## {words_of(name).title} {{: #{name} }}")
        own = "".join(_link(one) for one in found if one.page.startswith(f"{name}-"))
        blocks.append(f'<ul class="el-gallery">{own}</ul>')
    return {"gallery": "\n\n".join(blocks) + "\n"}


def _link(one: Exhibit) -> str:
    return (
        f'<li><a href="site:{GALLERY}/{one.page}/">{escape(item_kind(one.item))}</a>'
        f" <span>{escape(beginning(one.item))}</span></li>"
    )


def beginning(item: Item) -> str:
    """The first words of a question, in one line."""
    asked = " ".join((item.question or plainly_asked(item)[1]).split())
    return asked if len(asked) <= _SHOWN else f"{asked[: _SHOWN - 1].rstrip()}…"


def gallery_pages() -> dict[str, str]:
    """The page of each item, by name without ending."""
    found = exhibits()
    around = zip(found, [None, *found[:-1]], [*found[1:], None], strict=True)
    return {one.page: "\n\n".join(_page(one, before, after)) for one, before, after in around}


def _page(one: Exhibit, before: Exhibit | None, after: Exhibit | None) -> Iterator[str]:
    yield page_head(one.title, "item")
    ways = [
        f'<a href="site:{GALLERY}/">The gallery</a>',
        f'<a href="site:datasets/{one.item.family}/">The card of the data set</a>',
        *([f'<a href="site:{GALLERY}/{before.page}/">Before</a>'] if before else []),
        *([f'<a href="site:{GALLERY}/{after.page}/">Next</a>'] if after else []),
    ]
    yield f'<p class="el-provenance">{" · ".join(ways)}</p>'
    yield f"{item_anchor(one.item.hash)}{message_block('user', plainly_asked(one.item)[1])}"
    yield "## The answer and why {: #answer }"
    yield answer(one.item)
    yield (
        f'<p class="el-provenance">Made for this site, in no data set. The prompt is'
        f" <code>{PLAIN}</code>; its instructions are on the card. {escape(canary())}</p>"
    )
