"""The models that an endpoint says it serves."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import orjson

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.wire import Wire
from engine.core.errors import InputError

_TIMEOUT_S = 30.0


def only_model(where: Address) -> str:
    """The name of the model at an endpoint that serves one.

    Raises:
        InputError: it does not list its models, or lists several.
    """
    names = asyncio.run(_names(where))
    if len(names) != 1:
        listed = f"lists {len(names)} models" if names else "does not list its models"
        raise InputError(f"{where.shown} {listed}; name the one to ask with --model")
    return names[0]


async def _names(where: Address) -> list[str]:
    async with Wire(where, connections=1, timeout_s=_TIMEOUT_S) as wire:
        got = await wire.get("models")
    with suppress(orjson.JSONDecodeError, AttributeError, TypeError, KeyError):
        return [where.redactor().text(str(one["id"])) for one in orjson.loads(got.body)["data"]]
    return []
