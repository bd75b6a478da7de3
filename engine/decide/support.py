"""Questions on the structure of an argument are labelled by the graph of what supports what.

Support is transitive, so that a proposition supports another just where the conditionals of the
edges entail the conditional from the one to the other. Our own procedure follows the edges; Z3
judges the entailment; the two have to agree on every option. What is proven is that the key follows
from the annotated graph, not that the annotation is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from engine.core.errors import InputError, VerificationError
from engine.core.items import AnswerKind, Item, Option, SupportCertificate, Symbol, Traits
from engine.core.rotations import LETTERS
from engine.decide.draft import GroupId, SupportDraft
from engine.decide.labels import z3_standings
from engine.families.argqa.arguments import (
    GOLD,
    QUESTION_TYPES,
    ROLES,
    ArgumentGraph,
    Proposition,
    QuestionType,
    Support,
    Tie,
    argument_graph,
    is_right,
    tie,
)
from engine.logic import And, Formula, Implies, Predicate, Standing, parse, show

LOGIC = "support"
"""The trait `logic` of items whose formulas are edges of support."""

Edge = tuple[str, str]


def is_support_question(item: Item) -> bool:
    """Whether an item asks how propositions of an argument stand to one another."""
    return item.certificate.kind == "support"


def edge_formula(edge: Edge) -> Formula:
    """An edge of support as a conditional."""
    return Implies(Predicate(edge[0]), Predicate(edge[1]))


def edge_of(formula: str) -> Edge:
    """The edge that a stored premise is.

    Raises:
        InputError: it is no conditional between two atoms.
    """
    match parse(formula):
        case Implies(left=Predicate(name=source, args=()), right=Predicate(name=target, args=())):
            return source, target
    raise InputError(f"the premise {formula} is no edge of support")


@lru_cache(maxsize=64)
def graph_of(symbols: tuple[Symbol, ...], edges: tuple[Edge, ...]) -> ArgumentGraph:
    """The argument that stored symbols and edges make.

    Raises:
        InputError: they make none.
    """
    propositions = [Proposition(symbol.atom, symbol.text) for symbol in symbols]
    supports = [Support((source,), target) for source, target in edges]
    return argument_graph("the argument", propositions, supports)


def claim(kind: QuestionType, option: str, shown: tuple[str, str]) -> Formula:
    """What an option has to be to the sentences shown, as a formula."""
    parts: list[Formula] = []
    for wanted, sentence in zip(kind.wanted, shown, strict=True):
        if wanted is Tie.SUPPORTS:
            parts.append(edge_formula((option, sentence)))
        elif wanted is Tie.SUPPORTED:
            parts.append(edge_formula((sentence, option)))
    return parts[0] if len(parts) == 1 else And(parts[0], parts[1])


def right_by_graph(
    graph: ArgumentGraph, kind: QuestionType, options: Sequence[str], shown: tuple[str, str]
) -> tuple[bool, ...]:
    """Which options are right, found by following the edges."""
    return tuple(is_right(graph, kind, option, shown) for option in options)


def right_by_z3(edges: Sequence[Edge], claims: Sequence[Formula]) -> tuple[bool | None, ...]:
    """Which claims the edges, as conditionals, entail by Z3; None of one that it cannot tell."""
    premises = tuple(map(edge_formula, edges))
    found = z3_standings([(premises, claimed) for claimed in claims])
    return tuple(
        None if standing is Standing.UNKNOWN else standing is Standing.ENTAILED
        for standing in found
    )


def option_role(kind: QuestionType, ties: tuple[Tie, Tie], is_key: bool) -> str | None:
    """The role of an option by its direct ties; None: it stands in none that it may."""
    if is_key:
        return "gold"
    return dict(zip(kind.roles, ROLES, strict=True)).get(ties)


def path(graph: ArgumentGraph, source: str, target: str) -> tuple[Edge, ...]:
    """A shortest chain of edges from the one to the other, the first in the order of the graph."""
    chains: list[tuple[str, ...]] = [(source,)]
    while chains:
        for chain in chains:
            if chain[-1] == target:
                return tuple(pairwise(chain))
        chains = [
            (*chain, after)
            for chain in chains
            for after in graph.ids
            if graph.is_direct(chain[-1], after)
            and (after == target or graph.is_supported(after, target))
        ]
    raise InputError(f"{source} does not support {target}")


def used_edges(
    graph: ArgumentGraph, kind: QuestionType, key: str, shown: tuple[str, str]
) -> tuple[Edge, ...]:
    """The edges by which the key is right."""
    found: list[Edge] = []
    for wanted, sentence in zip(kind.wanted, shown, strict=True):
        if wanted is Tie.SUPPORTS:
            found += path(graph, key, sentence)
        elif wanted is Tie.SUPPORTED:
            found += path(graph, sentence, key)
    return tuple(dict.fromkeys(found))


def finish_supports(drafts: Sequence[SupportDraft], made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by both procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the propositions.
    """
    for draft in drafts:
        kind = QUESTION_TYPES[draft.question_type]
        graph = graph_of(draft.symbols, draft.supports)
        ours = right_by_graph(graph, kind, draft.options, draft.shown)
        claims = [claim(kind, option, draft.shown) for option in draft.options]
        theirs = right_by_z3(draft.supports, claims)
        meant = tuple(letter == draft.intended for letter in LETTERS[: len(draft.options)])
        if not ours == theirs == meant:
            raise VerificationError(
                f"{made}, {draft.source}, question {draft.question_type}: by the edges the options"
                f" are right as {ours}, by Z3 as {theirs}, by the construction as {meant};"
                f" shown {draft.shown}, options {draft.options}"
            )
    return intended_supports(drafts, made)


