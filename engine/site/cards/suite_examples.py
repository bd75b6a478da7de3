"""Examples of a suite's data sets, exactly as a model sees them.

Each is a group made by the set's own recipe with another seed, so that nothing frozen is printed:
an item on a page is one that models will have read. ArgQA's arguments are the same under every
seed, so of these one for training is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from engine.ask.prompts import messages
from engine.core.items import Item
from engine.families.argqa import NAME as ARGQA
from engine.families.argqa.card.examples import argument_items, drawn_answer
from engine.pipeline.generation import Spec, make_items
from engine.pipeline.suites import SuiteEntry
from engine.show.escaping import inert
from engine.site.cards.examples import message_block
from engine.site.gallery import folded_answer

_SEED = 0
_GROUP = 2
"""The third group: in sets that go through depths or lengths in turn, the third of these."""
_PROMPT, _PROBE = "zero-shot", "none"


def suite_examples(entries: Sequence[SuiteEntry]) -> str:
    """A group of each data set: the instructions, told once where they are the same, and items."""
    return "\n\n".join(_blocks(entries))


def _blocks(entries: Sequence[SuiteEntry]) -> Iterator[str]:
    yield (
        "<p>Made for this page by the recipes of the suite with another seed; they are in none of"
        f" its data sets. The prompt is <code>{_PROMPT}</code>; instructions that stay the same are"
        " shown once, and come before each question.</p>"
    )
    told = None
    for entry in entries:
        yield f"### {inert(entry.name)} {{: #examples-{entry.name} }}"
        for item in _items(replace(entry.spec, seed=_SEED)):
            system, user = messages(item, _PROMPT, _PROBE)
            if system != told:
                yield message_block("system", system["content"])
            told = system
            yield message_block("user", user["content"])
            yield drawn_answer(item) if item.family == ARGQA else folded_answer(item)


@lru_cache(maxsize=16)
def _items(spec: Spec) -> tuple[Item, ...]:
    return argument_items(0)[:1] if spec.family == ARGQA else tuple(make_items(spec, [_GROUP]))
