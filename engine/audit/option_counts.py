"""Surface counts of an option: everything countable without inference.

As in `surface`, a count may use the option, each premise separately, and how often an atom occurs.
So it may use the premises that contain an atom of the option, with its position and sign, their
shape and their place in the passage; whether two atoms of the option, or one of it and one of the
conclusion, share a premise; the atoms shared with other options; and the wording. It must not go
from one premise to another by an atom that is in neither the option nor the conclusion, because
that is a step of inference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.ask.baselines.choices import overlap
from engine.ask.baselines.cues import denials
from engine.audit.shapes import Occurrence, Shape, shape_of
from engine.audit.surface import Counts, words
from engine.core.items import Item
from engine.language.templates import templates

_LAST = 99
"""The place of a premise that does not exist."""
_MOST = 8
"""Atoms that occur at least this often are counted together."""


def option_counts(item: Item) -> list[Counts]:
    """The surface counts of each option by name; counts not named are 0."""
    k = len(item.options)
    looks = [_looks(item, at) for at in range(k)]
    if len(item.query) < k:
        return looks
    return [
        {**one, **logic, "¬": query.count("¬")}
        for one, logic, query in zip(
            looks, logical_option_counts(item), item.query[-k:], strict=True
        )
    ]


def logical_option_counts(item: Item) -> list[Counts]:
    """The surface counts of the options' formulas.

    Signs count by whether option and premise agree, because x → y and ¬y → ¬x are equivalent and an
    atom may be denied throughout. If the construction mentions all options alike, the counts of an
    item's options differ only in the places of their premises.
    """
    k = len(item.options)
    queries = [shape_of(query) for query in item.query]
    premises = [shape_of(premise) for premise in item.premises]
    uses = Counter(names[o.atom] for shape, names in premises for o in shape.occurrences)
    concluded = {name for _, names in queries[:-k] for name in names}
    shared = Counter(name for _, names in queries[-k:] for name in set(names))
    found = []
    for shape, names in queries[-k:]:
        counts: Counter[str] = Counter({f"option {shape.root.removeprefix('Not ')}": 1})
        places: list[int] = []
        for own in shape.occurrences:
            name = names[own.atom]
            counts["occurrences"] += uses[name]
            counts[f"atoms occurring {min(uses[name], _MOST)} times"] += 1
            counts["atoms of the options"] += shared[name]
            for at, premise in enumerate(premises):
                if name in premise[1]:
                    places.append(at)
                    _count_premise(counts, name, own.polarity, premise, concluded)
        counts["together"] = sum(len(set(names) & set(held)) > 1 for _, held in premises)
        found.append({**counts, **_places(places, len(premises))})
    return found


def _count_premise(
    counts: Counter[str],
    name: str,
    sign: int,
    premise: tuple[Shape, tuple[str, ...]],
    concluded: set[str],
) -> None:
    """Count a premise that contains an atom of the option with a polarity."""
    shape, names = premise
    connectives = " ".join(sorted(set(shape.connectives) - {"Not"}))
    counts["beside a conclusion"] += len(concluded & set(names))
    for at, occurrence in enumerate(shape.occurrences):
        if names[occurrence.atom] == name:
            others = [_position(o) for place, o in enumerate(shape.occurrences) if place != at]
            agreement = "agreeing" if occurrence.polarity == sign else "opposed"
            counts[agreement] += 1
            counts[f"{agreement} {occurrence.position}"] += 1
            seen = f"{connectives}, {occurrence.position} beside {', '.join(sorted(others))}"
            counts[f"{agreement} {seen}"] += 1


def _position(occurrence: Occurrence) -> str:
    return f"{'¬' if occurrence.is_negated else ''}{occurrence.position}"


def _places(places: Sequence[int], n_premises: int) -> Counts:
    """The places in the passage, from either end, of premises that mention the option."""
    if not places:
        return {"first place": _LAST, "last place": _LAST}
    return {
        "first place": min(places),
        "last place": n_premises - 1 - max(places),
        "mean place": sum(places) / len(places),
        "spread of places": max(places) - min(places),
    }


PLACES = ("first place", "last place", "mean place", "spread of places")
"""The counts of places, which differ by chance between options mentioned alike."""


def _looks(item: Item, at: int) -> Counts:
    option = item.options[at]
    found = words(option.text)
    cues = Counter(word for word in found if word in _cue_words())
    return {
        "characters": len(option.text),
        "words": len(found),
        "overlap": overlap(item, option),
        "denials": sum(word in denials() for word in found) + option.text.count("¬"),
        **{f"word {word}": times for word, times in cues.items()},
    }


@lru_cache(maxsize=1)
def _cue_words() -> frozenset[str]:
    """The words of our wordings and of denial."""
    texts = (text for forms in templates().by_form.values() for text in forms)
    return frozenset({word for text in texts for word in words(text)} | denials())