def intended_supports(drafts: Sequence[SupportDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before Z3 has confirmed them."""
    return tuple(
        _item(draft, made, made.group * len(drafts) + at) for at, draft in enumerate(drafts)
    )


def _item(draft: SupportDraft, made: GroupId, index: int) -> Item:
    kind = QUESTION_TYPES[draft.question_type]
    graph = graph_of(draft.symbols, draft.supports)
    at = LETTERS.index(draft.intended)
    used = used_edges(graph, kind, draft.options[at], draft.shown)
    ties = option_ties(graph, draft.options, draft.shown)
    return Item(
        **made._asdict(),
        role=draft.question_type,
        index=index,
        split=draft.split,
        passage=sentences(graph, draft.shown),
        question=draft.question,
        options=tuple(
            Option(
                letter, graph.text(one), option_role(kind, tied, letter == draft.intended) or GOLD
            )
            for letter, one, tied in zip(LETTERS, draft.options, ties, strict=False)
        ),
        answer_kind=AnswerKind.LABEL,
        gold=draft.intended,
        symbols=draft.symbols,
        premises=tuple(show(edge_formula(edge)) for edge in draft.supports),
        query=tuple(show(claim(kind, one, draft.shown)) for one in draft.options),
        intended=draft.intended,
        certificate=SupportCertificate(
            shown=draft.shown,
            propositions=draft.options,
            ties=tuple((first.value, second.value) for first, second in ties),
            used=tuple(draft.supports.index(edge) for edge in used),
        ),
        traits=support_traits(graph, draft.question_type, draft.domain, len(used)),
        source_id=draft.source,
    )


def sentences(graph: ArgumentGraph, shown: tuple[str, str]) -> tuple[str, ...]:
    """What is shown, under the names by which the question speaks of it."""
    return tuple(f"Sentence {n}: {graph.text(one)}" for n, one in enumerate(shown, 1))


def option_ties(
    graph: ArgumentGraph, options: Sequence[str], shown: tuple[str, str]
) -> tuple[tuple[Tie, Tie], ...]:
    """How each option stands to Sentence 1 and to Sentence 2."""
    return tuple((tie(graph, one, shown[0]), tie(graph, one, shown[1])) for one in options)


def support_traits(graph: ArgumentGraph, code: str, domain: str | None, n_used: int) -> Traits:
    """What results on these questions are broken down by; `depth` counts the edges needed."""
    return Traits(
        depth=n_used,
        question_type=code,
        logic=LOGIC,
        structure=QUESTION_TYPES[code].structure,
        domain=domain,
        n_premises=len(graph.edges),
        n_atoms=len(graph.ids),
        n_distractors=len(graph.edges) - n_used,
    )
