"""What `sorites evaluate` says before its runs: what they would take, and what is new of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.ask.runs import Changes, Estimate, Series

_COLUMNS = (
    "data set",
    "model",
    "questions",
    "to ask",
    "tokens sent",
    "received",
    "cost",
    "time",
)


def show_estimates(
    series: Series,
    estimates: Sequence[Estimate],
    changed: Sequence[Changes | None],
    *,
    as_json: bool,
) -> None:
    """Print what would be asked, and what it would take, each run and all together."""
    from engine.ask.runs import together
    from engine.show.output import say, show_table, write_json

    whole = together(estimates)
    if as_json:
        plans = [
            {**asdict(plan), "changes": asdict(change) if change else None}
            for plan, change in zip(estimates, changed, strict=True)
        ]
        write_json({"plan": asdict(whole) | {"hash": series.hash}, "plans": plans})
        return
    rows = [_row(plan) for plan in estimates]
    if len(estimates) > 1:
        rows.append(_row(whole))
    say(f"The plan {series.hash[:12]}. Nothing is asked. Tokens, cost and time are estimates.")
    show_table(None, _COLUMNS, rows)
    for sentence in told_changes(changed, len(estimates)):
        say(sentence)


def _row(plan: Estimate) -> tuple[object, ...]:
    received = "unknown" if plan.tokens_received is None else f"{plan.tokens_received:,}"
    cost = "unknown" if plan.cost_usd is None else f"${plan.cost_usd:.2f}"
    most = "at most " if plan.is_upper_bound else ""
    time = "unknown" if plan.seconds is None else str(timedelta(seconds=round(plan.seconds)))
    return (
        plan.dataset,
        plan.model,
        plan.n_planned,
        plan.to_ask,
        plan.tokens_sent,
        most + received if plan.tokens_received is not None else received,
        most + cost if plan.cost_usd is not None else cost,
        time,
    )


def told_changes(changed: Sequence[Changes | None], n_runs: int) -> list[str]:
    """In what new runs differ from those most like them; runs that differ alike in one sentence."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for change in filter(None, changed):
        alike.setdefault(change.differences, []).append(change.run_hash[:12])
    return [
        _told(earlier, n_runs, "; ".join(differences) or "which items are asked")
        for differences, earlier in alike.items()
    ]


def _told(earlier: Sequence[str], n_runs: int, differences: str) -> str:
    if n_runs == 1:
        return f"this is a new run; from the run {earlier[0]} it differs in {differences}"
    if len(earlier) == 1:
        which = f"1 of the {n_runs} runs of this plan is new; from the run {earlier[0]} it differs"
    else:
        which = f"{len(earlier)} of the {n_runs} runs of this plan are new; from the runs"
        which = f"{which} {', '.join(earlier)} they differ"
    return f"{which} in {differences}"
