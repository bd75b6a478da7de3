"""Breakdowns have a table for each board, so that what was asked otherwise hides nothing there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.analysis.sources.reading import reading
from engine.core.items import Item
from engine.pipeline.generate.generation import make_spec
from engine.pipeline.publish.publishing import publish
from engine.site.boards.breakdowns import breakdown_pages, breakdown_tables
from engine.store import (
    DatasetMeta,
    Run,
    connect,
    find_dataset,
    items_table,
    load_items,
    register_run,
    store_answers,
    write_items,
)
from tests.dashboard.argument_material import ARGUMENTS, make_arguments
from tests.samples import Sample
from tests.site.skill_sample import SKILLS, publish_skills
from tests.site.tables import Table, tables
from tests.store.material import answers, run_over

SPEC = make_spec("logicskills", {"types": "negation,atomic_dyadic"}, 3, 40)
SPOKEN = ("en", "carroll")
Asked = tuple[Run, Sequence[Item], Callable[[Item], str]]


def ask(db: Path, dataset: str, runs: Callable[[Run, tuple[Item, ...]], list[Asked]]) -> Path:
    """Another run a letter, in the order given, each of its items answered as it says."""
    with closing(connect(db)) as con:
        plain = run_over(find_dataset(con, dataset))
        made = runs(plain, tuple(load_items(con, dataset)))
        for letter, (run, items, says) in zip("abcdefgh", made, strict=False):
            stored = register_run(con, replace(run, run_hash=letter * 64))
            store_answers(con, stored, answers(items, says))
    return publish(db)


def key(item: Item) -> str:
    return item.gold


def never(_: Item) -> str:
    return "–"


def another(item: Item) -> str:
    return next(option.key for option in item.options if option.key != item.gold)


def in_each_language(plain: Run, items: tuple[Item, ...]) -> list[Asked]:
    """English all right, Carroll never; English again, less of it, never; `both` all in one run."""
    own = {spoken: [i for i in items if i.traits.language == spoken] for spoken in SPOKEN}
    english, carroll = (replace(plain, language=spoken) for spoken in SPOKEN)
    return [
        (english, own["en"], key),
        (carroll, own["carroll"], never),
        (english, own["en"][:4], never),
        (replace(plain, model="both"), items, key),
    ]


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> list[Table]:
    db = tmp_path_factory.mktemp("spoken") / "el.duckdb"
    meta = DatasetMeta("formulas", SPEC.family, SPEC.version, SPEC.params, SPEC.seed)
    with closing(connect(db)) as con:
        write_items(con, meta, items_table(Sample(SPEC).all))
    with reading(ask(db, "formulas", in_each_language)) as source:
        return tables(breakdown_pages(source)["formulas"])


def shares(table: Table) -> dict[str, list[str]]:
    """The share in each cell, by respondent."""
    return {row[0]: [cell.split(" ")[0] for cell in row[2:]] for row in table.rows}


def test_a_run_in_another_language_stands_in_a_table_that_says_so(spoken: list[Table]) -> None:
    forms = {table.caption: shares(table) for table in spoken if "Argument form" in table.caption}
    shown = {caption.split("Measured here: ")[1]: found for caption, found in forms.items()}
    assert shown == {
        "in English": {"gpt-x": ["100.0%"] * 2},
        "in Carroll’s words": {"gpt-x": ["0.0%"] * 2},
        "all languages together": {"both": ["100.0%"] * 2},
    }


def test_the_runs_of_a_model_in_each_language_join_in_one_row(spoken: list[Table]) -> None:
    [table] = [table for table in spoken if table.caption.startswith("Language")]
    assert table.titles[2:] == ["Carroll’s words", "English"]
    assert shares(table) == {"both": ["100.0%", "100.0%"], "gpt-x": ["0.0%", "100.0%"]}


def wholly_and_of_a_split(plain: Run, items: tuple[Item, ...]) -> list[Asked]:
    own = [item for item in items if item.split == "test"]
    return [(plain, items, key), (replace(plain, split="test"), own, never)]


def plainly_and_in_all_orders(plain: Run, items: tuple[Item, ...]) -> list[Asked]:
    """All right when asked plainly, none in all orders, of which only the first is answered."""
    return [(plain, items, key), (replace(plain, rotated=True), items, another)]


def test_parts_of_skills_are_stated_for_each_board(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    publish_skills(db)
    with reading(ask(db, SKILLS, wholly_and_of_a_split)) as source:
        found = tables("".join(breakdown_tables(source, SKILLS, ["kind"])))
    shown = {
        table.caption.split("Measured here")[1]: set(shares(table).get("gpt-x", []))
        for table in found
    }
    assert shown == {": split test": {"0.0%"}, "": {"100.0%"}}


def test_answers_on_arguments_are_stated_for_each_board(tmp_path: Path) -> None:
    db = tmp_path / "el.duckdb"
    make_arguments(db)
    with reading(ask(db, ARGUMENTS, plainly_and_in_all_orders)) as source:
        found = tables("".join(breakdown_tables(source, ARGUMENTS, ["structure"])))
    assert [("in all orders" in table.caption) for table in found] == [True, False]
    names = [[row[0].split()[0] for row in table.rows] for table in found]
    assert names == [["gpt-x"], ["gpt-x", "relater", "solver"]]
    assert [shares(table)["gpt-x"][0] for table in found] == ["0.0%", "100.0%"]
