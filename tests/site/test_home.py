"""The figure of the home page: a panel a respondent, of its fullest run."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from pathlib import Path

from engine.analysis.sources.reading import reading
from engine.core.items import Item
from engine.pipeline.publish.publishing import publish
from engine.site.boards.home import home_fragments
from engine.site.models import model_pages
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


def test_the_figure_shows_different_models_each_by_its_fullest_run(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    items = made_items()
    _ask(db, "often", "a", items, "true")
    for run in "bcde":
        _ask(db, "often", run, items[:27], None)
    _ask(db, "second", "f", items, "false")
    with reading(publish(db)) as source:
        figure = home_fragments(source)["home-figure"]
    names = [unescape(name) for name in re.findall(r"<p><strong>([^<]*)</strong>", figure)]
    assert sorted(names[:3]) == ["model-x", "often", "second"]
    assert len(set(names)) == len(names)
    [numbers] = tables(figure)
    own = [int(row[-1]) for row in numbers.rows if row[0] == "often zero-shot"]
    assert sum(own) == len(items)


def test_of_equally_full_runs_the_last_stands_on_home_page_and_card(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    items = made_items()
    _ask(db, "twice", "b", items, None)  # the better one, and by its hash the later one
    _ask(db, "twice", "a", items, "true")
    with reading(publish(db)) as source:
        [numbers] = tables(home_fragments(source)["home-figure"])
        card = unescape(model_pages(source)["twice"])
    own = [row[2] for row in numbers.rows if row[0] == "twice zero-shot"]
    assert own
    assert "100.0%" not in own
    assert "sample, measured, run aaaaaaaaaaaa" in card
    assert "sample, measured, run bbbbbbbbbbbb" not in card
