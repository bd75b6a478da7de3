"""Findings in plain sentences, each with its evidence and the view that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from engine.analysis.boards import Score
from engine.analysis.scores.comparison import Comparison
from engine.analysis.sources.query import Row
from engine.show.texts.names import TRAITS, between, ends

_BY_CHANCE = ", which may be chance"

View = Mapping[str, str | Sequence[str]]
"""The parameters of a page's address."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence about models, its evidence, and the dashboard's page and view that show it."""

    sentence: str
    evidence: str
    page: str
    view: View


def headline(
    models: Sequence[Score],
    lead: Comparison | None,
    fall: Finding | None,
    chance: float | None,
) -> str:
    """Who reasons best and how far, in one sentence; or that nobody is above chance."""
    best = models[0]
    if best.value == 0:
        return "No model answers a single question right."
    if chance is not None and best.low is not None and best.low <= chance:
        return f"No model is above chance: {best.model} answers {best.value:.0%} right."
    if len(models) == 1:
        words = f"{best.model} answers {best.value:.0%} right"
    elif is_ahead(models, lead):
        words = f"{best.model} reasons best"
    else:
        words = f"{best.model} and {models[1].model} share the lead"
    return f"{words}. {fall.sentence}." if fall else f"{words}."


def is_ahead(models: Sequence[Score], lead: Comparison | None) -> bool:
    """Whether the first model is ahead of the second: by a paired test, or else by intervals."""
    if lead is not None:
        return lead.pairs[0].low > 0
    first, second = models[:2]
    return first.low is not None and second.high is not None and first.low > second.high


def lead_of(models: Sequence[Score], lead: Comparison | None, names: Sequence[str]) -> Finding:
    """By how much the first of two models leads the second; `names` are those of their runs."""
    first, second = models[:2]
    if lead is None:
        points = 100 * (first.value - second.value)
        view = {"data": first.dataset}
        evidence = f"{_score(first)} against {_score(second)}"
        words = _leads(first, second, points, is_ahead(models, None))
        return Finding(words, evidence, "leaderboard", view)
    [pair] = lead.pairs
    sentence = _leads(first, second, 100 * pair.difference, pair.low > 0)
    evidence = (
        f"{between(pair.low, pair.high)} points, p = {pair.p:.2g};"
        f" {lead.conditions[0].n:,} questions that both answered"
    )
    return Finding(
        sentence, evidence, "compare", {"data": first.dataset, "a": names[0], "b": names[1]}
    )


def _leads(first: Score, second: Score, points: float, ahead: bool) -> str:
    if points < 0.05:
        return f"{first.model} and {second.model} are level"
    words = f"{first.model} leads {second.model} by {points:.1f} points"
    return words if ahead else words + _BY_CHANCE


def _score(score: Score) -> str:
    n = f" of {score.n:,}" if score.n else ""
    return f"{score.value:.1%}{n} ({ends(score.low, score.high)})"


def fall_of(cells: Sequence[Row], trait: str, view: View) -> Finding | None:
    """How far accuracy falls along a numeric trait, for the first whose fall is measurable."""
    by = TRAITS[trait].lower()
    for own in _by_series(cells):
        first, last = own[0], own[-1]
        if len(own) > 1 and first["low"] is not None and first["low"] > last["high"]:
            sentence = (
                f"{first['model']} falls from {first['value']:.0%} at {by} {first['cell']}"
                f" to {last['value']:.0%} at {by} {last['cell']}"
            )
            return Finding(sentence, f"{_cell(first)} against {_cell(last)}", "breakdown", view)
    return None


def _by_series(cells: Sequence[Row]) -> list[list[Row]]:
    """The cells that are not too thin to compare, by series."""
    own: dict[str, list[Row]] = {}
    for cell in cells:
        if not cell["thin"]:
            own.setdefault(cell["name"], []).append(cell)
    return list(own.values())


def _cell(cell: Row) -> str:
    return f"{cell['interval']} of {cell['n']:,}"


def stand_out(cell: Row, where: str, view: View) -> Finding:
    """Where a model does significantly worse or better than elsewhere; `where` names the cell."""
    words = "weaker" if cell["difference"] < 0 else "stronger"
    points = abs(100 * cell["difference"])
    return Finding(
        f"{cell['model']} is {points:.0f} points {words} on {where} than elsewhere",
        f"{cell['value']:.1%} of {cell['n']:,} against {cell['rest']:.1%};"
        f" {between(cell['low'], cell['high'])} points, q = {cell['q']:.2g}",
        "breakdown",
        view,
    )


def people_of(references: Sequence[Score]) -> Score | None:
    """The best score of people that has an interval; without one it is of a few people at most."""
    people = (one for one in references if one.kind == "human" and one.low is not None)
    return max(people, key=_value, default=None)


def beside_people(best: Score, references: Sequence[Score]) -> Finding | None:
    """How the best model does compared with people on the same questions, where that is known."""
    known = people_of(references)
    if known is None:
        return None
    points = 100 * (best.value - known.value)
    words = f"{abs(points):.0f} points {'above' if points > 0 else 'below'}"
    evidence = f"{_score(best)} against {_score(known)}"
    above, below = (best, known) if points > 0 else (known, best)
    sure = above.low is not None and below.high is not None and above.low > below.high
    sentence = f"{best.model} is {words} people{'' if sure else _BY_CHANCE}"
    return Finding(sentence, evidence, "leaderboard", {"data": best.dataset})


def spread_of(cells: Sequence[Row], called: Mapping[str, str], view: View) -> Finding | None:
    """The widest gap of one model between two values of a trait, if it is sure."""
    ends_of = [(max(own, key=_of), min(own, key=_of)) for own in _by_series(cells)]
    gaps = [(best, worst) for best, worst in ends_of if (best["low"] or 0) > (worst["high"] or 1)]
    if not gaps:
        return None
    best, worst = max(gaps, key=lambda gap: gap[0]["value"] - gap[1]["value"])
    more, less = ((f"{one['value']:.0%}", called[one["cell"]]) for one in (best, worst))
    evidence = f"{_cell(best)} against {_cell(worst)}"
    if not view["down"]:  # the values are data sets
        sentence = (
            f"{best['model']} answers {more[0]} of {more[1]} questions right,"
            f" but {less[0]} of {less[1]} questions"
        )
        return Finding(sentence, evidence, "leaderboard", {"data": worst["cell"]})
    sentence = f"{best['model']} answers {more[0]} right on {more[1]}, but {less[0]} on {less[1]}"
    return Finding(sentence, evidence, "breakdown", view)


def unread(model: str, share: str, view: View) -> Finding:
    """That many replies of a model hold no readable answer; `share` has its interval."""
    value, _, interval = share.partition(", ")
    return Finding(
        f"{model} gives no readable answer to {value} of the questions", interval, "errors", view
    )


_of = itemgetter("value")


def _value(score: Score) -> float:
    return score.value
