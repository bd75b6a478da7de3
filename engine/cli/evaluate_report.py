"""What `elenchus evaluate` says before and after its runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from engine.evaluation import Changes, Estimate, Price, Summary

_STOPPED = 130
_WITHHELD = "withheld-option"
_COLUMNS = (
    "data set",
    "model",
    "questions",
    "to ask",
    "tokens sent (estimate)",
    "received",
    "cost",
    "time",
)


def report(summaries: Sequence[Summary], price: Price | None, *, as_json: bool) -> None:
    """Print what the runs came to; exit 130 if stopped, 1 if anything failed or is unasked."""
    from engine.cli.output import say, write_json

    if as_json:
        write_json({"runs": [asdict(summary) for summary in summaries]})
    else:
        for summary in summaries:
            for sentence in _sentences(summary, price):
                say(sentence)
    if any(summary.stopped for summary in summaries):
        raise typer.Exit(_STOPPED)
    if any(summary.errors or summary.halted for summary in summaries):
        raise typer.Exit(1)


def _sentences(summary: Summary, price: Price | None) -> list[str]:
    """A run in words: its score, what it cost, what failed, and how to go on."""
    what = "of the withheld options given" if summary.probe == _WITHHELD else "right"
    score = (
        f"{summary.accuracy:.1%} {what} (95% interval {summary.low:.1%} to {summary.high:.1%})"
        if summary.accuracy is not None
        else "nothing answered yet"
    )
    reused = f", {summary.reused:,} known from earlier runs" if summary.reused else ""
    lines = [
        f"{summary.model} on {summary.dataset}: {score}, n = {summary.n:,}, of which "
        f"{summary.n_no_answer:,} gave no answer; {summary.asked:,} asked now{reused} in "
        f"{summary.seconds:.1f} s"
    ]
    if summary.prompt_tokens or summary.completion_tokens:
        lines.append(f"  {_spent(summary, price)}")
    if summary.errors:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in summary.errors.items())
        lines.append(
            f"  ended in errors: {kinds}; the same command asks these again, and only them"
        )
    if summary.halted:
        lines.append(f"  nothing more was asked: {summary.halted}")
    if summary.stopped or summary.halted:
        ended = "stopped" if summary.stopped else "halted"
        lines.append(f"  {ended} with {summary.unasked:,} to ask; continue with: {summary.command}")
    if summary.postponed:
        lines.append(f"  {summary.postponed}")
    return lines


def _spent(summary: Summary, price: Price | None) -> str:
    tokens = (
        f"{summary.prompt_tokens:,} tokens sent and {summary.completion_tokens:,} received in all"
    )
    if summary.cost_usd is None:
        return f"{tokens}; cost unknown"
    source = f" by the price of {price.on:%Y-%m-%d} ({price.source})" if price else ""
    return f"{tokens}; ${summary.cost_usd:.4f}{source}"


def show_estimates(
    estimates: Sequence[Estimate], changed: Sequence[Changes | None], *, as_json: bool
) -> None:
    """Print what would be asked, and what it would take."""
    from engine.cli.output import say, show_table, write_json

    if as_json:
        write_json(
            {
                "plans": [
                    {**asdict(plan), "changes": asdict(change) if change else None}
                    for plan, change in zip(estimates, changed, strict=True)
                ]
            }
        )
        return
    columns = (
        "data set",
        "model",
        "questions",
        "to ask",
        "tokens sent",
        "received",
        "cost",
        "time",
    )
    show_table(
        "Nothing is asked. Tokens, cost and time are estimates.", columns, map(_row, estimates)
    )
    for change in filter(None, changed):
        say(told_changes(change))


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


def told_changes(change: Changes) -> str:
    """In what a new run differs from the one most like it."""
    told = "; ".join(change.differences) or "which items are asked"
    return f"this is a new run; from the run {change.run_hash[:12]} it differs in {told}"
