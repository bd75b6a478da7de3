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

    from engine.families import registered
    from engine.pipeline.checking import check_family as checked
    from engine.pipeline.checking import stages

    chosen = dict(_setting(one) for one in settings or [])
    with registered(path) as family, TemporaryDirectory(prefix="sorites-family-") as folder:
        db = Path(folder, "family.duckdb")
        for stage in checked(family, db, chosen):
            _report(family.name, stage.name, stage.problem)
        for stage in stages({"dashboard": lambda: pages(db), "site": lambda: site(db)}):
            _report(family.name, stage.name, stage.problem)


def _setting(text: str) -> tuple[str, str]:
    from engine.core.errors import InputError

    name, sign, value = text.partition("=")
    if not sign:
        raise InputError(f"--set {text} is not of the form NAME=VALUE")
    return name, value


def _report(family: str, stage: str, problem: str | None) -> None:
    """A line for a stage; a failure ends the command."""
    from engine.show.output import say

    say(f"{stage}: {problem or 'ok'}")
    if problem:
        say(f"{family} does not keep the contract")
        raise typer.Exit(1)


def pages(db: Path) -> None:
    """Open every page of the dashboard over the published snapshot.

    Raises:
        SoritesError: a page fails.
    """
    import os

    from engine.core.paths import ENVIRONMENT
    from engine.core.resources import project_file

    os.environ.setdefault("STREAMLIT_LOGGER_LEVEL", "error")  # it warns of every page run like this
    from streamlit.testing.v1 import AppTest

    app_file = project_file("dashboard/app.py")
    before = os.environ.get(ENVIRONMENT)
    os.environ[ENVIRONMENT] = str(db)
    try:
        for page in sorted((app_file.parent / "app_pages").glob("[!_]*.py")):
            app = AppTest.from_file(str(app_file), default_timeout=60)
            app.switch_page(f"app_pages/{page.name}").run()
            for error in app.exception:
                raise SoritesError(f"the page {page.stem}: {error.value}")
    finally:
        if before is None:
            del os.environ[ENVIRONMENT]
        else:
            os.environ[ENVIRONMENT] = before


def site(db: Path) -> None:
    """Build the whole site over the published snapshot, a warning being an error.

    Raises:
        SoritesError: a page cannot be built, or warns.
    """
    from engine.core.paths import snapshot_path
    from engine.site import build_site

    build_site(snapshot_path(db), output=db.parent / "site", strict=True)
