"""`make fuzz`: an hour of processor time for all readers, with what was found.

    python -m tests.fuzz [--seconds 3600] [--seed 1]

Every minute a line says how far it is; Ctrl-C ends it early, with the figures so far. A document
that a reader neither reads nor refuses is kept in tests/fixtures/fuzz as soon as it is found, from
where every later run begins, and is tried in each `make test`.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.fuzz.readers import FOUND, READERS
from tests.fuzz.run import Found, in_turn, peak_mb

_EVERY_S = 60.0


def main() -> int:
    """Print the figures; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    totals = {name: Found() for name in READERS}
    with contextlib.suppress(KeyboardInterrupt):
        _fuzz(totals, given.seed, given.seconds)
    _print_table(totals)
    print(f"\nAt most {peak_mb():,.0f} MB; seed {given.seed}, {time.process_time():,.0f} s.")  # noqa: T201
    return int(any(total.faults for total in totals.values()))


def _fuzz(totals: dict[str, Found], seed: int, processor_s: float) -> None:
    """Add what is found to the totals, keep the documents that fail, and report every minute."""
    reported = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for name, found in in_turn(Path(folder), Random(seed), processor_s):
            _keep(name, found, totals[name])
            totals[name].add(found)
            if time.monotonic() - reported >= _EVERY_S:
                reported = time.monotonic()
                _report(totals, processor_s)


def _keep(name: str, found: Found, known: Found) -> None:
    """Write documents with a new fault where later runs begin."""
    for message, document in found.faults.items():
        if message not in known.faults:
            FOUND.mkdir(exist_ok=True)
            kept = FOUND / f"{name}-{hashlib.sha256(document).hexdigest()[:12]}"
            kept.write_bytes(document)
            print(f"{kept}: {message}", file=sys.stderr, flush=True)  # noqa: T201


def _report(totals: dict[str, Found], processor_s: float) -> None:
    n, spent = sum(total.n for total in totals.values()), time.process_time()
    n_faults = sum(len(total.faults) for total in totals.values())
    print(  # noqa: T201
        f"{spent:,.0f} of {processor_s:,.0f} s: {n:,} documents, {n / spent:,.0f} a second,"
        f" {n_faults} faults",
        file=sys.stderr,
        flush=True,
    )


def _print_table(totals: dict[str, Found]) -> None:
    print("| reader | documents | read | refused | slowest (s) | faults |")  # noqa: T201
    print("|---|--:|--:|--:|--:|--:|")  # noqa: T201
    for name, total in totals.items():
        figures = (total.n, total.n_read, total.n_refused, f"{total.slowest_s:.2f}",
                   len(total.faults))  # fmt: skip
        print(f"| {name} | " + " | ".join(map(str, figures)) + " |")  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
