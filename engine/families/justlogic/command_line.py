"""`sorites import justlogic-dataset`, `import justlogic-results` and `reproduce justlogic`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from engine.show.terminal.options import AsJson, Db, Replace, Strict

if TYPE_CHECKING:
    from engine.core.left_out import LeftOut
    from engine.families.justlogic.published.dataset import PublishedDataset
    from engine.store import Dataset


def justlogic_dataset(
    file: Annotated[Path, typer.Argument(help="A JustLogic data file (CSV).")],
    name: Annotated[
        str | None,
        typer.Option(help="What to call it.", show_default="justlogic-published-SPLIT"),
    ] = None,
    split: Annotated[
        Literal["train", "validation", "test"] | None,
        typer.Option(
            help="Which split the items are.",
            show_default="as the file is called, else validation",
        ),
    ] = None,
    replace: Replace = False,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import JustLogic's items, derive labels again and compare them with the published ones."""
    from engine.core.left_out import LeftOut
    from engine.core.paths import db_path
    from engine.families.justlogic.published.dataset import read_dataset
    from engine.families.justlogic.published.importing import store_dataset
    from engine.io.published import load_figures
    from engine.show.terminal.progress import tracked
    from engine.store import connect

    named = [part for part in ("train", "test") if file.name.startswith(part)]
    part = str(split or [*named, "validation"][0])
    path, called = db_path(db), f"justlogic-published-{part}" if name is None else name
    _require_free(path, called, replace)
    left_out = LeftOut(is_strict=strict)
    published = read_dataset(file, part, tracked, left_out)
    with connect(path) as con:
        dataset = store_dataset(con, published, called, replace=replace)
        load_figures(con)
    _report(dataset, published, {}, left_out, as_json)


def justlogic_results(
    files: Annotated[list[Path], typer.Argument(help="Result files (CSV); several are samples.")],
    model: Annotated[str, typer.Option(help="Who answered, such as Llama3-8B.")],
    prompt: Annotated[str, typer.Option(help="How it was asked, such as 0-shot.")],
    name: Annotated[str, typer.Option(help="The data set asked.")] = "justlogic-published-test",
    replace: Replace = False,
    strict: Strict = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import a model's answers, judged as published and again by our labels and rules."""
    from engine.core.left_out import LeftOut
    from engine.core.paths import db_path
    from engine.families.justlogic.published.importing import store_results, tally
    from engine.families.justlogic.published.results import read_results
    from engine.io.published import load_figures
    from engine.show.terminal.progress import tracked
    from engine.store import connect

    path = db_path(db)
    _require_free(path, name, replace)
    left_out = LeftOut(is_strict=strict)
    results = read_results(files, tracked, left_out)
    with connect(path) as con:
        dataset = store_results(
            con, results, name=name, model=model, prompt=prompt, replace=replace
        )
        load_figures(con)
    _report(dataset, results.dataset, tally(results), left_out, as_json)


def _require_free(db: Path, name: str, replace: bool) -> None:
    """Refuse, before the work, a name taken by anything but a published data set."""
    from engine.families.justlogic.published.importing import published_meta
    from engine.store import connect, find_made

    meta = published_meta(name)
    if db.is_file() and not replace:
        with connect(db) as con:
            find_made(con, meta)


def _report(
    dataset: Dataset,
    published: PublishedDataset,
    runs: dict[str, dict[str, int]],
    left_out: LeftOut,
    as_json: bool,
) -> None:
    """Report what was imported and what is wrong with it; exit 1 if rows were left out."""
    from engine.families.justlogic.published.importing import findings
    from engine.show.terminal.output import say, write_json

    if as_json:
        kinds = ("relabelled", "excluded", "respaced", "shallower", "unread", "unasked")
        faults = {kind: getattr(published, kind) for kind in kinds}
        write_json({"dataset": dataset.name, "items": dataset.n, **faults, "runs": runs,
                    "left_out": left_out.reasons})  # fmt: skip
    else:
        say(f"{dataset.name}: {dataset.n:,} items. {findings(published)}")
        for sentence in left_out.sentences:
            say(sentence)
        for origin, counts in runs.items():
            share = counts["right"] / counts["n"]
            say(f"{origin}: {counts['right']:,} of {counts['n']:,} right ({share:.1%})")
    if published.excluded or published.unasked or left_out.reasons:
        raise typer.Exit(1)


def reproduce_justlogic(
    folder: Annotated[Path, typer.Option("--from", help="The folder with the result files.")],
    out: Annotated[Path, typer.Option(help="The JSON file to write.")],
    as_json: AsJson = False,
) -> None:
    """Compute accuracy by model, prompt, depth and argument form from JustLogic's result files."""
    from engine.families.justlogic.published.reproduction import reproduce, write_figures
    from engine.show.terminal.output import say, write_json
    from engine.show.terminal.progress import tracked

    reproduced = reproduce(folder, tracked)
    write_figures(reproduced, out)
    if as_json:
        write_json(reproduced.model_dump(mode="json"))
        return
    for figure in reproduced.figures:
        if figure.breakdown == "overall":
            score = f"{figure.value:.2%} of {figure.n:,}"
            say(f"{figure.origin}: {figure.model} {figure.prompt} {score}")
