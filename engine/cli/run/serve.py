"""`sorites serve`: a built-in respondent as an OpenAI-compatible endpoint on loopback."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engine.ask.respondents import Respondent
    from engine.core.items import Item


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve")(serve)


def serve(
    name: Annotated[
        str,
        typer.Argument(
            metavar="RESPONDENT", help="solver, prover-3, …; simulated has a known ability."
        ),
    ],
    dataset: Annotated[
        str | None, typer.Option(help="Serve the items of this data set; all by default.")
    ] = None,
    port: Annotated[int, typer.Option(help="0 takes a free one.", min=0, max=65535)] = 8399,
    accuracy: Annotated[
        str, typer.Option(help="Of `simulated`: a share, or 1=0.9,2=0.7,other=0.5 with --by.")
    ] = "0.8",
    by: Annotated[
        str | None, typer.Option(help="Of `simulated`: the trait it depends on, such as depth.")
    ] = None,
    sloppy: Annotated[
        float, typer.Option(help="Of `simulated`: share not in the asked format.", min=0, max=1)
    ] = 0.0,
    silent: Annotated[
        float, typer.Option(help="Of `simulated`: share without an answer.", min=0, max=1)
    ] = 0.0,
    prefers: Annotated[
        str, typer.Option(help="Of `simulated`: the position it prefers, by letter.")
    ] = "A",
    preference: Annotated[
        float,
        typer.Option(help="Of `simulated`: share chosen for the position.", min=0, max=1),
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Of `simulated`: other seeds, other answers.")] = 0,
    db: Annotated[Path | None, typer.Option(help="The database.")] = None,
) -> None:
    """Answer over HTTP like a model; ask it with `sorites evaluate --base-url`."""
    from engine.ask.baselines.simulated import Simulated, read_ability
    from engine.ask.respondents import Learner, respondent
    from engine.ask.respondents.serving import HOST, Index, listen, make_app
    from engine.ask.respondents.serving import serve as serve_app
    from engine.show.output import say

    answers: Respondent
    if name == "simulated":
        ability = read_ability(
            accuracy, by, sloppy=sloppy, silent=silent, prefers=prefers, preference=preference
        )
        answers = Simulated(ability, seed)
    else:
        answers = respondent(name)
    items = _items(db, dataset)
    if isinstance(answers, Learner):
        answers.fit([item for item in items if item.split == "train"])
    listening = listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/v1"
    say(f"{answers.name} answers {len(items):,} items at {address}; Ctrl-C ends it")
    with suppress(KeyboardInterrupt):
        serve_app(make_app(answers, Index(items)), listening)


def _items(db: Path | None, dataset: str | None) -> list[Item]:
    from engine.core.paths import db_path
    from engine.store import connect_read_only, list_datasets, load_items

    con = connect_read_only(db_path(db))
    try:
        names = [dataset] if dataset else [known.name for known in list_datasets(con)]
        return [item for name in names for item in load_items(con, name)]
    finally:
        con.close()
