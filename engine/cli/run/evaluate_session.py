"""One `sorites evaluate`: its runs are one plan, with one budget, one pace and one progress."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from engine.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from engine.ask.endpoints.address import Address
    from engine.ask.runs import Manner, Plan, Price, Request, Series, Summary, Tally
    from engine.ask.runs.run import Advance
    from engine.cli.run.evaluate_settings import Asking

    Watch = Callable[[Plan], Advance]


class Session:
    """The runs of one command, made one after the other in the same manner.

    `command` is what continues them; None where nobody typed one.
    """

    def __init__(
        self, asking: Asking, manner: Manner, db: Path | None, command: str | None, *, as_json: bool
    ) -> None:
        from engine.ask.runs import Budget, Series
        from engine.store import db_path

        self._asking = asking
        self._manner = replace(manner, tell=note)
        self._db = db_path(db)
        self._command = command
        self._as_json = as_json
        self._budget = Budget(asking.max_cost)
        self._price: Price | None = None
        self._series = Series(())
        self._before: dict[str, Tally] = {}
        self._fresh_before: dict[str, Tally] = {}
        self._summaries: list[Summary] = []

    @property
    def is_cut_short(self) -> bool:
        """Whether a run was stopped or halted: nothing more is asked of anybody then."""
        return any(summary.stopped or summary.halted for summary in self._summaries)

    def settle(self, requests: list[Request]) -> None:
        """Settle all runs, before the first question."""
        from engine.ask.runs import Series

        self._series = Series(tuple(plan for one in requests for plan in self._plans(one)))

    def estimate(self) -> None:
        """Say what the runs would take, each and together."""
        from engine.ask.runs import changes, estimate
        from engine.cli.run.evaluate_estimate import show_estimates

        plans = self._series.plans
        show_estimates(
            self._series,
            [estimate(self._db, plan, self._manner, self._price) for plan in plans],
            [changes(self._db, plan) for plan in plans],
            as_json=self._as_json,
        )

    def know_fresh(self, seed_file: Path | None) -> None:
        """Find what earlier starts spent on fresh items: the budget is for that too."""
        from engine.cli.run.evaluate_fresh import known_fresh

        self._fresh_before = known_fresh(self._db, self._series.plans, seed_file)

    def make_runs(self) -> None:
        """Make the runs; when one is stopped or halted, those after it are not begun."""
        from engine.ask.runs import changes, cost_of, standing
        from engine.cli.run.evaluate_estimate import told_changes

        plans = self._series.plans
        for sentence in told_changes(
            [changes(self._db, plan) for plan in plans if plan.where], len(plans)
        ):
            note(sentence)
        if len(plans) > 1 or self._budget.limit_usd is not None:
            self._before = {plan.run.run_hash: standing(self._db, plan) for plan in plans}
        for run_hash, tally in (self._before | self._fresh_before).items():
            self._budget.know(run_hash, cost_of(tally, self._price) or 0.0)
        with self._watched(self._series, self._before) as watch:
            for plan in plans:
                summary = self._make_run(plan, self._db, watch)
                self._summaries.append(summary)
                if self.is_cut_short:
                    break
        if not any(summary.postponed for summary in self._summaries):
            if not self.is_cut_short:
                self._run_beside()
            _publish(self._db)

    def make_fresh(self, seed_file: Path | None) -> None:
        """Put the runs that came to their end on newly seeded items too."""
        from engine.ask.runs import Series
        from engine.cli.run.evaluate_fresh import ask_fresh

        def make_run(plan: Plan, db: Path) -> Summary:
            with self._watched(Series((plan,)), {}) as watch:
                return self._make_run(plan, db, watch)

        whole = [
            plan
            for plan, summary in zip(self._series.plans, self._summaries, strict=False)
            if not (summary.stopped or summary.halted or summary.postponed)
        ]
        self._summaries += ask_fresh(self._db, whole, seed_file, make_run)
        _publish(self._db)

    def extract(self, model: str) -> None:
        """Have a model read what the rules could not."""
        from engine.cli.run.extract import extract_from

        where = self._asking.base_url, self._asking.key_env
        extract_from(self._summaries, model, self._db, *where, is_quiet=self._as_json)
        _publish(self._db)

    def report(self) -> None:
        """Say what the runs came to, and end with the exit code of them all."""
        from engine.cli.run.evaluate_report import report

        report(
            self._series,
            self._summaries,
            self._before | self._fresh_before,
            self._price,
            self._command,
            as_json=self._as_json,
        )

    @contextmanager
    def _watched(self, series: Series, before: Mapping[str, Tally]) -> Iterator[Watch]:
        from engine.pipeline.run_state import RunState
        from engine.show.progress import lines, progress

        state = RunState(series, self._price, before)
        with (lines if self._as_json else progress)(state.title(), series.n_planned) as step:
            step(0, found=sum(tally.n_answered for tally in before.values()))
            yield lambda plan: state.begin(plan, step)

    def _run_beside(self) -> None:
        from engine.cli.run.evaluate_beside import run_beside

        try:
            for sentence in run_beside(self._db, self._series.plans):
                note(sentence)
        except KeyboardInterrupt:
            self._summaries[-1] = replace(self._summaries[-1], stopped=True)

    def _plans(self, request: Request) -> list[Plan]:
        from engine.ask.respondents import baselines_for, is_learner
        from engine.ask.runs import load_material, make_plan, obstacle
        from engine.core.sampling import told

        material = load_material(self._db, request)
        if material.strata is not None:
            n, by = len(material.items), told(material.strata)
            note(f"a sample of {n:,} items, drawn in proportion by {by}")
        trained = {item.hash for item in material.train}
        plans = []
        for name in [request.model] if request.model else baselines_for(material.kind):
            where = self._where(name)
            if not request.model and (lacking := obstacle(name, material)):
                note(f"{name} is left out: {lacking}")
                continue
            if is_learner(name) and any(material.items.place(h) is not None for h in trained):
                note(
                    f"{name} has learnt from questions that it is asked now; --split test has none"
                )
            beside = self._asking.addresses_beside() if where else ()
            plans.append(make_plan(replace(request, model=name), material, where, beside))
        return plans

    def _where(self, name: str) -> Address | None:
        """The endpoint to ask, with the model's price there; None for a built-in respondent."""
        from engine.ask.endpoints.address import address
        from engine.ask.respondents import BASELINES, is_baseline, resembles_baseline
        from engine.ask.runs import price_of

        base_url = self._asking.base_url
        if self._asking.beside and self._manner.is_batched:
            raise InputError("batches go to one endpoint; name one --base-url with --batch")
        if is_baseline(name):
            if base_url:
                raise InputError(f"{name} is built in and has no endpoint; leave out --base-url")
            return None
        if not base_url and resembles_baseline(name):
            raise InputError(
                f"{name} is not among the built-in respondents, which are {', '.join(BASELINES)};"
                " for a model of that name, give its endpoint with --base-url"
            )
        where = address(base_url, self._asking.key_env)
        endpoints = [where.shown, *(one.shown for one in self._asking.addresses_beside())]
        self._price = price_of(name, endpoints, self._manner.is_batched, self._asking.prices)
        return where

    def _make_run(self, plan: Plan, db: Path, watch: Watch) -> Summary:
        from engine.ask.runs import run_plan

        price, budget = (self._price, self._budget) if plan.where else (None, None)
        return run_plan(db, plan, self._manner, advance=watch(plan), price=price, budget=budget)


def note(sentence: str) -> None:
    """Say something beside the output."""
    typer.echo(f"sorites: {sentence}", err=True)


def _publish(db: Path) -> None:
    from engine.pipeline.publishing import publish
    from engine.store import StoreBusy

    try:
        publish(db)
    except StoreBusy as error:
        note(f"the snapshot is not renewed: {error}")
