"""Surface counts: everything about an item that can be counted without inference.

A *surface count* is a count, position or length computed from the statement and each premise
separately, or from an atom's number of occurrences, then summed, sorted or compared over the
premises. For each premise it may use the shape with signs; whether, where and with which sign an
atom *of the statement* occurs; the place in the passage; the length; and the words of our wordings.
For each atom it may use the number of occurrences. It must not use whether two premises share an
atom outside the statement: going from one premise to another by a shared atom is a step of
inference, however shallow. How far k such steps lead is what prover-1 to prover-7 report.

The logical counts come from the formulas, the wording counts from the English. The three items of
an exchange triple have equal logical counts; their wording counts differ slightly, by chance (see
`wording_counts`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean, pstdev

from engine.ask.baselines.cues import denials
from engine.audit.shapes import Occurrence, Shape, shape_of
from engine.core.items import Item
from engine.language.expressions import wordings

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_MARKS = ",;:“”‘’'\""
_MOST = 8
"""Atoms that occur at least this often are counted together."""
_SHOWN_NESTING = 2
"""With more connectives, a premise's shape counts by its outermost connective only."""
_LAST = 99
"""The position of a premise that does not exist."""

Counts = dict[str, float]


def surface_counts(item: Item) -> Counts:
    """All surface counts of an item by name; counts not named are 0."""
    return {**logical_counts(item), **wording_counts(item)}


def logical_counts(item: Item) -> Counts:
    """The surface counts of the formulas, the same for the three items of an exchange triple.

    Premises by shape with signs; connectives by kind; negations; how many atoms occur once, twice
    …; for each atom of the statement its occurrences by position (fact, antecedent, consequent,
    disjunct, nested …), sign and polarity against its own in the statement, the shapes of the
    premises it is in, and where in the passage they stand.
    """
    query, asked = shape_of(item.query[0])
    numbers = {atom: f"q{number}" for number, atom in enumerate(asked)}
    wanted = {numbers[asked[o.atom]]: o.polarity for o in query.occurrences}
    premises = [shape_of(premise) for premise in item.premises]
    counts: Counter[str] = Counter({f"query {query.text}": 1, "premises": len(premises)})
    uses: Counter[str] = Counter()
    for place, (shape, names) in enumerate(premises):
        _count_shape(counts, shape, place, len(premises))
        uses.update(names[o.atom] for o in shape.occurrences)
        if not numbers.keys().isdisjoint(names):
            _count_mentions(counts, shape, [numbers.get(name) for name in names], wanted)
    for times in uses.values():
        counts[f"atoms occurring {min(times, _MOST)} times"] += 1
    counts["atoms"] = len(uses)
    counts["negations, odd"] = counts["Not"] % 2
    counts["atoms of the statement absent"] = sum(name not in uses for name in asked)
    result: Counts = dict(counts)
    for name in asked:
        places = [at for at, (_, names) in enumerate(premises) if name in names]
        result.update(_positions(numbers[name], places, len(premises)))
    return result


def _count_shape(counts: Counter[str], shape: Shape, place: int, n_premises: int) -> None:
    form = shape.text if shape.n_nested <= _SHOWN_NESTING else f"{shape.root}, deep"
    counts[f"premise {form}"] += 1
    counts[f"root {shape.root}"] += 1
    counts.update(shape.connectives)
    if place in (0, n_premises - 1):
        counts[f"{'last' if place else 'first'} premise {shape.root}"] += 1
    for occurrence in shape.occurrences:
        counts[f"any {_position(occurrence)}"] += 1


def _position(occurrence: Occurrence) -> str:
    return f"{'¬' if occurrence.is_negated else ''}{occurrence.position}"


def _count_mentions(
    counts: Counter[str], shape: Shape, numbers: Sequence[str | None], wanted: dict[str, int]
) -> None:
    """Count a premise that mentions the statement, with its other atoms unnamed."""
    named = shape.text
    for atom in reversed(range(len(numbers))):
        named = named.replace(f"a{atom}", numbers[atom] or "_")
    counts[f"mention {named if shape.n_nested <= _SHOWN_NESTING else shape.root}"] += 1
    for occurrence in shape.occurrences:
        number = numbers[occurrence.atom]
        if number is not None:
            counts[f"{number} {_position(occurrence)}"] += 1
            agreement = occurrence.polarity * wanted[number]
            side = ("both ways", "agreeing", "opposed")[agreement]
            counts[f"{number} {side}"] += 1
            counts[f"statement {side}"] += 1


def _positions(number: str, places: Sequence[int], n_premises: int) -> Counts:
    """The places in the passage, from either end, that mention an atom of the statement."""
    if not places:
        return {f"{number} first": _LAST, f"{number} last": _LAST}
    return {
        f"{number} first": places[0],
        f"{number} last": n_premises - 1 - places[-1],
        f"{number} mean place": fmean(places) / n_premises,
    }


def wording_counts(item: Item) -> Counts:
    """The surface counts of the English: lengths, marks, denials and the words of our wordings.

    In an exchange triple these differ slightly, for two reasons. First, lengths of premises depend
    on the atoms exchanged between them. Second, one slot may word a denied atom by its natural
    negation (“the lamp is not lit”) and another by a phrase around it (“it is false that the lamp
    is lit”). If atoms change places between such slots, the number of words changes, because
    natural negations differ in length (“is not”, “does not”, “cannot”). Neither depends on which
    block is wired.
    """
    lengths = [len(sentence.split()) for sentence in item.passage]
    statement = set(words(item.question))
    shared = [len(statement.intersection(words(sentence))) for sentence in item.passage]
    passage = " ".join(item.passage)
    counts: Counts = {
        "words": sum(lengths),
        "characters": len(passage),
        "statement words": len(statement),
        "statement characters": len(item.question),
        "longest premise": max(lengths, default=0),
        "shortest premise": min(lengths, default=0),
        "spread of lengths": pstdev(lengths) if lengths else 0.0,
        "first premise words": lengths[0] if lengths else 0,
        "last premise words": lengths[-1] if lengths else 0,
        "words shared at most": max(shared, default=0),
        "words shared in all": sum(shared),
    }
    for mark in _MARKS:
        counts[f"mark {mark}"] = passage.count(mark)
        counts[f"statement mark {mark}"] = item.question.count(mark)
    counts.update(_cues("word", passage))
    counts.update(_cues("statement word", item.question))
    return counts


def _cues(prefix: str, text: str) -> dict[str, int]:
    cues, denying = _cuewords(), denials()
    found = Counter(word for word in words(text) if word in cues)
    named = {f"{prefix} {word}": times for word, times in found.items()}
    named[f"{prefix}s denying"] = sum(times for word, times in found.items() if word in denying)
    return named


def words(text: str) -> Sequence[str]:
    """The words of a text, in lower case, with straight apostrophes."""
    return _WORD.findall(text.lower().replace("’", "'"))


@lru_cache(maxsize=1)
def _cuewords() -> frozenset[str]:
    """The words of our wordings and of denial."""
    ours = {word for wording in wordings() for text in wording.texts for word in words(text)}
    return frozenset(ours | denials())
