"""Several runs as one plan, made in order and resumed together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engine.ask.runs.plan import Plan
from engine.ask.runs.spending import Price, cost_of, total
from engine.ask.runs.tally import Tally
from engine.store import read_journal, run_hash
from engine.store.responses.journal import journal_root


@dataclass(frozen=True)
class Series:
    """The runs that one command makes, in order; there may be only one."""

    plans: tuple[Plan, ...]

    @cached_property
    def hash(self) -> str:
        """The hash of the whole plan, from those of its runs; a single run's own hash."""
        hashes = [plan.run.run_hash for plan in self.plans]
        return hashes[0] if len(hashes) == 1 else run_hash(*hashes)

    @property
    def n_planned(self) -> int:
        """The questions of all runs."""
        return sum(plan.run.n_planned for plan in self.plans)

    @property
    def n_here(self) -> int:
        """The questions of all runs that this process asks, in whole or of its part."""
        return sum(plan.questions.n_without(lambda *_: False) for plan in self.plans)

    def place(self, plan: Plan) -> int:
        """The number of a run, counted from one."""
        return self.plans.index(plan) + 1


def tally(db: Path, plan: Plan) -> Tally:
    """The tally of a run's journal."""
    found = Tally(plan.items)
    for response, verdict in read_journal(journal_root(db) / plan.run.run_hash):
        found.add(response, verdict)
    return found


def total_cost_usd(tallies: Mapping[str, Tally], price: Price | None) -> float | None:
    """The total cost of several runs; None if any is unknown."""
    return total(cost_of(tally, price) for tally in tallies.values())


def total_errors(tallies: Mapping[str, Tally]) -> dict[str, int]:
    """The questions of several runs that ended in errors, by kind."""
    found: dict[str, int] = {}
    for tally in tallies.values():
        for kind, count in tally.errors.items():
            found[kind] = found.get(kind, 0) + count
    return dict(sorted(found.items()))
