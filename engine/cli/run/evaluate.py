"""`sorites evaluate`: put data sets to a model or to the built-in respondents."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError

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
        float | None, typer.Option(help="US dollars that the whole command may cost.")
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
    context: typer.Context = None,  # type: ignore[assignment]  # whoever calls it has none
) -> None:
    """Ask, grade and store; the same command continues a run that was stopped."""
    from engine.ask.runs import Request
    from engine.cli.run.evaluate_command import as_given
    from engine.cli.run.evaluate_session import Session
    from engine.cli.run.evaluate_settings import read_asking, read_extra

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
    if extractor_model and asking.max_cost is not None:
        raise InputError(
            "--max-cost knows nothing of the extractor's price; leave one of them out, and extract"
            " afterwards by `sorites extract`"
        )
    manner = replace(asking.manner(is_fresh=again), is_batched=batch)
    session = Session(asking, manner, db, as_given(context), as_json=as_json)
    session.settle([replace(request, dataset=name) for name in _datasets(dataset, suite)])
    if dry_run:
        session.estimate()
        return
    if fresh:
        session.know_fresh(seed_file)
    session.make_runs()
    if fresh and not session.is_cut_short:
        session.make_fresh(seed_file)
    if extractor_model and not session.is_cut_short:
        session.extract(extractor_model)
    session.report()


def _datasets(dataset: str, suite: str | None) -> list[str]:
    """The data sets to ask: one, or those of a suite."""
    if suite is None:
        return [dataset]
    if dataset != _SUITE:
        raise InputError(
            f"what follows the data set {dataset} is not understood; `evaluate suite {suite}` asks"
            " all data sets of a suite"
        )
    from engine.pipeline.suites import load_suite

    return [entry.name for entry in load_suite(suite)]
