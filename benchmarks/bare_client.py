"""Ask the questions of a file with a bare client, and keep nothing.

    python benchmarks/bare_client.py MODE QUESTIONS BASE_URL IN_FLIGHT

MODE is `aiohttp`, `openai` or `openai-aiohttp`; each line of QUESTIONS is the body of a request.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
from openai import AsyncOpenAI, DefaultAioHttpClient

Body = dict[str, Any]  # the body of a request, as the API has it
Send = Callable[[Body], Awaitable[str]]


async def all_of(bodies: list[Body], send: Send, in_flight: int) -> None:
    """Send them all, so many at a time."""
    slots = asyncio.Semaphore(in_flight)

    async def one(body: Body) -> None:
        async with slots:
            assert await send(body)

    await asyncio.gather(*map(one, bodies))


async def main(mode: str, questions: Path, base: str, in_flight: int) -> None:
    """Ask as MODE says."""
    bodies = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    if mode == "aiohttp":
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def post(body: Body) -> str:
                async with session.post(f"{base}/chat/completions", json=body) as reply:
                    answer = await reply.json()
                    return str(answer["choices"][0]["message"]["content"])

            await all_of(bodies, post, in_flight)
        return
    transport = DefaultAioHttpClient() if mode == "openai-aiohttp" else None
    client = AsyncOpenAI(base_url=base, api_key="none", max_retries=0, http_client=transport)
    async with client:

        async def create(body: Body) -> str:
            reply = await client.chat.completions.create(**body)
            return reply.choices[0].message.content or ""

        await all_of(bodies, create, in_flight)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
