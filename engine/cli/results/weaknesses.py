"""`sorites weaknesses`: find a model's weak skills, and confirm them in a second round."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.core.errors import InputError
from engine.core.paths import db_path, db_to_read
from engine.show.terminal.options import AsJson, Db
from engine.show.terminal.output import say, show_table, write_json

if TYPE_CHECKING:
    from engine.analysis.diagnosis.weaknesses import Weakness, Weaknesses
    from engine.pipeline.improve.second_round import SecondRound


def weaknesses(
    dataset: Annotated[
        str | None, typer.Argument(help="A data set on skills; the largest answered by default.")
    ] = None,
    model: Annotated[str, typer.Option(help="The model.")] = ...,  # type: ignore[assignment]
    by: Annotated[
        str,
        typer.Option(help="skill, rule, category, logic, logic and category, kind or length."),
    ] = "skill",
    prompt: Annotated[
        str | None,
        typer.Option(help="The prompt of the run; by default zero-shot, else the latest."),
    ] = None,
    top: Annotated[int, typer.Option(help="Show this many; --json has all.", min=1)] = 20,
    target: Annotated[
        int | None, typer.Option(help="Make a second round on this many weakest skills.", min=1)
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="The name of the second round; DATASET-second by default.")
    ] = None,
    n: Annotated[
        int | None,
        typer.Option("-n", help="Its questions on those skills; ten per skill by default.", min=1),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Its seed; a new one by default.")] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Rank a model's weakest skills, make a second round on them, and compare both rounds."""
    from engine.analysis.diagnosis.weaknesses import find_weaknesses

    if (target is None and name is not None) or (target and by != "skill"):
        raise InputError("a second round needs --target, the number of skills, and --by skill")
    path = db_to_read(db) if target is None else db_path(db)
    found = find_weaknesses(path, dataset, model, by=by, prompt=prompt)
    second = None
    if target is not None:
        from engine.pipeline.improve.second_round import second_round

        named = name or f"{found.run.dataset}-second"
        second = second_round(path, found, target, named, n=n, seed=seed)
    if as_json:
        write_json(_document(found, second))
        return
    _show(found, top)
    if second is not None:
        _show_second(second)


def _document(found: Weaknesses, second: SecondRound | None) -> dict[str, Any]:  # Any: JSON
    from engine.analysis.diagnosis.weaknesses import METHOD, RATE

    document: dict[str, Any] = {
        "run": {**found.run._asdict(), "share": found.run.share},
        "by": found.by,
        "method": METHOD,
        "rate": RATE,
        "prior": {
            "parts": [{"share": share, **beta._asdict()} for share, beta in found.prior.parts],
            "mean": found.prior.mean,
            "weight": found.prior.weight,
            "kinds": found.prior.kinds and found.prior.kinds._asdict(),
        },
        "n_parts": len(found.parts),
        "n_found": len(found.found),
        "words": found.words,
        "parts": [asdict(part) for part in found.parts],
        "only_contrasts": sorted(found.only_contrasts),
    }
    if second is not None:
        document["second_round"] = second.document()
    return document


def _show(found: Weaknesses, top: int) -> None:
    from engine.analysis.diagnosis.weaknesses import METHOD

    run = found.run
    say(
        f"{run.model} on {run.dataset} ({run.prompt}, run {run.run_hash[:12]}): {run.share:.1%}"
        f" right (95% interval {run.low:.1%} to {run.high:.1%}), n = {run.n:,},"
        f" {len(found.parts)} parts by {found.by}"
    )
    show_table(
        None,
        (
            *(
                found.by,
                "right",
                "n",
                "95% interval",
                "expected",
                "estimate",
                "95% interval",
                "q",
                "luck",
                "answers given",
            ),
            *(("balanced", "constant") if found.is_balanced else ()),
        ),
        [
            (
                *_row(part, found.marked(part.part)),
                *((f"{part.balanced:6.1%}", f"{part.most_frequent:6.1%}") * found.is_balanced),
            )
            for part in found.parts[:top]
        ],
    )
    if found.is_balanced:
        say(
            "balanced: accuracy averaged over the gold answers; constant: the score of always"
            " giving the most frequent one"
        )
    if found.note:
        say(found.note)
    say(f"{found.words} (Column luck: those expected as low by luck, of those that are.)")
    say(f"{METHOD}. {found.prior}")


def _row(part: Weakness, mark: str) -> tuple[object, ...]:
    return (
        f"{mark}{part.part}",
        f"{part.share:6.1%}",
        part.n,
        f"{part.low:.1%} to {part.high:.1%}",
        f"{part.expected:6.1%}",
        f"{part.estimate:6.1%}",
        f"{part.estimate_low:.1%} to {part.estimate_high:.1%}",
        f"{part.q:.3f}",
        f"{part.as_low_by_luck:.1f} of {part.as_low}",
        part.answers,
    )


def _show_second(second: SecondRound) -> None:
    show_table(
        None,
        ("skill", "first round", "expected", "n", "second round"),
        [
            (
                one["skill"],
                f"{one['first_right']} of {one['first_n']}",
                f"{one['expected']:6.1%}",
                one["n"],
                f"{one['right']} of {one['answered']}" if one["answered"] else "not answered",
            )
            for one in second.document()["skills"]
        ],
    )
    for sentence in second.sentences():
        say(sentence)
