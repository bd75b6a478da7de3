"""How the runs of one command stand while they go on, in words or in figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.ask.runs import Plan, Price, Series, Tally, total_cost_usd, total_errors
from engine.ask.runs.run import Advance
from engine.core.items import Outcome
from engine.core.progress import Step


class RunState:
    """What the runs of a series have come to; `before` by their hashes, as far as it is known."""

    def __init__(self, series: Series, price: Price | None, before: Mapping[str, Tally]) -> None:
        self._series = series
        self._price = price
        self._tallies = dict(before)
        self._plan = series.plans[0]

    def begin(self, plan: Plan, step: Step) -> Advance:
        """A run begins: gives what counts its answers; the first call counts those journalled."""
        self._plan = plan
        known = self._tallies.get(plan.run.run_hash)
        there = known.n_answered if known else 0
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
        """The present run, and which of several it is."""
        n = len(self._series.plans)
        place = f" ({self._series.place(self._plan)} of {n})" if n > 1 else ""
        return f"{self._name}{place}"

    @property
    def _name(self) -> str:
        return f"{self._plan.run.model} on {self._plan.run.dataset}"

    def words(self) -> str:
        """Accuracy of the present run with its interval, errors by kind and the spend of all."""
        tally = self._tallies.get(self._plan.run.run_hash)
        if tally is None:
            return ""
        parts = []
        bounds = tally.interval
        if bounds is not None:
            share = tally.outcomes[Outcome.RIGHT] / tally.n
            parts.append(f"{share:.0%} right ({bounds.low:.0%}–{bounds.high:.0%})")
        parts += [f"{count:,} {kind}" for kind, count in total_errors(self._tallies).items()]
        cost = total_cost_usd(self._tallies, self._price)
        if cost is not None:
            parts.append(f"${cost:.2f}")
        return ", ".join(parts)

    def figures(self, per_second: float, left: int) -> dict[str, Any] | None:  # Any: JSON
        """All runs' counts, pace, time left and spend; the present run's accuracy."""
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
        }
