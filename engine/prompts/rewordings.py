"""Probes that say the same in another way: in another order, other words, or in formulas.

A model that reasons answers as before; the difference shows what it takes from the wording.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from random import Random

from engine.errors import InputError
from engine.items import Item, Symbol


def shuffled(item: Item) -> Item:
    """The item with its premises in another order, always the same for the item.

    Raises:
        InputError: its passage is no list of premises, such as the two sentences of an argument.
    """
    if item.traits.logic == "support":
        raise InputError(
            "the sentences of an argument are named by their place and cannot be put in another"
            " order; choose another probe"
        )
    places = list(range(len(item.passage)))
    seed = hashlib.sha256(f"shuffled {item.hash}".encode()).hexdigest()
    random = Random(seed)
    while len(places) > 1 and places == sorted(places):
        random.shuffle(places)
    premises = item.premises
    if len(premises) == len(places):
        premises = tuple(premises[place] for place in places)
    passage = tuple(item.passage[place] for place in places)
    return replace(item, passage=passage, premises=premises)


def symbolic(item: Item) -> Item:
    """The item with its formulas in place of its sentences.

    Raises:
        InputError: it has no formula for each sentence.
    """
    if len(item.premises) != len(item.passage) or not item.query:
        raise InputError("the probe 'symbolic' needs a formula for each sentence of the passage")
    options = item.options
    if len(item.query) == len(options) > 1:
        options = tuple(
            replace(option, text=text) for option, text in zip(options, item.query, strict=True)
        )
    passage = tuple(f"{formula}." for formula in item.premises)
    question = item.query[0] if len(item.query) == 1 else item.question
    return replace(item, passage=passage, question=question, options=options)


def paraphrased(item: Item) -> Item:
    """The item with another wording of each statement that is asserted; denials stay.

    Raises:
        InputError: a statement has no other wording.
    """
    lacking = [symbol.text for symbol in item.symbols if not symbol.paraphrase]
    if lacking or not item.symbols:
        raise InputError(
            "the probe 'paraphrased' needs another wording of each statement, which these items"
            " do not have; choose another probe"
        )
    passage = tuple(_reworded(sentence, item.symbols) for sentence in item.passage)
    return replace(item, passage=passage, question=_reworded(item.question, item.symbols))


def _reworded(sentence: str, symbols: tuple[Symbol, ...]) -> str:
    wordings = {_capital(symbol.text): _capital(symbol.paraphrase or "") for symbol in symbols}
    wordings |= {symbol.text: symbol.paraphrase or "" for symbol in symbols}
    longest_first = sorted(wordings, key=len, reverse=True)
    pattern = "|".join(rf"(?<!\w){re.escape(text)}(?!\w)" for text in longest_first)
    return re.sub(pattern, lambda found: wordings[found[0]], sentence)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
