"""`make fuzz`: an hour of processor time for all readers, with what was found.

    python -m tests.fuzz [--seconds 3600] [--seed 1]

A document that a reader neither reads nor refuses is kept in tests/fixtures/fuzz, from where every
later run begins, and is tried in each `make test`.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import tempfile
from pathlib import Path
from random import Random

from tests.fuzz.readers import FOUND, READERS
from tests.fuzz.run import Found, in_turn, peak_mb


def main() -> int:
    """Print the figures; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3_600)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    totals = {name: Found() for name in READERS}
    with tempfile.TemporaryDirectory() as folder:
        for name, found in in_turn(Path(folder), Random(given.seed), given.seconds):
            total = totals[name]
            total.n_read += found.n_read
            total.n_refused += found.n_refused
            total.slowest_s = max(total.slowest_s, found.slowest_s)
            total.faults |= found.faults
    print("| reader | documents | read | refused | slowest (s) | faults |")  # noqa: T201
    print("|---|--:|--:|--:|--:|--:|")  # noqa: T201
    for name, total in totals.items():
        n = total.n_read + total.n_refused + len(total.faults)
        figures = (n, total.n_read, total.n_refused, f"{total.slowest_s:.2f}", len(total.faults))
        print(f"| {name} | " + " | ".join(map(str, figures)) + " |")  # noqa: T201
    print(f"\nAt most {peak_mb():,.0f} MB; seed {given.seed}, {given.seconds:g} s.")  # noqa: T201
    for name, total in totals.items():
        for message, document in total.faults.items():
            FOUND.mkdir(exist_ok=True)
            kept = FOUND / f"{name}-{hashlib.sha256(document).hexdigest()[:12]}"
            kept.write_bytes(document)
            print(f"{kept}: {message}")  # noqa: T201
    return int(any(total.faults for total in totals.values()))


if __name__ == "__main__":
    sys.exit(main())
