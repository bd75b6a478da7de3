"""Describes the arguments in use: who wrote, reviewed and read them, and which may be printed."""

from __future__ import annotations

from collections import Counter

from engine.families.argqa.arguments import (
    DOMAINS,
    OwnArgument,
    asked,
    asked_arguments,
    own_arguments,
)
from engine.families.argqa.arguments.judgements import current_judgements, is_as_graphed
from engine.families.argqa.params import Params, order, split_of
from engine.show.tables import Column, count, table, text


def material_section() -> str:
    """The arguments in use by domain, who wrote and reviewed them, and who read what."""
    rows = []
    for domain in DOMAINS:
        own = [one for one in asked_arguments() if one.file.domain == domain]
        rows.append(
            [
                text(domain.replace("_", " ")),
                count(len(own)),
                count(sum(len(one.graph.propositions) for one in own)),
                count(sum(len(one.graph.edges) for one in own)),
                count(sum(map(len, map(asked, own)))),
                *(text(_names(own, role)) for role in ("writer", "reviewer")),
            ]
        )
    counted = ("Arguments", "Sentences", "Edges of support", "Questions")
    columns = (
        Column("Domain"),
        *(Column(title, numeric=True) for title in counted),
        *(Column(title) for title in ("Written by", "Reviewed by")),
    )
    return f"{table('The arguments that are asked about', columns, rows)}\n\n{_readers()}"


def _readers() -> str:
    """How many current pairs each reader judged, and how many agreed with the graph."""
    read: Counter[tuple[str, str]] = Counter()
    agreed: Counter[tuple[str, str]] = Counter()
    for own in asked_arguments():
        for by, found in current_judgements(own):
            reader = by.date.isoformat(), by.reader
            read[reader] += 1
            agreed[reader] += is_as_graphed(own.graph, found)
    rows = [
        [text(name), text(day), count(n), count(agreed[day, name])]
        for (day, name), n in sorted(read.items())
    ]
    columns = (
        Column("Read by"),
        Column("On"),
        Column("Pairs of sentences", numeric=True),
        Column("Seen as the graph has them", numeric=True),
    )
    return table("Who read which relations, as the sentences are worded now", columns, rows)


def _names(own: list[OwnArgument], role: str) -> str:
    """Names of contributors, with their number of arguments unless it is all."""
    names: Counter[str] = Counter()
    for one in own:
        reviewer = one.file.review.reviewer if one.file.review else "nobody"
        names[one.file.writer if role == "writer" else reviewer] += 1
    if len(names) == 1:
        return next(iter(names))
    return "; ".join(f"{name}: {n}" for name, n in names.most_common())


def unasked_section() -> str:
    """How many arguments are asked about, and how many are not."""
    n, n_asked = len(own_arguments()), len(asked_arguments())
    return f"<p>Of {n:,} arguments {n_asked:,} are asked, {n - n_asked:,} are not.</p>"


def for_training(
    name: str, version: int, params: Params, canonical: str, seed: int
) -> tuple[int, ...]:
    """The groups on training arguments: those of validation and test are never printed."""
    ordered = order(name, version, params, canonical, seed)
    return tuple(group for group, own in enumerate(ordered) if split_of(own) == "train")
