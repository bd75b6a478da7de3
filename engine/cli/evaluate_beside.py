"""Constants and shortcut rules beside a model: they answer what it was asked, at no cost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.evaluation import Plan


def run_beside(db: Path, plans: Iterable[Plan]) -> list[str]:
    """Have yardsticks answer the questions of models' runs; one sentence for each data set.

    Those that have answered these very questions before are not asked again. Where the questions
    are changed by a probe or asked in rotations, nobody is asked.

    Raises:
        KeyboardInterrupt: the user stopped one of them.
    """
    from engine.evaluation import Request, make_plan, run_plan
    from engine.prompts.probes import NONE
    from engine.respondents import yardsticks_for

    told: dict[str, str] = {}
    for plan in plans:
        asked = plan.request
        names = yardsticks_for(plan.items.kind)
        if not names or plan.where is None or asked.probe != NONE or asked.rotations:
            continue
        for name in names:
            named = Request(asked.dataset, name, asked.split, asked.limit, language=asked.language)
            if run_plan(db, make_plan(named, plan.material, None)).stopped:
                raise KeyboardInterrupt
        told[asked.dataset] = (
            f"the board of {asked.dataset} shows {', '.join(names)} beside it, which answered"
            f" the same {len(plan.items):,} questions"
        )
    return list(told.values())
