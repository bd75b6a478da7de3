"""Groups of commands to which families add their own (`Family.commands`)."""

from __future__ import annotations

from typing import Any

import typer.main
from typer.core import TyperGroup

__all__ = ["SECTIONS", "FamilyGroup"]

SECTIONS = ("Data", "Check", "Run", "Results", "People", "Publish")
"""The groups in which --help lists the commands; those of families stand in the first."""

_TOP = "sorites"


class FamilyGroup(TyperGroup):
    """A group that also has the commands that families add to it; its own take precedence.

    Loading the families takes a while, so they are asked only when the commands are listed or a
    word is not one of the group's own.
    """

    def list_commands(self, ctx: Any) -> list[str]:  # Any: typer's private classes
        """All commands by section, families' last in theirs."""
        self._add()
        return sorted(super().list_commands(ctx), key=self._section)

    def _section(self, name: str) -> int:
        panel = getattr(self.commands[name], "rich_help_panel", None)
        return SECTIONS.index(panel) if panel in SECTIONS else 0

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # Any: typer's private classes
        """The command of that name; None if there is none."""
        if cmd_name not in self.commands:
            self._add()
        return super().get_command(ctx, cmd_name)

    def _add(self) -> None:
        from engine.pipeline.family_commands import family_commands

        added = typer.Typer()
        added.callback()(lambda: None)  # a group, even of one command
        panel = SECTIONS[0] if self.name == _TOP else None
        for name, command in family_commands(self.name or "").items():
            added.command(name, rich_help_panel=panel)(command)
        for name, built in typer.main.get_group(added).commands.items():
            self.commands.setdefault(name, built)
