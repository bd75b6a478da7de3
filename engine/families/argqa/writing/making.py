"""From triplets to questions: rewrite, filter, write wrong options, even out lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median
from typing import NamedTuple

from engine.families.argqa.arguments import (
    QUESTION_TYPES,
    Alike,
    Placed,
    Tie,
    Triplet,
    shown_and_key,
)
from engine.families.argqa.arguments.wording import words
from engine.families.argqa.writing.checks import (
    LONGEST,
    SHORTEST,
    copy_fault,
    length_fault,
    reuse_fault,
)
from engine.families.argqa.writing.planning import Plan
from engine.families.argqa.writing.producing import (
    NO_VERDICT,
    Bond,
    Staff,
    Want,
    produce,
    relation_faults,
)
from engine.families.argqa.writing.wording import Fields, ties_in_words

_NEAR = 2
"""Most words by which an option may differ from the median of the four (§3.2, step 6)."""


class Stated(NamedTuple):
    """A triplet whose members a, b, c are rewritten so that each stands alone."""

    placed: Placed
    texts: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Written:
    """One question in words: key and wrong options i, ii, iii, and their intended relations."""

    stated: Stated
    code: str
    options: tuple[str, ...] = ()

    @property
    def shown(self) -> tuple[str, str]:
        """Sentence 1 and Sentence 2."""
        first, second = QUESTION_TYPES[self.code].shown
        return self.stated.texts[first], self.stated.texts[second]

    @property
    def key(self) -> str:
        """The rewritten key, before its length was evened out."""
        return self.stated.texts[QUESTION_TYPES[self.code].key]

    @property
    def ties(self) -> tuple[tuple[Tie, Tie], ...]:
        """The ties of key and wrong options to the sentences shown."""
        kind = QUESTION_TYPES[self.code]
        triplet = Triplet(kind.structure, ("a", "b", "c"))
        shown, key = shown_and_key(kind, triplet)
        own = tuple(_tie_in(kind.structure, key, one) for one in shown)
        return ((own[0], own[1]), *kind.roles)


class Made(NamedTuple):
    """Sets of nine questions that passed, the documents' splits, and counts of what was dropped."""

    sets: tuple[tuple[Written, ...], ...]
    splits: Mapping[str, str]
    dropped: Counter[str]
    faults: Counter[str]

    @property
    def share_near(self) -> float:
        """The share of options within two words of the median of their question's four."""
        options = [one.options for own in self.sets for one in own]
        n_far = sum(len(_uneven(four)) for four in options)
        return 1 - n_far / max(1, sum(map(len, options)))


EDGES = {
    "linear": (("a", "b"), ("b", "c")),
    "convergent": (("a", "c"), ("b", "c")),
    "divergent": (("a", "b"), ("a", "c")),
}


def _tie_in(structure: str, one: str, other: str) -> Tie:
    if (one, other) in EDGES[structure]:
        return Tie.SUPPORTS
    if (other, one) in EDGES[structure]:
        return Tie.SUPPORTED
    if structure == "linear":
        return Tie.BELOW if one == "a" else Tie.ABOVE
    return Tie.NONE


def make_questions(plan: Plan, staff: Staff, *, similar: Alike) -> Made:
    """The questions of a plan that pass every check; a set is kept or dropped as a whole.

    Raises:
        InputError: a request was not answered; replies received are kept.
    """
    dropped: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    placed = [one for own in plan.sets for one in own]
    stated = _stated(staff, placed, similar, dropped, faults)
    questions = [
        Written(one, code, (one.texts[kind.key],))
        for one in stated
        for code, kind in QUESTION_TYPES.items()
        if kind.structure == one.placed.triplet.structure
    ]
    for role in range(3):
        questions = _with_wrong(staff, questions, role, dropped, faults)
    questions = _evened(staff, questions, dropped, faults)
    return Made(_whole_sets(questions, plan.splits, dropped), plan.splits, dropped, faults)


def _stated(
    staff: Staff,
    placed: Sequence[Placed],
    similar: Alike,
    dropped: Counter[str],
    faults: Counter[str],
) -> list[Stated]:
    """Rewritten triplets whose sentences differ and, to the judge, relate as annotated."""
    wants = [_rewrite_want(one, member) for one in placed for member in one.triplet.members]
    written = iter(produce(staff, wants, faults))
    kept: list[Stated] = []
    for one in placed:
        a, b, c = next(written), next(written), next(written)
        if a is None or b is None or c is None:
            dropped["triplets that could not be rewritten"] += 1
        elif any(similar(x, y) for x, y in combinations((a, b, c), 2)):
            dropped["triplets that say the same twice"] += 1
        else:
            kept.append(Stated(one, (a, b, c)))
    bonds = [_bonds(one) for one in kept]
    found = iter(relation_faults(staff, [bond for own in bonds for bond in own]))
    kinds = [{fault.kind for fault in (next(found) for _ in own) if fault} for own in bonds]
    unjudged = sum(NO_VERDICT in wrong for wrong in kinds)
    dropped["triplets on which the judge gave no verdict"] += unjudged
    dropped["triplets that the judge sees otherwise"] += sum(map(bool, kinds)) - unjudged
    return [one for one, wrong in zip(kept, kinds, strict=True) if not wrong]


