"""`sorites reproduce`: recompute published figures from their raw files."""

from __future__ import annotations

import typer

from engine.cli.family_group import FamilyGroup


def register(app: typer.Typer) -> None:
    """Add the group; families provide its commands."""
    group = typer.Typer(cls=FamilyGroup, help="Recompute published figures from their raw files.")
    app.add_typer(group, name="reproduce", no_args_is_help=True)
