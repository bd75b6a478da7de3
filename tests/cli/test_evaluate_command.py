"""The command that an interrupted run tells is the one that was given."""

import shlex
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer

from engine.cli import app
from engine.cli.run.evaluate_command import as_given

COMMANDS: Any = typer.main.get_command(app)  # Any: typer's own kind of command
EVALUATE = COMMANDS.commands["evaluate"]


def _context(words: list[str]) -> Any:
    return EVALUATE.make_context("evaluate", list(words))


def _given(parameter: Any) -> list[str]:
    """An option with a value that is not its default: a text that shells misread, or a number."""
    flag = [parameter.opts[0]] if parameter.param_type_name == "option" else []
    if parameter.name == "base_url":
        return [*flag, "http://127.0.0.1:1/v1", *flag, "http://127.0.0.1:2/v1"]
    if getattr(parameter, "is_flag", False):
        return flag
    for value in (f"it's a $({parameter.name}) \\ *", "0.125", "7"):
        words = [*flag, value] * (2 if getattr(parameter, "multiple", False) else 1)
        with suppress(SystemExit, Exception):
            _context(["hand", *words] if flag else words)
            return words
    raise AssertionError(f"no value fits {parameter.name}")


@pytest.mark.parametrize("parameter", EVALUATE.params, ids=lambda p: p.name)
def test_every_option_is_in_the_command_that_continues(parameter: Any) -> None:
    data_set = [] if parameter.name == "dataset" else ["hand"]
    context = _context([*data_set, *_given(parameter)])
    assert context.get_parameter_source(parameter.name).name == "COMMANDLINE"
    words = shlex.split(as_given(context) or "")
    assert words[:2] == ["sorites", "evaluate"]
    again = _context(words[2:])
    assert again.params == context.params
    assert again.params[parameter.name] != _context(["other"]).params[parameter.name]


def test_all_options_together_are_the_same_command_again() -> None:
    context = _context([word for parameter in EVALUATE.params for word in _given(parameter)])
    again = _context(shlex.split(as_given(context) or "")[2:])
    assert again.params == context.params
    assert isinstance(again.params["prices"], str | Path)


def test_no_key_is_in_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTHER_KEY", "sk-planted-0123456789")
    where = "https://user:password@host/sk-planted-0123456789/v1?token=secret"
    text = as_given(_context(["hand", "--base-url", where, "--key-env", "OTHER_KEY"])) or ""
    assert "--base-url 'https://host/[key]/v1' --key-env OTHER_KEY" in text
    other = f"base_url={where},key_env=OTHER_KEY,concurrency=2"
    text += as_given(_context(["hand", "--endpoints", other])) or ""
    assert "--endpoints 'base_url=https://host/[key]/v1,key_env=OTHER_KEY,concurrency=2'" in text
    for secret in ("planted", "password", "secret", "user"):
        assert secret not in text


def test_who_types_no_command_is_shown_none() -> None:
    assert as_given(None) is None
