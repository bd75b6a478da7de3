"""How a formula reads: which words of the wordings its sentence has, whatever it speaks about."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from random import Random

from engine.language.quantified import draw_vocabulary, sentence
from engine.language.quantified.wordings import words
from engine.logic import parse

_SAID = 2
"""Sentences by which a form is known: it may be worded in several ways, and of several words."""
_VERBS = frozenset(("is", "are", "does", "do", "not"))

Share = tuple[str, float]


@lru_cache(maxsize=1 << 14)
def words_of(form: str) -> tuple[tuple[Share, ...], tuple[Share, ...]]:
    """The words of a form's sentences, and how these begin: each with its mean number."""
    formula = parse(form)
    found: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for number in range(_SAID):
        rng = Random(number)
        text = sentence(formula, draw_vocabulary([formula], rng), rng)
        said = [_shown(word) for word in text.lower().rstrip(".").replace(",", "").split()]
        found.update(word for word in said if word)
        first[said[0]] += 1
    return _means(found), _means(first)


@lru_cache(maxsize=1 << 14)
def typical_words(form: str) -> frozenset[str]:
    """The words that a sentence of a form mostly has."""
    return frozenset(word for word, n in words_of(form)[0] if n > 1 / _SAID)


def _shown(word: str) -> str:
    """The word, if it is one of the wordings; the rest is what is spoken about."""
    return word if word in _VERBS or (word in words() and word != "the") else ""


def _means(counts: Counter[str]) -> tuple[Share, ...]:
    return tuple((word, n / _SAID) for word, n in counts.items())
