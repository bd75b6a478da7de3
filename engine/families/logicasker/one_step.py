"""Features of short arguments, beyond those of every argument (`looks`).

They apply to one step in the three-way form; marks of sentences also to two and three steps.

Short arguments are few, and almost only their form separates what follows from what does not. So
they are compared more closely than chains: by all premises together, by connectives and quantifiers
counted over both sides, and by their sentences: how long these are, and which of the words that
join statements they have, single and in pairs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.families.logicasker.looks import ByForm, Joint, Looks
from engine.families.logicasker.wording import form_words, typical_words

_WORDS_OF_A_SYMBOL = 2


def sentence_marks(one: ByForm) -> Iterator[tuple[str, float]]:
    """The marks of a sentence of a short argument, each with its count."""
    yield from [(f"said: {word}", 1.0) for word in one.operators]
    found = form_words(one.form)
    yield from [(f"word: {word}", n) for word, n in found.words]
    yield from [(f"pair: {pair}", n) for pair, n in found.pairs]


def asked_marks(conclusion: ByForm) -> Iterator[tuple[str, float]]:
    """The marks of the conclusion's sentence, each with its count."""
    found = form_words(conclusion.form)
    yield from [(f"asked word: {word}", n) for word, n in found.words]
    yield from [(f"asked first: {word}", n) for word, n in found.first]


def passage_marks(premises: Sequence[Looks], conclusion: Looks, seen: Joint) -> Iterator[str]:
    """The marks of a one-step argument: the forms of its premises together."""
    yield f"premises: {' | '.join(sorted([one.form for one in premises]))}"
    yield f"roots: {' | '.join(sorted([one.root for one in premises]))}"
    yield f"denials of premises: {sum([one.n_denials for one in premises])}"
    stated, asked = typical_words(conclusion.form), set(conclusion.symbols)
    common = [
        len(stated & typical_words(one.form))
        + _WORDS_OF_A_SYMBOL * len(asked.intersection(one.symbols))
        for one in premises
    ]
    yield f"common words: {len(premises)} {sum(common)} {max(common)}"
    own, *sizes = [1 + 2 * len(one.literals) + one.size for one in (conclusion, *premises)]
    yield f"sizes: {len(premises)} {own} {sum(sizes) // 2}"
    yield f"asked: {len(premises)} {seen.asked}"
    lengths = [form_words(one.form).length for one in premises]
    shared = f"{seen.uses} {seen.often}"
    yield f"lengths: {len(premises)} {shared} {sum(lengths)} {max(lengths)} {min(lengths)}"


def operator_marks(premises: Sequence[Looks], conclusion: Looks, seen: Joint) -> Iterator[str]:
    """Which connectives and quantifiers a one-step argument has, and how many ¬."""
    stated = Counter(word for one in premises for word in one.operators)
    sides = [_inventory(stated), _inventory(Counter(conclusion.operators))]
    counted = f"{len(premises)} {' | '.join(sides)}"
    shapes = sorted([_NUMBER.sub("", one.form) for one in premises])
    yield f"operators: {counted}"
    yield f"shapes: {' | '.join([*shapes, _NUMBER.sub('', conclusion.form)])}"
    yield f"counts: {counted} {seen.uses} {seen.asked}"


_NUMBER = re.compile(r"\d+")
_SIGNS = {"denied atom": "¬", "denied compound": "¬"}


def _inventory(operators: Mapping[str, int]) -> str:
    counts: Counter[str] = Counter()
    for word, n in operators.items():
        counts[_SIGNS.get(word, word)] += n
    return " ".join([f"{n}{word}" for word, n in sorted(counts.items())])
