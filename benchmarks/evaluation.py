"""How fast a model is asked, beside bare clients at the same server: 2,000 items, 64 in flight.

    python benchmarks/evaluation.py > benchmarks/results/evaluation.md

The server is `known_server.py`, the bare clients are those of `bare_client.py`. Each client gets a
fresh server; the clients take turns, so that a busy moment hits all of them, and what counts are
the ratios within one run. The bare clients send the same questions and keep nothing; ours renders,
grades, journals, stores and publishes.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from shutil import copy
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from machine import measured_on

ITEMS, IN_FLIGHT, ROUNDS = 2_000, 64, 3
HERE = Path(__file__).parent
OURS = "Sorites"
BARE = {
    "bare aiohttp": "aiohttp",
    "bare openai, httpx2": "openai",
    "bare openai, aiohttp": "openai-aiohttp",
}
"""The clients by the modes of `bare_client.py`."""
FLOOR = "bare openai, aiohttp"
"""The client that ours has to keep up with while it asks."""


class Cost(NamedTuple):
    """What one command took; `asking_s` from its first request to its last reply."""

    wall_s: float
    asking_s: float
    processor_s: float
    memory_mb: float
    requests: int


def main() -> None:
    """Print the table."""
    given = arguments()
    machine = measured_on("openai", "aiohttp", "duckdb")
    with TemporaryDirectory() as folder:
        bench = _Bench(Path(folder), given.items)
        names = [*BARE, OURS]
        costs: dict[tuple[float, str], list[Cost]] = {}
        for latency_ms in given.latency_ms:
            for _ in range(given.rounds):
                for name in names:
                    costs.setdefault((latency_ms, name), []).append(bench.run(name, latency_ms))
    print(f"# Asking an endpoint\n\n{machine}; medians of {given.rounds}\n")
    print(f"{given.items:,} items of DivLogicEval, {IN_FLIGHT} in flight\n")
    print("| latency | client | requests/s while asking | of the floor | whole command | "
          "processor time per 1,000 | peak memory |")  # fmt: skip
    print("|--:|---|--:|--:|--:|--:|--:|")
    for (latency_ms, name), taken in costs.items():
        floor = median(c.requests / c.asking_s for c in costs[latency_ms, FLOOR])
        rate = median(c.requests / c.asking_s for c in taken)
        print(
            f"| {latency_ms:g} ms | {name} | {rate:,.0f} | {rate / floor:.2f} "
            f"| {median(c.wall_s for c in taken):.1f} s "
            f"| {median(c.processor_s / c.requests * 1000 for c in taken):.2f} s "
            f"| {median(c.memory_mb for c in taken):.0f} MB |"
        )
    print(
        "\nTo meet, on a quiet machine: ours at 1.00 of the floor or more while asking, the whole"
        " command within 4.0 s at 50 ms, 1.3 s per 1,000 requests, 180 MB, and 250 MB with 100,000"
        " items. On a busy machine compare with the bare client's own figures, 2.6 s and 1.15 s"
        " when it is quiet."
    )


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure asking an endpoint.")
    parser.add_argument("--latency-ms", type=float, nargs="+", default=[50.0, 0.0])
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--items", type=int, default=ITEMS)
    return parser.parse_args()


class _Bench:
    """A data set, the same questions for the bare clients, and the commands that ask them."""

    def __init__(self, folder: Path, n: int) -> None:
        self._folder = folder
        self._n = n
        self._whole = folder / "whole.duckdb"
        self._questions = folder / "questions.jsonl"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # installed packages are compiled
        quietly([*SORITES, "generate", "divlogiceval", "--name", "bench", "-n", str(n),
                  "--db", str(self._whole)])  # fmt: skip
        # in a process of its own: what starts others hands its own peak memory down to them
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
            other.submit(_write_questions, self._whole, self._questions, n).result()

    def run(self, name: str, latency_ms: float) -> Cost:
        """One command against a fresh server."""
        with (
            TemporaryDirectory(dir=self._folder) as place,
            server(latency_ms) as port,
        ):
            db = Path(place) / "bench.duckdb"
            copy(self._whole, db)
            base = f"http://127.0.0.1:{port}/v1"
            return _measured(self._command(name, base, db), port)

    def _command(self, name: str, base: str, db: Path) -> list[str]:
        if name != OURS:
            client = str(HERE / "bare_client.py")
            return [sys.executable, client, BARE[name], str(self._questions), base, str(IN_FLIGHT)]
        return [*SORITES, "evaluate", "bench", "--split", "all", "--limit", str(self._n),
                "--model", "fake", "--temperature", "0", "--max-tokens", "64", "--base-url", base,
                "--no-check", "--concurrency", str(IN_FLIGHT), "--db", str(db)]  # fmt: skip


SORITES = [sys.executable, "-c", "from engine.start import main; main()"]


@contextmanager
def server(latency_ms: float) -> Iterator[int]:
    """A fresh server, by its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, str(HERE / "known_server.py"), str(port), str(latency_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline(), "the server did not start"
        asked(port, "/reset", "POST")
        try:
            yield port
        finally:
            process.terminate()


def _write_questions(db: Path, path: Path, n: int) -> None:
    from engine.ask.runs import Request, load_material

    with path.open("w", encoding="utf-8") as lines:
        for item in load_material(db, Request("bench", "m", split="all", limit=n)).items:
            parts = [*item.passage, item.question, *(option.text for option in item.options)]
            asked = [{"role": "user", "content": " ".join(parts)}]
            body = {"model": "fake", "temperature": 0, "max_tokens": 64, "messages": asked}
            lines.write(json.dumps(body) + "\n")


def quietly(command: Sequence[str]) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _measured(command: Sequence[str], port: int) -> Cost:
    """Run a command; processor time and memory are those of its own process and what it awaits."""
    started = time.monotonic()
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall_s = time.monotonic() - started
    assert process.returncode == 0, command
    seen = asked(port, "/stats")
    return Cost(
        wall_s,
        seen["t_last"] - seen["t_first"],
        used.ru_utime + used.ru_stime,
        used.ru_maxrss / 1024,
        int(seen["n"]),
    )


def asked(port: int, path: str, method: str = "GET") -> dict[str, float]:
    """What the server says."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", method=method)
    with urllib.request.urlopen(request) as reply:
        answer: dict[str, float] = json.load(reply)
    return answer


if __name__ == "__main__":
    main()
