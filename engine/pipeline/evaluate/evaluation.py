"""Evaluate: make the runs of one configuration with one budget, pace and progress bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ask.runs import (
    Budget,
    Changes,
    Delivery,
    Estimate,
    Plan,
    Price,
    Series,
    Summary,
    Tally,
    changes,
    cost_of,
    estimate,
    run_plan,
    tally,
    together,
    total,
)
from engine.ask.runs.budget import require_price
from engine.core.progress import Progress, silent
from engine.pipeline.evaluate.baselines import run_baselines
from engine.pipeline.evaluate.endpoint_check import Profiles
from engine.pipeline.evaluate.plan import plans_of, price_for
from engine.pipeline.evaluate.run_configuration import RunConfiguration
from engine.pipeline.evaluate.run_state import RunState
from engine.pipeline.publish.publishing import publish
from engine.store import StoreBusy

if TYPE_CHECKING:
    from engine.ask.extraction import Extracted

__all__ = [
    "Estimate",
    "Evaluated",
    "Evaluation",
    "Price",
    "Summary",
    "Tell",
    "Whole",
    "changes_in_words",
    "evaluate",
    "unheard",
]

Tell = Callable[[str], None]
"""Shows the user a sentence while work goes on."""


def unheard(_: str) -> None:
    """Ignore the sentence."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The totals over all runs of a plan, including runs not started by this command.

    The cost covers the whole evaluation, including runs on fresh items.
    """

    hash: str
    runs: int
    n_planned: int
    n: int
    errors: dict[str, int]
    cost_usd: float | None
    stopped: bool
    halted: str | None

    @property
    def unasked(self) -> int:
        """Questions of the plan with neither an answer nor an error."""
        return self.n_planned - self.n - sum(self.errors.values())


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The results of an evaluation: each run, the totals, and what a model extracted afterwards."""

    runs: tuple[Summary, ...]
    whole: Whole
    extracted: tuple[Extracted, ...] = ()


def evaluate(
    configuration: RunConfiguration,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    tell: Tell = unheard,
) -> Evaluated:
    """Ask, grade and store; answers from earlier starts of the same configuration are kept.

    The executor generates fresh items, if wanted. Built-in respondents answer in this process:
    sending the items to workers takes more processor time than it saves. After a run that is
    stopped or halted, no further run starts.

    Raises:
        InputError: the data set, the respondent and the settings do not go together.
        StoreError: the journal cannot be written.
    """
    return Evaluation(configuration, db, tell).run(executor, progress)


