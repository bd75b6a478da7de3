"""Checks a choice question: what its sentences mean, and which one draws the conclusion."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.core.items import Item, Symbol
from engine.decide.case import read_formula
from engine.decide.choice_checks import ChoiceCase
from engine.language import Lexicon
from engine.language.templates import THEREFORE, conclusion_readings, leads, template_readings
from engine.logic import Formula

Read = Callable[[str], tuple[Formula, ...]]


def meanings(item: Item) -> Read:
    """Returns a parser of the item's sentences, in English or in symbols."""
    return _reader(item.symbols) if item.traits.language == "en" else _symbols_read


@lru_cache(maxsize=2)
def _reader(symbols: tuple[Symbol, ...]) -> Read:
    lexicon = Lexicon(symbols)

    def read(sentence: str) -> tuple[Formula, ...]:
        return (conclusion_readings if leads(sentence) else template_readings)(sentence, lexicon)

    return read


def _symbols_read(sentence: str) -> tuple[Formula, ...]:
    return (read_formula(sentence.removeprefix(THEREFORE)),)


def problems(case: ChoiceCase) -> Iterator[str]:
    """Yield a problem unless only the passage's last sentence draws the conclusion, if any."""
    item = case.item
    sentences = (*item.passage, *(option.text for option in item.options))
    drawn = [at for at, sentence in enumerate(sentences) if _draws(item, sentence)]
    conclusion = [] if case.choice.conclusion is None else [len(item.passage) - 1]
    if drawn != conclusion:
        yield "not the last sentence of the passage, or not it alone, draws a conclusion"


def _draws(item: Item, sentence: str) -> bool:
    return bool(leads(sentence)) if item.traits.language == "en" else sentence.startswith(THEREFORE)
