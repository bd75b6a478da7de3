"""Probes that say the same in another way: in another order, other words, or in formulas.

A model that reasons answers as before; the difference shows what it takes from the wording.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine.core.errors import InputError
from engine.core.items import Item, Symbol

_SUPPORT = "support"
"""The logic of arguments whose sentences support each other, which is no entailment."""


def shuffled(item: Item) -> Item:
    """The item with its premises in another order, always the same for the item.

    Raises:
        InputError: its passage is no list of premises, such as the two sentences of an argument.
    """
    if item.traits.logic == _SUPPORT:
        raise InputError(
            "the sentences of an argument are named by their place and cannot be put in another"
            " order; choose another probe"
        )
    n = len(item.premises) if _has_conclusion(item) else len(item.passage)
    places = list(range(n))
    seed = hashlib.sha256(f"shuffled {item.hash}".encode()).hexdigest()
    random = Random(seed)
    while n > 1 and places == sorted(places):
        random.shuffle(places)
    premises = item.premises
    if len(premises) == n:
        premises = tuple(premises[place] for place in places)
    passage = (*(item.passage[place] for place in places), *item.passage[n:])
    return replace(item, passage=passage, premises=premises)


def _has_conclusion(item: Item) -> bool:
    """Whether the passage ends with a conclusion, to which a premise is missing."""
    one_more = len(item.premises) + 1 == len(item.passage)
    return one_more and len(item.query) == len(item.options) + 1


def symbolic(item: Item) -> Item:
    """The item with its formulas in place of its sentences.

    Raises:
        InputError: it has no formula for each sentence.
    """
    if item.traits.logic == _SUPPORT:
        raise InputError(
            "the sentences of an argument support each other without entailing anything, and no"
            " formula stands for them; choose another probe"
        )
    formulas, asked = item.premises, item.query
    if _has_conclusion(item):
        formulas, asked = (*formulas, f"∴ {asked[0]}"), asked[1:]
    if len(formulas) != len(item.passage) or not asked:
        raise InputError("the probe 'symbolic' needs a formula for each sentence of the passage")
    options = item.options
    if len(asked) == len(options) > 1:
        options = tuple(
            replace(option, text=text) for option, text in zip(options, asked, strict=True)
        )
    passage = tuple(f"{formula}." for formula in formulas)
    question = asked[0] if len(asked) == 1 else item.question
    return replace(item, passage=passage, question=question, options=options)


def paraphrased(item: Item) -> Item:
    """The item with the other wording of each statement that is asserted; denials stay.

    Where a passage has both wordings of a statement, each gives way to the other.

    Raises:
        InputError: a statement has no other wording.
    """
    lacking = [symbol.text for symbol in item.symbols if not symbol.paraphrase]
    if lacking or not item.symbols:
        raise InputError(
            "the probe 'paraphrased' needs another wording of each statement, which these items"
            " do not have; choose another probe"
        )
    reworded = _rewording(item.symbols)
    return replace(
        item,
        passage=tuple(map(reworded, item.passage)),
        question=reworded(item.question),
        options=tuple(replace(option, text=reworded(option.text)) for option in item.options),
    )


def _rewording(symbols: tuple[Symbol, ...]) -> Callable[[str], str]:
    """What puts the other wording of each statement in place of the one that a text has."""
    wordings: dict[str, str] = {}
    for symbol in symbols:
        said, other = symbol.text, symbol.paraphrase or ""
        wordings |= {_capital(said): _capital(other), _capital(other): _capital(said)}
        wordings |= {said: other, other: said}
    longest_first = sorted(wordings, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest_first))

    def exchanged(found: re.Match[str]) -> str:
        # a name is written large anywhere, and says nothing of where the other wording stands
        wording = wordings[found[0]]
        return wording if found.start() else _capital(wording)

    return lambda text: pattern.sub(exchanged, text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
