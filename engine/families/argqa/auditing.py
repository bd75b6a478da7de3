"""The shortcuts for questions on arguments, and how much each may gain.

Can the key be picked by length, by words shared with the sentences, by words common in the
argument, by negation words, or by the wording of the options alone?
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from statistics import fmean

from engine.audit.choice_shortcuts import LENGTHS, only_negation
from engine.audit.shortcut_suite import Rule, Suite, answering, constant, preferring
from engine.audit.trained import never, plain_text, reading_options
from engine.audit.verdicts import Right
from engine.core.items import Item, Option, Symbol
from engine.core.rotations import LETTERS
from engine.decide.support import edge_of, graph_of
from engine.decide.support_checks import SupportCase
from engine.families.argqa.arguments.patterns import Guesses, Orders, Pattern, orders_of
from engine.families.argqa.arguments.shortcuts import OVERLAPS, Score, Sheet
from engine.logic.argument_graph import Tie

MARGIN = 0.05
"""How far above chance the lower bound of a shortcut may be: among four options, up to 30%."""

OPTIONS, BY_TYPE, BY_END = "options-only", "options-by-type", "options-by-end"
"""Words and pairs of words of the options alone; the same trained for each type of question; and
for types that ask for a reason and those that ask for a claim. The last learns how reasons sound.
That much of a relation shows in single sentences, so its limit is what ranking them must find
(`_ranked`).
"""
_REASON, _CLAIM = {"1.1", "2.1", "2.2", "3.1"}, {"1.3", "2.3", "3.2", "3.3"}
AT_AN_END = frozenset({"1.1", "1.3", "2.1", "2.2", "3.2", "3.3"})
"""The types whose key is at one end of the options from reason to claim, with at most one other.

Sentences are ranked by how many they support, less how many support them. In no question that our
graphs allow, whatever the wrong options, do two others rank as far towards that end as the key.
"""

OPTIONS_READ = "options-relations"
"""Sees only the options, but reads every relation among them without error, and knows the type. It
infers what the questions test, so it has no limit: no choice of questions brings it to chance.
"""


def _relations_read(items: Sequence[Item]) -> list[Right]:
    """The best guess at each type and pattern of relations, learnt from the items themselves."""
    guesses, seen = Guesses(), []
    for item in items:
        options = SupportCase(item).certificate.propositions
        ties, orders = _orders(item.premises, options)
        key = options[LETTERS.index(item.gold)]
        guesses.add(Pattern(item.role, ties, frozenset(one.index(key) for one in orders)))
        seen.append((item.role, ties, orders, options))
    answers = []
    for code, ties, orders, options in seen:
        guessed = {order[at] for order in orders for at in guesses.best(code, ties)}
        answers.append(LETTERS[min(map(options.index, guessed))])
    return [answering(answers, items)]


@lru_cache(maxsize=8192)
def _orders(premises: tuple[str, ...], options: tuple[str, ...]) -> tuple[tuple[Tie, ...], Orders]:
    edges = tuple(map(edge_of, premises))
    atoms = dict.fromkeys(atom for edge in edges for atom in edge)
    return orders_of(graph_of(tuple(Symbol(one, one) for one in atoms), edges), options)


def _scored(score: Score, item: Item, option: Option) -> float:
    sheet = Sheet((item.passage[0], item.passage[1]), tuple(one.text for one in item.symbols))
    return score(option.text, sheet)


def _ranked(items: Sequence[Item]) -> float:
    """The least that whoever can rank options from reason to claim finds, whatever the options."""
    return fmean(0.5 if item.role in AT_AN_END else 1 / len(item.options) for item in items)


def _typed(item: Item, option: Option) -> str:
    """The option's words, each marked with this type of question."""
    return _marked(option, item.role.replace(".", ""))


def _ended(item: Item, option: Option) -> str:
    """The option's words, each marked with what is asked for."""
    end = "reason" if item.role in _REASON else "claim" if item.role in _CLAIM else "both"
    return _marked(option, end)


def _marked(option: Option, mark: str) -> str:
    return " ".join(f"{word.strip('.,')}_{mark}" for word in option.text.lower().split())


RULES = (
    *LENGTHS,
    *(preferring(name, partial(_scored, score)) for name, score in OVERLAPS.items()),
    preferring("only-negation", only_negation),
)
_SUITE = Suite(
    shortcuts=(
        constant(),
        *RULES,
        reading_options(OPTIONS, plain_text),
        reading_options(BY_TYPE, _typed),
        reading_options(BY_END, _ended),
        Rule(OPTIONS_READ, _relations_read, never),
    ),
    margin=MARGIN,
    parts=("question_type",),
    bounds={BY_END: _ranked},
)


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts for these items."""
    return _SUITE
