"""`elenchus evaluate`: put a data set to a model or to the built-in respondents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import InputError

if TYPE_CHECKING:
    from engine.evaluation import Plan, Request, Summary
    from engine.respondents.endpoint import Address

_STOPPED = 130
_WITHHELD = "withheld-option"


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    dataset: Annotated[str, typer.Argument(help="The data set.")],
    model: Annotated[
        str | None,
        typer.Option(help="A model at the endpoint, or a built-in respondent such as prover-3."),
    ] = None,
    baselines: Annotated[
        bool, typer.Option("--baselines", help="Ask all built-in respondents.")
    ] = False,
    base_url: Annotated[
        str | None, typer.Option(help="Any OpenAI-compatible endpoint, such as http://host/v1.")
    ] = None,
    key_env: Annotated[
        str, typer.Option(help="The environment variable that holds the key.")
    ] = "OPENAI_API_KEY",
    prompt: Annotated[
        str | None,
        typer.Option(help="zero-shot, few-shot or cot; +forms names the forms; :2 shows two."),
    ] = None,
    demonstrations: Annotated[
        Path | None, typer.Option(help="Show the examples of a file by `demonstrations`.")
    ] = None,
    probe: Annotated[
        str,
        typer.Option(
            help="no-logic; no-context of statements; no-content, options-only or withheld-option "
            "of single choices."
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
    limit: Annotated[int | None, typer.Option(help="Only the first so many items.", min=1)] = None,
    samples: Annotated[int, typer.Option(help="Answers to each item.", min=1, max=100)] = 1,
    concurrency: Annotated[int, typer.Option(help="Questions at a time.", min=1, max=1000)] = 16,
    temperature: Annotated[float | None, typer.Option(help="Sent if given.", min=0)] = None,
    top_p: Annotated[float | None, typer.Option(help="Sent if given.", min=0, max=1)] = None,
    max_tokens: Annotated[int | None, typer.Option(help="Sent if given.", min=1)] = None,
    seed: Annotated[int | None, typer.Option(help="Sent if given.")] = None,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Ask, grade and store; the same command continues a run that was stopped."""
    from engine.evaluation import Request
    from engine.respondents.endpoint import Settings

    if baselines == (model is not None) or model == "":
        raise InputError(
            "name either one respondent with --model, or all built-in with --baselines"
        )
    settings = Settings(temperature, top_p, max_tokens, seed)
    request = Request(
        dataset,
        model or "",
        split,
        limit,
        prompt,
        probe,
        samples,
        settings,
        rotations,
        language,
        demonstrations,
    )
    summaries = _make_runs(request, base_url, key_env, concurrency, db)
    _report(summaries, as_json)


def _make_runs(
    request: Request, base_url: str | None, key_env: str, concurrency: int, db: Path | None
) -> list[Summary]:
    from engine.evaluation import load_material, make_plan, obstacle
    from engine.respondents import baselines_for, is_learner
    from engine.store import db_path

    path = db_path(db)
    material = load_material(path, request)
    trained = {item.hash for item in material.train}
    summaries: list[Summary] = []
    for name in [request.model] if request.model else baselines_for(material.kind):
        named = replace(request, model=name)
        where = _where(name, base_url, key_env)
        if not request.model and (lacking := obstacle(name, material)):
            _note(f"{name} is left out: {lacking}")
            continue
        if is_learner(name) and any(item.hash in trained for item in material.items):
            _note(f"{name} has learnt from questions that it is asked now; --split test has none")
        plan = make_plan(named, material, where)
        summaries.append(_make_run(path, plan, concurrency))
        if any(summary.stopped for summary in summaries):
            break
    if not any(summary.postponed for summary in summaries):
        _publish(path)
    return summaries


def _where(name: str, base_url: str | None, key_env: str) -> Address | None:
    """The endpoint to ask; None for a built-in respondent."""
    from engine.respondents import BASELINES, is_baseline, resembles_baseline
    from engine.respondents.endpoint import address

    if is_baseline(name):
        if base_url:
            raise InputError(f"{name} is built in and has no endpoint; leave out --base-url")
        return None
    if not base_url and resembles_baseline(name):
        raise InputError(
            f"{name} is not among the built-in respondents, which are {', '.join(BASELINES)};"
            " for a model of that name, give its endpoint with --base-url"
        )
    return address(base_url, key_env)


def _publish(db: Path) -> None:
    from engine.store import StoreBusy, publish

    try:
        publish(db)
    except StoreBusy as error:
        _note(f"the snapshot is not renewed: {error}")


def _note(sentence: str) -> None:
    typer.echo(f"elenchus: {sentence}", err=True)


def _make_run(db: Path, plan: Plan, concurrency: int) -> Summary:
    from engine.cli.progress import progress
    from engine.evaluation import run_plan

    title = f"{plan.run.model} on {plan.run.dataset}"
    with progress(title, plan.run.n_planned) as advance:
        return run_plan(db, plan, concurrency=concurrency, advance=advance)


def _report(summaries: Sequence[Summary], as_json: bool) -> None:
    """Print what the runs came to; exit 130 if stopped, 1 if anything ended in an error."""
    from engine.cli.output import say, write_json

    if as_json:
        write_json({"runs": [asdict(summary) for summary in summaries]})
    else:
        for summary in summaries:
            for sentence in _sentences(summary):
                say(sentence)
    if any(summary.stopped for summary in summaries):
        raise typer.Exit(_STOPPED)
    if any(summary.errors for summary in summaries):
        raise typer.Exit(1)


def _sentences(summary: Summary) -> list[str]:
    """A run in words: its score, what failed, and how to go on."""
    what = "of the withheld options given" if summary.probe == _WITHHELD else "right"
    score = (
        f"{summary.accuracy:.1%} {what} (95% interval {summary.low:.1%} to {summary.high:.1%})"
        if summary.accuracy is not None
        else "nothing answered yet"
    )
    lines = [
        f"{summary.model}: {score}, n = {summary.n:,}, of which {summary.n_no_answer:,} gave no "
        f"answer; {summary.asked:,} asked now in {summary.seconds:.1f} s"
    ]
    if summary.errors:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in summary.errors.items())
        lines.append(f"  ended in errors: {kinds}; the same command asks these again")
    if summary.stopped:
        lines.append(f"  stopped with {summary.unasked:,} to ask; continue with: {summary.command}")
    if summary.postponed:
        lines.append(f"  {summary.postponed}")
    return lines
