"""Several hosts ask parts of a run, and one command merges their journals: no answer twice."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

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


def answers(db: Path) -> list[tuple[object, ...]]:
    with closing(connect_read_only(db)) as con:
        return con.execute(
            "SELECT run_hash, item_id, sample, raw FROM responses JOIN runs USING (run_id)"
            " ORDER BY ALL"
        ).fetchall()


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
    assert sorted(path.name for path in run.glob("*.jsonl")) == ["merged-1.jsonl", "merged-2.jsonl"]


@pytest.mark.parametrize("part", ["0/2", "3/2", "2", "1/", "x/2"])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(InputError, match="K/N"):
        configure(ASKED | {"part": part})


def test_a_folder_without_journals_is_refused(hosts: list[Path]) -> None:
    with pytest.raises(InputError, match="holds no journal"):
        merge_journals(hosts[0], [hosts[0].parent])
