"""Figures of papers and of raw files: checked at the boundary, loaded without doubling."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import InputError
from engine.items import Origin
from engine.published.figures import Figure, known_figures, read_reported, read_reproduced
from engine.statistics import wilson

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


def test_every_figure_names_its_table_and_has_an_interval_exactly_where_n_is_known() -> None:
    for figure in known_figures():
        assert figure.source
        assert (figure.n is None) == (figure.low is None) == (figure.high is None)
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
