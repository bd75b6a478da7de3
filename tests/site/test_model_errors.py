"""The errors that a model's card tells of."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

from engine.analysis.sources.reading import reading
from engine.ask.prompts import messages
from engine.core.items import Item, Response
from engine.core.paths import snapshot_path
from engine.core.rotations import rotated
from engine.grade import grade
from engine.pipeline.publish.publishing import publish
from engine.show.links.slugs import slug
from engine.site.model_errors import telling_errors
from engine.site.models import all_error_pages, model_cards, model_pages
from engine.store import Run, connect, find_dataset, record_run
from tests.dashboard.choice_material import FIXED, make_choices
from tests.site.material import made_items, publish_sample


def _ask(
    db: Path, model: str, run: str, given: Callable[[Item], str], probe: str | None = None
) -> None:
    with connect(db) as con:
        known = find_dataset(con, "sample")
        asked = model, "endpoint", "zero-shot"
        made = Run(run * 64, "sample", known.content_hash, *asked, probe=probe)
        answers = [
            (Response(item.hash, raw=given(item)), grade(item, given(item)))
            for item in made_items()
        ]
        record_run(con, made, answers)


def _wrong(item: Item) -> str:
    return "Answer: true" if item.gold == "false" else "Answer: false"


def _plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", unescape(page)).split())


def test_five_items_are_named_though_each_was_missed_in_several_runs(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    for run in "abc":
        _ask(db, "often", run, _wrong)
    with reading(publish(db)) as source:
        found = telling_errors(source)["often"]
    assert len({one.item.hash for one in found}) == len(found) == 5


def test_a_model_whose_replies_cannot_be_read_is_not_stated_to_be_right(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    _ask(db, "mute", "d", lambda item: "I cannot say.")
    with reading(publish(db)) as source:
        assert "mute" not in telling_errors(source)
        text = _plain(model_pages(model_cards(source))["mute"])
    assert "nothing wrong" not in text
    assert "None: every readable answer is right." in text


def test_of_a_model_with_wrong_answers_to_a_probe_alone_it_is_stated_why_none_is_shown(
    tmp_path: Path,
) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    _ask(db, "probed", "e", _wrong, probe="no-context")
    with reading(publish(db)) as source:
        text = _plain(model_pages(model_cards(source))["probed"])
    assert "every readable answer is right" not in text
    n = len(made_items())
    words = f"to probes, which alter the question ({n})"
    assert f"None shown. Its only wrong answers are {words}." in text
    assert "It was asked only with probes" in text


def test_what_was_wrong_in_some_orders_of_the_options_is_shown_as_it_was_asked(
    tmp_path: Path,
) -> None:
    db = tmp_path / "choices.duckdb"
    make_choices(db)
    with reading(snapshot_path(db)) as source:
        found = telling_errors(source)[FIXED]
        pages = all_error_pages(model_cards(source))
        text = " ".join(
            _plain(page) for name, page in pages.items() if name.startswith(slug(FIXED))
        )
    assert len({one.item.hash for one in found}) == 5
    for one in found:
        shown = rotated(one.item, one.row["rotation"])
        assert shown.gold != "B"
        assert f"Right answer: {shown.gold} ; given: B in run " in text
        asked = messages(shown, "zero-shot", "none")[-1]["content"]
        assert " ".join(asked.split()) in text
    assert "wrong in 3 of the 4 orders of its options, the first one shown;" in text
