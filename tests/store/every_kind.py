"""A database with answers of every kind: all families, samples, rotations, no answers, errors."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

from engine.core.items import Item
from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import connect, find_dataset, load_items, register_run, store_answers
from tests.samples import shared
from tests.store import choice_runs
from tests.store.material import answer, run_over, store_doors


@shared
def fill(db: Path) -> None:
    """Runs over five data sets: several answers to an item, rotations, no answers, errors."""
    chance = random.Random(3)

    def chosen(item: Item, rotation: int, sample: int) -> str | None:
        return item.gold if chance.random() < 0.7 else chance.choice(["A", "B", None])

    con = connect(db)
    dataset, made = store_doors(con, 12)
    # as questions on skills have it, so that what is told of these is told of them
    con.execute("UPDATE items SET skill = logic || '.law.' || root_form, rule = root_form")
    for place, model in enumerate(("weak", "middling", "strong")):
        given = [
            answer(
                item,
                chance.choice([item.gold, item.gold, "nonsense", None]),
                sample,
                chance.choice([None, "timeout"]),
            )
            for item in made
            for sample in range(1 + place)
            if chance.random() < 0.9
        ]
        store_answers(con, register_run(con, run_over(dataset, str(place) * 64, model)), given)
    choice_runs.ask(con, chosen, samples=2)
    choice_runs.ask(con, chosen, run_hash="b" * 64, rotated=False, probe="no-logic")
    con.close()
    fill_pairs(db)
    with closing(connect(db)) as con:
        con.execute(
            "UPDATE responses SET latency_ms = 100 + rowid * 7919 % 1000 / 7, prompt_tokens = 40,"
            " completion_tokens = rowid * 7919 % 97 WHERE outcome <> 'error'"
        )


@shared
def fill_pairs(db: Path) -> None:
    """Runs over sentences in English and with Carroll's words, types of arguments, and twins."""
    sentences = {"task": "symbolization", "types": "negation"}
    sets = (
        ("logicskills", sentences, 8, "c"),
        ("argqa", {}, 18, "d"),
        ("logicasker", {"max_length": "2"}, 40, "e"),
    )
    for family, settings, n, sign in sets:
        spec = make_spec(family, settings, 1, n)
        generate_dataset(spec, family, db, serial())
        with closing(connect(db)) as con:
            run = run_over(find_dataset(con, family), sign * 64, "middling")
            items = list(load_items(con, family))
            given = [answer(item, item.gold if item.index % 3 else None) for item in items]
            store_answers(con, register_run(con, run), given)
