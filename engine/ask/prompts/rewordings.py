"""Probes that reword an item: premises in another order, other words, or formulas.

A model that reasons gives the same answers; any difference comes from the wording.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine.core.errors import InputError
from engine.core.items import Item, Symbol
from engine.core.kinds import has_graph


def shuffled(item: Item) -> Item:
    """The item with its premises in another order, always the same for the item.

    Raises:
        InputError: its passage is not a list of premises, as in an argument of two sentences.
    """
    if has_graph(item):
        raise InputError(
            "the sentences of an argument are named by their place and cannot be reordered; choose"
            " another probe"
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
    """Whether the passage ends with a conclusion that lacks a premise."""
    one_more = len(item.premises) + 1 == len(item.passage)
    return one_more and len(item.query) == len(item.options) + 1


def symbolic(item: Item) -> Item:
    """The item with its formulas in place of its sentences.

    Raises:
        InputError: it has no formula for each sentence.
    """
    if has_graph(item):
        raise InputError(
            "the sentences of an argument support each other without entailment and have no"
            " formulas; choose another probe"
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
    """The item with the alternative wording of each asserted statement; denials stay.

    If a passage has both wordings of a statement, they are swapped.

    Raises:
        InputError: a statement has no alternative wording.
    """
    lacking = [symbol.text for symbol in item.symbols if not symbol.paraphrase]
    if lacking or not item.symbols:
        raise InputError(
            "the probe 'paraphrased' needs an alternative wording of each statement, which these"
            " items lack; choose another probe"
        )
    reworded = _rewording(item.symbols)
    return replace(
        item,
        passage=tuple(map(reworded, item.passage)),
        question=reworded(item.question),
        options=tuple(replace(option, text=reworded(option.text)) for option in item.options),
    )


def _rewording(symbols: tuple[Symbol, ...]) -> Callable[[str], str]:
    """A function that swaps each statement's wording in a text for the alternative one."""
    wordings: dict[str, str] = {}
    for symbol in symbols:
        own, other = symbol.text, symbol.paraphrase or ""
        wordings |= {_capital(own): _capital(other), _capital(other): _capital(own)}
        wordings |= {own: other, other: own}
    longest_first = sorted(wordings, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest_first))

    def exchanged(found: re.Match[str]) -> str:
        # names are always capitalised, so the position decides about the capital
        wording = wordings[found[0]]
        return wording if found.start() else _capital(wording)

    return lambda text: pattern.sub(exchanged, text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
