"""`sorites check-family`: does a family of somebody's keep the contract, from items to pages?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import SoritesError


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check-family")(check_family)


def check_family(
    path: Annotated[Path, typer.Argument(help="A Python file or package: the family's module.")],
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="A setting of the family; repeatable."),
    ] = None,
) -> None:
    """Take a family's items the whole way, from generation to pages and exports; exit 1 on failure.

    Nothing is written but to a temporary folder.
    """
    from tempfile import TemporaryDirectory

    from engine.core.settings import parse_settings
    from engine.families import registered
    from engine.pipeline.checking import check_family as checked
    from engine.pipeline.checking import stages

    chosen = parse_settings(settings or [])
    with registered(path) as family, TemporaryDirectory(prefix="sorites-family-") as folder:
        db = Path(folder, "family.duckdb")
        for stage in checked(family, db, chosen):
            _report(family.name, stage.name, stage.problem)
        for stage in stages(
            {"dashboard": lambda: pages(db, family.name), "site": lambda: site(db)}
        ):
            _report(family.name, stage.name, stage.problem)


def _report(family: str, stage: str, problem: str | None) -> None:
    """A line for a stage; a failure ends the command."""
    from engine.show.output import say

    say(f"{stage}: {problem or 'ok'}")
    if problem:
        say(f"{family} does not keep the contract")
        raise typer.Exit(1)


def pages(db: Path, dataset: str) -> None:
    """Open every page of the dashboard on a data set of the published snapshot.

    Raises:
        SoritesError: a page fails.
    """
    import os

    from streamlit.logger import set_log_level
    from streamlit.testing.v1 import AppTest

    from engine.core.paths import ENVIRONMENT
    from engine.core.resources import project_file

    set_log_level("ERROR")  # it warns of every page that is run like this
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
        os.environ.pop(ENVIRONMENT)
        if before is not None:
            os.environ[ENVIRONMENT] = before


def site(db: Path) -> None:
    """Build the whole site over the published snapshot, a warning being an error.

    Raises:
        SoritesError: a page cannot be built, or warns.
    """
    from engine.core.paths import snapshot_path
    from engine.site import build_site

    build_site(snapshot_path(db), output=db.parent / "site", strict=True)
