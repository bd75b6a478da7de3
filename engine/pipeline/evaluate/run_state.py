"""The live state of the runs of one command, in words and in figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.ask.endpoints.pacing import Pace
from engine.ask.runs import Plan, Price, Series, Tally, total_cost_usd, total_errors
from engine.ask.runs.run import Advance
from engine.core.items import Outcome
from engine.core.progress import Step


class RunState:
    """The tallies of the runs of a series; `before` holds known earlier ones by run hash.

    `paces` are those of the endpoints asked.
    """

    def __init__(
        self,
        series: Series,
        price: Price | None,
        before: Mapping[str, Tally],
        paces: Mapping[int, Pace],
    ) -> None:
        self._paces = paces
        self._series = series
        self._price = price
        self._tallies = dict(before)
        self._plan = series.plans[0]

    def begin(self, plan: Plan, step: Step) -> Advance:
        """Start a run; the returned function counts its answers, at first those in the journal."""
        self._plan = plan
        known = self._tallies.get(plan.run.run_hash)
        there = plan.n_answered(known) if known else 0
        is_first = True

        def advance(done: int, tally: Tally) -> None:
            nonlocal is_first
            if is_first:
                is_first = False
                self._tallies[plan.run.run_hash] = tally
                step(0, self, found=done - there)
            else:
                step(done, self)

        return advance

    def title(self) -> str:
        """The current run, and its number among several."""
        n = len(self._series.plans)
        place = f" ({self._series.place(self._plan)} of {n})" if n > 1 else ""
        return f"{self._name}{place}"

    @property
    def _name(self) -> str:
        return f"{self._plan.run.model} on {self._plan.run.dataset}"

    def words(self) -> str:
        """Accuracy and replies without text of the current run; errors and cost of all runs."""
        tally = self._tallies.get(self._plan.run.run_hash)
        if tally is None:
            return ""
        # first why nothing comes: a narrow terminal cuts the line off
        parts = [silence for pace in self._paces.values() if (silence := pace.silence())]
        bounds = tally.interval
        if bounds is not None:
            share = tally.outcomes[Outcome.RIGHT] / tally.n
            parts.append(f"{share:.0%} right ({bounds.low:.0%}–{bounds.high:.0%})")
        if textless := tally.textless.total():
            parts.append(f"{textless:,} without text")
        parts += [f"{count:,} {kind}" for kind, count in total_errors(self._tallies).items()]
        cost = total_cost_usd(self._tallies, self._price)
        if cost is not None:
            parts.append(f"${cost:.2f}")
        parts += [pace.words() for pace in self._paces.values()]
        return ", ".join(parts)

    def figures(self, per_second: float, left: int) -> dict[str, Any] | None:  # Any: JSON
        """Counts, pace, time left and cost of all runs; the accuracy of the current run."""
        tally = self._tallies.get(self._plan.run.run_hash)
        if tally is None:
            return None
        bounds, all_of_them = tally.interval, self._tallies.values()
        return {
            "progress": self._name,
            "run": self._plan.run.run_hash,
            "plan": self._series.hash,
            "part": self._series.place(self._plan),
            "parts": len(self._series.plans),
            "n_planned": self._series.n_planned,
            "n": sum(one.n for one in all_of_them),
            "per_second": round(per_second, 2),
            "seconds_left": round(left / per_second, 1) if per_second else None,
            "errors": total_errors(self._tallies),
            "accuracy": tally.outcomes[Outcome.RIGHT] / tally.n if tally.n else None,
            "low": bounds.low if bounds else None,
            "high": bounds.high if bounds else None,
            "prompt_tokens": sum(one.prompt_tokens for one in all_of_them),
            "completion_tokens": sum(one.completion_tokens for one in all_of_them),
            "cost_usd": total_cost_usd(self._tallies, self._price),
            "endpoints": [
                ", ".join(filter(None, (pace.words(), pace.silence())))
                for pace in self._paces.values()
            ],
        }
