"""Questions on an argument by type: their drafts, and this family's own checks of stored ones.

What every question of support must satisfy is checked in `engine.decide.support_checks`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.core.errors import InputError
from engine.core.items import Symbol, Traits
from engine.core.rotations import LETTERS
from engine.decide.draft import SupportDraft
from engine.decide.support import Edge, edge_formula, graph_of, option_ties
from engine.decide.support_checks import SupportCase
from engine.families.argqa.arguments import GOLD, QUESTION_TYPES, ROLES, QuestionType, Tie
from engine.logic import And, Formula, show

_PAIRS = {
    "linear": ((0, 1), (1, 2)),
    "convergent": ((0, 2), (1, 2)),
    "divergent": ((0, 1), (0, 2)),
}
"""What supports what in each structure, by the places of the triplet."""
_SIBLINGS = {"convergent": (0, 1), "divergent": (1, 2)}

WRITTEN = 0
"""The version of items written on a corpus: no seed reproduces them, so they have no other."""


def claim(kind: QuestionType, option: str, shown: tuple[str, str]) -> Formula:
    """The formula that an option must satisfy, given the sentences shown."""
    parts: list[Formula] = []
    for wanted, sentence in zip(kind.wanted, shown, strict=True):
        if wanted is Tie.SUPPORTS:
            parts.append(edge_formula((option, sentence)))
        elif wanted is Tie.SUPPORTED:
            parts.append(edge_formula((sentence, option)))
    return parts[0] if len(parts) == 1 else And(parts[0], parts[1])


def option_role(
    kind: QuestionType, ties: tuple[Tie, Tie], *, is_key: bool, is_written: bool
) -> str | None:
    """The role of an option by its ties; None if it fits no role."""
    if is_key:
        return "gold"
    return kind.direct_role(ties) if is_written else kind.role(ties)


def support_draft(
    code: str,
    *,
    is_written: bool = False,
    split: str,
    source: str,
    domain: str,
    question: str,
    symbols: tuple[Symbol, ...],
    supports: tuple[Edge, ...],
    shown: tuple[str, str],
    options: Sequence[str],
    intended: str,
) -> SupportDraft:
    """Draft a question of the type with this code, perhaps one written on a corpus."""
    kind = QUESTION_TYPES[code]
    ties = option_ties(graph_of(symbols, supports), options, shown)
    return SupportDraft(
        role=code,
        split=split,
        source=source,
        question=question,
        symbols=symbols,
        supports=supports,
        shown=shown,
        options=tuple(options),
        claims=tuple(claim(kind, one, shown) for one in options),
        roles=tuple(
            option_role(kind, tied, is_key=letter == intended, is_written=is_written) or GOLD
            for letter, tied in zip(LETTERS, ties, strict=False)
        ),
        intended=intended,
        traits=Traits(question_type=code, structure=kind.structure, domain=domain),
    )


def problems(case: SupportCase) -> Iterator[str]:
    """Yield what is wrong with a question for its type."""
    traits = case.item.traits
    code = traits.question_type or ""
    if code not in QUESTION_TYPES:
        raise InputError(f"there is no type of question {code!r}")
    kind = QUESTION_TYPES[code]
    if case.item.query != tuple(show(claim(kind, one, case.shown)) for one in case.propositions):
        yield "the formulas of the options do not match the question"
    if (case.item.role, traits.structure) != (code, kind.structure):
        yield "role or structure in the traits do not match the type of question"
    yield from _roles(case, kind)
    yield from _structure(case, kind)


def _roles(case: SupportCase, kind: QuestionType) -> Iterator[str]:
    """Check that each wrong option relates to the sentences as its role says."""
    found = option_ties(case.graph, case.propositions, case.shown)
    is_written = case.item.version == WRITTEN
    roles = []
    for option, ties in zip(case.item.options, found, strict=True):
        is_key = option.key == case.item.gold
        role = option_role(kind, ties, is_key=is_key, is_written=is_written)
        roles.append(role)
        if role is None or option.role != role:
            yield f"option {option.key} is stored as {option.role}, but its ties make it {role}"
    if is_written and sorted(map(str, roles)) != ["gold", *ROLES[:3]]:
        yield "the wrong options do not have one role each"


def _structure(case: SupportCase, kind: QuestionType) -> Iterator[str]:
    """Check that sentences and key form the structure, and nothing else."""
    members = ["", "", ""]
    members[kind.shown[0]], members[kind.shown[1]] = case.shown
    members[kind.key] = case.propositions[LETTERS.index(case.item.gold)]
    pairs = [(members[a], members[b]) for a, b in _PAIRS[kind.structure]]
    if not all(case.graph.is_supported(*pair) for pair in pairs):
        yield f"sentences and key are not {kind.structure}"
    siblings = _SIBLINGS.get(kind.structure)
    if siblings and not case.graph.are_unrelated(*(members[at] for at in siblings)):
        yield "the two siblings of the structure are related"
