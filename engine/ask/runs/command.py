"""The command stored with a run, which makes the run again from its settings."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.ask.endpoints.address import Address
from engine.ask.prompts.probes import NONE
from engine.ask.runs.material import Request


def command_of(request: Request, where: Address | None, beside: Sequence[Address]) -> str:
    """The command that repeats a request, without keys."""
    parts = ["sorites", "evaluate", request.dataset, "--model", request.model]
    options: list[tuple[str, object, object]] = [
        ("--base-url", where.shown if where else None, None),
        *(("--base-url", address.shown, None) for address in beside),
        ("--split", request.split, None),
        ("--language", request.language, None),
        ("--limit", request.limit, None),
        ("--until", request.until and f"{request.until:g}", None),
        ("--prompt", request.prompt, None),
        ("--demonstrations", request.demonstrations and request.demonstrations.path, None),
        ("--probe", request.probe, NONE),
        ("--samples", request.samples, 1),
    ]
    for name, value, default in options:
        if value != default:
            parts += [name, str(value)]
    for flag, text in request.settings.flags():
        parts += [flag] if text is None else [flag, text]
    if request.rotations:
        parts.append("--rotations")
    return shlex.join(parts)
