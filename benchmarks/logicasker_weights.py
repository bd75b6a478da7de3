"""Writes the weights by which LogicAsker draws its edits.

    python benchmarks/logicasker_weights.py > data/lexicon/logicasker/weights.tsv

Takes about four minutes of one core. What is fitted, and how: `engine.families.logicasker.fitting`.
Other weights make other items: the generator's version has to go up with them.
"""

from __future__ import annotations

from engine.families.logicasker.fitting import tables


def main() -> None:
    """Print the data file."""
    print("table\tmark\tweight")
    for table, weights in tables():
        for mark, weight in weights.items():
            if round(weight, 2):
                print(f"{table}\t{mark}\t{weight:.2f}")


if __name__ == "__main__":
    main()
