"""Features that can be counted without inferring whether a conclusion follows.

At one step, the forms of premises and conclusion together are the inference itself: `p → q` and
`¬q` are all you need to know what becomes of `¬p` by modus tollens. In chains they say nothing. So
forms (connectives, quantifiers and negations) are counted in premises alone, in the conclusion
alone and together. Other features say nothing about form: the lengths of premises and conclusion,
the symbols and words they share.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean

from engine.audit.shapes import shape_of
from engine.audit.surface import Counts
from engine.core.items import Item
from engine.families.logicasker.language.wordings import words as wording_words
from engine.language.words import words

_MOST = 4
"""Occurrences of a symbol from here on count as one bin."""


def lengths_of_passage(item: Item) -> Counts:
    """Lengths of the premises, and how many symbols occur in how many of them."""
    lengths = [len(words(sentence)) for sentence in item.passage]
    uses = Counter(name for premise in item.premises for name in shape_of(premise)[1])
    repeated = Counter(f"symbols in {min(times, _MOST)} premises" for times in uses.values())
    return {
        "premises": len(item.premises),
        "symbols": len(uses),
        **repeated,
        "passage words": sum(lengths),
        "longest premise": max(lengths, default=0),
        "shortest premise": min(lengths, default=0),
    }


def lengths_of_conclusion(item: Item) -> Counts:
    """Length of the conclusion, and its number of symbols."""
    return {
        "symbols of the conclusion": len(shape_of(item.query[0])[1]),
        "conclusion words": len(words(item.question)),
        "conclusion characters": len(item.question),
    }


def shared_symbols(item: Item) -> Counts:
    """In how many premises the conclusion's symbols occur, and where."""
    _, asked = shape_of(item.query[0])
    held = [shape_of(premise)[1] for premise in item.premises]
    uses = Counter(name for names in held for name in names)
    shared = Counter(
        f"symbols of the conclusion in {min(uses[name], _MOST)} premises" for name in asked
    )
    places = [at for at, names in enumerate(held) if not set(asked).isdisjoint(names)]
    return {
        "premises": len(held),
        "symbols of the conclusion": len(asked),
        **shared,
        "mean place": fmean(places) if places else -1.0,
    }


def shared_words(item: Item) -> Counts:
    """How many of the conclusion's words occur in the premises."""
    stated = set(words(item.question))
    shared = [len(stated.intersection(words(sentence))) for sentence in item.passage]
    return {
        "premises": len(shared),
        "shared words": sum(shared),
        "shared words of a premise": max(shared, default=0),
    }


def shared_runs(item: Item) -> Counts:
    """How many word pairs and triples conclusion and premises share."""
    asked = words(item.question)
    stated = [words(sentence) for sentence in item.passage]
    found: Counts = {"premises": len(stated)}
    for length in (2, 3):
        own, others = _runs(asked, length), [_runs(one, length) for one in stated]
        shared = [len(own & one) for one in others]
        times = Counter(run for one in others for run in one)
        found |= {
            f"runs of {length} of the conclusion": sum(shared),
            f"runs of {length} of a premise": max(shared, default=0),
            f"runs of {length} of premises": sum(n > 1 for n in times.values()),
        }
    return found


def _runs(sentence: Sequence[str], length: int) -> set[tuple[str, ...]]:
    """All runs of `length` words."""
    return {tuple(sentence[at : at + length]) for at in range(len(sentence) - length + 1)}


_OPERATORS = re.compile("[¬∧∨→↔∀∃]")


def operator_counts(item: Item) -> Counts:
    """Counts of each connective and quantifier in premises and in conclusion, and of ¬ overall."""
    stated = Counter(_OPERATORS.findall(" ".join(item.premises)))
    asked = Counter(_OPERATORS.findall(item.query[0]))
    return {
        "premises": len(item.premises),
        **{f"{sign} in premises": n for sign, n in stated.items()},
        **{f"{sign} in conclusion": n for sign, n in asked.items()},
        "¬ are odd": (stated["¬"] + asked["¬"]) % 2,
    }


def function_words(item: Item) -> Counts:
    """Counts of each word that joins clauses, in premises and in conclusion.

    The verbs “is” and “does” and the article “a” belong to the content.
    """
    joining = (wording_words() | {"not"}) - {"is", "a"}
    stated = Counter(word for sentence in item.passage for word in words(sentence))
    asked = Counter(words(item.question))
    return {
        "premises": len(item.passage),
        **{f"{word} in premises": n for word, n in stated.items() if word in joining},
        **{f"{word} in conclusion": n for word, n in asked.items() if word in joining},
    }


def polarity_counts(item: Item) -> Counts:
    """How many symbols have only one sign in the premises and the negated conclusion.

    ¬ and the left side of → flip the sign; within ↔ a symbol has both.
    """
    stated: dict[str, set[int]] = {}
    for premise in item.premises:
        _add_signs(stated, premise, 1)
    asked: dict[str, set[int]] = {}
    _add_signs(asked, item.query[0], -1)
    alone = [signs | asked.get(name, set()) for name, signs in stated.items()]
    shared = [stated[name] | signs for name, signs in asked.items() if name in stated]
    return {
        "premises": len(item.premises),
        "symbols of one polarity": sum(len(signs) == 1 for signs in alone),
        "those in the conclusion": sum(len(signs) == 1 for signs in shared),
    }


def _add_signs(known: dict[str, set[int]], formula: str, sign: int) -> None:
    shape, names = shape_of(formula)
    for one in shape.occurrences:
        if one.position != "individual":
            signs = {sign * one.polarity} if one.polarity else {1, -1}
            known.setdefault(names[one.atom], set()).update(signs)


def plain_counts(item: Item) -> Counts:
    """Every feature that says nothing about form: lengths, numbers, and what is shared."""
    return {
        **lengths_of_passage(item),
        **lengths_of_conclusion(item),
        **shared_symbols(item),
        **shared_words(item),
    }


def passage_counts(item: Item) -> Counts:
    """Forms of the premises, ignoring the conclusion."""
    return _forms("premise", item.premises)


def conclusion_counts(item: Item) -> Counts:
    """Form of the conclusion, ignoring the premises."""
    return _forms("conclusion", item.query)


def form_counts(item: Item) -> Counts:
    """Both forms together: at length one, the rule being tested."""
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
