"""Counts of an option's English, and of where the passage mentions its atoms."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engine.ask.baselines.choices import overlap
from engine.audit.shapes import shape_of
from engine.audit.surface import Counts
from engine.core.items import Item
from engine.language.templates import templates
from engine.language.words import denials, words

_LAST = 99
"""The place of a premise that does not exist."""


def option_counts(item: Item) -> list[Counts]:
    """The counts of each option by name; counts not named are 0."""
    looks = [_looks(item, at) for at in range(len(item.options))]
    if len(item.query) < len(item.options):
        return looks
    held = [set(shape_of(premise)[1]) for premise in item.premises]
    queries = item.query[-len(item.options) :]
    return [{**one, **_places(held, query)} for one, query in zip(looks, queries, strict=True)]


def _places(held: list[set[str]], query: str) -> Counts:
    """The places in the passage, from either end, of premises that mention the option."""
    own = set(shape_of(query)[1])
    places = [at for at, names in enumerate(held) if not own.isdisjoint(names)]
    if not places:
        return {"first place": _LAST, "last place": _LAST}
    return {
        "first place": places[0],
        "last place": len(held) - 1 - places[-1],
        "mean place": sum(places) / len(places),
        "spread of places": places[-1] - places[0],
        "¬": query.count("¬"),
    }


def _looks(item: Item, at: int) -> Counts:
    option = item.options[at]
    found = words(option.text)
    cues = Counter(word for word in found if word in _cue_words())
    return {
        "characters": len(option.text),
        "words": len(found),
        "overlap": overlap(item, option),
        "denials": sum(word in denials() for word in found) + option.text.count("¬"),
        **{f"word {word}": times for word, times in cues.items()},
    }


@lru_cache(maxsize=1)
def _cue_words() -> frozenset[str]:
    """The words of our wordings and of denial."""
    texts = (text for forms in templates().by_form.values() for text in forms)
    return frozenset({word for text in texts for word in words(text)} | denials())
