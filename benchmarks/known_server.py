"""A server of known latency that answers every question alike and counts requests.

    python benchmarks/known_server.py PORT LATENCY_MS

It prints a line once it listens. `GET /stats` gives the number of questions and the moments of the
first and the last, in monotonic seconds; `POST /reset` begins anew.
"""

from __future__ import annotations

import asyncio
import sys
import time

from aiohttp import web

REPLY = {
    "id": "known",
    "object": "chat.completion",
    "created": 0,
    "model": "fake",
    "choices": [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {"role": "assistant", "content": "Answer: A"},
        }
    ],
    "usage": {"prompt_tokens": 200, "completion_tokens": 4, "total_tokens": 204},
}


def application(latency_s: float) -> web.Application:
    """The server, with its counts."""
    moments: list[float] = []

    async def answer(request: web.Request) -> web.Response:
        moments.append(time.monotonic())
        await request.read()
        await asyncio.sleep(latency_s)
        ended[0] = time.monotonic()
        return web.json_response(REPLY)

    async def stats(_: web.Request) -> web.Response:
        first = moments[0] if moments else 0.0
        return web.json_response({"n": len(moments), "t_first": first, "t_last": ended[0]})

    async def reset(_: web.Request) -> web.Response:
        moments.clear()
        return web.json_response({})

    ended = [0.0]
    made = web.Application(client_max_size=1 << 24)
    made.add_routes(
        [
            web.post("/v1/chat/completions", answer),
            web.get("/stats", stats),
            web.post("/reset", reset),
        ]
    )
    return made


async def serve(port: int, latency_s: float) -> None:
    """Answer until the process ends."""
    runner = web.AppRunner(application(latency_s), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=512).start()
    print("listening", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), float(sys.argv[2]) / 1000))