class Evaluation:
    """The plan of a configuration, fixed before the first question, and its runs.

    `checks` allows requests to an endpoint that is not known yet. `budget` is one for several
    evaluations.

    Raises:
        InputError: the data set, the respondent and the settings do not go together.
    """

    def __init__(
        self,
        configuration: RunConfiguration,
        db: Path,
        tell: Tell = unheard,
        checks: bool = True,
        budget: Budget | None = None,
    ) -> None:
        self._configuration = configuration
        self._db = db
        self._tell = tell
        self._profiles = Profiles(db, tell, checks and not configuration.no_check)
        self.series = Series(tuple(plans_of(configuration, tell, self._profiles)))
        self.price = price_for(configuration, self.series.plans)
        self._budget = budget or Budget(configuration.max_cost)
        self._before: dict[str, Tally] = {}
        self._summaries: list[Summary] = []

    @cached_property
    def _delivery(self) -> Delivery:
        configuration = self._configuration
        where = next((plan for plan in self.series.plans if plan.where), None)
        addresses = (where.where, *where.beside) if where and where.where else ()
        recorded = configuration.recorded(addresses)
        profile, most = None, None
        if where and where.where:
            settings = where.request.settings
            profile = self._profiles.of(where.where, where.request.model, settings)
            most = settings.most_tokens
        return replace(
            configuration.delivery(profile, most), tell=self._tell, configuration=recorded
        )

    def estimates(self) -> tuple[Estimate, ...]:
        """The estimated requests, tokens, cost and time of each run."""
        plans = self.series.plans
        return tuple(estimate(self._db, plan, self._delivery, self.price) for plan in plans)

    def whole_estimate(self) -> Estimate:
        """The estimates of all runs together."""
        return together(self.estimates())

    def changes(self) -> tuple[Changes | None, ...]:
        """For each run, its differences from the most similar earlier run."""
        return tuple(changes(self._db, plan) for plan in self.series.plans)

    def run(self, executor: Executor | None = None, progress: Progress = silent) -> Evaluated:
        """Make the runs, then runs on fresh items and extraction if configured."""
        wanted = self._configuration
        fresh_before = self._known_fresh() if wanted.fresh else {}
        self._make_runs(progress, fresh_before)
        if wanted.fresh and not self._is_cut_short:
            self._make_fresh(executor, progress)
        extracted: list[Extracted] = []
        if wanted.extractor_model and not self._is_cut_short:
            extracted = self._extract(wanted.extractor_model)
        whole = self._whole({**self._before, **fresh_before})
        return Evaluated(tuple(self._summaries), whole, tuple(extracted))

    @property
    def _is_cut_short(self) -> bool:
        return any(summary.stopped or summary.halted for summary in self._summaries)

    def _make_runs(self, progress: Progress, fresh_before: Mapping[str, Tally]) -> None:
        plans = self.series.plans
        if any(plan.where for plan in plans):  # before anything is written
            require_price(self._budget.limit_usd, self.price)
        asked = [change for change, plan in zip(self.changes(), plans, strict=True) if plan.where]
        for sentence in changes_in_words(asked, len(plans)):
            self._tell(sentence)
        if len(plans) > 1 or self._budget.limit_usd is not None:
            self._before = {plan.run.run_hash: tally(self._db, plan) for plan in plans}
        for run_hash, known in {**self._before, **fresh_before}.items():
            self._budget.know(run_hash, cost_of(known, self.price) or 0.0)
        state = RunState(self.series, self.price, self._before, self._delivery.paces)
        with progress(state.title(), self.series.n_here) as step:
            each = ((plan, self._before.get(plan.run.run_hash)) for plan in plans)
            step(0, found=sum(plan.n_answered(known) for plan, known in each if known))
            for plan in plans:
                advance = state.begin(plan, step)
                self._summaries.append(self._made(plan, self._db, advance))
                if self._is_cut_short:
                    break
        if not any(summary.postponed for summary in self._summaries):
            if not self._is_cut_short:
                self._run_baselines()
            self._publish()

    def _made(self, plan: Plan, db: Path, advance: Callable[[int, Tally], None]) -> Summary:
        price, budget = (self.price, self._budget) if plan.where else (None, None)
        return run_plan(db, plan, self._delivery, advance=advance, price=price, budget=budget)

    def _run_baselines(self) -> None:
        try:
            for sentence in run_baselines(self._db, self.series.plans):
                self._tell(sentence)
        except KeyboardInterrupt:
            self._summaries[-1] = replace(self._summaries[-1], stopped=True)

    def _known_fresh(self) -> Mapping[str, Tally]:
        # late, because making items loads the solvers
        from engine.pipeline.evaluate.fresh import known_fresh

        return known_fresh(self._db, self.series.plans, self._configuration.seed_file)

    def _make_fresh(self, executor: Executor | None, progress: Progress) -> None:
        def make_run(plan: Plan, db: Path) -> Summary:
            state = RunState(Series((plan,)), self.price, {}, self._delivery.paces)
            with progress(state.title(), plan.run.n_planned) as step:
                return self._made(plan, db, state.begin(plan, step))

        whole = [
            plan
            for plan, summary in zip(self.series.plans, self._summaries, strict=False)
            if not (summary.stopped or summary.halted or summary.postponed)
        ]
        if not whole:
            self._tell(
                "no fresh items are asked, because the database lacks the answers to the public"
                " ones; repeat the command later to ask them"
            )
            return
        from engine.pipeline.evaluate.fresh import ask_fresh

        made = ask_fresh(
            self._db, whole, self._configuration.seed_file, make_run, executor, progress, self._tell
        )
        self._summaries += made
        self._publish()

    def _extract(self, extractor: str) -> list[Extracted]:
        from engine.pipeline.replies.extraction import extract_replies

        where = (self._configuration.base_url or (None,))[0], self._configuration.key_env
        asked = dict.fromkeys((one.dataset, one.model) for one in self._summaries)
        return [
            extract_replies(self._db, dataset, extractor, *where, model=model)
            for dataset, model in asked
        ]

    def _publish(self) -> None:
        try:
            publish(self._db)
        except StoreBusy as error:
            self._tell(f"no new snapshot was written: {error}")

    def _whole(self, before: Mapping[str, Tally]) -> Whole:
        made = {summary.run_hash: summary for summary in self._summaries}
        hashes = [plan.run.run_hash for plan in self.series.plans]
        each = [made.get(name) or before[name] for name in hashes]
        costs = [one.cost_usd for one in made.values()]
        costs += [cost_of(tally, self.price) for name, tally in before.items() if name not in made]
        errors = Counter[str]()
        for one in each:
            errors.update(one.errors)
        return Whole(
            hash=self.series.hash,
            runs=len(each),
            n_planned=self.series.n_planned,
            n=sum(one.n for one in each),
            errors=dict(sorted(errors.items())),
            cost_usd=total(costs),
            stopped=any(summary.stopped for summary in made.values()),
            halted=next((summary.halted for summary in made.values() if summary.halted), None),
        )


def changes_in_words(changed: Sequence[Changes | None], n_runs: int) -> list[str]:
    """How new runs differ from the most similar earlier ones, a sentence per set of differences."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for change in filter(None, changed):
        alike.setdefault(change.differences, []).append(change.run_hash[:12])
    return [
        _differ(earlier, n_runs, "; ".join(differences) or "the items asked")
        for differences, earlier in alike.items()
    ]


def _differ(earlier: Sequence[str], n_runs: int, differences: str) -> str:
    if n_runs == 1:
        return f"this is a new run; it differs from run {earlier[0]} in {differences}"
    if len(earlier) == 1:
        which = f"1 of the {n_runs} runs of this plan is new; it differs from run {earlier[0]}"
    else:
        which = f"{len(earlier)} of the {n_runs} runs of this plan are new; they differ from runs"
        which = f"{which} {', '.join(earlier)}"
    return f"{which} in {differences}"
