"""What killing a run costs: 50 kills at random moments of a run of 2,000 questions.

    python benchmarks/survival.py --server-python PYTHON > benchmarks/results/survival.md

`kill -9` each time, on the way from one question to the next; then the run is finished. Every
question must have exactly one answer, and no more requests may repeat than were in flight. The
server is that of `evaluation.py`, which says what it needs.
"""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from evaluation import SORITES, arguments, quietly, server, told
from machine import measured_on

KILLS, IN_FLIGHT, LATENCY_MS = 50, 16, 20.0


def main() -> None:
    """Print the table."""
    given = arguments(KILLS)
    machine, rng = measured_on("openai", "aiohttp", "duckdb"), Random(7)
    with TemporaryDirectory() as folder:
        db = Path(folder) / "bench.duckdb"
        quietly([*SORITES, "generate", "divlogiceval", "--name", "bench", "-n", str(given.items),
                 "--db", str(db)])  # fmt: skip
        with server(given.loopback, given.server_python, LATENCY_MS) as port:
            command = [*SORITES, "evaluate", "bench", "--split", "all", "--limit",
                       str(given.items), "--model", "fake", "--base-url",
                       f"http://127.0.0.1:{port}/v1", "--no-check", "--concurrency",
                       str(IN_FLIGHT), "--db", str(db)]  # fmt: skip
            kills = 0
            for kill in range(given.rounds):
                moment = given.items * (kill + rng.random()) / (given.rounds + 1)
                kills += _kill(command, port, moment, rng.random() / LATENCY_MS)
            quietly(command)
            requests = int(told(port, "/stats")["n"])
        found = subprocess.run(
            [*SORITES, "sql", "SELECT count(*), count(DISTINCT item_id) FROM responses"
             " WHERE outcome <> 'error'", "--db", str(db)],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
    answers = [int(word) for word in found.stdout.split() if word.isdigit()]
    assert answers[-2:] == [given.items, given.items], found.stdout
    print(f"# Killing a run\n\n{machine}\n")
    print(f"{given.items:,} questions, {IN_FLIGHT} in flight, {LATENCY_MS:g} ms, {kills} kills\n")
    print("| answers | questions answered | requests | repeated | at most |")
    print("|--:|--:|--:|--:|--:|")
    print(f"| {answers[-2]:,} | {answers[-1]:,} | {requests:,} | {requests - given.items:,} "
          f"| {kills * IN_FLIGHT:,} |")  # fmt: skip
    assert requests - given.items <= kills * IN_FLIGHT


def _kill(command: list[str], port: int, moment: float, later_s: float) -> bool:
    """Start the run and kill it once the server has seen so many requests; False if it ended."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    ) as process:
        while told(port, "/stats")["n"] < moment:
            if process.poll() is not None:
                return False
            time.sleep(0.02)
        time.sleep(later_s)
        process.kill()
    return True


if __name__ == "__main__":
    main()