def _bonds(one: Stated) -> list[tuple[str, Bond]]:
    structure = one.placed.triplet.structure
    named = dict(zip("abc", one.texts, strict=True))
    return [(named[x], Bond(named[y], _tie_in(structure, x, y))) for x, y in combinations("abc", 2)]


def _context(one: Placed) -> str:
    return " ".join(proposition.text for proposition in one.graph.propositions)


def _any(text: str) -> str | None:
    return length_fault(text, SHORTEST, LONGEST)


def _rewrite_want(one: Placed, member: str) -> Want:
    source = one.graph.text(member)
    return Want(
        "paraphrase",
        {"context": _context(one), "sentence": source},
        lambda text: _any(text) or copy_fault(text, source),
    )


def _with_wrong(
    staff: Staff, questions: list[Written], role: int, dropped: Counter[str], faults: Counter[str]
) -> list[Written]:
    """Add one more wrong option to each question; drop questions for which none passes."""
    wants = [_wrong_want(one, role) for one in questions]
    written = produce(staff, wants, faults)
    dropped["questions without a wrong option that passed"] += written.count(None)
    return [
        replace(one, options=(*one.options, text))
        for one, text in zip(questions, written, strict=True)
        if text is not None
    ]


def _wrong_want(one: Written, role: int) -> Want:
    ties = one.ties[1 + role]
    n = len(words(one.key))
    least, most = max(SHORTEST, n - _NEAR), max(SHORTEST, n) + _NEAR
    taken = (*one.shown, *one.options)
    fields: Fields = {
        "first": one.shown[0],
        "second": one.shown[1],
        "ties": ties_in_words(ties),
        "least": str(least),
        "most": str(most),
    }
    bonds = tuple(Bond(other, tied) for other, tied in zip(one.shown, ties, strict=True))
    return Want("distract", fields, lambda text: _any(text) or reuse_fault(text, taken), bonds)


def _evened(
    staff: Staff, questions: list[Written], dropped: Counter[str], faults: Counter[str]
) -> list[Written]:
    """Bring every option within two words of the median of the four."""
    places = [(at, which) for at, one in enumerate(questions) for which in _uneven(one.options)]
    wants = [_evening_want(questions[at], which) for at, which in places]
    options = [list(one.options) for one in questions]
    failed: set[int] = set()
    for (at, which), text in zip(places, produce(staff, wants, faults), strict=True):
        if text is None:
            failed.add(at)
        else:
            options[at][which] = text
    dropped["questions whose options could not be brought to one length"] += len(failed)
    return [
        replace(one, options=tuple(options[at]))
        for at, one in enumerate(questions)
        if at not in failed
    ]


def _uneven(options: Sequence[str]) -> list[int]:
    lengths = [len(words(text)) for text in options]
    middle = median(lengths)
    return [at for at, length in enumerate(lengths) if abs(length - middle) > _NEAR]


def _evening_want(one: Written, which: int) -> Want:
    middle = int(median(len(words(text)) for text in one.options))
    least, most = middle - _NEAR, middle + _NEAR
    others = (*one.shown, *(text for at, text in enumerate(one.options) if at != which))
    fields = {"sentence": one.options[which], "least": str(least), "most": str(most)}
    pairs = zip(one.shown, one.ties[which], strict=True)
    return Want(
        "rephrase",
        fields,
        lambda text: length_fault(text, least, most) or reuse_fault(text, others),
        tuple(Bond(other, tied) for other, tied in pairs),
    )


def _whole_sets(
    questions: Sequence[Written], splits: Mapping[str, str], dropped: Counter[str]
) -> tuple[tuple[Written, ...], ...]:
    """Sets of nine, one of each type, from triplets of one split whose questions all passed."""
    by_triplet: dict[int, list[Written]] = {}
    for one in questions:
        by_triplet.setdefault(id(one.stated), []).append(one)
    whole: dict[str, dict[str, list[list[Written]]]] = {}
    for own in by_triplet.values():
        if len(own) == len(QUESTION_TYPES) // len(EDGES):
            graph, triplet = own[0].stated.placed
            of_split = whole.setdefault(splits[graph.name], {name: [] for name in EDGES})
            of_split[triplet.structure].append(own)
    sets = tuple(
        tuple(sorted((one for own in parts for one in own), key=lambda one: one.code))
        for of_split in whole.values()
        for parts in zip(*of_split.values(), strict=False)
    )
    n_used = sum(map(len, sets))
    dropped["questions left over, so that types stay equally frequent"] += len(questions) - n_used
    return sets
