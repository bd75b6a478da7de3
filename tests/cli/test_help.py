"""The commands as --help lists them."""

from __future__ import annotations

from typing import Any

import typer.main

from engine.cli import app
from engine.cli.family_group import SECTIONS
from engine.pipeline.evaluate.run_configuration import RunConfiguration

COMMANDS: Any = typer.main.get_command(app)  # Any: typer's private classes


def test_every_command_stands_in_one_of_six_groups_with_a_line_of_help() -> None:
    sections: dict[str, list[str]] = {}
    for name in COMMANDS.list_commands(None):
        command = COMMANDS.get_command(None, name)
        sections.setdefault(command.rich_help_panel, []).append(name)
        assert command.help, name
        assert len(command.help.split("\n\n")[0].replace("\n", " ")) <= 100, name
        for parameter in command.params:
            assert parameter.help or parameter.name == "help", f"{name} {parameter.name}"
    assert tuple(sections) == SECTIONS
    assert "generate" in sections["Data"]
    assert "evaluate" in sections["Run"]


def test_the_help_of_evaluate_has_all_settings_and_their_defaults() -> None:
    options = {one.name: one for one in COMMANDS.get_command(None, "evaluate").params}
    assert options["dry_run"].help == "Estimate requests, tokens and cost; ask nothing."
    assert options["concurrency"].show_default is False, "it is the endpoint's own"
    assert {"temperature", "max_cost", "seed_file", "settings", "db"} <= set(options)
    assert set(RunConfiguration.model_fields) <= set(options)
