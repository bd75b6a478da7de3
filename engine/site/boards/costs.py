"""Accuracy against cost of the models asked here, with the frontier of the best for the money."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from engine.analysis.scores.models import model_runs
from engine.analysis.sources.reading import Reading, Row
from engine.show.tables.html import SCORE, Cell, Column, count, labelled_cell, score, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.notices import notice
from engine.site.boards.asked_here import asked_here, is_at_most, price_of_run

_ANSWERS = 1_000
"""Costs are per this many answers."""

_LESS = " “At most”: some requests may have gone out in batches, which cost less."

_LEFT, _RIGHT, _TOP, _BOTTOM = 36, 470, 12, 220


@dataclass(frozen=True, slots=True)
class Spent:
    """A model's accuracy, and its cost in US dollars per 1,000 answers (None if unknown).

    `is_at_most`: some requests may have gone out in batches and cost less. `label` distinguishes
    the run from others of the same model and prompt.
    """

    model: str
    prompt: str | None
    value: float
    low: float
    high: float
    n: int
    tokens: float | None
    cost: float | None
    label: str | None = None
    is_at_most: bool = False


def cost_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the page on models."""
    main = reading.main
    found = _asked(reading, main.name) if main else []
    return {"costs": cost_section(main.name if main else "", list(map(_spent, found)))}


def _asked(reading: Reading, dataset: str) -> list[Row]:
    """The runs without a probe that are on the boards, best first."""
    found = [
        run
        for run in asked_here(model_runs(reading.rows))
        if run["stands"] and (run["dataset"], run["probe"]) == (dataset, None)
    ]
    return sorted(found, key=lambda run: -run["value"])


def cost_section(dataset: str, found: Sequence[Spent]) -> str:
    """A figure of the models whose cost is known, and a table of all."""
    if not found:
        return notice(
            "No model has answered the main data set yet. These commands fill this part:",
            "sorites evaluate DATASET --model MODEL --base-url URL",
            "sorites site build",
        )
    numbered = list(enumerate(found, 1))
    known = [(number, one) for number, one in numbered if one.cost]
    return f"{_figure(dataset, known)}\n\n{_numbers(numbered)}" if known else _numbers(numbered)


def _spent(row: Row) -> Spent:
    sent, received = row["mean_prompt_tokens"], row["mean_completion_tokens"]
    is_counted = row["n_counted"] == row["n"] and sent is not None
    price = price_of_run(row) if is_counted else None
    return Spent(
        model=row["model"],
        prompt=row["prompt"],
        value=row["value"],
        low=row["low"],
        high=row["high"],
        n=row["n"],
        tokens=received,
        cost=_ANSWERS * price.cost_usd(sent, received) if price else None,
        label=row["label"],
        is_at_most=price is not None and is_at_most(row, price),
    )


def _figure(dataset: str, known: Sequence[tuple[int, Spent]]) -> str:
    costs = [one.cost or 0 for _, one in known]
    span = floor(log10(min(costs))), max(ceil(log10(max(costs))), floor(log10(min(costs))) + 1)
    drawn = "".join(_point(number, one, span) for number, one in known)
    less = _LESS if any(one.is_at_most for _, one in known) else ""
    described = "; ".join(
        f"{_name(one)} {100 * one.value:.0f}% for {_most(one)}{_usd(one.cost)}" for _, one in known
    )
    return (
        '<figure class="el-figure"><svg class="el-profile" viewBox="0 0 500 256" role="img"'
        f' aria-label="{escape(described)}">{_axes(span)}{_frontier(known, span)}{drawn}</svg>'
        f"<figcaption>Accuracy in per cent on <code>{escape(dataset)}</code> against US"
        " dollars per 1,000 answers (log scale). Bars: 95% intervals. Line: no cheaper model was"
        f" better. Numbers refer to the table.{less}</figcaption></figure>"
    )


def _most(one: Spent) -> str:
    return "at most " if one.is_at_most else ""


def _name(one: Spent) -> str:
    return one.model if one.label is None else f"{one.model} ({one.label})"


def _axes(span: tuple[int, int]) -> str:
    levels = "".join(
        f'<path class="el-grid" d="M{_LEFT} {_y(v):.1f}H{_RIGHT}"/>'
        f'<text x="{_LEFT - 6}" y="{_y(v) + 4:.1f}" text-anchor="end">{100 * v:.0f}</text>'
        for v in (0.0, 0.25, 0.5, 0.75, 1.0)
    )
    tens = "".join(
        f'<path class="el-grid" d="M{_x(10.0**p, span):.1f} {_TOP}V{_BOTTOM}"/>'
        f'<text x="{_x(10.0**p, span):.1f}" y="{_BOTTOM + 18}" text-anchor="middle">'
        f"{escape(_usd(10.0**p))}</text>"
        for p in range(span[0], span[1] + 1)
    )
    return levels + tens


def _point(number: int, one: Spent, span: tuple[int, int]) -> str:
    x, y = _x(one.cost or 0, span), _y(one.value)
    return (
        f'<path class="el-line" d="M{x:.1f} {_y(one.low):.1f}V{_y(one.high):.1f}"/>'
        f'<circle class="el-dot" cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
        f'<text x="{x - 6:.1f}" y="{y - 5:.1f}" text-anchor="end">{number}</text>'
    )


def frontier(known: Sequence[tuple[int, Spent]]) -> list[int]:
    """The numbers of the models that no model of equal or lower cost matches, cheapest first."""
    best, kept = -1.0, []
    for number, one in sorted(known, key=lambda pair: (pair[1].cost or 0, -pair[1].value)):
        if one.value > best:
            best = one.value
            kept.append(number)
    return kept


def _frontier(known: Sequence[tuple[int, Spent]], span: tuple[int, int]) -> str:
    at = dict(known)
    path = " ".join(_steps([at[number] for number in frontier(known)], span))
    return f'<polyline class="el-chance" points="{path}"/>'


def _steps(kept: Sequence[Spent], span: tuple[int, int]) -> Iterator[str]:
    """The corner points of the frontier, a step up at each better model."""
    for before, one in zip([None, *kept], kept, strict=False):
        x = _x(one.cost or 0, span)
        if before is not None:
            yield f"{x:.1f},{_y(before.value):.1f}"
        yield f"{x:.1f},{_y(one.value):.1f}"


def _x(cost: float, span: tuple[int, int]) -> float:
    return _LEFT + (_RIGHT - _LEFT) * (log10(cost) - span[0]) / (span[1] - span[0])


def _y(value: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * value


def _usd(cost: float | None) -> str:
    return f"${cost:,.2g}" if cost and cost < 1 else f"${cost or 0:,.0f}"


def _numbers(found: Sequence[tuple[int, Spent]]) -> str:
    columns = (
        Column("Model"),
        Column("No.", numeric=True),
        Column("Prompt"),
        *SCORE,
        Column("n", numeric=True),
        Column("Mean tokens received", numeric=True),
        Column("US dollars per 1,000 answers", numeric=True),
    )
    rows = [
        [
            labelled_cell(text(one.model), one.label),
            count(number),
            text(one.prompt),
            *score(one.value, one.low, one.high),
            count(one.n),
            text(None) if one.tokens is None else Cell(f"{one.tokens:,.0f}", one.tokens),
            text("unknown") if one.cost is None else Cell(f"{_most(one)}{one.cost:,.2f}", one.cost),
        ]
        for number, one in found
    ]
    data = {"key": "costs"}
    return table("Accuracy and cost of models asked here", columns, rows, sortable=True, data=data)
