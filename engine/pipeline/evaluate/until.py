"""Ask ever larger nested samples until the accuracy is as precise as wanted.

These runs get the interval of a confidence sequence, here and on boards. It stays valid although
the data decide when to stop. Items of one group are alike, so their answers count as fewer.
One budget holds for all samples, and what was asked, used and spent is summed over them.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from engine.ask.runs import Budget, Summary, total
from engine.core.progress import Progress, silent
from engine.pipeline.evaluate.evaluation import Evaluated, Evaluation, Tell, evaluate, unheard
from engine.pipeline.evaluate.run_configuration import RunConfiguration

_FIRST = 60
_TIMES = 2


def evaluate_as_wanted(
    configuration: RunConfiguration,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    tell: Tell = unheard,
) -> Evaluated:
    """Ask everything configured or, with `until`, only as many questions as needed.

    Raises:
        InputError: as `evaluate`.
    """
    if configuration.until is None:
        return evaluate(configuration, db, executor, progress, tell=tell)
    return _evaluate_until(configuration, db, executor, progress, tell)


def _evaluate_until(
    configuration: RunConfiguration,
    db: Path,
    executor: Executor | None,
    progress: Progress,
    tell: Tell,
) -> Evaluated:
    """Make runs over nested samples, each twice as large; gives the last one.

    Questions answered in a smaller sample are not asked again.

    Raises:
        InputError: as `evaluate`.
    """
    wanted, size = (configuration.until or 0.0) / 100, _FIRST
    budget, made = Budget(configuration.max_cost), list[Summary]()
    while True:
        most = size if configuration.limit is None else min(size, configuration.limit)
        part = configuration.model_copy(update={"limit": most, "again": False})
        evaluation = Evaluation(part, db, tell, budget=budget)
        done, [plan] = evaluation.run(executor, progress), evaluation.series.plans
        made += done.runs
        summary = summed(made)
        whole = replace(done.whole, cost_usd=summary.cost_usd)
        done = replace(done, runs=(summary,), whole=whole)
        cut_short = done.whole.stopped or done.whole.halted
        if cut_short or summary.low is None or summary.high is None:
            return done
        half = (summary.high - summary.low) / 2
        is_all = plan.material.strata is None or most == configuration.limit
        if half <= wanted or is_all:
            n_all = min(plan.material.n_all, configuration.limit or plan.material.n_all)
            tell(_ended(summary, half <= wanted, n_all))
            return done
        tell(f"{summary.n:,} answers: ±{half:.1%}, so the sample is doubled")
        size *= _TIMES


def summed(made: Sequence[Summary]) -> Summary:
    """The last of several runs over nested samples, with what all of them asked, used and cost."""
    *_, last = made
    earlier = sum(min(after.reused, before.n) for before, after in pairwise(made))
    return replace(
        last,
        asked=sum(one.asked for one in made),
        reused=sum(one.reused for one in made) - earlier,
        seconds=round(sum(one.seconds for one in made), 3),
        prompt_tokens=sum(one.prompt_tokens for one in made),
        completion_tokens=sum(one.completion_tokens for one in made),
        cost_usd=total(one.cost_usd for one in made),
        cost_source=" and ".join(dict.fromkeys(filter(None, (one.cost_source for one in made))))
        or None,
    )


def _ended(summary: Summary, is_precise: bool, n_all: int) -> str:
    words = (
        f"{summary.accuracy:.1%} right, {summary.low:.1%} to {summary.high:.1%} at 95% although the"
        f" answers decided when to stop; asked {summary.n:,} of {n_all:,} questions"
    )
    if not is_precise:
        return f"{words}, which are all there are to ask, and too few for --until"
    return f"{words}, {n_all - summary.n:,} saved"
