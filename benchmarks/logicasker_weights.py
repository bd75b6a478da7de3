"""Writes the weights by which LogicAsker draws edits, and shares of arguments of one step.

    python benchmarks/logicasker_weights.py ["one step" | "two steps" | "three steps" | chain ...]

Writes `weights.tsv` and `shares.tsv` of data/lexicon/logicasker. What is fitted, and how:
`engine.families.logicasker.fitting`. The weights as they stand are what it writes. It takes some
forty minutes of one core, nearly all of it for the chains, most of that for those of two and of
three steps, and some gigabytes of memory. Where lengths are named, weights for others are kept as
they are in the files.
Other weights make other items: the generator's version has to go up with them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.families.logicasker.fitting import FITTED, PRICES, Row, fit_question
from engine.families.logicasker.weights import ONE_STEP

FOLDER = Path(__file__).parents[1] / "data" / "lexicon" / "logicasker"


def main() -> None:
    """Fit, and write the data files."""
    chosen = sys.argv[1:] or list(PRICES)
    weights: list[Row] = []
    shares: list[Row] = []
    for question, steps in FITTED:
        if steps in chosen:
            found, of_roots = fit_question(question, steps)
        else:
            found = [
                row for row in _stored("weights.tsv") if row[0].startswith(f"{question}, {steps}")
            ]
            of_roots = _stored("shares.tsv")
        weights += found
        shares += of_roots if steps == ONE_STEP else []
    _write("weights.tsv", ("table", "mark", "weight"), weights)
    _write("shares.tsv", ("leaf", "schema", "signs", "share"), shares)


def _stored(name: str) -> list[Row]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()[1:]
    return [tuple(line.split("\t")) for line in lines]


def _write(name: str, head: Row, rows: list[Row]) -> None:
    text = "".join("\t".join(row) + "\n" for row in (head, *rows))
    (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
