"""Tables 1 and 2 of the LogicSkills paper are here, and agree with what the text says of them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from pydantic import ValidationError

from engine.io.published import known_figures, load_figures
from engine.io.published.figure import Figure
from engine.store import connect
from tests.store.views import view

EVERY = [f for f in known_figures() if f.source.startswith("LogicSkills paper")]
FIGURES = [f for f in EVERY if f.breakdown != "training"]


def accuracies(task: str, cell: str) -> dict[str, float]:
    """The printed accuracies of one task, by model."""
    dataset = f"logicskills-published-{task}"
    return {f.model: f.value for f in FIGURES if (f.dataset, f.cell) == (dataset, cell)}


def test_all_fifty_cells_of_ten_models_are_here() -> None:
    assert len(FIGURES) == 50
    assert {f.metric for f in FIGURES} == {"accuracy"}
    assert len({f.model for f in FIGURES}) == 10
    assert accuracies("countermodel", "all")["GPT-4o"] == 0.1
    assert accuracies("validity", "en")["GPT-4o"] == 0.85
    assert accuracies("symbolization", "carroll")["OpenAI o3"] == 0.97


def test_languages_differ_by_seven_points_at_most() -> None:
    for task in ("validity", "symbolization"):
        carroll, english = accuracies(task, "carroll"), accuracies(task, "en")
        gaps = [abs(carroll[model] - english[model]) for model in carroll]
        assert max(gaps) <= 0.0701


def test_the_tables_hold_as_many_mistakes_as_the_text_counts() -> None:
    wrong = {"symbolization": 1803, "countermodel": 2020, "validity": 980}
    for task, counted in wrong.items():
        cells = [f for f in FIGURES if f.dataset.endswith(task)]
        n = sum((f.n or 0) * (1 - f.value) for f in cells)
        # Two decimals of 300: each cell is out by 1.5 answers at most.
        assert n == pytest.approx(counted, abs=1.5 * len(cells))


def test_training_changes_each_task_and_carries_over_to_validity_from_none() -> None:
    changes = {
        (f.dataset.rpartition("-")[2], f.cell): f.value for f in EVERY if f.breakdown == "training"
    }
    assert len(changes) == 9
    assert changes["symbolization", "100k symbolizations"] == 0.807
    assert changes["countermodel", "100k of each"] > changes["countermodel", "100k countermodels"]
    assert all(value < 0 for (task, _), value in changes.items() if task == "validity")


@pytest.mark.parametrize(("metric", "value"), [("accuracy", -0.1), ("accuracy_change", -1.1)])
def test_a_value_that_a_metric_cannot_have_is_refused(metric: str, value: float) -> None:
    with pytest.raises(ValidationError, match=f"{metric} is a number from"):
        Figure.model_validate({**EVERY[0].model_dump(), "metric": metric, "value": value})


def test_a_figure_of_a_language_is_on_the_board(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "el.duckdb")) as con:
        load_figures(con)
        shown = view(con, "leaderboard", "logicskills-published-validity", metric="accuracy")
        assert {(row["language"], row["n"]) for row in shown} == {("carroll", 300), ("en", 300)}
        assert len(shown) == 20
        [found] = [row for row in shown if (row["model"], row["language"]) == ("GPT-4o", "en")]
        assert (found["value"], found["origin"]) == (0.85, "reported")
