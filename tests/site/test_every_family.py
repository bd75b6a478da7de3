"""The site of a snapshot with a set of each family: whole cards, whole suites, every share."""

from __future__ import annotations

import hashlib
import json
import re
from html import unescape
from pathlib import Path

import duckdb
import pytest
import yaml

from engine.core.canary import canary
from engine.families import FAMILIES
from tests.dashboard.choice_material import CHOICES
from tests.dashboard.formal_material import COUNTERMODEL, VALIDITY
from tests.site.every_family import NEW, OLD, built_site
from tests.site.tables import bare_shares, tables

SECTIONS: dict[str, str] = {
    "glance": r"[0-9a-f]{64}",
    "purpose": r"[Nn]ot meant|does not mean",
    "examples": r"el-message|site:|#examples",
    "fields": r"<code>content_hash|#fields|<code>gold</code>",
    "construction": r"<table",
    "verification": r"UNKNOWN.*sorites verify .*(?:Repeated|duplicates have not been counted)",
    "balance": r"<table|#balance",
    "audit": r"<table|no shortcut audit|sorites audit|#audit",
    "difficulty": r"<table|#difficulty",
    "splits|verification": r"Splits.*(?:test|undivided)",
    "contamination": re.escape(canary()),
    "people|validity": r"[Nn]obody|read by|[Pp]eople",
    "scoring": r"prompt",
    "results": r"\d to \d",
    "limits": r"<li>|English",
    "load": r"sorites (?:generate|suite) ",
    "files": r"card\.json.*croissant\.json.*README\.md.*\.parquet",
    "maintenance": r"erratum",
    "citation": r"@software",
    "changelog": r"Version|frozen",
}
"""The sections of a card, and what each must hold; the head and the twins are looked at apart."""


@pytest.fixture(scope="module")
def site() -> Path:
    return built_site()


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text(encoding="utf-8")


CARDS = [
    *(f"datasets/{family}" for family in FAMILIES),
    f"releases/{OLD}-card",
    f"releases/{NEW}-card",
]


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", html))


def missing(card: str) -> list[str]:
    """The sections of a card that are not there, or lack what they are for."""
    parts = re.split(
        r'<h(?:2 id="|3 id="(?=citation|changelog))([^"]+)"', card.partition("</article>")[0]
    )
    shown = dict(zip(parts[1::2], parts[2::2], strict=True))
    found = {
        names: next((shown[name] for name in names.split("|") if name in shown), "")
        for names in SECTIONS
    }
    for deep in ("citation", "changelog"):  # stand within another section
        found["maintenance"] += found[deep]
    return [
        names
        for names, needed in SECTIONS.items()
        if not re.search(needed, f"{plain(found[names])}{unescape(found[names])}", re.DOTALL)
    ]


@pytest.mark.parametrize("name", CARDS)
def test_each_section_of_a_card_is_there_and_holds_what_it_is_for(site: Path, name: str) -> None:
    card = page(site, name)
    assert missing(card) == []
    head = unescape(
        re.sub(r"<[^>]+>", " ", card.partition('<h2 id="glance"')[0].partition("<h1")[2])
    )
    for words in ("Apache-2.0", "items", "cite"):
        assert words in head
    emptied = re.sub(r"(<h2 id=\"results\".*?</h2>).*?(<h2)", r"\1\2", card, flags=re.DOTALL)
    assert missing(emptied) == ["results"]


@pytest.mark.parametrize("name", CARDS)
def test_the_files_of_a_card_are_read_as_it_says(site: Path, name: str) -> None:
    card = page(site, name)
    text = re.search(r"FROM 'FOLDER/(\S+)' GROUP BY gold", plain(card))
    assert text
    [address] = re.findall(rf'href="([^"]+/){re.escape(text[1])}"', card)[:1]
    folder = (site / name / address).resolve()
    with duckdb.connect() as con:
        query = f"SELECT count(*) {text[0].replace('FOLDER', str(folder))}"
        assert all(n > 0 for (n,) in con.execute(query).fetchall())
    [split] = re.findall(r'load_dataset\("FOLDER", .*?split="(\w+)"\)', plain(card))
    assert f"split: {split}\n    path: {text[1]}" in (folder / "README.md").read_text("utf-8")


def test_each_share_of_every_table_stands_with_its_interval_and_n(site: Path) -> None:
    text = [
        f"{path.relative_to(site).parent}: {bare}"
        for path in site.rglob("*.html")
        for bare in bare_shares(path.read_text(encoding="utf-8"))
    ]
    assert text == []


