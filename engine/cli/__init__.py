"""The command line, `sorites`. It maps commands to functions of the other packages."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from engine.cli.check import audit, family, metamorph, verify
from engine.cli.data import (
    datasets,
    export,
    generate,
    import_,
    schema,
    seal,
    suite,
)
from engine.cli.family_group import FamilyGroup as _FamilyGroup
from engine.cli.faults import end as _end
from engine.cli.faults import tolerate_any_console as _tolerate_any_console
from engine.cli.people import review
from engine.cli.publish import dashboard, demo, publish, site, submission
from engine.cli.results import (
    compare,
    freshness,
    item,
    leaderboard,
    reading,
    regrade,
    reproduce,
    results,
    runs,
    sql,
    weaknesses,
)
from engine.cli.run import (
    check_endpoint,
    demonstrations,
    evaluate,
    extract,
    improve,
    power,
    prompt,
    serve,
)
from engine.core.pasted_keys import refuse_keys as _refuse_keys

__all__ = ["app", "main"]

app = typer.Typer(
    name="sorites",
    cls=_FamilyGroup,
    help="Measure how well language models reason logically, and see exactly where they fail.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
_SECTIONS = {
    "Data": (datasets, generate, suite, import_, export, schema, seal),
    "Check": (verify, metamorph, audit, family),
    "Run": (evaluate, check_endpoint, extract, prompt, serve, demonstrations, improve, power),
    "Results": (
        leaderboard,
        results,
        compare,
        item,
        weaknesses,
        freshness,
        reading,
        regrade,
        reproduce,
        runs,
        sql,
    ),
    "People": (review,),
    "Publish": (demo, publish, site, dashboard, submission),
}
"""The commands in the six groups of --help; families' commands join the group Data."""


def _register() -> None:
    """Add every command to the group of --help in which it stands."""
    for section, commands in _SECTIONS.items():
        for command in commands:
            n_commands, n_groups = len(app.registered_commands), len(app.registered_groups)
            command.register(app)
            for added in app.registered_commands[n_commands:]:
                added.rich_help_panel = section
            for group in app.registered_groups[n_groups:]:
                group.rich_help_panel = section


_register()


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"sorites {version('sorites')}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; any error prints one sentence and exits with code 2."""
    _tolerate_any_console()
    try:
        _refuse_keys(sys.argv[1:])
        try:
            app()
        finally:
            sys.stdout.flush()  # a full disk must not pass for success
    except BaseException as error:  # noqa: BLE001 (nothing may end in a traceback)
        _end(error)
