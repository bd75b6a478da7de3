"""Runs over the same questions, compared item by item."""

from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from engine.analysis.scores.comparison import compare
from engine.core.errors import InputError
from engine.core.items import Response
from engine.core.statistics import mcnemar
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, Run, connect, items_table, record_run, write_items
from tests.samples import Later, Sample

SPEC = make_spec("logicasker", {}, 9, 80)
ITEMS = Later(lambda: {item.hash: item for item in Sample(SPEC)}.values())


def _ask(db: Path, run: str, is_right: Callable[[int], bool | None]) -> None:
    meta = DatasetMeta("skills", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(db)) as con:
        dataset = write_items(con, meta, items_table(ITEMS))
        answers = []
        for at, item in zip(count(), ITEMS, strict=False):
            right = is_right(at)
            if right is None:
                continue
            wrong = next(o.key for o in item.options if o.key != item.gold)
            raw = f"Answer: {item.gold if right else wrong}"
            answers.append((Response(item.hash, raw=raw), grade(item, raw)))
        named = Run(run * 64, dataset.name, dataset.content_hash, "m", "endpoint", run)
        record_run(con, named, answers)


def test_pairs_are_counted_over_the_items_that_all_answered(tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    _ask(db, "a", lambda at: at % 2 == 0)
    _ask(db, "b", lambda at: at % 4 != 1 if at < 40 else None)
    found = compare(db, [("zero", "a" * 64), ("weak", "b" * 64)])
    assert [(c.n, c.n_right) for c in found.conditions] == [(40, 20), (40, 30)]
    (pair,) = found.pairs
    assert (pair.only_first, pair.only_second) == (0, 10)
    assert pair.p == mcnemar(0, 10)
    assert pair.difference == 0.25
    assert 0 < pair.low < pair.difference < pair.high


def test_runs_without_a_common_item_are_refused(tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    _ask(db, "a", lambda at: True if at < 10 else None)
    _ask(db, "b", lambda at: None if at < 10 else True)
    with pytest.raises(InputError, match="no item in common"):
        compare(db, [("zero", "a" * 64), ("weak", "b" * 64)])
