"""The home page: the finding, one figure with findings beside it, and the best on every set."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.by_trait import series
from engine.analysis.sources.reading import reading
from engine.core.items import Item
from engine.pipeline.publish.publishing import publish
from engine.site.boards.home import home_fragments
from engine.site.models import model_cards, model_pages
from engine.store import Run, connect, find_dataset, register_run, store_answers
from tests.site.material import made_items, publish_sample
from tests.site.tables import tables
from tests.store.material import answers


def _ask(db: Path, model: str, run: str, items: tuple[Item, ...], given: str | None) -> None:
    """Answers that are right where `given` is None."""
    with closing(connect(db)) as con:
        known = find_dataset(con, "sample").content_hash
        made = Run(
            run * 64, "sample", known, model, "endpoint", "zero-shot",
            settings=f'{{"seed":"{run}"}}', n_planned=len(items),
        )  # fmt: skip
        found = answers(items, lambda item: given or item.gold)
        store_answers(con, register_run(con, made), found)


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """A database in which one model is right throughout, and others are not above chance."""
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    _ask(db, "right", "a", made_items(), None)
    _ask(db, "second", "f", made_items(), "false")
    return db


def test_the_title_is_the_finding_with_its_evidence_beside_the_figure(asked: Path) -> None:
    with reading(publish(asked)) as source:
        home = unescape(home_fragments(source)["home"])
    assert "# right reasons best." in home
    assert "chance</a> 33.3%" in home
    assert "audit: 1 of 2 failed</a>" in home
    assert re.search(r"right leads \S+ by 66.7 points\.</a> <small>\+\d.* p = ", home)
    assert home.count('class="el-lines"') == 2  # for a desktop and for a phone
    assert "For reference, not ranked here: " in home
    [numbers, board] = tables(home)
    assert {row[0] for row in numbers.rows} == {f"{m}, zero-shot" for m in ("right", "second")} | {
        "model-x, zero-shot@00000000"
    }
    assert board.rows[0][0] == "right"
    assert board.rows[0][1:4] == ["100.0%", "82.4 to 100.0%", "1"]


def test_if_no_model_asked_here_is_above_chance_a_board_of_others_comes_first(
    tmp_path: Path,
) -> None:
    with reading(publish_sample(tmp_path / "el.duckdb")) as source:
        found = home_fragments(source)
    assert "reported by others" in found["home"]
    [best] = tables(found["home-best"])
    assert best.rows[0][:3] == ["sample audit: 1 of 2 failed", "model-x", "33.3%"]


def test_a_model_that_is_mostly_wrong_opens_no_page_where_guessing_has_no_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(series, "chance", lambda *_: {})
    with reading(publish_sample(tmp_path / "el.duckdb")) as source:
        assert "reported by others" in home_fragments(source)["home"]


def test_of_equally_full_runs_the_last_stands_on_home_page_and_card(asked: Path) -> None:
    items = made_items()
    _ask(asked, "twice", "c", items, None)  # the better one, and by its hash the later one
    _ask(asked, "twice", "b", items, "true")
    with reading(publish(asked)) as source:
        card = unescape(model_pages(model_cards(source))["twice"])
    assert "sample, run bbbbbbbbbbbb" in card
    assert "sample, run cccccccccccc" not in card


def test_models_with_the_same_score_are_level_instead_of_leading_by_nothing(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    for model, run in (("right", "a"), ("second", "f")):
        _ask(db, model, run, made_items(), None)
    with reading(publish(db)) as source:
        home = unescape(home_fragments(source)["home"])
    assert "right and second are level." in home
    assert " by 0.0 points" not in home
