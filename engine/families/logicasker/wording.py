"""How a form reads: which of the wordings' words its sentences have, whatever the content."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engine.families.logicasker.language import draw_vocabulary, sentence
from engine.families.logicasker.language.wordings import words
from engine.logic import parse

_SAMPLES = 2
"""Sample sentences per form, which may have several wordings."""
_ANY = "_"
_VERBS = frozenset(("is", "are", "does", "do", "not"))

Share = tuple[str, float]


class FormWords(NamedTuple):
    """Sentences of a form: their length, and which of the wordings' words they have.

    Words come with their mean counts: single, in neighbouring pairs (“_” is any other word), and
    those that come first.
    """

    length: int
    words: tuple[Share, ...]
    pairs: tuple[Share, ...]
    first: tuple[Share, ...]


@lru_cache(maxsize=1 << 14)
def form_words(form: str) -> FormWords:
    """Sample how a form reads."""
    formula = parse(form)
    found: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    first: Counter[str] = Counter()
    n_words = 0
    for number in range(_SAMPLES):
        rng = Random(number)
        text = sentence(formula, draw_vocabulary([formula], rng), rng)
        shown = [_shown(word) for word in text.lower().rstrip(".").replace(",", "").split()]
        found.update(word for word in shown if word != _ANY)
        pairs.update(f"{one} {next_}" for one, next_ in pairwise(shown) if {one, next_} != {_ANY})
        first[shown[0]] += 1
        n_words += len(shown)
    return FormWords(round(n_words / _SAMPLES), _means(found), _means(pairs), _means(first))


@lru_cache(maxsize=1 << 14)
def typical_words(form: str) -> frozenset[str]:
    """The words that most sentences of a form have."""
    return frozenset(word for word, n in form_words(form).words if n > 1 / _SAMPLES)


def _shown(word: str) -> str:
    """The word if the wordings have it, else a placeholder for content."""
    return word if word in _VERBS or (word in words() and word != "the") else _ANY


def _means(counts: Counter[str]) -> tuple[Share, ...]:
    return tuple((word, n / _SAMPLES) for word, n in counts.items())
