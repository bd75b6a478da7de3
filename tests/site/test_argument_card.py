"""ArgQA's card: who wrote and read, nine questions with their graphs, results and the paper's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from engine.analysis.sources.reading import reading
from engine.core.paths import snapshot_path
from engine.families.argqa.arguments import QUESTION_TYPES, asked_arguments
from engine.families.argqa.arguments.judgements import current_readings
from engine.families.argqa.params import split_of
from engine.pipeline.publish.publishing import publish
from engine.show.drawings.support_drawing import drawing
from engine.show.drawings.support_layout import Arrow, Layout, Node
from engine.site.cards.parts import parts_of
from tests.dashboard.argument_material import N_ARGUMENTS, RELATER, make_arguments


@pytest.fixture(scope="module")
def fragments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    db = tmp_path_factory.mktemp("card") / "arguments.duckdb"
    make_arguments(db)
    publish(db)
    with reading(snapshot_path(db)) as source:
        yield parts_of(source, "argqa")


def test_the_material_has_counts_and_names_who_read(fragments: dict[str, str]) -> None:
    shown = fragments["argqa-material"]
    rows = re.findall(r"<tr>.*?</tr>", shown.partition("Who read which")[0], re.DOTALL)
    counts = [re.findall(r'data-sort="(\d+)">', row) for row in rows]
    *domains, together = [list(map(int, row)) for row in counts if row]
    assert sum(row[0] for row in domains) == together[0] == len(asked_arguments())
    assert sum(row[3] for row in domains) == together[3] == 9 * len(asked_arguments())
    assert max(row[2] for row in domains) < together[2] < sum(row[2] for row in domains)
    read = [one for own in asked_arguments() for one in current_readings(own)]
    assert all(one.reader in shown for one in read)
    assert "Others than the writer read" in shown


def test_nine_questions_for_training_are_drawn_and_explained(fragments: dict[str, str]) -> None:
    shown = fragments["argqa-examples"]
    for code in QUESTION_TYPES:
        assert f"({code}), " in unescape(shown)
    assert shown.count("<svg") == shown.count("</details>") == 9
    assert shown.count('role="img" aria-label="') == 9
    hidden = [one for one in asked_arguments() if split_of(one) == "test"]
    assert not any(text in shown for one in hidden for text in one.file.propositions.values())


def test_results_have_n_and_interval(fragments: dict[str, str]) -> None:
    shown = unescape(fragments["argqa-results"])
    assert f">{RELATER}<" in shown
    assert "Chose the option tied to both" in shown
    assert f">{9 * N_ARGUMENTS}<" in shown
    assert " to " in shown
    assert "same structure" in shown


def test_the_paper_s_figures_stand_with_n(fragments: dict[str, str]) -> None:
    shown = fragments["argqa-reported"]
    assert "Table 3" in shown
    assert "Table 6" in shown
    assert "n 3,393" in shown
    assert "61.8%" in shown


def test_texts_in_a_drawing_cannot_act() -> None:
    nodes = (
        Node('"><script>', "text", is_shown=True, is_key=False, x=0.2, y=0.2),
        Node("A", "text", is_shown=False, is_key=True, x=0.6, y=0.8),
    )
    layout = Layout(nodes, (Arrow('"><script>', "A", is_direct=False),))
    assert "<script>" not in drawing(layout)
    assert "over others" in drawing(layout)
