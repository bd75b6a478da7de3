"""What can be counted of a question whether a conclusion follows, without inferring it.

Where one step of inference is all that is asked, the forms of premises and conclusion together are
the inference itself: nothing but `p → q` and `¬q` is needed to know what becomes of `¬p` by modus
tollens. So forms, that is connectives, quantifiers and denials, are counted of the premises alone
and of the conclusion alone, and besides them what says nothing of form: lengths, numbers, and what
premises and conclusion have in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import fmean

from engine.audit.choice_rules import words
from engine.audit.shapes import shape_of
from engine.items import Item

Counts = dict[str, float]

_MOST = 4
"""Occurrences from which on a symbol's are counted together."""


def plain_counts(item: Item) -> Counts:
    """Lengths, numbers of premises and symbols, and what premises and conclusion share."""
    _, asked = shape_of(item.query[0])
    held = [shape_of(premise)[1] for premise in item.premises]
    uses = Counter(name for names in held for name in names)
    lengths = [len(words(sentence)) for sentence in item.passage]
    stated = set(words(item.question))
    shared = [len(stated.intersection(words(sentence))) for sentence in item.passage]
    counts: Counter[str] = Counter(
        {
            "premises": len(held),
            "symbols": len(uses),
            "symbols of the conclusion": len(asked),
            "passage words": sum(lengths),
            "longest premise": max(lengths, default=0),
            "shortest premise": min(lengths, default=0),
            "conclusion words": len(words(item.question)),
            "conclusion characters": len(item.question),
            "shared words": sum(shared),
            "shared words of a premise": max(shared, default=0),
        }
    )
    for times in uses.values():
        counts[f"symbols in {min(times, _MOST)} premises"] += 1
    for name in asked:
        counts[f"symbols of the conclusion in {min(uses[name], _MOST)} premises"] += 1
    places = [at for at, names in enumerate(held) if not set(asked).isdisjoint(names)]
    return {**counts, "mean place": fmean(places) if places else -1.0}


def passage_counts(item: Item) -> Counts:
    """The forms of the premises, whatever the conclusion."""
    return _forms("premise", item.premises)


def conclusion_counts(item: Item) -> Counts:
    """The form of the conclusion, whatever the premises."""
    return _forms("conclusion", item.query)


def form_counts(item: Item) -> Counts:
    """Both forms together: at length one, the rule that is asked for."""
    return {**passage_counts(item), **conclusion_counts(item), **plain_counts(item)}


def _forms(side: str, formulas: Iterable[str]) -> Counts:
    counts: Counter[str] = Counter()
    for formula in formulas:
        shape, _ = shape_of(formula)
        counts[f"{side} {shape.text}"] += 1
        counts[f"{side} {shape.root}"] += 1
        for connective, times in shape.connectives.items():
            counts[f"{side} with {connective}"] += times
    return dict(counts)
