"""Several hosts ask parts of a run, and one command merges their journals: no answer twice."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.ask.runs.lock import alone
from engine.cli import app
from engine.core.errors import InputError
from engine.pipeline.evaluate.evaluation import Evaluation, evaluate
from engine.pipeline.evaluate.run_configuration import configure
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.replies.merging import merge_journals
from engine.store import DatasetMeta, connect, connect_read_only, items_table, write_items
from engine.store.responses.journal import journal_root
from tests.samples import Sample

ASKED = {"dataset": "set", "model": "solver", "split": "all"}


@pytest.fixture
def hosts(tmp_path: Path) -> list[Path]:
    """Databases of four hosts with the same set."""
    spec = make_spec("logicasker", {}, 4, 30)
    meta = DatasetMeta("set", spec.family, spec.version, spec.params, spec.seed)
    items = items_table(list(Sample(spec)))
    paths = [tmp_path / name / "e.duckdb" for name in "abcd"]
    for path in paths:
        with closing(connect(path)) as con:
            write_items(con, meta, items)
    return paths


def rows(db: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(connect_read_only(db)) as con:
        return con.execute(query).fetchall()


def answers(db: Path) -> list[tuple[Any, ...]]:
    return rows(
        db,
        "SELECT run_hash, item_id, sample, raw FROM responses JOIN runs USING (run_id)"
        " ORDER BY ALL",
    )


def test_merged_parts_are_the_whole_run_and_no_answer_is_there_twice(hosts: list[Path]) -> None:
    whole, first, second, third = hosts
    evaluate(configure(ASKED), whole)
    for host, part in ((first, "1/3"), (second, "2/3"), (third, "3/3")):
        wanted = configure(ASKED | {"part": part})
        [estimate] = Evaluation(wanted, host).estimates()
        [run] = evaluate(wanted, host).runs
        assert run.n_planned == 30
        assert 0 < run.n == estimate.to_ask < 30
    evaluate(configure(ASKED), third)  # a host that asks again what the others have
    folders = [journal_root(host) for host in (second, third)]
    n_own = len(answers(first))
    assert merge_journals(first, folders).added == 30 - n_own
    assert answers(first) == answers(whole)
    assert merge_journals(first, folders).added == 0
    assert evaluate(configure(ASKED), first).runs[0].asked == 0


def test_a_journal_that_grew_replaces_its_copy(hosts: list[Path]) -> None:
    ours, theirs, other, _ = hosts
    evaluate(configure(ASKED | {"part": "1/2"}), theirs)
    shutil.copytree(journal_root(theirs), journal_root(other))  # two go on from one beginning
    merge_journals(ours, [journal_root(theirs)])
    evaluate(configure(ASKED | {"part": "2/4"}), theirs)
    evaluate(configure(ASKED | {"part": "4/4"}), other)
    merge_journals(ours, [journal_root(theirs), journal_root(other)])
    evaluate(configure(ASKED), theirs)
    merge_journals(ours, [journal_root(theirs)])
    assert answers(ours) == answers(theirs)
    [run] = journal_root(ours).iterdir()
    assert len(list(run.glob("*.jsonl"))) == 2


def times(db: Path) -> tuple[Any, ...]:
    query = "SELECT started_at, finished_at FROM runs JOIN models USING (model_id)"
    [found] = rows(db, f"{query} WHERE models.name = 'solver'")
    return found


def test_a_run_is_finished_when_all_its_parts_are_here(hosts: list[Path]) -> None:
    ours, theirs, third, _ = hosts
    for host, part in ((theirs, "2/3"), (third, "3/3"), (ours, "1/3")):
        evaluate(configure(ASKED | {"part": part}), host)
        assert times(host)[1] is None
    merge_journals(ours, [journal_root(theirs)])
    assert times(ours)[1] is None
    merge_journals(ours, [journal_root(third)])
    began, ended = times(ours)
    [(last,)] = rows(ours, "SELECT max(asked_at) FROM responses")
    assert (began, ended) == (times(theirs)[0], last)


def test_progress_counts_this_part_alone(hosts: list[Path]) -> None:
    ours, theirs, *_ = hosts
    evaluate(configure(ASKED | {"part": "2/3"}), theirs)
    merge_journals(ours, [journal_root(theirs)])
    wanted = configure(ASKED | {"part": "1/3"})
    totals, steps = [], []

    @contextmanager
    def progress(_: str, total: int) -> Iterator[Any]:
        totals.append(total)
        steps.append(0)

        def step(done: int, _: object = None, *, found: int = 0) -> None:
            steps[-1] += done + found

        yield step

    for _ in range(2):  # the second time, all of them are found
        n = evaluate(wanted, ours, progress=progress).runs[0].asked or steps[0]
        assert totals[-1] == steps[-1] == n < 30


def test_what_cannot_be_merged_does_not_stop_the_rest(hosts: list[Path]) -> None:
    ours, theirs, *_ = hosts
    spec = make_spec("logicasker", {}, 5, 30)
    meta = DatasetMeta("other", spec.family, spec.version, spec.params, spec.seed)
    with closing(connect(theirs)) as con:
        write_items(con, meta, items_table(list(Sample(spec))))
    known = [evaluate(configure(ASKED | {"limit": n}), theirs).runs[0] for n in (10, 20)]
    unknown = evaluate(configure(ASKED | {"dataset": "other"}), theirs).runs[0]
    words = ["runs", "merge", str(journal_root(theirs)), "--db", str(ours)]
    busy = journal_root(ours) / known[0].run_hash
    done = CliRunner().invoke(app, words)
    assert "merged 30 new answers of 2 runs" in done.stdout
    assert isinstance(done.exception, InputError)
    assert f"{unknown.run_hash} is not merged" in str(done.exception)
    assert {path.name for path in journal_root(ours).iterdir()} == {one.run_hash for one in known}
    with alone(busy, busy.name):
        refused = merge_journals(ours, [journal_root(theirs)]).refused
    assert sorted("already making the run" in one for one in refused) == [False, True]


def test_parts_asked_with_different_settings_are_noted(hosts: list[Path]) -> None:
    ours, theirs, *_ = hosts
    first = evaluate(configure(ASKED | {"part": "1/2"}), ours).runs[0]
    second = evaluate(configure(ASKED | {"part": "2/2", "limit": 20}), theirs).runs[0]
    [sentence] = merge_journals(ours, [journal_root(theirs)]).incomplete
    assert sentence.startswith("2 runs of solver on set are incomplete")
    assert first.run_hash[:12] in sentence
    assert second.run_hash[:12] in sentence
    evaluate(configure(ASKED), ours)
    assert merge_journals(ours, [journal_root(theirs)]).incomplete == ()


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "1/", "x/2"])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(InputError, match="K/N"):
        configure(ASKED | {"part": part})


def test_a_folder_without_journals_is_refused(hosts: list[Path]) -> None:
    with pytest.raises(InputError, match="holds no journal"):
        merge_journals(hosts[0], [hosts[0].parent])
