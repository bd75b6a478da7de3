"""Figures of papers and of raw files: checked at the boundary, loaded without doubling."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.items import Origin
from engine.core.statistics import wilson
from engine.io.published.figure import CHANGES, OF_TEXT, Figure
from engine.io.published.figures import known_figures, load_figures, read_reproduced
from engine.io.published.reported import read_reported
from engine.store import connect
from tests.store.views import view

PAPER = "paper: {name: N, title: T, authors: A, family: f}\nfigures:\n"
ENTRY = "  - {dataset: d, model: m, prompt: null, metric: accuracy, source: Table 1, "


def reported(tmp_path: Path, entry: str) -> tuple[Figure, ...]:
    path = tmp_path / "paper.yaml"
    path.write_text(PAPER + ENTRY + entry + "}\n", encoding="utf-8")
    return read_reported(path)


def test_the_papers_tables_are_here_with_their_numbers() -> None:
    figures = {
        (f.model, f.prompt): f.value
        for f in known_figures()
        if f.origin == Origin.REPORTED and f.family == "justlogic" and f.metric == "accuracy"
    }
    assert figures == {
        ("Random probability", None): 0.333,
        ("Llama3-8B", "0-shot"): 0.498,
        ("Llama3-8B", "3-shot"): 0.418,
        ("Llama3-8B", "3-shot CoT"): 0.578,
        ("Llama3-70B", "0-shot"): 0.531,
        ("Llama3-70B", "3-shot"): 0.578,
        ("Llama3-70B", "3-shot CoT"): 0.646,
        ("GPT-4", "3-shot CoT"): 0.592,
        ("GPT-4o", "3-shot CoT"): 0.656,
        ("OpenAI o1-preview", "3-shot CoT"): 0.81,
        ("Human average", None): 0.73,
        ("Human ceiling", None): 1.0,
    }


DIVLOGICEVAL = [f for f in known_figures() if f.source.startswith("DivLogicEval paper")]


def printed(**wanted: str | None) -> dict[tuple[str, str], float]:
    """The values of the figures with these fields, by metric and cell."""
    return {
        (f.metric, f.cell): f.value
        for f in DIVLOGICEVAL
        if all(getattr(f, name) == value for name, value in wanted.items())
    }


def test_divlogicevals_tables_are_here_with_their_numbers() -> None:
    own = "divlogiceval-published-test"
    assert printed(dataset=own, model="GPT-4-1106-preview", prompt="0-shot") == {
        ("accuracy", "all"): 0.322,
        ("accuracy", "3e1c"): 0.372,
        ("accuracy", "3c1e"): 0.33,
        ("accuracy", "missing"): 0.266,
        ("circular", "all"): 0.123,
        ("circular", "3e1c"): 0.113,
        ("circular", "3c1e"): 0.133,
        ("circular", "missing"): 0.123,
        ("partial_circular", "all"): 0.221,
        ("partial_circular", "3e1c"): 0.223,
        ("partial_circular", "3c1e"): 0.211,
        ("partial_circular", "missing"): 0.23,
    }
    third = printed(model="Gemini-1.0-pro", cell="run3")
    assert sorted(third.values()) == [0.08, 0.181, 0.324]  # Tables 1 and 2
    variation = printed(model="Gemini-1.0-pro", breakdown="variation")
    assert sorted(variation.values()) == [0.031, 0.033, 0.063]
    reclor = printed(dataset="ReClor", breakdown="probe")  # Table 3
    assert reclor["circular", "no-logic"] == 0.35
    assert printed(dataset=own, breakdown="distribution") == {  # Table 4
        ("vocabulary_size", "test"): 6748,
        ("kl_divergence", "test"): 1.87,
    }
    assert printed(dataset="SNLI")["accuracy", "ten epochs"] == 0.538  # Table 5
    symbols = printed(dataset="s-divlogiceval-published-test", prompt="3-shot")  # Table 6
    assert sorted(symbols.values()) == [0.187, 0.281, 0.381]
    assert printed(model="Graduate students") == {("accuracy", "all"): 0.867}


def test_table_8_is_whole_and_keeps_the_order_of_the_metrics() -> None:
    """As printed, every Circular is at most its PartialCircular, and that at most accuracy."""
    table = [
        f for f in DIVLOGICEVAL if "8" in f.source and f.breakdown in ("overall", "question_type")
    ]
    assert len(table) == 8 * 2 * 3 * 4
    values = {(f.model, f.prompt, f.cell, f.metric): f.value for f in table}
    for model, prompt, cell, _ in values:
        whole, partly, share = (
            values[model, prompt, cell, metric]
            for metric in ("circular", "partial_circular", "accuracy")
        )
        assert whole <= partly <= share


@pytest.mark.parametrize(
    "row",
    [
        "{model: m, values: {accuracy: [0.5]}}",
        "{model: m, n: [9], values: {accuracy: [0.5, 0.6]}}",
        "{values: {accuracy: [0.5, 0.6]}}",
        "{model: m, values: {accuracy: [0.5, 60]}}",
    ],
)
def test_a_table_with_a_broken_row_is_refused_by_file(tmp_path: Path, row: str) -> None:
    path = tmp_path / "paper.yaml"
    path.write_text(
        "paper: {name: N, title: T, authors: A, family: f}\ntables:\n"
        "  - {source: Table 1, dataset: d, breakdown: b, cells: [all, x], n: [9, 9],"
        f" rows: [{row}]}}\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match=r"paper\.yaml"):
        read_reported(path)


def test_every_figure_names_its_table_and_has_an_interval_exactly_where_n_is_known() -> None:
    for figure in known_figures():
        assert figure.source
        is_bounded = figure.n is not None and figure.metric not in OF_TEXT | CHANGES
        assert is_bounded == (figure.low is not None) == (figure.high is not None)
        if figure.low is not None and figure.high is not None:
            assert figure.low <= figure.value <= figure.high


def test_an_interval_is_wilsons(tmp_path: Path) -> None:
    (figure,) = reported(tmp_path, "value: 0.81, n: 42")
    assert (figure.low, figure.high) == wilson(34, 42)
    assert figure.source == "N paper, Table 1"


@pytest.mark.parametrize(
    "entry",
    ["value: 81.0, n: 42", "value: 0.8", "value: 0.8, n: 0", "value: 0.8, n: 5, extra: 1"],
)
def test_a_wrong_entry_is_refused_by_file(tmp_path: Path, entry: str) -> None:
    with pytest.raises(InputError, match=r"paper\.yaml"):
        reported(tmp_path, entry)


def test_yaml_is_not_run(tmp_path: Path) -> None:
    path = tmp_path / "paper.yaml"
    path.write_text("!!python/object/apply:os.system ['true']\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"paper\.yaml"):
        read_reported(path)


def test_a_broken_file_of_reproduced_figures_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text('{"command": "x", "figures": [{"origin": "measured"}]}', encoding="utf-8")
    with pytest.raises(InputError, match=r"set\.json"):
        read_reproduced(path)


def test_published_distributions_are_listed_the_nearest_to_english_first(
    tmp_path: Path,
) -> None:
    con = connect(tmp_path / "el.duckdb")
    load_figures(con)
    rows = view(con, "reported_distributions")
    greatest = con.execute("SELECT max(value) FROM leaderboard").fetchone()
    con.close()
    assert greatest is not None
    assert greatest[0] <= 1  # what is told of a text is no score
    assert [row["dataset"] for row in rows[:3]] == [
        "LogiQA2",
        "ReClor",
        "divlogiceval-published-test",
    ]
    assert (rows[2]["n"], rows[2]["vocabulary_size"], rows[2]["kl_divergence"]) == (900, 6748, 1.87)
    assert len(rows) == 8
