from __future__ import annotations

import ast
import html
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard import app_pages
from dashboard.components.choices.filters import MOST, first_shown
from engine.analysis.by_trait.series import Series
from engine.show.texts.escaping import label, plain, visible
from engine.show.texts.families import set_title

PAGES = sorted(Path(app_pages.__path__[0]).glob("*.py"))
ACTIVE = set("\\`*_{}[]()#+-.!|~$:<>&@/")


@given(st.text())
def test_plain_text_keeps_its_characters_and_disarms_them(text: str) -> None:
    escaped = plain(text)
    assert re.sub(r"\\(.)", r"\1", escaped) == visible(re.sub(r"[\x00-\x1f\x7f]+", " ", text))
    assert ACTIVE.isdisjoint(re.sub(r"\\.", "", escaped))


@given(st.text(), st.integers(1, 40), st.integers(1, 3))
def test_a_label_has_bounded_lines_and_no_markup(text: str, width: int, lines: int) -> None:
    shown = label(text, width, lines).split("<br>")
    assert len(shown) <= lines
    for line in shown:
        assert "<" not in line
        assert len(html.unescape(line)) <= max(width, 2)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_shows_no_note_of_its_code(page: Path) -> None:
    """Streamlit shows a text that stands alone on a line of a page, but for the first."""
    first, *others = ast.parse(page.read_text("utf-8")).body
    alone = [one for one in others if isinstance(one, ast.Expr)]
    assert isinstance(first, ast.Expr)
    assert not [one.lineno for one in alone if isinstance(one.value, ast.Constant)]


def test_a_published_set_is_called_by_its_title_and_others_by_their_names() -> None:
    assert set_title("argqa-published-test") == "ArgQA (published test)"
    assert [set_title(name) for name in ("core-1-argqa", "FOLIO")] == ["core-1-argqa", "FOLIO"]


def a_series(name: str, kind: str) -> Series:
    return Series(name, name, kind, 0.5, None)


def test_at_first_all_models_are_shown_and_references_between_best_and_worst() -> None:
    models = [a_series(f"model {n}", "endpoint") for n in range(2)]
    baselines = [a_series(f"baseline {n}", "baseline") for n in range(9)]
    shown = first_shown([*models, *baselines])
    assert len(shown) == MOST
    assert shown[:3] == ["model 0", "model 1", "baseline 0"]
    assert shown[-1] == "baseline 8"


def test_at_first_no_more_models_are_shown_than_a_chart_can_hold() -> None:
    models = [a_series(f"model {n}", "endpoint") for n in range(20)]
    assert first_shown([*models, a_series("solver", "oracle")]) == [
        f"model {n}" for n in range(MOST)
    ]
