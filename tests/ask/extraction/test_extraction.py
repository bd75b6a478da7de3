"""A model reads what the rules could not: beside them, by the same rules, once, and checked."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from engine.ask.endpoints.address import address
from engine.ask.runs import Request, load_material, make_plan, run_plan
from engine.cli import app
from engine.core.canary import canary
from engine.core.items import Item
from engine.core.paths import snapshot_path
from engine.core.statistics import Counts, clustered
from engine.core.workers import serial
from engine.pipeline.generate.datasets import generate_dataset
from engine.pipeline.generate.generation import make_spec
from engine.store import connect, connect_read_only, load_items
from tests.loopback import Loopback, loopback

DATASET, MODEL, EXTRACTOR, JUDGE = "formulas", "mumbler", "extractor", "judge"
N = 24


def mumbled(item: Item) -> str:
    """Every third reply can be read; of the rest every second states a formula after all."""
    if item.index % 3 == 0:
        return f"Answer: {item.gold}"
    if item.index % 2:
        return f"number {item.index}: I would put it in symbols as told before, so to say."
    return f"number {item.index}: I cannot do this."


class Endpoint:
    """The model asked, the extractor and the judge, all behind one address."""

    def __init__(self) -> None:
        self.items: dict[str, Item] = {}
        self.server: Loopback | None = None
        self.extractions = 0

    def reply(self, asked: str) -> str:
        assert self.server is not None
        sent = self.server.bodies[-1]
        if sent["model"] == JUDGE:
            return f"Answer: {'unfaithful' if 'number 5:' in asked else 'faithful'}"
        if sent["model"] != EXTRACTOR:
            return mumbled(self.items[asked])
        self.extractions += 1
        assert not any(item.passage[0] in str(sent["messages"]) for item in self.items.values())
        if "cannot" in asked:
            return "Answer: NO ANSWER"
        index = int(asked.rpartition("number ")[2].partition(":")[0])
        item = next(item for item in self.items.values() if item.index == index)
        return f"Answer: {item.gold if index != 7 else '¬(' + item.gold + ')'}"


@pytest.fixture(scope="module")
def endpoint() -> Iterator[tuple[Endpoint, str]]:
    played = Endpoint()
    with loopback(played.reply) as server:
        played.server = server
        yield played, server.url


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory, endpoint: tuple[Endpoint, str]) -> Path:
    """A run with unread replies, then what the extractor made of them."""
    from engine.ask.prompts import messages

    played, url = endpoint
    path = tmp_path_factory.mktemp("extraction") / "e.duckdb"
    spec = make_spec("logicskills", {"types": "negation,quantified_all_some"}, 3, N)
    generate_dataset(spec, DATASET, path, serial())
    with closing(connect(path)) as con:
        items = list(load_items(con, DATASET))
    played.items = {messages(i, "zero-shot", "none")[-1]["content"]: i for i in items}
    request = Request(DATASET, MODEL, language="all")
    run_plan(path, make_plan(request, load_material(path, request), address(url)))
    assert invoke(path, url)["n"] == len(unread())
    return path


def unread() -> list[int]:
    return [index for index in range(N) if index % 3]


def invoke(db: Path, url: str, *more: str, model: str = EXTRACTOR) -> dict[str, Any]:
    words = ["extract", DATASET, "--extractor-model", model, "--base-url", url, "--db", str(db)]
    done = CliRunner().invoke(app, [*words, *more, "--json"])
    assert done.exit_code in (0, 1), done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return {**found, "exit_code": done.exit_code}


def rows(db: Path, query: str) -> list[dict[str, Any]]:
    with closing(connect(db)) as con:
        found: list[dict[str, Any]] = con.sql(query).to_arrow_table().to_pylist()
    return found


def test_what_was_extracted_stands_beside_the_rules_own_verdict(db: Path) -> None:
    stated = [index for index in unread() if index % 2]
    found = rows(
        db,
        "SELECT i.idx, e.* FROM extractions e JOIN items i USING (item_id) ORDER BY i.idx",
    )
    assert [row["idx"] for row in found] == unread()
    assert {row["extractor"] for row in found} == {EXTRACTOR}
    assert all(row["prompt"].startswith("extract v1@") for row in found)
    right = {row["idx"] for row in found if row["outcome"] == "right"}
    assert right == set(stated) - {7}
    [wrong] = [row for row in found if row["idx"] == 7]
    assert (wrong["outcome"], wrong["mistake"]) == ("wrong", "not_equivalent")
    [left] = rows(db, "SELECT count(*) AS n FROM responses WHERE is_unread(outcome)")
    assert left["n"] == len(unread())
    [shown] = rows(db, "FROM extracted_accuracy")
    assert shown["value"] == pytest.approx((N - len(unread())) / N)
    assert shown["extracted_value"] == pytest.approx((N - len(unread()) + len(right)) / N)
    assert (shown["n_unread"], shown["n_asked"], shown["n_extracted"]) == (16, 16, len(stated))
    settled = {index for index in range(N) if not index % 3} | right
    pairs = [Counts(len(settled & {at, at + 1}), 2) for at in range(0, N, 2)]
    assert (shown["low"], shown["high"]) == pytest.approx(clustered(pairs))
    with closing(connect_read_only(snapshot_path(db))) as con:
        [published] = con.execute("SELECT n_asked FROM extracted_accuracy").fetchall()
    assert published == (16,)


def test_a_reply_is_paid_for_once(db: Path, endpoint: tuple[Endpoint, str]) -> None:
    played, url = endpoint
    before = played.extractions
    assert invoke(db, url)["n"] == 0
    assert played.extractions == before


def test_a_failure_is_a_row_and_is_asked_again(db: Path, endpoint: tuple[Endpoint, str]) -> None:
    with loopback(lambda _: "Answer: NO ANSWER", faults=["400"]) as server:
        shown = invoke(db, server.url, "--limit", "3", "--concurrency", "1", model="other")
        assert (shown["n"], shown["n_errors"], shown["exit_code"]) == (3, 1, 1)
        assert "bad request" in shown["last_error"]
        again = invoke(db, server.url, "--limit", "1", model="other")
    assert (again["n"], again["n_errors"]) == (1, 0)
    found = rows(db, "SELECT outcome FROM extractions WHERE extractor = 'other'")
    assert {row["outcome"] for row in found} == {"no_answer"}


def test_evaluate_extracts_where_it_is_asked_to(
    tmp_path: Path, db: Path, endpoint: tuple[Endpoint, str]
) -> None:
    _, url = endpoint
    words = ["evaluate", DATASET, "--model", MODEL, "--base-url", url, "--db", str(db)]
    done = CliRunner().invoke(
        app,
        [*words, "--language", "en", "--extractor-model", EXTRACTOR, "--prompt", "paper"],
    )
    assert "extracted an answer from" in done.output, done.output


def test_a_sample_is_judged_by_a_model_and_adjudicated_blindly(
    tmp_path: Path, db: Path, endpoint: tuple[Endpoint, str]
) -> None:
    _, url = endpoint
    sheet = tmp_path / "sheet.csv"
    named = ["--extractor-model", EXTRACTOR, "--db", str(db)]
    drawn = CliRunner().invoke(
        app,
        ["review", "write", DATASET, "--for", "extractions", "--out", str(sheet), "--judge-model",
         JUDGE, "--base-url", url, *named],
    )  # fmt: skip
    assert drawn.exit_code == 0, drawn.output
    text = sheet.read_text(encoding="utf-8-sig")
    assert "unfaithful" not in text
    assert JUDGE not in text
    lines = list(csv.DictReader(text.splitlines()))
    assert {line["canary"] for line in lines} == {canary()}
    assert any("number 5:" in line["reply"] for line in lines)  # what the model flagged
    for line in lines:
        line["Is this the final answer of the reply? (yes/no)"] = "yes"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    read = ["review", "read", str(sheet), DATASET, "--for", "extractions", "--reader", "A. Reader"]
    done = CliRunner().invoke(app, [*read, *named, "--json"])
    assert done.exit_code == 0, done.output
    document = {
        row["judge"]: row
        for row in json.loads(done.stdout)["faithfulness"]
        if row["question_type"] is None
    }
    assert document[JUDGE]["n_faithful"] < document[JUDGE]["n"]
    assert (
        document["adjudicated"]["n_faithful"]
        == document["adjudicated"]["n"]
        == document[JUDGE]["n"]
    )
    lines[0]["answer taken"] = "another"
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(lines[0]))
        writer.writeheader()
        writer.writerows(lines)
    refused = CliRunner().invoke(app, [*read, *named])
    assert "column 'answer taken': was changed" in str(refused.exception)
