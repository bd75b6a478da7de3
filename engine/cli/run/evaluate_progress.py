"""How runs stand while they go on: a line on the terminal, or one JSON object a second."""

from __future__ import annotations

import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from engine.ask.runs import Plan, Price, Series, Tally

_EVERY_S = 0.5

Advance = Callable[[int, "Tally"], None]
Watch = Callable[["Plan"], Advance]


@contextmanager
def watched(
    series: Series, price: Price | None, before: Mapping[str, Tally], *, as_json: bool
) -> Iterator[Watch]:
    """Show runs on standard error while the block makes them.

    The yielded function is told which run begins, and gives what that is to tell of its steps.
    `before` is what runs stood at, by their hashes, as far as it is known.
    """
    if as_json:
        lines = _Lines(series, price, before)
        yield lines.begin
        lines.show()
        return
    from engine.show.progress import resumed_progress

    with resumed_progress(series.n_planned) as (begin, advance, tell):
        begin(_title(series, series.plans[0]), sum(one.n_answered for one in before.values()))
        bar = _Bar(series, price, before, (begin, advance, tell))
        yield bar.begin
        bar.show()


def _title(series: Series, plan: Plan) -> str:
    title = f"{plan.run.model} on {plan.run.dataset}"
    n = len(series.plans)
    return title if n == 1 else f"{title} ({series.place(plan)} of {n})"


class _Board(ABC):
    """What all runs stand at together, shown now and then."""

    def __init__(self, series: Series, price: Price | None, before: Mapping[str, Tally]) -> None:
        self.series = series
        self.price = price
        self.tallies = dict(before)
        self.plan: Plan | None = None
        self.there_before = sum(tally.n_answered for tally in before.values())
        self.done = self.there_before
        self._shown_at = 0.0

    def begin(self, plan: Plan) -> Advance:
        """A run begins; its first step tells what its journal holds."""
        self.plan = plan
        known = self.tallies.get(plan.run.run_hash)
        there = known.n_answered if known else 0
        is_first = True

        def step(done: int, tally: Tally) -> None:
            nonlocal is_first
            if is_first:
                is_first = False
                self.tallies[plan.run.run_hash] = tally
                self.took_up(done - there)
            else:
                self.done += done
            if time.monotonic() - self._shown_at >= _EVERY_S:
                self._shown_at = time.monotonic()
                self.show()

        return step

    def took_up(self, n: int) -> None:
        """So many more answers were there before."""
        self.there_before += n
        self.done += n

    @abstractmethod
    def show(self) -> None:
        """Show what the runs stand at."""

    @property
    def tally(self) -> Tally | None:
        """What the present run stands at."""
        return self.tallies.get(self.plan.run.run_hash) if self.plan else None


class _Bar(_Board):
    """A bar over all runs, and in words what the present one stands at and what all cost."""

    def __init__(
        self,
        series: Series,
        price: Price | None,
        before: Mapping[str, Tally],
        bar: tuple[Callable[[str, int], None], Callable[[int], None], Callable[[str], None]],
    ) -> None:
        super().__init__(series, price, before)
        self._name, self._advance, self._tell = bar
        self._drawn = self.done

    def begin(self, plan: Plan) -> Advance:
        self._name(_title(self.series, plan), 0)
        return super().begin(plan)

    def took_up(self, n: int) -> None:
        super().took_up(n)
        self._drawn += n
        if self.plan is not None:
            self._name(_title(self.series, self.plan), n)

    def show(self) -> None:
        self._advance(self.done - self._drawn)
        self._drawn = self.done
        if self.tally is not None:
            self._tell(_told(self.tally, self.tallies, self.price))


def _told(tally: Tally, tallies: Mapping[str, Tally], price: Price | None) -> str:
    """Accuracy with its interval, errors by kind and the spend of all, as far as there are any."""
    from engine.ask.runs import total_cost_usd, total_errors
    from engine.core.items import Outcome

    parts = []
    bounds = tally.interval
    if bounds is not None:
        share = tally.outcomes[Outcome.RIGHT] / tally.n
        parts.append(f"{share:.0%} right ({bounds.low:.0%}–{bounds.high:.0%})")
    parts += [f"{count:,} {kind}" for kind, count in total_errors(tallies).items()]
    cost = total_cost_usd(tallies, price)
    if cost is not None:
        parts.append(f"${cost:.2f}")
    return ", ".join(parts)


class _Lines(_Board):
    """One JSON object a line: all runs' counts, rate, time left and spend; one's accuracy."""

    def __init__(self, series: Series, price: Price | None, before: Mapping[str, Tally]) -> None:
        super().__init__(series, price, before)
        self._started = time.monotonic()

    def show(self) -> None:
        from engine.ask.runs import total_cost_usd, total_errors
        from engine.core.items import Outcome

        plan, tally = self.plan, self.tally
        if plan is None or tally is None:
            return
        elapsed = time.monotonic() - self._started
        rate = (self.done - self.there_before) / elapsed if elapsed else 0.0
        left = self.series.n_planned - self.done
        bounds, all_of_them = tally.interval, self.tallies.values()
        line = {
            "progress": f"{plan.run.model} on {plan.run.dataset}",
            "run": plan.run.run_hash,
            "plan": self.series.hash,
            "part": self.series.place(plan),
            "parts": len(self.series.plans),
            "n_planned": self.series.n_planned,
            "n": sum(one.n for one in all_of_them),
            "per_second": round(rate, 2),
            "seconds_left": round(left / rate, 1) if rate else None,
            "errors": total_errors(self.tallies),
            "accuracy": tally.outcomes[Outcome.RIGHT] / tally.n if tally.n else None,
            "low": bounds.low if bounds else None,
            "high": bounds.high if bounds else None,
            "prompt_tokens": sum(one.prompt_tokens for one in all_of_them),
            "completion_tokens": sum(one.completion_tokens for one in all_of_them),
            "cost_usd": total_cost_usd(self.tallies, self.price),
        }
        sys.stderr.write(orjson.dumps(line).decode() + "\n")
        sys.stderr.flush()
