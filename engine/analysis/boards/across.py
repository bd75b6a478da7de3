"""What runs on several boards have in common: one row a respondent and configuration.

Only runs with the same prompt and settings are put in one row or averaged; of several such on a
board, as at several endpoints, the fullest counts, of equally full ones the latest.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TypeVar

from engine.analysis.boards.reading import Board
from engine.analysis.boards.score import Configuration, Score, configuration_of
from engine.analysis.query import Row
from engine.analysis.ranks import Rank, rank_words, ranked, span_of
from engine.core.statistics import Estimated, mean_interval

Look = TypeVar("Look", bound=Hashable)


def run_labels(
    asked: Iterable[tuple[Look, Configuration]],
) -> dict[tuple[Look, Configuration], str | None]:
    """For each look and configuration, the settings that distinguish it from others of the look.

    None stands for one that is alone, and for one without settings of its own.
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
    """The scores of respondents asked for parts in runs apart, those best on average first.

    Rows of `found` have model, prompt, cell, value, n, run_id and configuration; those returned
    have in `label` what distinguishes the configuration.
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
    """A respondent and its scores by family; the mean is None where a family is missing.

    `prompt` is the style alone: the words of a style differ from family to family.
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
        """The range of ranks as it is shown."""
        return None if self.rank is None else rank_words(self.rank)


def overall(found: Mapping[str, Board]) -> tuple[Overall, ...]:
    """The respondents of the boards of families, those that answered all first, best mean first.

    Families are unlike each other, so that a mean of them says little by itself: each counts
    alike, and only respondents that answered all of them have one.
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
