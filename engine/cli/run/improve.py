"""`sorites improve`: measure how much demonstrations of weak skills help a model."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from engine.core.paths import db_path
from engine.show.terminal.options import AsJson, BaseUrl, Db, KeyEnv
from engine.show.terminal.output import say, show_table, write_json
from engine.show.terminal.progress import progress

if TYPE_CHECKING:
    from engine.analysis.scores.comparison import Comparison


def improve(
    dataset: Annotated[str, typer.Argument(help="The data set to ask, such as a second round.")],
    model: Annotated[str, typer.Option(help="A model at the endpoint.")],
    base_url: BaseUrl = None,
    key_env: KeyEnv = "OPENAI_API_KEY",
    weak_in: Annotated[
        str | None,
        typer.Option(help="The data set whose answers show weak skills; the largest by default."),
    ] = None,
    n: Annotated[
        int, typer.Option("--n", "-n", help="Number of demonstrations.", min=1, max=50)
    ] = 4,
    prompt: Annotated[
        str,
        typer.Option(help="The prompt with demonstrations: cot explains them, few-shot does not."),
    ] = "cot",
    limit: Annotated[
        int | None, typer.Option(help="Ask a sample of at most this many items.", min=1)
    ] = None,
    concurrency: Annotated[int, typer.Option(help="Requests at a time.", min=1, max=1000)] = 16,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Compare a model without demonstrations, with random ones and with ones of weak skills."""
    from engine.pipeline.evaluate.run_configuration import configure
    from engine.pipeline.improve.demonstrating import improve as made

    asked = {"dataset": dataset, "model": model, "base_url": base_url, "key_env": key_env}
    configuration = configure(
        {**asked, "prompt": prompt, "limit": limit, "concurrency": concurrency}
    )
    found = made(configuration, db_path(db), weak_in, n, progress)
    if found.comparison is None:
        raise typer.Exit(130)
    if as_json:
        document = {
            "dataset": dataset,
            "model": model,
            "prompt": prompt,
            "contrasts": found.contrasts,
        }
        write_json({**document, **asdict(found.comparison)})
    else:
        title = f"{model} on {dataset}, {n} demonstrations, prompt {prompt}"
        _show(title, found.comparison, found.contrasts)


def _show(title: str, found: Comparison, contrasts: dict[str, int]) -> None:
    show_table(
        title,
        ("demonstrations", "contrasts", "right", "95% interval", "n", "run"),
        [
            (
                *(c.name, contrasts.get(c.name, "–"), f"{c.share:6.1%}"),
                *(f"{c.low:.1%} to {c.high:.1%}", c.n, c.run[:12]),
            )
            for c in found.conditions
        ],
    )
    say("contrasts: demonstrations that use the contrast of a skill in place of it")
    for pair in found.pairs:
        say(
            f"{pair.second} against {pair.first}: {100 * pair.difference:+.1f} points (95% interval"
            f" {100 * pair.low:+.1f} to {100 * pair.high:+.1f}); {pair.only_second} items right"
            f" only with {pair.second}, {pair.only_first} only with {pair.first}; McNemar's exact p"
            f" {pair.p:.3f}"
        )
