"""What `sorites evaluate` prints: estimates before the runs, results after them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta
from typing import TYPE_CHECKING

import typer

from engine.cli.run.extract import show_extracted
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.pipeline.evaluate.evaluation import (
        Estimate,
        Evaluated,
        Evaluation,
        Summary,
        Whole,
    )

_STOPPED = 130
_SENTENCES = 3
"""How many different failures are quoted."""
_TEXTLESS = {
    "filtered": "replies were withheld by the endpoint's content filter and count as declined; ask"
    " another endpoint, or loosen the filter there",
    "calls": "replies call tools and have no text, so they have no answer; add --extra"
    " tool_choice=none, or offer the model no tools at the server",
    "cut-thinking": "replies were cut off in their thinking and have no answer; raise --max-tokens,"
    " or have the model think less with --reasoning-effort low",
    "thinking": "replies have only thinking and no answer; see that the server does not take the"
    " answer for thinking (its reasoning parser), or switch thinking off",
    "empty": "replies are empty and have no answer; see that the server applies the model's chat"
    " template, and that no --stop begins every reply",
}
"""What replies without text are, and what to do, by why."""
_WITHHELD = "withheld-option"
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


def report(done: Evaluated, command: str | None, *, as_json: bool) -> None:
    """Print the results; exit 130 if the user stopped the runs, 1 if any request failed or halted.

    `command` resumes the runs; None if they were not started by a command.
    """
    runs = [replace(summary, command=command or summary.command) for summary in done.runs]
    if as_json:
        plan = {**asdict(done.whole), "command": command}
        write_json({"plan": plan, "runs": [asdict(summary) for summary in runs]})
    else:
        for found in done.extracted:
            show_extracted(found)
        for summary in runs:
            for sentence in _sentences(summary):
                say(sentence)
        for sentence in _in_all(done.whole, runs, command):
            say(sentence)
    if done.whole.stopped:
        raise typer.Exit(_STOPPED)
    if any(summary.errors or summary.halted for summary in runs):
        raise typer.Exit(1)


def _sentences(summary: Summary) -> list[str]:
    """A run in words: its score, its cost, its errors, and how to continue."""
    what = "of the withheld options reproduced" if summary.probe == _WITHHELD else "right"
    score = (
        f"{summary.accuracy:.1%} {what} (95% interval {summary.low:.1%} to {summary.high:.1%})"
        if summary.accuracy is not None
        else "nothing answered yet"
    )
    reused = f", {summary.reused:,} reused from earlier runs" if summary.reused else ""
    cut = f" ({summary.n_cut_off:,} cut off)" if summary.n_cut_off else ""
    lines = [
        f"{summary.model} on {summary.dataset}: {score}, n = {summary.n:,}, "
        f"{summary.n_no_answer:,} without an answer{cut}; {summary.asked:,} asked now{reused} in "
        f"{summary.seconds:.1f} s"
    ]
    if summary.prompt_tokens or summary.completion_tokens:
        lines.append(f"  {_spent(summary)}")
    if summary.errors:
        lines.append(f"  {_failed(summary)}")
    lines += [f"  {n:,} {_TEXTLESS[why]}" for why, n in summary.textless.items()]
    if len(summary.served) > 1:
        each = (f"{name} ({n:,})" for name, n in summary.served.items())
        lines.append(f"  what answered changed within the run: {'; '.join(each)}")
    if summary.other_models:
        each = (f"{name} ({n:,})" for name, n in summary.other_models.items())
        lines.append(f"  not {summary.model} answered, but: {'; '.join(each)}")
    lines += [f"  {sentence}" for sentence in summary.given_up]
    if summary.halted:
        lines.append(f"  asking ended early: {summary.halted}")
    if summary.postponed:
        lines.append(f"  {summary.postponed}")
    lines += [f"  {sentence}" for sentence in summary.damaged]
    return lines


def _failed(summary: Summary) -> str:
    """The failed requests by the endpoint's own sentences, the most frequent first."""
    shown = [f"{one.n:,} × {one.kind}: {one.sentence}" for one in summary.failures[:_SENTENCES]]
    if others := sum(one.n for one in summary.failures[_SENTENCES:]):
        shown.append(f"{others:,} others")
    n_failed = sum(summary.errors.values())
    return (
        f"{n_failed:,} failed and are in no score ({'; '.join(shown)}); repeat the command to ask"
        " only these again"
    )


def _in_all(whole: Whole, summaries: Sequence[Summary], command: str | None) -> list[str]:
    """A plan of several runs in words, and how to resume what is unfinished."""
    lines = []
    if whole.runs > 1:
        cost = "" if whole.cost_usd is None else f"; ${whole.cost_usd:.4f}"
        failed = f", {sum(whole.errors.values()):,} failed" if whole.errors else ""
        lines.append(
            f"the plan {whole.hash[:12]} of {whole.runs} runs: {whole.n:,} of {whole.n_planned:,}"
            f" questions answered{failed}{cost}"
        )
    ended = "stopped" if whole.stopped else "halted" if whole.halted else None
    if ended:
        # runs on newly seeded items come after the plan, and have questions of their own
        ended_of = [one for one in summaries if one.stopped or one.halted]
        left = max(whole.unasked, sum(one.unasked for one in ended_of))
        command = command or ended_of[0].command
        if left or whole.stopped:
            lines.append(f"  {ended} with {left:,} to ask; continue with: {command}")
    return lines


def _spent(summary: Summary) -> str:
    tokens = (
        f"{summary.prompt_tokens:,} tokens sent and {summary.completion_tokens:,} received in total"
    )
    if summary.cost_usd is None:
        return f"{tokens}; cost unknown"
    return " ".join(filter(None, (f"{tokens}; ${summary.cost_usd:.4f}", summary.cost_source)))


def show_estimates(evaluation: Evaluation, *, as_json: bool) -> None:
    """Print the estimated requests, tokens, cost and time of each run and of all together."""
    from engine.pipeline.evaluate.evaluation import changes_in_words

    estimates, changed = evaluation.estimates(), evaluation.changes()
    whole, name = evaluation.whole_estimate(), evaluation.series.hash
    if as_json:
        plans = [
            {**asdict(plan), "changes": asdict(change) if change else None}
            for plan, change in zip(estimates, changed, strict=True)
        ]
        write_json({"plan": asdict(whole) | {"hash": name}, "plans": plans})
        return
    rows = [_row(plan) for plan in estimates]
    if len(estimates) > 1:
        rows.append(_row(whole))
    say(f"Plan {name[:12]}. Nothing is asked. Tokens, cost and time are estimates.")
    show_table(None, _COLUMNS, rows)
    requests, questions = (sum(getattr(e, n) for e in estimates) for n in ("requests", "to_ask"))
    if requests > questions:
        say(f"{requests:,} requests, one for each stated answer, unless the endpoint refuses echo.")
    for sentence in changes_in_words(changed, len(estimates)):
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
