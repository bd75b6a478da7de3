"""Turns the fields of the run configuration into options of a command, on first use.

The configuration imports pydantic, which other commands should not wait for.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import typer
import typer.main
from typer.core import TyperCommand

_AS_TEXT = ("until",)
"""Numbers that may be written with a sign."""

_ARGUMENTS = ("dataset", "suite")
"""Fields that are arguments of the command."""


class ConfiguredCommand(TyperCommand):
    """A command whose function takes the fields of the run configuration as `flags`."""

    _made: list[Any] | None = None  # Any: typer's private classes

    @property
    def params(self) -> list[Any]:
        """The function's own parameters and the configuration's fields."""
        if self._made is None:
            function = self.callback.function  # type: ignore[union-attr]
            app = typer.Typer(add_completion=False)
            app.command(self.name)(_with_options(function))
            whole = typer.main.get_command(app)
            self._made, self.callback = whole.params, whole.callback
        return self._made

    @params.setter
    def params(self, _: list[Any]) -> None:
        """Ignore the parameters that typer finds before the options exist."""


def later(function: Callable[..., None]) -> Callable[[], None]:
    """A stand-in without parameters for a function, which `ConfiguredCommand` replaces on use."""

    def stub() -> None:
        raise AssertionError("the command is called without its options")

    stub.__doc__ = function.__doc__
    stub.function = function  # type: ignore[attr-defined]
    return stub


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    """The function with its `flags` spelt out for typer."""

    def command(**given: Any) -> None:  # Any: values of several types
        function(**given)

    signature = inspect.signature(function, eval_str=True)
    own = signature.parameters.values()
    arguments = [one for one in own if one.kind is one.POSITIONAL_OR_KEYWORD]
    options = [one for one in own if one.kind is one.KEYWORD_ONLY]
    command.__doc__ = function.__doc__
    command.__annotations__ = {}
    command.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[*arguments, *_options(), *options]
    )
    return command


def _options() -> Iterator[inspect.Parameter]:
    from engine.pipeline.evaluate.run_configuration import RunConfiguration

    for name, field in RunConfiguration.model_fields.items():
        if name not in _ARGUMENTS:
            kind = str if name in _AS_TEXT else _kind(field.annotation)
            bounds: dict[str, Any] = {}
            if kind in (int, float):
                limits = {type(one).__name__.lower(): one for one in field.metadata}
                bounds = {"min": getattr(limits.get("ge"), "ge", None)}
                bounds["max"] = getattr(limits.get("le"), "le", None)
            default = field.default
            shown = str(default) if default not in (None, False, (), "none") and default else False
            option = typer.Option(
                f"--{name.replace('_', '-')}",
                help=field.description,
                show_default=shown,
                **bounds,
            )
            yield inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=False if kind is bool else None,
                annotation=Annotated[kind if kind is bool else kind | None, option],
            )


def _kind(annotation: Any) -> Any:  # Any: types
    """The type of a flag's value; a list of strings for a flag that may be repeated."""
    if get_origin(annotation) in (Union, UnionType):
        [annotation] = [one for one in get_args(annotation) if one is not type(None)]
    if get_origin(annotation) is Annotated:
        return _kind(get_args(annotation)[0])
    if get_origin(annotation) in (tuple, dict):
        return list[str]
    return annotation if annotation in (bool, int, float, Path) else str
