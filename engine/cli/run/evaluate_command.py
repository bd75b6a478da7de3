"""The command line as typed, quoted for a shell and without keys, so that it can be repeated."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import typer

_ADDRESS = "base_url"
_KEY = "key_env"
_ENDPOINTS = "endpoints"


def as_given(context: typer.Context | None) -> str | None:
    """The command with every option that was given; None if none was typed.

    Addresses lose user, password and query, which are as secret as a key.
    """
    if context is None:
        return None
    words = ["sorites", context.info_name or ""]
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE":
            continue
        flag = parameter.opts[0] if parameter.param_type_name == "option" else None
        given = context.params[name]
        for value in given if isinstance(given, list | tuple) else [given]:
            shown = _without_secrets(name, str(value), context)
            words += _words(flag, [*parameter.opts, *parameter.secondary_opts], value, shown)
    return shlex.join(words)


def _words(flag: str | None, names: list[str], value: object, shown: str) -> Iterator[str]:
    if flag is None:
        yield shown
    elif isinstance(value, bool):
        yield flag if value else names[-1]
    else:
        yield from (flag, shown)


def _without_secrets(name: str, value: str, context: typer.Context) -> str:
    """The value of an option, where addresses in it lack what is secret."""
    from engine.pipeline.evaluate.run_configuration import shown_address

    key = context.params.get(_KEY)
    if name == _ADDRESS:
        return shown_address(value, key)
    if name != _ENDPOINTS:
        return value
    pairs = [part.partition("=") for part in value.split(",")]
    key = dict((one, other) for one, _, other in pairs).get(_KEY) or key
    return ",".join(
        one + sign + (shown_address(other, key) if one == _ADDRESS else other)
        for one, sign, other in pairs
    )
