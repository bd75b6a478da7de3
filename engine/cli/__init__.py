"""The command line, `sorites`. It maps commands to functions of the other packages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from engine.cli.check.audit import audit
from engine.cli.check.family import check_family
from engine.cli.check.metamorph import metamorph
from engine.cli.check.verify import verify
from engine.cli.data import import_
from engine.cli.data.datasets import datasets
from engine.cli.data.export import export
from engine.cli.data.generate import generate
from engine.cli.data.schema import schema
from engine.cli.data.seal import seal
from engine.cli.data.suite import suite
from engine.cli.family_group import FamilyGroup as _FamilyGroup
from engine.cli.faults import end as _end
from engine.cli.faults import tolerate_any_console as _tolerate_any_console
from engine.cli.people import review
from engine.cli.publish import site, submission
from engine.cli.publish.dashboard import dashboard
from engine.cli.publish.demo import demo
from engine.cli.publish.publish import publish
from engine.cli.results import reading, reproduce, runs
from engine.cli.results.compare import compare
from engine.cli.results.freshness import freshness
from engine.cli.results.item import item
from engine.cli.results.leaderboard import leaderboard
from engine.cli.results.regrade import regrade
from engine.cli.results.results import cite, errors, results
from engine.cli.results.sql import sql
from engine.cli.results.weaknesses import weaknesses
from engine.cli.run.check_endpoint import check_endpoint
from engine.cli.run.demonstrations import demonstrations
from engine.cli.run.evaluate import evaluate
from engine.cli.run.evaluate_options import ConfiguredCommand as _ConfiguredCommand
from engine.cli.run.evaluate_options import later as _later
from engine.cli.run.extract import extract
from engine.cli.run.improve import improve
from engine.cli.run.power import power
from engine.cli.run.prompt import prompt
from engine.cli.run.serve import serve
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
_SECTIONS: dict[str, tuple[Callable[..., None] | typer.Typer, ...]] = {
    "Data": (datasets, generate, suite, import_.group, export, schema, seal),
    "Check": (verify, metamorph, audit, check_family),
    "Run": (evaluate, check_endpoint, extract, prompt, serve, demonstrations, improve, power),
    "Results": (
        leaderboard, results, errors, cite, compare, item, weaknesses, freshness, reading.group,
        regrade, reproduce.group, runs.group, sql,
    ),
    "People": (review.group,),
    "Publish": (demo, publish, site.group, dashboard, submission.group),
}  # fmt: skip
"""The commands and groups of commands in the sections of --help; families' join the first."""

for _section, _commands in _SECTIONS.items():
    for _command in _commands:
        if isinstance(_command, typer.Typer):
            app.add_typer(_command, rich_help_panel=_section)
        elif _command is evaluate:
            app.command("evaluate", cls=_ConfiguredCommand, rich_help_panel=_section)(
                _later(evaluate)
            )
        else:
            app.command(rich_help_panel=_section)(_command)


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
