"""`sorites reproduce`: recompute published figures from their raw files."""

from __future__ import annotations

import typer

from engine.cli.family_group import FamilyGroup

group = typer.Typer(
    name="reproduce",
    no_args_is_help=True,
    cls=FamilyGroup,
    help="Recompute published figures from their raw files.",
)
