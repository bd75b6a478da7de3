"""`sorites import human`: what people answered on a sheet."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError


def human(
    name: Annotated[str, typer.Argument(help="Who answered, as the boards shall say.")],
    file: Annotated[Path, typer.Argument(help="A filled sheet of `sorites sheet`.")],
    dataset: Annotated[str, typer.Option(help="The data set that it was drawn from.")],
    db: Annotated[Path | None, typer.Option("--db", help="The database.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Import a person's answers, graded by the rules that models are graded by."""
    from contextlib import closing

    from engine.analysis.statistics import Counts, clustered
    from engine.ask.respondents import name_problem
    from engine.core.items import Outcome
    from engine.core.paths import db_path
    from engine.io.answer_sheet import read_answers
    from engine.pipeline.beside import run_beside_imported
    from engine.pipeline.publishing import publish
    from engine.show.output import say, write_json
    from engine.store import (
        NO_PROMPT,
        Run,
        connect,
        find_dataset,
        load_items,
        part_of,
        record_run,
        run_hash,
    )
    from engine.store.connection import transaction

    if not name.strip():
        raise InputError("whoever answered needs a name")
    if problem := name_problem(name.strip()):
        raise InputError(problem)
    path = db_path(db)
    with closing(connect(path)) as con:
        meta = find_dataset(con, dataset)
        items = {item.hash: item for item in load_items(con, meta.name)}
        answers = read_answers(file, tuple(items.values()))
        asked = sorted(response.item for response, _ in answers)
        split, language = part_of(items[one] for one in asked)
        run = Run(
            run_hash("human", name.strip(), meta.content_hash, asked),
            meta.name,
            meta.content_hash,
            name.strip(),
            "human",
            NO_PROMPT,
            split=split,
            language=language,
            n_planned=len(answers),
            command=f"sorites import human {shlex.quote(name)} FILE --dataset {meta.name}",
            source=file.name,
        )
        with transaction(con):
            stored = record_run(con, run, answers)
        if not stored.added:
            raise InputError(
                f"{name.strip()}'s answers to this sheet are in the database already, and stay as"
                " they came; import a corrected sheet under another name"
            )
    beside = run_beside_imported(path, meta.name, set(asked))
    publish(path)
    groups: dict[int, list[bool]] = {}
    for response, verdict in answers:
        right = verdict.outcome is Outcome.RIGHT
        groups.setdefault(items[response.item].group, []).append(right)
    counts = [Counts(sum(right), len(right)) for right in groups.values()]
    n, k = len(answers), sum(count.k for count in counts)
    low, high = clustered(counts)
    silent = sum(verdict.outcome is Outcome.NO_ANSWER for _, verdict in answers)
    if as_json:
        found = {"n": n, "n_right": k, "n_no_answer": silent, "low": low, "high": high}
        write_json({"dataset": meta.name, "name": name.strip(), **found})
    else:
        say(
            f"{name.strip()} on {meta.name}: {k} of {n} right ({k / n:.1%}, 95% interval {low:.1%}"
            f" to {high:.1%}), {silent} without an answer"
        )
        for sentence in beside:
            say(sentence)
