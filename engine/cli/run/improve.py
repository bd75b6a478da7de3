"""`sorites improve`: do demonstrations help a model? Zero, random and weak ones in one go."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.analysis.comparison import Comparison


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("improve")(improve)


def improve(
    dataset: Annotated[str, typer.Argument(help="What to ask, such as a second round.")],
    model: Annotated[str, typer.Option(help="A model at the endpoint.")],
    base_url: Annotated[str | None, typer.Option(help="Any OpenAI-compatible endpoint.")] = None,
    key_env: Annotated[
        str, typer.Option(help="The environment variable that holds the key.")
    ] = "OPENAI_API_KEY",
    weak_in: Annotated[
        str | None, typer.Option(help="The set whose answers show what is weak; the largest.")
    ] = None,
    n: Annotated[int, typer.Option("--n", "-n", help="Demonstrations shown.", min=1, max=50)] = 4,
    prompt: Annotated[
        str, typer.Option(help="With demonstrations: cot explains them, few-shot does not.")
    ] = "cot",
    limit: Annotated[int | None, typer.Option(help="A sample of so many items.", min=1)] = None,
    concurrency: Annotated[int, typer.Option(help="Questions at a time.", min=1, max=1000)] = 16,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Ask without, with random and with weak demonstrations, and compare item by item."""
    from engine.analysis.comparison import compare
    from engine.ask.endpoints.address import address
    from engine.ask.endpoints.pacing import Limits
    from engine.ask.runs import Delivery, Request, load_material, make_plan, run_plan
    from engine.core.paths import db_path
    from engine.pipeline.demonstrations import read_demonstrations
    from engine.pipeline.publishing import publish
    from engine.show.output import write_json
    from engine.show.progress import progress

    path, where, plans, runs = db_path(db), address(base_url, key_env), [], []
    delivery = Delivery(Limits(concurrency))
    written = _written(path, weak_in, model, n)
    twins = {name: n_twins for name, _, n_twins in written}
    for name, shown in (("zero", None), *((name, shown) for name, shown, _ in written)):
        examples = read_demonstrations(shown) if shown else None
        how = prompt if shown else None
        request = Request(dataset, model, limit=limit, prompt=how, demonstrations=examples)
        # all before anybody is asked: demonstrations that do not fit are found to be so at no cost
        plans.append((name, make_plan(request, load_material(path, request), where)))
    for name, plan in plans:
        with progress(f"{model}, {name}", plan.run.n_planned) as advance:
            summary = run_plan(path, plan, delivery, advance=lambda done, _: advance(done))
        runs.append((name, summary.run_hash))
        if summary.stopped:
            raise typer.Exit(130)
    publish(path)
    found = compare(path, runs)
    if as_json:
        write_json(
            {
                "dataset": dataset,
                "model": model,
                "prompt": prompt,
                "twins": twins,
                **asdict(found),
            }
        )
    else:
        _show(f"{model} on {dataset}, {n} demonstrations, prompt {prompt}", found, twins)


def _written(db: Path, weak_in: str | None, model: str, n: int) -> list[tuple[str, Path, int]]:
    """The demonstrations of each strategy, in files beside the database named by their content.

    With each the number of contrast twins that stand in for skills in it.
    """
    import hashlib

    import orjson

    from engine.analysis.weaknesses import find_weaknesses
    from engine.pipeline.demonstrations import Strategy, make_demonstrations

    found = find_weaknesses(db, weak_in, model)
    folder = db.parent / "demonstrations"
    folder.mkdir(exist_ok=True)
    files = []
    for strategy in (Strategy.RANDOM, Strategy.WEAK):
        document = make_demonstrations(db, found, n, strategy)
        text = orjson.dumps(document, option=orjson.OPT_INDENT_2)
        path = folder / f"{strategy}-{hashlib.sha256(text).hexdigest()[:12]}.json"
        path.write_bytes(text)
        files.append((str(strategy), path, document["twins"]))
    return files


def _show(title: str, found: Comparison, twins: dict[str, int]) -> None:
    from engine.show.output import say, show_table

    show_table(
        title,
        ("demonstrations", "twins", "right", "95 % interval", "n", "run"),
        [
            (
                *(c.name, twins.get(c.name, "–"), f"{c.share:6.1%}"),
                *(f"{c.low:.1%} to {c.high:.1%}", c.n, c.run[:12]),
            )
            for c in found.conditions
        ],
    )
    say("twins: demonstrations in which the contrast twin of a skill stands in for it")
    for pair in found.pairs:
        say(
            f"{pair.second} against {pair.first}: {100 * pair.difference:+.1f} points (95% interval"
            f" {100 * pair.low:+.1f} to {100 * pair.high:+.1f}); {pair.only_second} items only with"
            f" {pair.second} right, {pair.only_first} only with {pair.first}; McNemar's mid-p"
            f" {pair.p:.3f}"
        )
