"""Command groups that families can extend (`Family.commands`)."""

from __future__ import annotations

from typing import Any

import typer.main
from typer.core import TyperGroup

__all__ = ["SECTIONS", "FamilyGroup"]

SECTIONS = ("Data", "Check", "Run", "Results", "People", "Publish")
"""The groups in which --help lists the commands; families' commands join the first."""

_TOP = "sorites"


class FamilyGroup(TyperGroup):
    """A command group that includes the commands of families; its own take precedence.

    Loading families is slow, so it waits until the commands are listed or a name is unknown.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # Any: typer's private classes
        """All commands by section, families' commands last."""
        self._add()
        return sorted(super().list_commands(ctx), key=self._section)

    def _section(self, name: str) -> int:
        panel = getattr(self.commands[name], "rich_help_panel", None)
        return SECTIONS.index(panel) if panel in SECTIONS else 0

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # Any: typer's private classes
        """The command of that name; None if it does not exist."""
        if cmd_name not in self.commands:
            self._add()
        return super().get_command(ctx, cmd_name)

    def _add(self) -> None:
        """Add the commands of families."""
        from engine.pipeline.family_commands import family_commands

        added = typer.Typer()
        added.callback()(lambda: None)  # a group, even of one command
        panel = SECTIONS[0] if self.name == _TOP else None
        for name, command in family_commands(self.name or "").items():
            added.command(name, rich_help_panel=panel)(command)
        for name, built in typer.main.get_group(added).commands.items():
            self.commands.setdefault(name, built)
