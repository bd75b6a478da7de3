"""Describes the arguments in use: how many there are, who read them, and which may be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from statistics import fmean

from engine.families.argqa.arguments import (
    DOMAINS,
    OwnArgument,
    asked,
    asked_arguments,
    own_arguments,
)
from engine.families.argqa.arguments.judgements import current_readings
from engine.families.argqa.arguments.patterns import given_away, pattern
from engine.families.argqa.arguments.wording import words
from engine.families.argqa.params import Params, order, split_of
from engine.show.tables.html import Cell, Column, count, percent, table, text

_READERS = 3
"""The readers that every pair of sentences should have."""


@lru_cache(maxsize=1)
def material_section() -> str:
    """The arguments in use by domain, and who read them."""
    everything = asked_arguments()
    rows = [
        _counted(domain.replace("_", " "), [one for one in everything if one.file.domain == domain])
        for domain in DOMAINS
    ]
    rows.append(_counted("all", everything))
    counted = ("Arguments", "Sentences", "Vocabulary", "Questions")
    columns = (Column("Domain"), *(Column(title, numeric=True) for title in counted))
    listed = table("The arguments that are asked about", columns, rows)
    return f"{listed}\n\n{_bound()}\n\n{_readers()}"


def _counted(name: str, own: Sequence[OwnArgument]) -> list[Cell]:
    texts = [p.text for one in own for p in one.graph.propositions]
    n_questions = sum(map(len, map(asked, own)))
    vocabulary = {word for one in texts for word in words(one)}
    return [text(name), *map(count, (len(own), len(texts), len(vocabulary), n_questions))]


def _bound() -> str:
    """What the relations among the options give away to a reader without error."""
    chosen = [(own.skeleton.name, one) for own in asked_arguments() for one in asked(own)]
    share = percent(given_away(pattern(*one) for one in chosen))
    return (
        "<p>Whoever knows the type of question, sees only the options and reads every relation"
        f" among them without error finds {share} of the keys.</p>"
    )


def _readers() -> str:
    """What each reader saw in the present wording of the arguments that are asked about."""
    own_arguments = asked_arguments()
    read = [(own, one) for own in own_arguments for one in current_readings(own)]
    times = Counter(own.file.id for own, _ in read)
    n_thrice = sum(n >= _READERS for n in times.values())
    shown = (
        f"<p>Others than the writer read {len(times):,} of {len(own_arguments):,} arguments;"
        f" {n_thrice:,} were read by three.</p>"
    )
    if not read:
        return shown
    rows = []
    for name in sorted({one.reader for _, one in read}):
        mine = [(own, one) for own, one in read if one.reader == name]
        seen = [(own.graph, one.graph(own.graph)) for own, one in mine]
        direct = [graph.is_supported(*e) for own, graph in seen for e in own.edges]
        free = [
            graph.are_unrelated(*pair)
            for own, graph in seen
            for pair in combinations(own.ids, 2)
            if own.are_unrelated(*pair)
        ]
        natural = fmean(one.natural for _, one in mine)
        rows.append(
            [text(name), count(len(mine)), *map(_share, (direct, free)), text(f"{natural:.1f}")]
        )
    titles = (
        "Arguments",
        "Direct supports seen",
        "Pairs without support seen as such",
        "Natural, 1 to 5",
    )
    columns = (Column("Read by"), *(Column(title, numeric=True) for title in titles))
    return f"{shown}\n\n{table('Who read which arguments, as they are worded now', columns, rows)}"


def _share(found: list[bool]) -> Cell:
    return text(f"{sum(found):,} of {len(found):,}")


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
