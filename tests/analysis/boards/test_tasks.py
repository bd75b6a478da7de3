"""A row of tasks is of runs with the same settings, each in words of its own."""

from __future__ import annotations

from typing import Any

from engine.analysis.sources.query import Row
from engine.show.tables.tasks import tasks_tables
from tests.site.tables import tables


def ran(name: str, cell: str, value: float, temperature: int, n: int = 100) -> Row:
    return {
        "origin": "measured", "model": "m", "kind": "endpoint", "prompt": "cot", "cell": cell,
        "run_id": ord(name), "value": value, "low": value - 0.1, "high": value + 0.1, "n": n,
        "configuration": f'{{"temperature":"{temperature}"}}',
    }  # fmt: skip


def rows(query: str, /, **values: Any) -> list[Row]:  # Any: as there
    del query, values
    return [
        ran("a", "validity/en", 0.2, 0, n=10),
        ran("b", "validity/en", 0.5, 0),
        ran("c", "countermodel/formal", 0.5, 0),
        ran("d", "validity/en", 0.8, 1),
    ]


def test_tasks_stand_in_one_row_if_their_runs_have_one_configuration() -> None:
    [shown] = tables("".join(tasks_tables(rows)))
    warm, cold = (dict(zip(shown.titles, row, strict=True)) for row in shown.rows)
    assert (warm["Model"], cold["Model"]) == ("m temperature 1", "m temperature 0")
    assert warm["Validity, English"].startswith("80.0%")
    assert warm["Countermodel"] == "–"
    assert cold["Validity, English"].startswith("50.0%")  # of two runs the fullest
    assert cold["Countermodel"].startswith("50.0%")
