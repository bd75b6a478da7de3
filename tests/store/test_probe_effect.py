"""What a probe changes, paired by item."""

from __future__ import annotations

from dataclasses import replace

import pytest
from duckdb import DuckDBPyConnection

from engine.core.statistics import GroupDifference, grouped_difference
from engine.store import record_run
from tests.store.material import answers, run_over, store_doors


def test_a_probe_is_compared_with_the_plain_question_item_by_item(con: DuckDBPyConnection) -> None:
    dataset, made = store_doors(con, 10)
    plain = run_over(dataset, "a" * 64)
    probed = replace(run_over(dataset, "b" * 64), probe="no-logic")
    other = replace(run_over(dataset, "c" * 64, "someone"), probe="no-logic")
    record_run(con, plain, answers(made, lambda item: item.gold))
    record_run(con, probed, answers(made[:24], lambda item: "true"))
    record_run(con, other, answers(made, lambda item: "true"))
    rows = con.execute(
        "SELECT model, probe, n, n_groups, plain, probed, n_lost, n_gained, difference, low, high"
        " FROM probe_effect"
    ).fetchall()
    assert len(rows) == 1, "nobody but the model itself is compared with it"
    assert rows[0][:8] == ("gpt-x", "no-logic", 24, 8, 1.0, pytest.approx(1 / 3), 16, 0)
    ends = grouped_difference([GroupDifference(-2, 3)] * 8)
    assert rows[0][8:] == pytest.approx((-2 / 3, *ends))
