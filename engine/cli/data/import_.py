"""`sorites import`: data sets and answers that others published."""

from __future__ import annotations

import typer

from engine.cli.data.import_harness import inspect_log, lm_eval_samples
from engine.cli.data.import_questions import questions
from engine.cli.family_group import FamilyGroup


def register(app: typer.Typer) -> None:
    """Add the group of commands; families add their own to it."""
    group = typer.Typer(cls=FamilyGroup, help="Import data sets and answers that others published.")
    group.command("questions")(questions)
    group.command("inspect-log")(inspect_log)
    group.command("lm-eval-samples")(lm_eval_samples)
    app.add_typer(group, name="import", no_args_is_help=True)
