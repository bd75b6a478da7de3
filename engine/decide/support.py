"""Questions on the structure of an argument, labelled by its support graph.

Support is transitive, so a proposition supports another exactly if the conditionals of the edges
entail the conditional between them. Our own procedure follows the edges, Z3 decides the entailment,
and both must agree on every option. This proves that the key follows from the annotated graph, not
that the annotation is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from engine.core.errors import InputError, VerificationError
from engine.core.items import AnswerKind, Item, Option, SupportCertificate, Symbol, Traits
from engine.core.kinds import Fragment
from engine.core.rotations import LETTERS
from engine.decide.draft import GroupId, SupportDraft
from engine.decide.labels import z3_entailments
from engine.logic import And, Entailment, Formula, Implies, Predicate, parse, show
from engine.logic.argument_graph import (
    ArgumentGraph,
    Proposition,
    Support,
    Tie,
    argument_graph,
    tie,
)

Edge = tuple[str, str]


def edge_formula(edge: Edge) -> Formula:
    """An edge of support as a conditional."""
    return Implies(Predicate(edge[0]), Predicate(edge[1]))


def edges_of(formula: Formula) -> tuple[Edge, ...]:
    """The edges that a formula says there are, or that follow: a conditional, or several with ∧.

    Raises:
        InputError: it is no such formula.
    """
    match formula:
        case Implies(left=Predicate(name=source, args=()), right=Predicate(name=target, args=())):
            return ((source, target),)
        case And(left=left, right=right):
            return (*edges_of(left), *edges_of(right))
    raise InputError(f"{show(formula)} is no edge of support")


def edge_of(premise: str) -> Edge:
    """The edge that a stored premise is.

    Raises:
        InputError: it is no conditional between two atoms.
    """
    found = edges_of(parse(premise))
    if len(found) != 1:
        raise InputError(f"the premise {premise} is no edge of support")
    return found[0]


@lru_cache(maxsize=64)
def graph_of(symbols: tuple[Symbol, ...], edges: tuple[Edge, ...]) -> ArgumentGraph:
    """The argument that stored symbols and edges make.

    Raises:
        InputError: they make none.
    """
    propositions = [Proposition(symbol.atom, symbol.text) for symbol in symbols]
    supports = [Support((source,), target) for source, target in edges]
    return argument_graph("the argument", propositions, supports)


def right_by_graph(graph: ArgumentGraph, claims: Sequence[Formula]) -> tuple[bool, ...]:
    """Which claims hold, found by following the edges."""
    return tuple(all(graph.is_supported(*edge) for edge in edges_of(claim)) for claim in claims)


def right_by_z3(edges: Sequence[Edge], claims: Sequence[Formula]) -> tuple[bool | None, ...]:
    """Which claims the edges, as conditionals, entail by Z3; None of one that it cannot tell."""
    premises = tuple(map(edge_formula, edges))
    found = z3_entailments([(premises, claimed) for claimed in claims])
    return tuple(
        None if entailment is Entailment.UNKNOWN else entailment is Entailment.ENTAILED
        for entailment in found
    )


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


def used_edges(graph: ArgumentGraph, claim: Formula) -> tuple[Edge, ...]:
    """The edges by which a claim holds."""
    found = [edge for claimed in edges_of(claim) for edge in path(graph, *claimed)]
    return tuple(dict.fromkeys(found))


def finish_supports(drafts: Sequence[SupportDraft], made: GroupId) -> tuple[Item, ...]:
    """Label the drafts of one group by both procedures and make items of them.

    Raises:
        VerificationError: a disagreement; the message has the identity and the propositions.
    """
    for at, draft in enumerate(drafts):
        ours = right_by_graph(graph_of(draft.symbols, draft.supports), draft.claims)
        theirs = right_by_z3(draft.supports, draft.claims)
        meant = tuple(letter == draft.intended for letter in LETTERS[: len(draft.options)])
        if not ours == theirs == meant:
            raise VerificationError(
                f"{made.item(at, len(drafts))}, {draft.source}, question {draft.role}: by the edges"
                f" the options are right as {ours}, by Z3 as {theirs}, by the construction as"
                f" {meant}; shown {draft.shown}, options {draft.options}"
            )
    return intended_supports(drafts, made)


def intended_supports(drafts: Sequence[SupportDraft], made: GroupId) -> tuple[Item, ...]:
    """The items of one group as constructed, before Z3 has confirmed them."""
    return tuple(
        _item(draft, made, made.group * len(drafts) + at) for at, draft in enumerate(drafts)
    )


def _item(draft: SupportDraft, made: GroupId, index: int) -> Item:
    graph = graph_of(draft.symbols, draft.supports)
    used = used_edges(graph, draft.claims[LETTERS.index(draft.intended)])
    ties = option_ties(graph, draft.options, draft.shown)
    return Item(
        **made._asdict(),
        role=draft.role,
        index=index,
        split=draft.split,
        passage=sentences(graph, draft.shown),
        question=draft.question,
        options=tuple(map(Option, LETTERS, map(graph.text, draft.options), draft.roles)),
        answer_kind=AnswerKind.LABEL,
        gold=draft.intended,
        symbols=draft.symbols,
        premises=tuple(show(edge_formula(edge)) for edge in draft.supports),
        query=tuple(map(show, draft.claims)),
        intended=draft.intended,
        certificate=SupportCertificate(
            shown=draft.shown,
            propositions=draft.options,
            ties=tuple((first.value, second.value) for first, second in ties),
            used=tuple(draft.supports.index(edge) for edge in used),
        ),
        traits=support_traits(draft.traits, graph, len(used)),
        source_id=draft.source,
    )


def sentences(graph: ArgumentGraph, shown: tuple[str, str]) -> tuple[str, ...]:
    """The sentences shown, under the names the question uses."""
    return tuple(f"Sentence {n}: {graph.text(one)}" for n, one in enumerate(shown, 1))


def option_ties(
    graph: ArgumentGraph, options: Sequence[str], shown: tuple[str, str]
) -> tuple[tuple[Tie, Tie], ...]:
    """The tie of each option to Sentence 1 and to Sentence 2."""
    return tuple((tie(graph, one, shown[0]), tie(graph, one, shown[1])) for one in options)


def support_traits(traits: Traits, graph: ArgumentGraph, n_used: int) -> Traits:
    """The traits with those that the graph decides; `depth` counts the edges needed."""
    return replace(
        traits,
        depth=n_used,
        logic=Fragment.ARGUMENT.value,
        n_premises=len(graph.edges),
        n_atoms=len(graph.ids),
        n_distractors=len(graph.edges) - n_used,
    )
