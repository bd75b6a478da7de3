"""What `sorites evaluate` says after its runs: of each, and of all as one plan."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from engine.ask.runs import Price, Series, Summary, Tally

_STOPPED = 130
_WITHHELD = "withheld-option"


@dataclass(frozen=True, slots=True)
class _Whole:
    """What all runs of a plan come to together; those that were not begun count as they stood.

    The cost is that of the whole command, which the runs on fresh items are part of.
    """

    hash: str
    runs: int
    n_planned: int
    n: int
    errors: dict[str, int]
    cost_usd: float | None
    stopped: bool
    halted: str | None
    command: str | None

    @property
    def unasked(self) -> int:
        return self.n_planned - self.n


def report(
    series: Series,
    summaries: Sequence[Summary],
    before: Mapping[str, Tally],
    price: Price | None,
    command: str | None,
    *,
    as_json: bool,
) -> None:
    """Print what the runs came to; exit 130 if stopped, 1 if anything failed or is unasked."""
    from engine.show.output import say, write_json

    told = [replace(summary, command=command or summary.command) for summary in summaries]
    whole = _whole(series, told, before, price, command)
    if as_json:
        write_json({"plan": asdict(whole), "runs": [asdict(summary) for summary in told]})
    else:
        for summary in told:
            for sentence in _sentences(summary, price):
                say(sentence)
        for sentence in _in_all(whole, told):
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
    lines += [f"  {sentence}" for sentence in summary.given_up]
    if summary.halted:
        lines.append(f"  nothing more was asked: {summary.halted}")
    if summary.postponed:
        lines.append(f"  {summary.postponed}")
    return lines


def _whole(
    series: Series,
    summaries: Sequence[Summary],
    before: Mapping[str, Tally],
    price: Price | None,
    command: str | None,
) -> _Whole:
    """The runs of the series together, and with those on fresh items in what they cost."""
    from engine.ask.runs import cost_of

    made = {summary.run_hash: summary for summary in summaries}
    hashes = [plan.run.run_hash for plan in series.plans]
    each = [made.get(name) or before[name] for name in hashes]
    costs = [one.cost_usd for one in made.values()]
    costs += [cost_of(tally, price) for name, tally in before.items() if name not in made]
    errors = Counter[str]()
    for standing in each:
        errors.update(standing.errors)
    return _Whole(
        hash=series.hash,
        runs=len(each),
        n_planned=series.n_planned,
        n=sum(one.n for one in each),
        errors=dict(sorted(errors.items())),
        cost_usd=None if None in costs else sum(filter(None, costs)),
        stopped=any(summary.stopped for summary in summaries),
        halted=next((summary.halted for summary in summaries if summary.halted), None),
        command=command,
    )


def _in_all(whole: _Whole, summaries: Sequence[Summary]) -> list[str]:
    """The plan in words, if it is of several runs, and how to go on where that is needed."""
    lines = []
    if whole.runs > 1:
        cost = "" if whole.cost_usd is None else f"; ${whole.cost_usd:.4f}"
        failed = f", {sum(whole.errors.values()):,} of them errors" if whole.errors else ""
        lines.append(
            f"the plan {whole.hash[:12]} of {whole.runs} runs: {whole.n:,} of {whole.n_planned:,}"
            f" questions asked{failed}{cost}"
        )
    ended = "stopped" if whole.stopped else "halted" if whole.halted else None
    if ended:
        # runs on newly seeded items come after the plan, and have questions of their own
        ended_of = [one for one in summaries if one.stopped or one.halted]
        left = max(whole.unasked, sum(one.unasked for one in ended_of))
        command = whole.command or ended_of[0].command
        if left or whole.stopped:
            lines.append(f"  {ended} with {left:,} to ask; continue with: {command}")
    return lines


def _spent(summary: Summary, price: Price | None) -> str:
    tokens = (
        f"{summary.prompt_tokens:,} tokens sent and {summary.completion_tokens:,} received in all"
    )
    if summary.cost_usd is None:
        return f"{tokens}; cost unknown"
    source = f" by the price of {price.on:%Y-%m-%d} ({price.source})" if price else ""
    return f"{tokens}; ${summary.cost_usd:.4f}{source}"
