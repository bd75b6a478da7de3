"""The page about arguments, and the graph on the page of a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components.figures.drawings import draw_support
from engine.core.items import Item, SupportCertificate
from engine.pipeline.generate.generation import make_items, make_spec
from engine.show.drawings.support_layout import support_layout
from engine.show.links.places import site_family
from engine.store import connect_read_only
from tests.dashboard.argument_material import ARGUMENTS, N_ARGUMENTS, RELATER, make_arguments
from tests.samples import Sample

Opener = Callable[..., AppTest]
SERIES = f"{RELATER}, zero-shot"


@pytest.fixture(scope="module")
def argued(tmp_path_factory: pytest.TempPathFactory) -> Path:
    db = tmp_path_factory.mktemp("arguments") / "arguments.duckdb"
    make_arguments(db)
    return db


@pytest.fixture(scope="module")
def nine() -> tuple[Item, ...]:
    return Sample(make_spec("argqa", {}, 1, 9)).all


def test_breakdown_and_errors_have_the_views_figures(argued: Path, open_page: Opener) -> None:
    app = open_page(argued, "breakdown", data=ARGUMENTS, down="Question type")
    assert not app.exception
    types, means = (table.value for table in app.dataframe[:2])
    mine = types[types["across"] == SERIES]
    asked = Counter(item.role for item in make_items(make_spec("argqa", {}, 1, 9 * N_ARGUMENTS)))
    types_asked = {text.rpartition("(")[2].removesuffix(")"): text for text in mine["down"]}
    assert dict(zip(mine["down"], mine["n"], strict=True)) == {
        **{types_asked[question_type]: n for question_type, n in asked.items()},
        "all questions": asked.total(),
    }
    assert set(means["name"]) == {SERIES, "solver"}
    pairs = open_page(argued, "breakdown", data=ARGUMENTS, down="Paired contrasts")
    assert set(pairs.dataframe[0].value["contrast"]) >= {"2.3 minus 3.1", "2.1 minus 2.2"}
    roles, drawn = (t.value for t in open_page(argued, "errors", data=ARGUMENTS).dataframe)
    shares = dict(zip(drawn["name"], drawn["value"], strict=True))
    assert shares["solver"] == 0
    assert shares[SERIES] > 50  # a question may have two such options
    assert set(roles["type"]) == {types_asked[question_type] for question_type in asked}
    with closing(connect_read_only(argued)) as con:
        wanted = con.execute(
            "SELECT 100 * share, n FROM distractor_selection WHERE model = $model"
            " AND question_type = '1.1' AND role = 'ii'",
            {"model": RELATER},
        ).fetchone()
    chosen = roles[
        (roles["type"] == types_asked["1.1"]) & (roles["cell"] == "ii") & (roles["name"] == SERIES)
    ]
    assert tuple(chosen.iloc[0][["value", "n"]]) == wanted


def test_a_question_shows_its_graph_and_says_it_in_words(argued: Path, open_page: Opener) -> None:
    app = open_page(argued, "item", item=f"{ARGUMENTS}:5")
    assert not app.exception
    with closing(connect_read_only(argued)):
        words = "\n".join(str(caption.value) for caption in app.caption)
    assert "In words" in words
    assert "S1 supports" in words.replace("\\", "")
    assert any("Support relation" in str(one.value) for one in app.markdown)
    assert any(f"]({site_family('argqa')})" in str(one.value) for one in app.markdown)


def test_the_layout_says_how_key_and_sentences_stand(nine: tuple[Item, ...]) -> None:
    for item in nine:
        assert isinstance(item.certificate, SupportCertificate)
        layout = support_layout(item)
        direct = {(arrow.source, arrow.target) for arrow in layout.arrows if arrow.is_direct}
        for option, ties in zip(item.options, item.certificate.ties, strict=True):
            for name, tied in zip(("S1", "S2"), ties, strict=True):
                assert ((option.key, name) in direct) == (tied == "supports")
                assert ((name, option.key) in direct) == (tied == "is supported by")
        places = {node.name: node.y for node in layout.nodes}
        assert all(places[arrow.source] < places[arrow.target] for arrow in layout.arrows)
        assert len({(node.x, node.y) for node in layout.nodes}) == 6
        assert [node.name for node in layout.nodes if node.is_key] == [item.gold]


def test_the_drawing_has_an_arrow_for_each_support(nine: tuple[Item, ...]) -> None:
    layout = support_layout(nine[0])
    lines = [trace for trace in draw_support(layout).data if trace.mode == "lines+markers"]
    assert len(lines) == len(layout.arrows)
    assert {line.line.dash for line in lines} <= {"solid", "dot"}
    assert layout.in_words().count("supports") == len(layout.arrows)
