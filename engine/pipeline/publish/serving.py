"""Serve a built-in respondent as an OpenAI-compatible endpoint on 127.0.0.1."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engine.ask.respondents import Learner, respondent
from engine.core.extras import require
from engine.core.items import Item
from engine.store import connect_read_only, list_datasets, load_items


class Served(NamedTuple):
    """A respondent, its number of items and its address; `serve` runs until Ctrl-C."""

    name: str
    n: int
    address: str
    serve: Callable[[], None]


def serve_respondent(name: str, db: Path, dataset: str | None, port: int) -> Served:
    """Prepare an endpoint where a respondent answers the items of one data set or of all.

    Raises:
        InputError: there is no such respondent or data set, or the port is taken.
    """
    require("serve")
    from engine.ask.respondents.serving import HOST, Index, listen, make_app, serve

    answers = respondent(name)
    items = _items(db, dataset)
    if isinstance(answers, Learner):
        answers.fit([item for item in items if item.split == "train"])
    listening = listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/v1"
    app = make_app(answers, Index(items))
    return Served(answers.name, len(items), address, lambda: serve(app, listening))


def _items(db: Path, dataset: str | None) -> list[Item]:
    with closing(connect_read_only(db)) as con:
        names = [dataset] if dataset else [known.name for known in list_datasets(con)]
        return [item for name in names for item in load_items(con, name)]
