"""The nine types of question, and which propositions of a graph may fill each place.

Each type shows two propositions of a triplet and asks for the third. The closure of support decides
which option is right. Direct edges decide the role of a wrong option; "none" means that neither
proposition supports the other on any path. Only Figure 3 of the paper shows the roles `i`, `ii` and
`iii`: that `ii` is the option tied to both sentences in 1.1, 1.3, 2.3 and 3.1 is our
interpretation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.logic.argument_graph import ArgumentGraph, Tie, tie

ROLES = ("i", "ii", "iii")
GOLD = "_"


class QuestionType(NamedTuple):
    """One type: the places of the triplet shown as Sentence 1 and 2, and the place of the key.

    `wanted` are the ties to Sentence 1 and 2 that make an option right on the closure (None: any).
    `roles` are the direct ties of the wrong options i, ii and iii.
    """

    structure: str
    shown: tuple[int, int]
    key: int
    wanted: tuple[Tie | None, Tie | None]
    roles: tuple[tuple[Tie, Tie], tuple[Tie, Tie], tuple[Tie, Tie]]


_S, _F, _A, _B, _N = Tie.SUPPORTS, Tie.SUPPORTED, Tie.ABOVE, Tie.BELOW, Tie.NONE
_PREMISE = ((_F, _N), (_A, _F), (_F, _F))
_CLAIM = ((_S, _B), (_N, _S), (_S, _S))

QUESTION_TYPES: dict[str, QuestionType] = {
    "1.1": QuestionType("linear", (1, 2), 0, (_S, None), ((_N, _S), (_F, _S), (_A, _F))),
    "1.2": QuestionType("linear", (0, 2), 1, (_F, _S), ((_S, _B), (_N, _S), (_A, _F))),
    "1.3": QuestionType("linear", (0, 1), 2, (None, _F), ((_S, _B), (_F, _S), (_F, _N))),
    "2.1": QuestionType("convergent", (0, 2), 1, (None, _S), _PREMISE),
    "2.2": QuestionType("convergent", (1, 2), 0, (None, _S), _PREMISE),
    "2.3": QuestionType("convergent", (0, 1), 2, (_F, _F), ((_S, _N), (_S, _S), (_N, _S))),
    "3.1": QuestionType("divergent", (1, 2), 0, (_S, _S), ((_F, _N), (_F, _F), (_N, _F))),
    "3.2": QuestionType("divergent", (0, 1), 2, (_F, None), _CLAIM),
    "3.3": QuestionType("divergent", (0, 2), 1, (_F, None), _CLAIM),
}
"""By the paper's codes. A triplet is (a, b, c) of a → b → c, a → c ← b and b ← a → c."""


class Triplet(NamedTuple):
    """Three propositions (a, b, c) of a → b → c, a → c ← b (convergent) or b ← a → c."""

    structure: str
    members: tuple[str, str, str]


def is_right(graph: ArgumentGraph, kind: QuestionType, option: str, shown: tuple[str, str]) -> bool:
    """Whether an option answers the question, with support being transitive."""
    for wanted, sentence in zip(kind.wanted, shown, strict=True):
        if wanted is Tie.SUPPORTS and not graph.is_supported(option, sentence):
            return False
        if wanted is Tie.SUPPORTED and not graph.is_supported(sentence, option):
            return False
    return True


def shown_and_key(kind: QuestionType, triplet: Triplet) -> tuple[tuple[str, str], str]:
    """The two propositions shown, and the key."""
    first, second = kind.shown
    return (triplet.members[first], triplet.members[second]), triplet.members[kind.key]


def candidates(
    graph: ArgumentGraph, kind: QuestionType, shown: tuple[str, str]
) -> tuple[tuple[str, ...], ...]:
    """The propositions that can be options i, ii and iii, in the graph's order."""
    return tuple(tuple(_with_ties(graph, shown, ties)) for ties in kind.roles)


def _with_ties(graph: ArgumentGraph, shown: tuple[str, str], wanted: tuple[Tie, Tie]) -> list[str]:
    return [
        option
        for option in graph.ids
        if option not in shown
        and (tie(graph, option, shown[0]), tie(graph, option, shown[1])) == wanted
    ]


def pairs_asked(graph: ArgumentGraph, triplets: tuple[Triplet, ...]) -> tuple[tuple[str, str], ...]:
    """The pairs of propositions whose relation some question of these triplets rests on."""
    found: dict[frozenset[str], None] = {}
    for shown, options in _all_questions(graph, triplets):
        found[frozenset(shown)] = None
        found.update((frozenset((option, one)), None) for option in options for one in shown)
    at = {one: number for number, one in enumerate(graph.ids)}
    pairs = [tuple(sorted(pair, key=at.__getitem__)) for pair in found]
    return tuple(sorted(((a, b) for a, b in pairs), key=lambda p: (at[p[0]], at[p[1]])))


def _all_questions(
    graph: ArgumentGraph, triplets: tuple[Triplet, ...]
) -> Iterator[tuple[tuple[str, str], list[str]]]:
    for triplet in triplets:
        for kind in QUESTION_TYPES.values():
            if kind.structure == triplet.structure:
                shown, key = shown_and_key(kind, triplet)
                yield (
                    shown,
                    [key, *(one for role in candidates(graph, kind, shown) for one in role)],
                )