def test_each_version_of_a_suite_has_boards_of_its_own_questions(site: Path) -> None:
    for shown, other, sets in ((OLD, NEW, {"sample"}), (NEW, OLD, {"sample", "choices"})):
        board = page(site, f"releases/{shown}")
        selector = board.partition('aria-label="Release"')[2].partition("</nav>")[0]
        assert re.search(rf'<strong aria-current="page">[^<]*Frozen {shown}', unescape(selector))
        assert f'href="../../releases/{other}/"' in selector
        assert 'href="../../leaderboard/"' in selector
        keys = re.findall(r'data-key="([^"/]+)/', unescape(board))
        assert set(keys) == sets
        rows = json.loads((site / f"files/releases/{shown}.json").read_text(encoding="utf-8"))[
            "rows"
        ]
        assert {row["dataset"] for row in rows} == sets
    main = page(site, "leaderboard").partition('aria-label="Release"')[2].partition("</nav>")[0]
    assert f'href="../releases/{OLD}/"' in main
    assert f'href="../releases/{NEW}/"' in main


def test_ties_are_visible_as_equal_ranges_of_rank(site: Path) -> None:
    [board] = [t for t in tables(page(site, f"releases/{OLD}")) if t.titles[4:5] == ["Rank"]]
    ranks = {row[0].split()[0]: row[4] for row in board.rows}
    assert ranks == {
        "solver": "–",
        "prover-3": "1",
        "bag-of-words": "2–3",
        "model-x": "2–3",
        "guessing": "–",
    }


def test_a_family_is_ranked_beside_the_others_as_on_its_own_board(site: Path) -> None:
    found = tables(page(site, "leaderboard"))
    [overall] = [
        t
        for t in found
        if t.caption.startswith("Measured here: no model has answered all families")
    ]
    own = next(
        t
        for t in found
        if "PartialCircular" in t.titles and "in English, in all orders" in t.caption
    )
    [column] = [
        at
        for at, title in enumerate(overall.titles)
        if title == f"{CHOICES}, in English, all orders"
    ]
    place = own.titles.index("Rank")
    ranks = {row[0].split()[0]: row[place] for row in own.rows}
    shown = {
        row[0].split()[0]: re.search(r"rank (\S+) by PartialCircular", row[column])
        for row in overall.rows
    }
    beside = {model: rank[1] for model, rank in shown.items() if rank}
    assert beside
    assert beside == {model: ranks[model] for model in beside}


def test_the_mean_of_families_says_by_what_each_counts(site: Path) -> None:
    text = plain(page(site, "leaderboard").partition('id="overall"')[2].partition("<table")[0])
    assert "For logicskills only symbolization counts, not countermodel and validity." in text
    assert f"Not counted, but on boards below: {VALIDITY}, {COUNTERMODEL}" in text


def test_a_suite_s_twins_name_every_file_of_every_data_set(site: Path) -> None:
    folder = site / "files/releases" / NEW
    described = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    files = {one["contentUrl"] for one in described["distribution"]}
    assert files == {path.relative_to(folder).as_posix() for path in folder.glob("data/*/*")}
    assert {name.split("/")[1] for name in files} == {"sample", "choices"}
    assert len(described["recordSet"]) == len(files)
    assert all(len(records["field"]) > 10 for records in described["recordSet"])
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"path: {name}" in text for name in files)


def test_a_suite_s_tasks_ask_each_of_its_sets_as_their_own_do(site: Path) -> None:
    folder = site / "files/releases" / NEW
    document = yaml.safe_load((folder / "eval.yaml").read_text(encoding="utf-8"))
    header = yaml.safe_load((folder / "README.md").read_text("utf-8").split("---\n")[1])
    places = {one["config_name"]: one["data_files"] for one in header["configs"]}
    assert [task["id"] for task in document["tasks"]] == ["sample", "choices"]
    for task in document["tasks"]:
        own = site / "files/datasets" / task["id"]
        [alone] = yaml.safe_load((own / "eval.yaml").read_text(encoding="utf-8"))["tasks"]
        kept = ("split", "field_spec", "solvers", "scorers")
        assert {name: task[name] for name in kept} == {name: alone[name] for name in kept}
        [held] = places[task["config"]]
        assert held["split"] == task["split"]
        asked = (own / "asked" / f"{task['split']}.parquet").read_bytes()
        assert (folder / held["path"]).read_bytes() == asked
        assert hashlib.sha256(asked).hexdigest() in page(site, f"releases/{NEW}-card")


def test_a_suite_s_card_has_examples_balance_audit_and_depths_of_its_own_sets(site: Path) -> None:
    sections = page(site, f"releases/{NEW}-card").split("<h2 ")
    text = {part.split('"')[1]: unescape(part) for part in sections[1:]}
    assert text["examples"].count('class="el-message"') >= 4
    assert "Right answer" in text["examples"]
    for name in ("sample", "choices"):
        assert f'id="examples-{name}"' in text["examples"]
        assert f"<code>{name}</code>" in text["balance"]
        assert f"Depths of <code>{name}</code>" in text["difficulty"]
    assert "Shortcut audit of <code>sample</code>" in text["audit"]
    assert "sorites audit choices" in text["audit"]
