"""The nine types of question, and which propositions of a graph may fill each place.

Each type shows two propositions of a triplet and asks for the third. Support is transitive, as the
paper assumes (§3.1): the closure of support decides which option is right. The role of a wrong
option says how it is related to the sentences.

The roles i, ii and iii are those of the paper's Figure 3: that ii is the option tied to both
sentences in 1.1, 1.3, 2.3 and 3.1 is our interpretation. Questions written on a corpus
(`engine.families.argqa.writing`) have one wrong option of each role, by direct ties. In our own
arguments wrong options are sentences of the same graph, so ties over others count, some roles
coincide, and any three wrong options are possible, also those without a tie: with one of each role,
the options alone would mostly show the key (in 2.1 three claims and one reason).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.logic.argument_graph import ArgumentGraph, Tie, tie

ROLES = ("i", "ii", "iii", "iv", "v")
"""The three roles of Figure 3, and two that only our own arguments have."""
_UNTIED = "v"
"""The role of an option that has no tie to either sentence."""
GOLD = "_"

Ties = tuple[Tie, Tie]
"""The ties of an option to Sentence 1 and to Sentence 2."""


class QuestionType(NamedTuple):
    """One type: the places of the triplet shown as Sentence 1 and 2, and the place of the key.

    `wanted` are the ties to Sentence 1 and 2 that make an option right on the closure (None: any).
    `roles` are the direct ties of the wrong options i, ii and iii; `further` gives the roles of
    ties that Figure 3 does not have.
    """

    structure: str
    shown: tuple[int, int]
    key: int
    wanted: tuple[Tie | None, Tie | None]
    roles: tuple[Ties, Ties, Ties]
    further: tuple[tuple[Ties, str], ...] = ()

    def direct_role(self, ties: Ties) -> str | None:
        """The role of a wrong option in Figure 3; None if it has none."""
        return dict(zip(self.roles, ROLES, strict=False)).get(ties)

    def role(self, ties: Ties) -> str | None:
        """The role of a wrong option on the closure; None if it has none."""
        names = {(Tie.NONE, Tie.NONE): _UNTIED, **dict(self.further)}
        for (first, second), name in zip(self.roles, ROLES, strict=False):
            names.setdefault((first.closed, second.closed), name)
        return names.get((ties[0].closed, ties[1].closed))


_S, _F, _A, _B, _N = Tie.SUPPORTS, Tie.SUPPORTED, Tie.ABOVE, Tie.BELOW, Tie.NONE
_PREMISE = ((_F, _N), (_A, _F), (_F, _F))
_CLAIM = ((_S, _B), (_N, _S), (_S, _S))
_CLAIM_OF_FIRST = (((_F, _N), "iv"),)
_REASON_OF_SECOND = (((_N, _S), "iv"),)

QUESTION_TYPES: dict[str, QuestionType] = {
    "1.1": QuestionType(
        "linear", (1, 2), 0, (_S, None), ((_N, _S), (_F, _S), (_A, _F)), _CLAIM_OF_FIRST
    ),
    "1.2": QuestionType(
        "linear", (0, 2), 1, (_F, _S), ((_S, _B), (_N, _S), (_A, _F)), _CLAIM_OF_FIRST
    ),
    "1.3": QuestionType(
        "linear", (0, 1), 2, (None, _F), ((_S, _B), (_F, _S), (_F, _N)), _REASON_OF_SECOND
    ),
    "2.1": QuestionType("convergent", (0, 2), 1, (None, _S), _PREMISE),
    "2.2": QuestionType("convergent", (1, 2), 0, (None, _S), _PREMISE),
    "2.3": QuestionType(
        "convergent",
        (0, 1),
        2,
        (_F, _F),
        ((_S, _N), (_S, _S), (_N, _S)),
        (((_F, _N), "i"), ((_N, _F), "iii")),
    ),
    "3.1": QuestionType(
        "divergent",
        (1, 2),
        0,
        (_S, _S),
        ((_F, _N), (_F, _F), (_N, _F)),
        (((_S, _N), "i"), ((_N, _S), "iii")),
    ),
    "3.2": QuestionType("divergent", (0, 1), 2, (_F, None), _CLAIM),
    "3.3": QuestionType("divergent", (0, 2), 1, (_F, None), _CLAIM),
}
"""By the paper's codes. A triplet is (a, b, c) of a → b → c, a → c ← b and b ← a → c."""


class Triplet(NamedTuple):
    """Three propositions (a, b, c) of a → b → c, a → c ← b (convergent) or b ← a → c."""

    structure: str
    members: tuple[str, str, str]


def shown_and_key(kind: QuestionType, triplet: Triplet) -> tuple[tuple[str, str], str]:
    """The two propositions shown, and the key."""
    first, second = kind.shown
    return (triplet.members[first], triplet.members[second]), triplet.members[kind.key]


def candidates(graph: ArgumentGraph, kind: QuestionType, shown: tuple[str, str]) -> tuple[str, ...]:
    """The propositions that can be wrong options, in the graph's order."""
    return tuple(
        option
        for option in graph.ids
        if option not in shown
        and kind.role((tie(graph, option, shown[0]), tie(graph, option, shown[1])))
    )
