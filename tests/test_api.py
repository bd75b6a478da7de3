"""The Python API: stable names, documented, run as documented."""

from __future__ import annotations

import ast
import re
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import sorites
from engine.cli.data.generate import generate as generate_command
from engine.core.errors import InputError
from engine.io.exports import Wish, export
from sorites import (
    Outcome,
    RunConfiguration,
    ask,
    audit,
    board,
    evaluate,
    frame,
    generate,
    grade,
    load,
    save,
    verify,
)

PAGE = Path(__file__).parent.parent / "site" / "python.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("api") / "e.duckdb"
    generate_command("justlogic", n=30, name="justlogic-sound", seed=1, db=path)
    generate_command("argqa", n=9, name="argqa", seed=1, db=path)
    export("jsonl", Wish(path, "justlogic-sound", path.parent / "out" / "files"))
    return path


@pytest.fixture
def db(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small database, which is that of the commands, with what the page says was exported."""
    monkeypatch.setenv("SORITES_DB", str(made))
    monkeypatch.chdir(made.parent)
    return made


def test_the_documented_names_are_those_exported() -> None:
    text = PAGE.read_text(encoding="utf-8")
    imported = {
        name.strip()
        for line in re.findall(r"from sorites import (.+)", text)
        for name in line.split(",")
    }
    named = set(re.findall(r"`([A-Z][a-z]\w+|demo)(?:\(\))?`", text))  # by the text alone
    assert imported | named == set(sorites.__all__) - {"__version__"}


def test_every_public_name_can_be_imported_and_resolved_by_an_editor() -> None:
    assert all(getattr(sorites, name) for name in sorites.__all__)
    assert sorted(sorites.__all__) == dir(sorites)
    tree = ast.parse(Path(sorites.__file__).read_text(encoding="utf-8"))
    [checked] = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.asname or alias.name
        for node in checked.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen | {"__version__"} == set(sorites.__all__)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_run(db: Path, block: str) -> None:
    exec(compile(block, "site/python.md", "exec"), {"__name__": "__main__"})


def test_items_are_those_of_the_command(db: Path) -> None:
    assert load("justlogic-sound") == generate("justlogic", 30, seed=1)
    assert load("justlogic-sound", db)[0] == load("justlogic-sound")[0]


def test_items_are_made_and_verified_on_any_executor(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.pipeline.generate.generation.ITEMS_PER_SHARD", 6)
    made: list[int] = []

    @contextmanager
    def progress(_: str, total: int) -> Iterator[Any]:
        yield made.append

    with ThreadPoolExecutor(2) as pool:
        items = generate("justlogic", 30, executor=pool, progress=progress)
        assert items == load("justlogic-sound", db)
        assert verify(items, executor=pool) == verify(items)
    assert made == [6] * 5


def test_a_changed_item_is_caught() -> None:
    from dataclasses import replace

    item = generate("justlogic", 3)[0]
    other = next(option.key for option in item.options if option.key != item.gold)
    assert [found.agreed for found in verify([item, replace(item, gold=other)])] == [True, False]


def test_answers_come_in_the_order_of_the_items() -> None:
    items = generate("justlogic", 12, seed=3)
    answers = ask(items, "solver", samples=2)
    assert [answer.item for answer in answers] == [item for item in items for _ in range(2)]
    assert {answer.grade.outcome for answer in answers} == {Outcome.RIGHT}


def test_what_is_saved_is_what_the_command_stores(db: Path, tmp_path: Path) -> None:
    save(generate("justlogic", 30, seed=1), "same", tmp_path / "e.duckdb")
    columns = ["family", "recipe", "params", "seed", "n", "content_hash"]
    [stored] = frame("datasets", name="justlogic-sound")[columns].to_dict("records")
    assert frame("datasets", tmp_path / "e.duckdb")[columns].to_dict("records") == [stored]
    assert load("same", tmp_path / "e.duckdb") == load("justlogic-sound")


def test_an_evaluation_is_stored_and_continued(tmp_path: Path) -> None:
    db = tmp_path / "e.duckdb"
    save(generate("justlogic", 12), "small", db)
    steps: list[str] = []

    @contextmanager
    def progress(what: str, total: int) -> Iterator[Any]:
        steps.append(f"{what}, {total}")
        yield lambda *_, **__: None

    first = evaluate("small", "solver", db=db, split="all", samples=2, progress=progress)
    assert [(run.n, run.asked, run.accuracy) for run in first.runs] == [(24, 24, 1.0)]
    assert steps == ["solver on small, 24"]
    [shown] = board("small", db)
    assert [(score.model, score.value, score.n) for score in shown.scores] == [("solver", 1.0, 24)]
    whole = RunConfiguration(dataset="small", model="solver", split="all", samples=2)
    again = evaluate(whole, db=db)
    assert (again.runs[0].asked, again.whole.n) == (0, 24)
    with pytest.raises(InputError, match="not both"):
        evaluate(whole, db=db, samples=3)
    with pytest.raises(InputError, match="samples is wrong"):
        evaluate("small", "solver", db=db, samples=0)


def test_views_become_frames(db: Path) -> None:
    assert {"justlogic-sound", "argqa"} <= set(frame("datasets")["name"])
    assert frame("items", gold="true")["gold"].unique().tolist() == ["true"]
    scores = frame("accuracy", dataset="justlogic-sound")
    assert {"model", "value", "low", "high", "n"} <= set(scores.columns)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: frame("nothing"), "no view 'nothing'"),
        (lambda: frame("items", colour=1), "no column 'colour'"),
        (lambda: load("other"), "other"),
        (lambda: board("other"), "other"),
        (lambda: generate("nofamily"), "nofamily"),
        (lambda: ask([], "solver"), "no items"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(db: Path, call, expected: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=expected):
        call()


def test_an_audit_needs_a_data_set(db: Path) -> None:
    with pytest.raises(InputError, match="other"):
        audit("other")


@pytest.mark.parametrize(
    ("family", "n", "settings"),
    [
        ("justlogic", 30, {}),
        ("logicskills", 3, {"task": "countermodel"}),
        ("logicskills", 3, {"task": "symbolization"}),
    ],
)
def test_grading_from_many_threads_gives_the_same(
    family: str, n: int, settings: dict[str, str]
) -> None:
    items = generate(family, n, seed=2, **settings)
    replies = [f"Answer: {item.gold}" for item in items]
    expected = [grade(*pair) for pair in zip(items, replies, strict=True)]
    found: list[bool] = []

    def work() -> None:
        for _ in range(20):
            given = [grade(*pair) for pair in zip(items, replies, strict=True)]
            found.append(given == expected)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 160


def test_an_unknown_name_is_none_of_ours() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sorites.nothing  # noqa: B018
