"""`elenchus evaluate`: put data sets to a model or to the built-in respondents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import InputError

if TYPE_CHECKING:
    from engine.cli.evaluate_settings import Asking
    from engine.evaluation import Manner, Plan, Price, Request, Summary
    from engine.respondents.endpoint import Address

_SUITE = "suite"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    dataset: Annotated[str, typer.Argument(help="The data set; or the word suite.")],
    suite: Annotated[
        str | None, typer.Argument(help="After the word suite: whose data sets are all asked.")
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help="A model at the endpoint, or a built-in respondent such as prover-3."),
    ] = None,
    baselines: Annotated[
        bool, typer.Option("--baselines", help="Ask all built-in respondents.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Ask nothing; say what it would take.")
    ] = False,
    settings: Annotated[
        Path | None, typer.Option(help="A TOML file of the settings below; flags win over it.")
    ] = None,
    base_url: Annotated[
        list[str] | None,
        typer.Option(help="Any OpenAI-compatible endpoint, such as http://host/v1; or several."),
    ] = None,
    key_env: Annotated[
        str | None, typer.Option(help="The environment variable of the key: OPENAI_API_KEY.")
    ] = None,
    prompt: Annotated[
        str | None,
        typer.Option(
            help="zero-shot, few-shot or cot; +forms names the forms; :2 shows two, ~7 draws them"
            " by a seed, ~depth those of the item's depth. Or a prompt file of your own."
        ),
    ] = None,
    demonstrations: Annotated[
        Path | None, typer.Option(help="Show the examples of a file by `demonstrations`.")
    ] = None,
    probe: Annotated[
        str,
        typer.Option(
            help="no-logic, shuffled-premises, paraphrased or symbolic; no-context of statements;"
            " no-content, options-only or withheld-option of single choices."
        ),
    ] = "none",
    rotations: Annotated[
        bool, typer.Option("--rotations", help="Ask in all circular orders of the options.")
    ] = False,
    split: Annotated[
        str | None, typer.Option(help="test by default; all asks the whole set.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(help="en by default; symbolic asks the twins, all everything.")
    ] = None,
    limit: Annotated[int | None, typer.Option(help="A sample of so many items.", min=1)] = None,
    samples: Annotated[int, typer.Option(help="Answers to each item.", min=1, max=100)] = 1,
    temperature: Annotated[float | None, typer.Option(help="Sent if given.", min=0)] = None,
    top_p: Annotated[float | None, typer.Option(help="Sent if given.", min=0, max=1)] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Sent if given.", min=1)] = None,
    seed: Annotated[int | None, typer.Option(help="Sent if given.")] = None,
    reasoning_effort: Annotated[str | None, typer.Option(help="Sent if given: low, high.")] = None,
    stop: Annotated[list[str] | None, typer.Option(help="Text at which a reply ends.")] = None,
    system: Annotated[str | None, typer.Option(help="Put before the instructions.")] = None,
    stream: Annotated[bool, typer.Option("--stream", help="Have replies streamed.")] = False,
    api: Annotated[str | None, typer.Option(help="chat or responses.")] = None,
    extra: Annotated[list[str] | None, typer.Option(help="KEY=JSON, sent as it stands.")] = None,
    concurrency: Annotated[
        int | None, typer.Option(help="Questions at a time at most: 16.", min=1, max=1000)
    ] = None,
    requests_per_minute: Annotated[int | None, typer.Option(help="At most.", min=1)] = None,
    tokens_per_minute: Annotated[int | None, typer.Option(help="At most.", min=1)] = None,
    timeout: Annotated[float | None, typer.Option(help="Seconds a request may take: 600.")] = None,
    attempts: Annotated[
        int | None, typer.Option(help="Attempts at a request: 6.", min=1, max=100)
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option(help="US dollars after which nothing more is asked.")
    ] = None,
    prices: Annotated[
        Path | None, typer.Option(help="Your own prices, in the form of data/prices.")
    ] = None,
    batch: Annotated[
        bool, typer.Option("--batch", help="Hand over in batches, answered within a day.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Pay again for what other runs have asked.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Then ask on newly seeded items of the same recipe.")
    ] = False,
    seed_file: Annotated[
        Path | None, typer.Option(help="Of --fresh: a file made by `seal`; one is made by default.")
    ] = None,
    extractor_model: Annotated[
        str | None, typer.Option(help="Then reads what our rules could not: see `extract`.")
    ] = None,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document; progress as JSON lines.")
    ] = False,
) -> None:
    """Ask, grade and store; the same command continues a run that was stopped."""
    from engine.cli.evaluate_report import report
    from engine.cli.evaluate_settings import read_asking, read_extra
    from engine.evaluation import Request

    if baselines == (model is not None) or model == "":
        raise InputError(
            "name either one respondent with --model, or all built-in with --baselines"
        )
    flags = {
        "base_url": base_url[0] if base_url else None,
        "beside": tuple({"base_url": other} for other in (base_url or ())[1:]),
        "key_env": key_env,
        "temperature": temperature,
        "top_p": top_p,
        "max_tokens": max_tokens,
        "seed": seed,
        "reasoning_effort": reasoning_effort,
        "stop": tuple(stop or ()),
        "system": system,
        "stream": stream,
        "api": api,
        "extra": read_extra(extra or ()),
        "concurrency": concurrency,
        "requests_per_minute": requests_per_minute,
        "tokens_per_minute": tokens_per_minute,
        "timeout": timeout,
        "attempts": attempts,
        "max_cost": max_cost,
        "prices": prices,
    }
    asking = read_asking(settings, flags)
    request = Request(
        dataset,
        model or "",
        split,
        limit,
        prompt,
        probe,
        samples,
        asking.settings(),
        rotations,
        language,
        demonstrations,
    )
    session = _Session(
        asking, replace(asking.manner(is_fresh=again), is_batched=batch, tell=_note), db, as_json
    )
    requests = [replace(request, dataset=name) for name in _datasets(dataset, suite)]
    if dry_run:
        session.estimate(requests)
        return
    summaries = session.make_runs(requests)
    if fresh:
        summaries += session.make_fresh(summaries, seed_file)
    if extractor_model:
        from engine.cli.extract import extract_from
        from engine.store import db_path

        where = asking.base_url, asking.key_env
        extract_from(summaries, extractor_model, db, *where, is_quiet=as_json)
        _publish(db_path(db))
    report(summaries, session.price, as_json=as_json)


def _datasets(dataset: str, suite: str | None) -> list[str]:
    """The data sets to ask: one, or those of a suite."""
    if suite is None:
        return [dataset]
    if dataset != _SUITE:
        raise InputError(
            f"what follows the data set {dataset} is not understood; `evaluate suite {suite}` asks"
            " all data sets of a suite"
        )
    from engine.suites import load_suite

    return [entry.name for entry in load_suite(suite)]


class _Session:
    """One command: runs that are made one after the other in the same manner."""

    def __init__(self, asking: Asking, manner: Manner, db: Path | None, as_json: bool) -> None:
        from engine.store import db_path

        self._asking = asking
        self._manner = manner
        self._db = db_path(db)
        self._as_json = as_json
        self.price: Price | None = None
        self._made: list[Plan] = []

    def estimate(self, requests: list[Request]) -> None:
        """Say what the runs would take."""
        from engine.cli.evaluate_report import show_estimates
        from engine.evaluation import changes, estimate

        plans = [plan for request in requests for plan in self._plans(request)]
        show_estimates(
            [estimate(self._db, plan, self._manner, self.price) for plan in plans],
            [changes(self._db, plan) for plan in plans],
            as_json=self._as_json,
        )

    def make_runs(self, requests: list[Request]) -> list[Summary]:
        """Make the runs, all plans settled before the first question; the user may stop between."""
        settled = [list(self._plans(request)) for request in requests]
        summaries: list[Summary] = []
        for plan in (plan for plans in settled for plan in plans):
            summaries.append(self._make_run(plan))
            self._made.append(plan)
            if summaries[-1].stopped or summaries[-1].halted:
                break
        if not any(summary.postponed for summary in summaries):
            _publish(self._db)
        return summaries

    def make_fresh(self, made: list[Summary], seed_file: Path | None) -> list[Summary]:
        """Put the runs that came to their end on newly seeded items too."""
        from engine.cli.evaluate_fresh import ask_fresh

        whole = [
            plan
            for plan, summary in zip(self._made, made, strict=True)
            if not (summary.stopped or summary.halted or summary.postponed)
        ]
        summaries = ask_fresh(self._db, whole, seed_file, self._make_run)
        _publish(self._db)
        return summaries

    def _plans(self, request: Request) -> list[Plan]:
        from engine.evaluation import load_material, make_plan, obstacle
        from engine.respondents import baselines_for, is_learner
        from engine.sampling import told

        material = load_material(self._db, request)
        if material.strata is not None:
            n, by = len(material.items), told(material.strata)
            _note(f"a sample of {n:,} items, drawn in proportion by {by}")
        trained = {item.hash for item in material.train}
        plans = []
        for name in [request.model] if request.model else baselines_for(material.kind):
            where = self._where(name)
            if not request.model and (lacking := obstacle(name, material)):
                _note(f"{name} is left out: {lacking}")
                continue
            if is_learner(name) and any(material.items.place(h) is not None for h in trained):
                _note(
                    f"{name} has learnt from questions that it is asked now; --split test has none"
                )
            beside = self._asking.addresses_beside() if where else ()
            plans.append(make_plan(replace(request, model=name), material, where, beside))
        return plans

    def _where(self, name: str) -> Address | None:
        """The endpoint to ask, with the model's price there; None for a built-in respondent."""
        from engine.evaluation import find_price
        from engine.respondents import BASELINES, is_baseline, resembles_baseline
        from engine.respondents.endpoint import address

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
        price = find_price(name, where.shown, self._asking.prices)
        self.price = price.batched() if price and self._manner.is_batched else price
        return where

    def _make_run(self, plan: Plan, db: Path | None = None) -> Summary:
        from engine.cli.evaluate_progress import watched
        from engine.cli.evaluate_report import told_changes
        from engine.evaluation import changes, run_plan

        path = db or self._db
        if plan.where and (change := changes(path, plan)):
            _note(told_changes(change))
        price, limit = (self.price, self._asking.max_cost) if plan.where else (None, None)
        with watched(plan, price, as_json=self._as_json) as advance:
            return run_plan(
                path, plan, self._manner, advance=advance, price=price, max_cost_usd=limit
            )


def _publish(db: Path) -> None:
    from engine.store import StoreBusy, publish

    try:
        publish(db)
    except StoreBusy as error:
        _note(f"the snapshot is not renewed: {error}")


def _note(sentence: str) -> None:
    typer.echo(f"elenchus: {sentence}", err=True)
