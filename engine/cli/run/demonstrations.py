"""`sorites demonstrations`: verified examples to show a model before it is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.core.errors import InputError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("demonstrations")(demonstrations)


def demonstrations(
    dataset: Annotated[
        str | None, typer.Argument(help="The set whose answers show what is weak; the largest.")
    ] = None,
    model: Annotated[str, typer.Option(help="For whom.")] = ...,  # type: ignore[assignment]
    n: Annotated[int, typer.Option("--n", "-n", help="How many examples.", min=1, max=50)] = 4,
    strategy: Annotated[
        str, typer.Option(help="weak: skills below its mean, the weakest first; random: any.")
    ] = "weak",
    prompt: Annotated[
        str | None, typer.Option(help="The prompt of the run; zero-shot by default.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Another seed, other examples.")] = None,
    out: Annotated[Path | None, typer.Option(help="Where to write; else they are shown.")] = None,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
) -> None:
    """Write verified examples with true explanations; `evaluate --demonstrations` shows them."""
    import orjson

    from engine.analysis.weaknesses import find_weaknesses
    from engine.core.paths import db_path
    from engine.pipeline.demonstrations import Strategy, make_demonstrations
    from engine.show.output import say, write_json

    if strategy not in tuple(Strategy):
        raise InputError(f"there is no strategy {strategy!r}; choose weak or random")
    path = db_path(db)
    found = find_weaknesses(path, dataset, model, prompt=prompt)
    document = make_demonstrations(path, found, n, Strategy(strategy), seed)
    if out is None:
        write_json(document)
        return
    try:
        out.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")
    except OSError as error:
        raise InputError(f"cannot write {out}: {error.strerror}") from None
    say(f"{out}: {_summary(document)}")


def _summary(document: dict[str, Any]) -> str:  # Any: JSON
    examples = document["examples"]
    answers = sorted(example["answer"] for example in examples)
    each = ", ".join(f"{answers.count(a)} {a}" for a in dict.fromkeys(answers))
    where = "weak skills" if document["strategy"] == "weak" else "skills drawn at random"
    return (
        f"{len(examples)} examples ({each}) on {where} of {document['model']}, run"
        f" {document['run'][:12]}; {_twins(document['twins'])}"
    )


def _twins(n: int) -> str:
    if not n:
        return "none is a contrast twin in place of its skill"
    return (
        f"for {n} of them the contrast twin of such a skill stands in, as no other has the answer"
        " wanted (twin_of in the file)"
    )
