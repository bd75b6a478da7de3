"""Rows across several boards: one per respondent and configuration.

Only runs with the same prompt and settings share a row or are averaged. If a board has several such
runs, as at several endpoints, the most complete one counts; ties go to the latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TypeVar

from engine.analysis.boards.ranks import Rank, rank_words, ranked, span_of
from engine.analysis.boards.reading import Board
from engine.analysis.boards.score import Configuration, Score, configuration_of
from engine.analysis.sources.query import Row
from engine.core.statistics import Estimated, mean_interval

Look = TypeVar("Look", bound=Hashable)


def run_labels(
    asked: Iterable[tuple[Look, Configuration]],
) -> dict[tuple[Look, Configuration], str | None]:
    """For each look and configuration, the settings that distinguish it from others of that look.

    None if it is alone, or has no settings of its own.
    """
    known: dict[Look, dict[Configuration, None]] = {}
    for look, one in asked:
        known.setdefault(look, {})[one] = None
    return {
        (look, one): words if one and len(own) > 1 else None
        for look, own in known.items()
        for one, words in zip(own, _differences([dict(one) for one in own]), strict=True)
    }


def _differences(facts: Sequence[Mapping[str, str]]) -> list[str]:
    names = dict.fromkeys(name for one in facts for name in one)
    differing = [name for name in names if len({one.get(name) for one in facts}) > 1]
    return [", ".join(f"{name} {one.get(name, 'not set')}" for name in differing) for one in facts]


def side_by_side(found: Sequence[Row]) -> list[Row]:
    """Scores of respondents asked about parts in separate runs, best mean first.

    Rows of `found` have model, prompt, cell, value, n, run_id and configuration; returned rows add
    `label`, the run label of the configuration.
    """
    found = sorted(found, key=lambda row: (row["n"], row["run_id"]))
    asked = [
        ((row["model"], row["prompt"]), configuration_of(row["configuration"])) for row in found
    ]
    labels = run_labels(asked)
    shown: dict[tuple[tuple[str, str | None], Configuration], dict[str, Row]] = {}
    for place, row in zip(asked, found, strict=True):
        shown.setdefault(place, {})[row["cell"]] = {**row, "label": labels[place]}
    best = sorted(shown.items(), key=lambda one: (-_mean(one[1]), one[0][0][0], one[0][0][1] or ""))
    return [row for _, own in best for row in own.values()]


def _mean(own: Mapping[str, Row]) -> float:
    return fmean(row["value"] for row in own.values())


@dataclass(frozen=True, slots=True)
class Overall:
    """A respondent and its scores by family; the mean is None if a family is missing.

    `prompt` is the style only, because its wording differs between families.
    """

    model: str
    kind: str
    prompt: str | None
    label: str | None
    scores: Mapping[str, Score]
    value: float | None
    low: float | None
    high: float | None
    rank: Rank | None = None

    @property
    def rank_words(self) -> str | None:
        """The rank range as shown."""
        return None if self.rank is None else rank_words(self.rank)


def overall(found: Mapping[str, Board]) -> tuple[Overall, ...]:
    """Respondents of the family boards: those that answered all families first, best mean first.

    Families differ widely, so a mean over them says little in itself: families have equal weight,
    and only respondents that answered all of them get one.
    """
    scores: dict[tuple[tuple[str, str, str | None], Configuration], dict[str, Score]] = {}
    for family, board in found.items():
        for one in board.scores:
            look = one.model, one.kind, one.prompt and one.prompt.partition("@")[0]
            own = scores.setdefault((look, configuration_of(one.configuration)), {})
            own[family] = max(own.get(family, one), one, key=lambda s: (s.n or 0, s.run_id or 0))
    labels = run_labels(scores)
    rows = [
        Overall(*place[0], labels[place], own, *_mean_of(own, len(found)))
        for place, own in scores.items()
    ]
    rows.sort(key=lambda row: (-(row.value or 0), -len(row.scores), row.model))
    ranks = ranked({at: span_of(row.kind, row.low, row.high) for at, row in enumerate(rows)})
    return tuple(replace(row, rank=ranks.get(at)) for at, row in enumerate(rows))


def _mean_of(
    own: Mapping[str, Score], n_families: int
) -> tuple[float | None, float | None, float | None]:
    parts = [
        Estimated(one.value, one.low, one.high)
        for one in own.values()
        if one.low is not None and one.high is not None
    ]
    if len(parts) < n_families:
        return None, None, None
    mean = mean_interval(parts)
    return mean.value, mean.low, mean.high
