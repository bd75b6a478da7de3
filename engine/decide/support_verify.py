"""Is everything true that is stored of a question on an argument? Derived again from the item."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.errors import InputError, SoritesError
from engine.core.items import Item, SupportCertificate, Verification
from engine.core.rotations import LETTERS
from engine.decide.labels import z3_version
from engine.decide.support import (
    claim,
    edge_of,
    graph_of,
    option_role,
    option_ties,
    right_by_graph,
    right_by_z3,
    sentences,
    support_traits,
    used_edges,
)
from engine.families.argqa.arguments import QUESTION_TYPES, ArgumentGraph, QuestionType
from engine.logic import show

METHODS = "paths of support, Z3"


@dataclass
class _Case:
    """An item with its graph read."""

    item: Item

    @cached_property
    def certificate(self) -> SupportCertificate:
        if self.item.certificate.kind != "support":
            raise InputError("the certificate is none of a question on an argument")
        return self.item.certificate

    @cached_property
    def kind(self) -> QuestionType:
        code = self.item.traits.question_type or ""
        if code not in QUESTION_TYPES:
            raise InputError(f"there is no type of question {code!r}")
        return QUESTION_TYPES[code]

    @cached_property
    def edges(self) -> tuple[tuple[str, str], ...]:
        return tuple(map(edge_of, self.item.premises))

    @cached_property
    def graph(self) -> ArgumentGraph:
        return graph_of(self.item.symbols, self.edges)

    @cached_property
    def named(self) -> tuple[str, ...]:
        """Sentences and options as atoms; each is a different one of the graph."""
        found = (*self.certificate.shown, *self.certificate.propositions)
        if len(set(found)) != len(found) or not set(found) <= set(self.graph.ids):
            raise InputError("sentences and options are not different propositions of the argument")
        return found

    @property
    def shown(self) -> tuple[str, str]:
        return self.named[0], self.named[1]

    @property
    def propositions(self) -> tuple[str, ...]:
        return self.named[2:]

    @cached_property
    def is_right(self) -> tuple[bool, ...]:
        return right_by_graph(self.graph, self.kind, self.propositions, self.shown)

    @property
    def keys(self) -> list[str]:
        """The letters of the options that are right."""
        return [letter for letter, right in zip(LETTERS, self.is_right, strict=False) if right]


def verify_support(item: Item) -> Verification:
    """Derive the right option again, and all that is stored beside it, from the stored graph.

    Following the edges and Z3 must both find the gold option right and no other; each wrong option
    must stand to the sentences as its role says, by direct edges; sentences and key must be the
    triplet of the type's structure, siblings having nothing to do with each other; texts, hash,
    ties and traits must be those of the graph.
    """
    case = _Case(item)
    verdict, used = "undecided", None
    try:
        problem = next(_problems(case), None)
        if len(case.keys) == 1:
            verdict, used = case.keys[0], case.certificate.used
    except SoritesError as error:
        problem = f"cannot be read: {error}"
    return Verification(
        index=item.index,
        verdict=verdict,
        agreed=problem is None,
        methods=METHODS,
        solver=z3_version(),
        minimal_premises=used,
        problem=problem,
    )


def _problems(case: _Case) -> Iterator[str]:
    for check in _CHECKS:
        yield from check(case)


def _identity(case: _Case) -> Iterator[str]:
    item = case.item
    if item.hash != item.content_hash():
        yield "the hash is not that of the content"
    if "".join(option.key for option in item.options) != LETTERS[: len(case.propositions)]:
        yield "the options are not lettered by their order"


def _label(case: _Case) -> Iterator[str]:
    item = case.item
    claims = [claim(case.kind, one, case.shown) for one in case.propositions]
    if item.query != tuple(map(show, claims)):
        yield "the formulas of the options are not what the question asks of them"
    theirs = right_by_z3(case.edges, claims)
    if theirs != case.is_right:
        yield f"by the edges the options are right as {case.is_right}, by Z3 as {theirs}"
    if case.keys != [item.gold]:
        yield f"the gold answer is {item.gold}, but right is {', '.join(case.keys) or 'none'}"
    if item.intended != item.gold:
        yield f"the construction intended {item.intended}"


def _text(case: _Case) -> Iterator[str]:
    item = case.item
    if item.passage != sentences(case.graph, case.shown):
        yield "the sentences shown are not the propositions that they stand for"
    if tuple(one.text for one in item.options) != tuple(map(case.graph.text, case.propositions)):
        yield "the options are not the propositions that they stand for"
    if not item.question:
        yield "nothing is asked"


def _roles(case: _Case) -> Iterator[str]:
    found = option_ties(case.graph, case.propositions, case.shown)
    if case.certificate.ties != tuple((first.value, second.value) for first, second in found):
        yield "the ties stored are not those of the graph"
    roles = []
    for option, ties in zip(case.item.options, found, strict=True):
        role = option_role(case.kind, ties, option.key == case.item.gold)
        roles.append(role)
        if option.role != role:
            yield f"option {option.key} is stored as {option.role}, but stands as {role}"
    if sorted(map(str, roles)) != ["gold", "i", "ii", "iii"]:
        yield "the wrong options are not one of each role"


def _structure(case: _Case) -> Iterator[str]:
    """Sentences and key form the structure by direct edges, and nothing else."""
    if case.keys != [case.item.gold]:
        return
    members = ["", "", ""]
    members[case.kind.shown[0]], members[case.kind.shown[1]] = case.shown
    members[case.kind.key] = case.propositions[LETTERS.index(case.item.gold)]
    a, b, c = members
    pairs = {
        "linear": ((a, b), (b, c)),
        "convergent": ((a, c), (b, c)),
        "divergent": ((a, b), (a, c)),
    }[case.kind.structure]
    if not all(case.graph.is_direct(source, target) for source, target in pairs):
        yield f"sentences and key are not {case.kind.structure}"
    siblings = {"convergent": (a, b), "divergent": (b, c)}.get(case.kind.structure)
    if siblings is not None and not case.graph.are_unrelated(*siblings):
        yield "the two siblings of the structure are related"


def _counts(case: _Case) -> Iterator[str]:
    if case.keys != [case.item.gold]:
        return
    key = case.propositions[LETTERS.index(case.item.gold)]
    used = used_edges(case.graph, case.kind, key, case.shown)
    if case.certificate.used != tuple(case.edges.index(edge) for edge in used):
        yield "the edges stored as used are not those of the key"
    traits = case.item.traits
    if traits != support_traits(case.graph, case.item.role, traits.domain, len(used)):
        yield "the traits are not those of the graph"


_CHECKS: tuple[Callable[[_Case], Iterator[str]], ...] = (
    _identity,
    _label,
    _text,
    _roles,
    _structure,
    _counts,
)
