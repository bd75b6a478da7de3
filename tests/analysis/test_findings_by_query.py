"""What we found: a sentence stands as long as its query bears it out, with its figure and n."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from engine.analysis.diagnosis.findings import findings
from engine.analysis.sources.query import rows_of
from engine.core.items import Item
from engine.store import (
    DatasetMeta,
    Run,
    connect,
    items_table,
    register_run,
    store_answers,
    write_items,
)
from tests.site.material import made_items
from tests.store.material import answers

Given = Callable[[Item], str | None]


def found(db: Path, runs: Mapping[tuple[str, str | None], Given]) -> dict[str, list[str]]:
    """The sentences by topic, where one model has these runs, by prompt and probe."""
    items = made_items()
    with closing(connect(db)) as con:
        meta = DatasetMeta("set", "justlogic", items[0].version, items[0].params, 1, recipe="sound")
        made = write_items(con, meta, items_table(items))
        for number, ((prompt, probe), given) in enumerate(runs.items()):
            run = Run(
                run_hash=f"{number:064x}",
                dataset="set",
                dataset_hash=made.content_hash,
                model="m",
                kind="endpoint",
                prompt=prompt,
                probe=probe,
                n_planned=len(items),
            )
            store_answers(con, register_run(con, run), answers(items, given))
        return {topic.title: [one.sentence for one in own] for topic, own in findings(rows_of(con))}


def gold(item: Item) -> str:
    return item.gold


def true(_: Item) -> str:
    return "true"


def test_a_model_that_always_says_true_is_found_out(tmp_path: Path) -> None:
    shown = found(
        tmp_path / "e.duckdb", {("zero-shot", None): true, ("zero-shot", "no-context"): true}
    )
    [guessing] = shown["Not measurably better than guessing"]
    assert guessing.startswith("m is right on set in 33.3% (95% interval ")
    assert guessing.endswith("n = 54); guessing is right in 33.3%.")
    [one] = shown["One answer, whatever the question"]
    assert one.startswith("m answers “true” to 54 of the questions of set that it answers")
    assert one.endswith("It is the right answer to 33.3% of them.")
    [passage] = shown["The passage makes no measurable difference"]
    assert "33.3% of the questions of set without the passage, and in 33.3% with it" in passage
    assert "+0.0 points (-5.3 to +5.3, n = 54)" in passage
    assert "Better than guessing" not in shown


def test_what_is_no_longer_true_disappears(tmp_path: Path) -> None:
    shown = found(
        tmp_path / "e.duckdb", {("zero-shot", None): gold, ("zero-shot", "no-context"): true}
    )
    assert shown.keys() == {"Better than guessing", "The passage makes a difference"}
    [difference] = shown["The passage makes a difference"]
    assert "right in 33.3% of the same questions of set instead of 100.0%: -66.7" in difference


def test_nothing_is_stated_without_a_model_or_of_a_few_answers(tmp_path: Path) -> None:
    assert found(tmp_path / "none.duckdb", {}) == {}
    few = {("zero-shot", None): lambda item: "true" if item.index < 5 else None}
    assert "One answer, whatever the question" not in found(tmp_path / "few.duckdb", few)
