"""The least that rules on signs can be worth in LogicAsker's three-way form, whatever is drawn.

    python benchmarks/logicasker_least.py

Of each leaf the argument and the edits are taken that a rule does worst on: a sound argument of one
step, an edit that contradicts, and one that leaves open (or the fallacy). Leaves and answers are
asked equally often, so that no choice of arguments and edits goes below the mean over the leaves.
Takes about a minute.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean

from engine.ask.baselines.signs import SIGN_RULES
from engine.core.items import Label
from engine.families.logicasker.fitting import ANSWERS, Drawn, candidates, of_one_step
from engine.families.logicasker.looks import Formulas
from engine.logic import show

GOLD = (Label.FALSE, Label.UNCERTAIN)
"""What is right where an edit contradicts, and where it leaves open."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule on signs looks at."""

    premises: tuple[str, ...]
    query: tuple[str]


def main() -> None:
    """Print a table."""
    drawn = [
        one for one in of_one_step() if all(candidates(one, kind) for kind in ANSWERS["three-way"])
    ]
    print("| rule | right in at least |\n|---|--:|")
    for name in SIGN_RULES:
        print(f"| {name} | {least(name, drawn):.1%} |")


def least(name: str, drawn: list[Drawn]) -> float:
    """The share of answers that a rule gets right at least."""
    of_leaf: defaultdict[str, list[int]] = defaultdict(list)
    for one in drawn:
        worst = [
            min(_is_right(name, made, gold) for made in candidates(one, kind))
            for kind, gold in zip(ANSWERS["three-way"], GOLD, strict=True)
        ]
        of_leaf[one.leaf].append(sum(worst) + _is_right(name, one.formulas, Label.TRUE))
    return fmean(map(min, of_leaf.values())) / (1 + len(GOLD))


def _is_right(name: str, formulas: Formulas, gold: Label) -> bool:
    *premises, query = map(show, formulas)
    # the rules read nothing else of an item
    return SIGN_RULES[name](Seen(tuple(premises), (query,))) is gold  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
