"""Constants and shortcut rules stand on the board of a model that alone was asked."""

from __future__ import annotations

import fcntl
import threading
from contextlib import closing
from pathlib import Path

import pytest

from engine.ask.endpoints.address import address
from engine.ask.runs import Request, load_material, make_plan
from engine.pipeline.evaluate.baselines import run_baselines, run_baselines_on_imported
from engine.pipeline.evaluate.evaluation import evaluate
from engine.pipeline.evaluate.run_configuration import configure
from engine.pipeline.generate.generation import make_spec
from engine.store import (
    DatasetMeta,
    connect,
    connect_read_only,
    items_table,
    load_items,
    write_items,
)
from engine.store.responses.journal import journal_root
from tests.loopback import loopback
from tests.samples import Sample

WHERE = address("http://localhost:1/v1")


def stored(folder: Path, family: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "e.duckdb"
    spec = make_spec(family, {}, 4, 30)
    meta = DatasetMeta("set", spec.family, spec.version, spec.params, spec.seed)
    with closing(connect(path)) as con:
        write_items(con, meta, items_table(list(Sample(spec))))
    return path


def runs(db: Path) -> dict[str, int]:
    with closing(connect_read_only(db)) as con:
        found = con.execute("SELECT name, n_planned FROM runs JOIN models USING (model_id)")
        return dict(found.fetchall())


@pytest.mark.parametrize("probe", ["none", "no-logic"])
def test_yardsticks_answer_what_a_model_was_asked_once(tmp_path: Path, probe: str) -> None:
    db = stored(tmp_path, "logicasker")
    request = Request("set", "m", limit=10, probe=probe)
    plan = make_plan(request, load_material(db, request), WHERE)
    shown = run_baselines(db, [plan])
    assert "constant-yes, constant-no, negation-cue" in shown[0]
    assert {"constant-yes", "constant-no", "quantifier-flip", "any-sign"} <= runs(db).keys()
    assert {"random", "solver", "bag-of-words", "m"}.isdisjoint(runs(db))
    assert set(runs(db).values()) == {10}
    run_baselines(db, [plan])
    with closing(connect_read_only(db)) as con:
        assert con.execute("SELECT count(*) FROM responses").fetchone() == (10 * len(runs(db)),)


def test_two_models_asked_at_once_wait_for_each_other_s_baselines(tmp_path: Path) -> None:
    db = stored(tmp_path, "logicasker")
    yes = Request("set", "constant-yes", limit=10)
    folder = journal_root(db) / make_plan(yes, load_material(db, yes), None).run.run_hash
    folder.mkdir(parents=True)
    with loopback(lambda _: "Answer: yes") as server, (folder / "lock").open("a+b") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        asked = {"dataset": "set", "model": "m", "base_url": server.url, "split": "all"}
        second = threading.Thread(target=evaluate, args=(configure({**asked, "limit": 10}), db))
        second.start()
        second.join(2)
        assert second.is_alive()
        fcntl.flock(other, fcntl.LOCK_UN)
        second.join(30)
    assert runs(db).keys() >= {"m", "constant-yes", "constant-no"}


def test_nobody_is_asked_beside_a_model_that_is_asked_in_rotations(tmp_path: Path) -> None:
    db = stored(tmp_path, "divlogiceval")
    request = Request("set", "m", rotations=True)
    assert run_baselines(db, [make_plan(request, load_material(db, request), WHERE)]) == []
    assert runs(db) == {}


def test_other_families_are_asked_of_the_model_alone(tmp_path: Path) -> None:
    db = stored(tmp_path, "justlogic")
    request = Request("set", "m")
    assert run_baselines(db, [make_plan(request, load_material(db, request), WHERE)]) == []
    assert runs(db) == {}


def test_yardsticks_answer_what_imported_answers_are_to(tmp_path: Path) -> None:
    db = stored(tmp_path, "logicasker")
    with closing(connect_read_only(db)) as con:
        answered = {item.hash for item in load_items(con, "set") if item.index < 7}
    [shown] = run_baselines_on_imported(db, "set", answered)
    assert shown.endswith("which answered the same 7 questions")
    assert {"constant-no", "any-sign"} <= runs(db).keys()
    assert set(runs(db).values()) == {7}
    assert run_baselines_on_imported(stored(tmp_path / "other", "justlogic"), "set", set()) == []
