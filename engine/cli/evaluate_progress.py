"""How a run stands while it goes on: a line on the terminal, or one JSON object a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from engine.evaluation import Plan, Price, Tally

_EVERY_S = 0.5

Watch = Callable[[int, "Tally"], None]


@contextmanager
def watched(plan: Plan, price: Price | None, *, as_json: bool) -> Iterator[Watch]:
    """Show a run on standard error while the block runs; the yielded function is told its steps."""
    title = f"{plan.run.model} on {plan.run.dataset}"
    if as_json:
        lines = _Lines(title, plan, price)
        yield lines.step
        lines.write()
        return
    from engine.cli.progress import telling_progress

    with telling_progress(title, plan.run.n_planned) as (advance, tell):
        shown_at, n_done = 0.0, 0
        last: Tally | None = None

        def show() -> None:
            nonlocal shown_at, n_done
            shown_at = time.monotonic()
            advance(n_done)
            n_done = 0
            if last is not None:
                tell(told(last, price))

        def step(done: int, tally: Tally) -> None:
            nonlocal n_done, last
            n_done, last = n_done + done, tally
            if time.monotonic() - shown_at >= _EVERY_S:
                show()

        yield step
        show()


def told(tally: Tally, price: Price | None) -> str:
    """Accuracy with its interval, errors by kind and the spend, as far as there are any."""
    from engine.items import Outcome

    parts = []
    bounds = tally.interval
    if bounds is not None:
        share = tally.outcomes[Outcome.RIGHT] / tally.n
        parts.append(f"{share:.0%} right ({bounds.low:.0%}–{bounds.high:.0%})")
    parts += [f"{count:,} {kind}" for kind, count in tally.errors.items()]
    cost = _cost_usd(tally, price)
    if cost is not None:
        parts.append(f"${cost:.2f}")
    return ", ".join(parts)


class _Lines:
    """One JSON object a line: the run, its counts, rate, time left, spend and accuracy."""

    def __init__(self, title: str, plan: Plan, price: Price | None) -> None:
        self._title = title
        self._plan = plan
        self._price = price
        self._done = 0
        self._there_before: int | None = None
        self._started = time.monotonic()
        self._written_at = 0.0
        self._tally: Tally | None = None

    def step(self, done: int, tally: Tally) -> None:
        self._tally = tally
        if self._there_before is None:
            self._there_before = done
        self._done += done
        if time.monotonic() - self._written_at >= _EVERY_S:
            self.write()

    def write(self) -> None:
        tally = self._tally
        if tally is None:
            return
        self._written_at = time.monotonic()
        elapsed = self._written_at - self._started
        rate = (self._done - (self._there_before or 0)) / elapsed if elapsed else 0.0
        left = self._plan.run.n_planned - self._done
        bounds = tally.interval
        from engine.items import Outcome

        line = {
            "progress": self._title,
            "run": self._plan.run.run_hash,
            "n_planned": self._plan.run.n_planned,
            "n": tally.n,
            "per_second": round(rate, 2),
            "seconds_left": round(left / rate, 1) if rate else None,
            "errors": tally.errors,
            "accuracy": tally.outcomes[Outcome.RIGHT] / tally.n if tally.n else None,
            "low": bounds.low if bounds else None,
            "high": bounds.high if bounds else None,
            "prompt_tokens": tally.prompt_tokens,
            "completion_tokens": tally.completion_tokens,
            "cost_usd": _cost_usd(tally, self._price),
        }
        sys.stderr.write(orjson.dumps(line).decode() + "\n")
        sys.stderr.flush()


def _cost_usd(tally: Tally, price: Price | None) -> float | None:
    if price is None or tally.uncounted:
        return None
    return price.cost_usd(tally.prompt_tokens, tally.completion_tokens)
