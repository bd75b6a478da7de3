"""`sorites check-family`: check that an external family fulfils the contract."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.publish.site import build
from engine.core.errors import SoritesError
from engine.core.extras import require
from engine.core.paths import ENVIRONMENT
from engine.show.terminal.output import say


def check_family(
    path: Annotated[Path, typer.Argument(help="The family's Python file or package.")],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A parameter of the family; may be repeated."
        ),
    ] = None,
) -> None:
    """Run a family from generation to dashboard, site and exports; exit 1 if a stage fails.

    Everything is written to a temporary folder.
    """
    from engine.core.settings import parse_settings
    from engine.pipeline.check.family import stages, trial

    for extra in ("audit", "dashboard", "frame", "site"):
        require(extra)
    with trial(path, parse_settings(settings or [])) as (name, db, found):
        faces = {"dashboard": lambda: pages(db, name), "site": site(db)}
        for stage in chain(found, stages(name, faces)):
            _report(name, stage.name, stage.problem)


def _report(family: str, stage: str, problem: str | None) -> None:
    """Print a line for a stage; exit on failure."""
    say(f"{stage}: {problem or 'ok'}")
    if problem:
        say(f"{family} does not fulfil the contract")
        raise typer.Exit(1)


def pages(db: Path, dataset: str) -> None:
    """Open every page of the dashboard for a data set of the published snapshot.

    Raises:
        SoritesError: a page fails.
    """
    from streamlit import config
    from streamlit.testing.v1 import AppTest

    from engine.core.resources import project_file

    # Streamlit warns about every page run in a test, and prints what a page raises
    logging.disable(logging.ERROR)
    is_rich = config.get_option("logger.enableRich")
    config.set_option("logger.enableRich", False)
    app_file = project_file("dashboard/app.py")
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = str(db)
    try:
        for page in sorted((app_file.parent / "app_pages").glob("[!_]*.py")):
            app = AppTest.from_file(str(app_file), default_timeout=60)
            app.query_params["data"] = dataset
            app.query_params["item"] = f"{dataset}:0"
            app.switch_page(f"app_pages/{page.name}").run()
            for error in app.exception:
                raise SoritesError(f"the page {page.stem}: {error.value}")
    finally:
        logging.disable(logging.NOTSET)
        config.set_option("logger.enableRich", is_rich)
        os.environ.pop(ENVIRONMENT)
        if before is not None:
            os.environ[ENVIRONMENT] = before


def site(db: Path) -> Callable[[], None]:
    """A function that builds the site from the published snapshot, treating warnings as errors."""

    def built() -> None:
        with redirect_stdout(StringIO()):
            build(strict=True, db=db, out=db.parent / "site")

    return built
