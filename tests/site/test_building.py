from __future__ import annotations

import gzip
import hashlib
import json
import re
from html import unescape
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from engine.analysis.sources.reading import reading
from engine.core.canary import canary
from engine.core.errors import SoritesError
from engine.core.suite_files import suite_names, suite_releases
from engine.families import FAMILIES
from engine.pipeline.files.answers import answers_of, writing_in_background
from engine.pipeline.files.downloads import write_downloads
from engine.show.links.places import SITE, site_item
from engine.site import build_site, build_units
from engine.site.builder.policy import own_scripts, restricted
from engine.site.builder.stylesheets import pruned
from engine.site.downloads import downloads_section
from sorites import item_from
from tests.site.builds import contents, page
from tests.site.material import HOSTILE, publish_sample
from tests.site.tables import bare_shares, tables

PAGES = (
    "index.html",
    "leaderboard",
    "datasets/justlogic",
    "datasets/divlogiceval",
    "method",
    "run",
    "sql",
    "gallery",
    "submit",
)


@pytest.fixture(scope="module")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")


@pytest.fixture(scope="module")
def site(snapshot: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's site, built strictly; its progress came to what was announced."""
    output = tmp_path_factory.mktemp("built") / "site"
    done: list[int] = []
    folder = build_site(snapshot, strict=True, output=output, advance=done.append).folder
    assert sum(done) == build_units() > 10
    return folder


def test_without_a_snapshot_every_page_is_built_strictly_for_a_folder_of_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SORITES_SITE", "https://logic.example/sorites")
    built = build_site(None, strict=True, output=tmp_path / "site")
    assert built.warnings == ()
    assert built.snapshot is None
    for name in PAGES:
        assert "<h1" in page(built.folder, name)
    assert "sorites generate justlogic" in page(built.folder, "leaderboard")
    missing = re.findall(r'(?:href|src)="(/[^"]*)"', page(built.folder, "404.html"))
    assert len(missing) > 20
    assert {link.split("/")[1] for link in missing} == {"sorites"}
    assert "https://logic.example/sorites/leaderboard/" in page(built.folder, "sitemap.xml")


def test_the_same_snapshot_gives_the_same_bytes(snapshot: Path, site: Path, tmp_path: Path) -> None:
    again = build_site(snapshot, strict=True, output=tmp_path / "site")
    assert contents(site) == contents(again.folder)


def test_no_page_asks_for_anything_elsewhere(site: Path) -> None:
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        asked = re.findall(
            r"<(?:script|img|iframe|link|source)\b[^>]*(?:src|href)=\"([^\"]+)", html
        )
        assert asked
        assert not [url for url in asked if re.match(r"(?:https?:)?//", url)], path
        assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in html
    for path in site.glob("assets/*.css"):
        assert "url(http" not in path.read_text(encoding="utf-8")


def test_a_script_that_is_not_the_theme_s_stops_the_build(site: Path) -> None:
    html = page(site, "index.html")
    own = own_scripts()
    assert restricted(html, "index.html", own).count("'sha256-") > html.count("'sha256-") > 2
    for script in (HOSTILE, "<script>__md_scope=new URL('.');alert(1)</script>"):
        with pytest.raises(SoritesError, match="has a script that is not the theme's"):
            restricted(html.replace("</h1>", f"</h1>{script}"), "hole.html", own)


def test_pages_stay_within_their_budgets(site: Path) -> None:
    """The home page as it lies there; and all that a browser fetches with it, packed, as sent."""
    sizes = {path: path.stat().st_size for path in site.rglob("*.html")}
    assert max(sizes.values()) < 1_500_000
    html = page(site, "index.html")
    asked = re.findall(r"<(?:script|link|img)\b[^>]*(?:src|href)=\"([^\"#]+\.(?:js|css|svg))", html)
    assert len(asked) > 3
    shown = ("index.html", *asked)
    assert sum(len((site / name).read_bytes()) for name in shown) < 300_000
    [worker] = re.findall(r'"search": "([^"]+)"', html)
    fetched = (*shown, worker, "search/search_index.json")
    assert sum(len(gzip.compress((site / name).read_bytes())) for name in fetched) < 300_000


def test_of_the_theme_s_styles_only_what_no_page_can_use_is_left_out(site: Path) -> None:
    left = "".join(p.read_text("utf-8") for p in site.glob("assets/stylesheets/*.css"))
    for used in (".md-typeset h1{", ".md-search-result__item{", "[data-md-color-scheme=slate]"):
        assert used in left
    for unused in (".md-typeset .annotate", "[data-md-color-primary=pink]"):
        assert unused not in left
    odd = "@charset 'x;y';.a:not(.gone)>b,.gone{content:'}'}@media print{.gone{margin:0}}/*;*/i{}"
    kept = "@charset 'x;y';.a:not(.gone)>b{content:'}'}/*;*/i{}"
    assert pruned(odd, {"a"}) == kept


def test_every_model_has_a_card_with_its_runs_and_errors(site: Path) -> None:
    card = page(site, "models/model-x")
    assert 'href="../models/model-x/"' in page(site, "models")
    for words in (
        "zero-shot@00000000",
        "Weaknesses",
        "unknown: data/prices/prices.toml has no",
    ):
        assert words in unescape(card), words
    assert re.search("training cut-off</th> <td[^>]*>unknown</td>", unescape(card))
    shown = re.findall(r"sample:(\d+)</h3>|sample&#58;(\d+)", card)
    assert len(shown) >= 5
    assert "Nothing" not in page(site, "models/solver")


def test_the_search_knows_a_model_by_its_name_and_not_by_its_figures(site: Path) -> None:
    found = json.loads(page(site, "search/search_index.json"))["docs"]
    own = [one for one in found if one["location"].startswith("models/model-x/")]
    assert "model-x" in [one["title"] for one in own]
    assert not any("95% interval" in one["text"] for one in own)
    boards = [one["text"] for one in found if one["location"].startswith("leaderboard/#set-")]
    assert any("Model Accuracy 95% interval" in text for text in boards)  # no glued cells
    assert "95% interval" in page(site, "models/model-x")


def test_each_share_stands_with_its_interval_and_n_or_the_caption_says_why_not(site: Path) -> None:
    text = [
        f"{path.relative_to(site).parent}: {bare}"
        for path in site.rglob("*.html")
        for bare in bare_shares(path.read_text(encoding="utf-8"))
    ]
    assert text == []
    board = page(site, "leaderboard")
    assert len(tables(board)) > 5
    assert bare_shares(re.sub(r"\d[\d.]* to [\d.]+%", "–", board))


def test_downloads_hold_what_the_boards_show(site: Path, snapshot: Path) -> None:
    document = json.loads((site / "files/leaderboard.json").read_text(encoding="utf-8"))
    [row] = [
        r for r in document["rows"] if r["model"] == "bag-of-words" and r["dataset"] == "sample"
    ]
    assert (row["n"], row["rank_best"], row["rank_worst"]) == (54, 2, 3)
    lines = (site / "files/leaderboard.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + len(document["rows"])
    unasked = (site / "files/releases/core-1.csv").read_text(encoding="utf-8")
    assert unasked.splitlines() == lines[:1]
    answers = pq.read_table(site / "files/responses.parquet")
    assert answers.num_rows == 4 * 54
    assert "Answer: uncertain" in answers["raw"].to_pylist()
    assert set(answers["outcome"].to_pylist()) == {"right", "wrong", "no_answer"}
    assert (site / "files/sorites.duckdb").read_bytes() == snapshot.read_bytes()
    page_of_files = page(site, "downloads")
    replies = site / "files/readings/replies.jsonl"
    assert all(json.loads(line)["canary"] == canary() for line in replies.read_bytes().splitlines())
    for path in (replies, *(site / "files").glob("*.*")):
        assert hashlib.sha256(path.read_bytes()).hexdigest() in page_of_files


def test_whoever_writes_to_the_site_s_files_changes_no_other(site: Path, snapshot: Path) -> None:
    """Not the published snapshot, through which all sites would change, nor a suite's folder."""
    files = [snapshot, *(path for path in (site / "files").rglob("*") if path.is_file())]
    assert len(files) > 15
    assert [path for path in files if path.stat().st_nlink > 1] == []


def test_very_many_answers_are_in_several_files_with_their_replies(
    snapshot: Path, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.pipeline.files.answers.MOST_TOGETHER", 4 * 54 - 1)
    monkeypatch.setattr("engine.pipeline.files.answers.EACH", 100)
    with reading(snapshot) as source:
        answers = answers_of(source)
        with writing_in_background(snapshot, answers, tmp_path):
            text = downloads_section(write_downloads(source, tmp_path), answers)
    folder = tmp_path / "responses"
    sums = (folder / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    parts = [folder / line.partition("  ")[2] for line in sums]
    assert [path.name for path in parts] == [f"responses-{n}.parquet" for n in (1, 2, 3)]
    for path, line in zip(parts, sums, strict=True):
        assert hashlib.sha256(path.read_bytes()).hexdigest() == line.split()[0]
        assert pq.read_schema(path).metadata[b"canary"] == canary().encode()
        assert f'href="site:files/responses/{path.name}"' in text
    assert pa.concat_tables(map(pq.read_table, parts)).equals(
        pq.read_table(site / "files/responses.parquet")
    )
    assert not (tmp_path / "responses.parquet").exists()


def test_a_data_set_is_to_be_had_with_its_cards_for_programs(site: Path) -> None:
    folder = site / "files/datasets/sample"
    card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    assert (card["items"], card["splits"]["test"], card["status"]) == (54, 9, "draft")
    described = json.loads((folder / "croissant.json").read_text(encoding="utf-8"))
    files = {one["contentUrl"]: one["sha256"] for one in described["distribution"]}
    assert set(files) == {f"data/{split}.parquet" for split in ("train", "validation", "test")}
    text = page(site, "datasets/justlogic")
    for name, digest in files.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
        assert digest in text
        assert f"path: {name}" in (folder / "README.md").read_text(encoding="utf-8")
    rows = pq.read_table(folder / "data/test.parquet").to_pylist()
    assert [item_from(row).split for row in rows] == ["test"] * 9
    fields = {field["name"] for field in described["recordSet"][0]["field"]}
    assert fields <= set(rows[0])
    assert '<script type="application/ld+json">{"@context"' in text


def test_a_card_tells_each_field_with_an_example_and_what_made_and_verified_the_set(
    site: Path,
) -> None:
    card = unescape(page(site, "datasets/justlogic"))
    for words in ("different words", "mean prompt tokens", "<td>z3 ", "+g", "not counted by"):
        assert words in card, words
    fields = {
        cells[0]: cells[2:]
        for cells in (
            re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)
            for row in card.partition("The fields of an item")[2].split("</table>")[0].split("<tr>")
        )
        if cells
    }
    assert fields["<code>split</code>"][::2] == ["yes", "<code>train</code>"]
    assert fields["<code>source_id</code>"][::2] == ["no", "–"]
    for family in ("divlogiceval", "logicasker", "logicskills", "argqa"):
        assert "The fields of an item" in page(site, f"datasets/{family}")


def test_every_card_has_all_sections(site: Path) -> None:
    sections = (
        *("glance", "purpose", "examples", "fields", "construction", "verification", "audit"),
        *("difficulty", "contamination", "scoring", "results", "limits", "load", "files"),
        *("maintenance", "changelog"),
    )
    cards = [f"datasets/{family}" for family in FAMILIES]
    cards += [f"releases/{name}-card" for name in suite_names()]
    for name in cards:
        card = page(site, name)
        assert not [section for section in sections if f'id="{section}"' not in card], name
        assert 'id="people"' in card or 'id="validity"' in card, name
        assert 'href="../../cite/"' in card, name


def test_a_suite_is_to_be_had_with_its_cards_for_programs(site: Path) -> None:
    for release in suite_releases():
        folder = site / "files/releases" / release.suite
        document = json.loads((folder / "card.json").read_text(encoding="utf-8"))
        contents = {one["name"]: one["content_sha256"] for one in document["data_sets"]}
        assert contents == release.contents
        card = page(site, f"releases/{release.suite}-card")
        assert {path.name for path in folder.glob("*.*")} == {
            *("card.json", "croissant.json", "README.md")
        }
        for path in folder.glob("*.*"):
            assert hashlib.sha256(path.read_bytes()).hexdigest() in card
        for one in document["data_sets"]:
            assert one["content_sha256"] in card
            assert f'href="../../datasets/{one["family"]}/"' in card


def test_the_dashboard_finds_where_an_item_is_shown(
    site: Path, snapshot: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.show.links.places.output_folder", lambda: site)
    with reading(snapshot) as source:
        items = source.items("sample", list(range(60)))
    shown = {item.hash: site_item(item.hash) for item in items}
    addresses = [address for address in shown.values() if address]
    assert len(items) > len(addresses) > 4
    assert all("/#item-" in address for address in addresses)
    for address in addresses:
        name, anchor = address.removeprefix(f"{SITE}/").split("#")
        assert page(site, name).count(f'id="{anchor}"') == 1
        assert 'href="http://127.0.0.1:8501/item?item=sample%3A' in unescape(page(site, name))
    monkeypatch.setattr("engine.show.links.places.output_folder", lambda: site / "nowhere")
    assert site_item(items[0].hash) is None
