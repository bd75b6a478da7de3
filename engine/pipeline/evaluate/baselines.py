"""Constants and shortcut rules that answer a model's questions for comparison, at no cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import closing
from pathlib import Path

from engine.ask.prompts import kind_of
from engine.ask.respondents import references_for
from engine.ask.runs import Items, Material, Plan, Request, make_plan, run_plan
from engine.store import connect_read_only, find_dataset, load_items, part_of


def run_baselines(db: Path, plans: Iterable[Plan]) -> list[str]:
    """Have baselines answer the questions of models' runs; one sentence for each data set.

    Questions that a baseline has already answered are not asked again. Probes do not apply to
    baselines: they see the questions unchanged.

    Raises:
        KeyboardInterrupt: the user stopped one of them.
    """
    found: dict[str, str] = {}
    for plan in plans:
        asked = plan.request
        if plan.where is not None:
            for sentence in _answered(db, plan.material, asked.split, asked.limit, asked.language):
                found[asked.dataset] = sentence
    return list(found.values())


def run_baselines_on_imported(db: Path, dataset: str, answered: Collection[str]) -> list[str]:
    """Have baselines answer the questions, given by hash, that have imported answers.

    As `run_baselines`, but nothing is asked if the questions are of several kinds.
    """
    with closing(connect_read_only(db)) as con:
        known = load_items(con, dataset, certified=False)
        items = Items(item for item in known if item.hash in answered)
        found = find_dataset(con, dataset)
    if len({kind_of(item) for item in items}) != 1:
        return []
    split, language = part_of(items)
    return _answered(db, Material(found, split, language, items, ()), split, None, language)


def _answered(
    db: Path, material: Material, split: str | None, limit: int | None, language: str | None
) -> list[str]:
    """Have the baselines for a kind of question answer; one sentence if there are any."""
    dataset = material.dataset.name
    names = references_for(material.kind)
    for name in names:
        named = Request(dataset, name, split, limit, language=language)
        if run_plan(db, make_plan(named, material, None)).stopped:
            raise KeyboardInterrupt
    if not names:
        return []
    return [
        f"the board of {dataset} shows {', '.join(names)} beside it, which answered the same"
        f" {len(material.items):,} questions"
    ]
