"""Write demonstrations of a model's weak skills, and measure whether they help it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.diagnosis.weaknesses import Weaknesses, find_weaknesses
from engine.analysis.scores.comparison import Comparison, compare
from engine.ask.runs import Plan, Summary, load_material, make_plan, run_plan
from engine.core.errors import InputError
from engine.core.progress import Progress, silent
from engine.pipeline.evaluate.run_configuration import RunConfiguration
from engine.pipeline.improve.demonstrations import Strategy, make_demonstrations
from engine.pipeline.publish.publishing import publish

Document = dict[str, Any]  # Any: JSON


def write_demonstrations(
    db: Path,
    dataset: str | None,
    model: str,
    n: int,
    strategy: str,
    *,
    prompt: str | None = None,
    seed: int | None = None,
) -> Document:
    """Verified examples with explanations, of a model's weak skills or of random ones.

    Raises:
        InputError: there is no such strategy, or no run that shows weak skills.
    """
    if strategy not in tuple(Strategy):
        raise InputError(f"there is no strategy {strategy!r}; choose weak or random")
    found = find_weaknesses(db, dataset, model, prompt=prompt)
    return make_demonstrations(db, found, n, Strategy(strategy), seed)


@dataclass(frozen=True, slots=True)
class Improvement:
    """A model's results without, with random and with weak demonstrations.

    `contrasts` counts, by condition, the contrasts used in place of skills. The comparison is
    None if a run was stopped.
    """

    comparison: Comparison | None
    contrasts: dict[str, int]


def improve(
    configuration: RunConfiguration,
    db: Path,
    weak_in: str | None,
    n: int,
    progress: Progress = silent,
) -> Improvement:
    """Ask a model without, with random and with weak demonstrations, and compare item by item.

    Raises:
        InputError: demonstrations do not fit the data set; raised before the first request.
    """
    model = configuration.model or ""
    written = _written(db, find_weaknesses(db, weak_in, model), n)
    contrasts = {name: n_contrasts for name, _, n_contrasts in written}
    plans = [("zero", _plan(configuration, db, None))]
    plans += [(name, _plan(configuration, db, shown)) for name, shown, _ in written]
    runs = []
    for name, plan in plans:
        summary = _made(configuration, db, plan, progress, f"{model}, {name}")
        runs.append((name, summary.run_hash))
        if summary.stopped:
            return Improvement(None, contrasts)
    publish(db)
    return Improvement(compare(db, runs), contrasts)


def _plan(configuration: RunConfiguration, db: Path, shown: Path | None) -> Plan:
    prompt = configuration.prompt if shown else None
    asked = configuration.model_copy(update={"prompt": prompt, "demonstrations": shown})
    request = asked.request(configuration.dataset or "", configuration.model or "")
    where, *beside = configuration.addresses()
    return make_plan(request, load_material(db, request), where, tuple(beside))


def _made(
    configuration: RunConfiguration, db: Path, plan: Plan, progress: Progress, title: str
) -> Summary:
    with progress(title, plan.run.n_planned) as step:
        advance: Callable[[int, object], None] = lambda done, _: step(done)  # noqa: E731
        return run_plan(db, plan, configuration.delivery(), advance=advance)


def _written(db: Path, found: Weaknesses, n: int) -> list[tuple[str, Path, int]]:
    """Write a file of demonstrations per strategy next to the database, named by its content.

    Gives the strategy, the path and the number of contrasts of each.
    """
    folder = db.parent / "demonstrations"
    folder.mkdir(exist_ok=True)
    files = []
    for strategy in (Strategy.RANDOM, Strategy.WEAK):
        document = make_demonstrations(db, found, n, strategy)
        text = orjson.dumps(document, option=orjson.OPT_INDENT_2)
        path = folder / f"{strategy}-{hashlib.sha256(text).hexdigest()[:12]}.json"
        path.write_bytes(text)
        files.append((str(strategy), path, document["contrasts"]))
    return files
