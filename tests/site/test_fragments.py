"""What the generated parts of pages say besides boards."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.sources.reading import Reading, reading
from engine.ask.prompts import messages
from engine.core.canary import canary
from engine.core.errors import SoritesError
from engine.families import FAMILIES
from engine.families.argqa.arguments import QUESTION_TYPES
from engine.pipeline.publish.publishing import publish
from engine.show.evidence.explanation import explain
from engine.show.links.places import ENVIRONMENT
from engine.show.links.slugs import slug
from engine.site.builder.building import all_fragments
from engine.site.cards.gallery import gallery_pages
from engine.site.cards.papers import citation_fragments
from engine.site.cards.parts import parts_of
from engine.site.model_errors import Missed, error_pages, error_section
from engine.site.models import model_cards, model_pages
from engine.site.sql_page import sql_fragments
from engine.store import connect
from tests.docs.command_map import mistake
from tests.site.material import HOSTILE_NAME, made_items, publish_sample
from tests.site.tables import plain

ALWAYS = ("schema", "ways", "limits", "examples", "parameters", "distribution", "reported")
"""What every card has without any data set."""


def test_an_error_on_an_item_of_a_test_split_is_shown_with_the_question_and_why() -> None:
    item = next(item for item in made_items() if item.split == "test")
    row = {"dataset": "a", "idx": item.index, "answer": "true", "raw": "So: true"}
    row |= {"n_right": 9, "n": 13, "rotated": False, "rotation": 0, "run_id": 2}
    runs = [{"run_id": at, "run_hash": name * 64} for at, name in ((1, "a"), (2, "b"))]
    missed = [Missed(item, row)]
    [(name, page)] = error_pages("model-x", missed, runs).items()
    assert f"site:errors/{name}/" in error_section("model-x", missed, runs)
    text = re.sub(r"\s+", " ", unescape(plain(page)))
    asked = messages(item, "zero-shot", "none")[-1]["content"]
    for words in (
        asked,
        *explain(item),
        "So: true",
        "in run bbbbbbbbbbbb",
        "9 of all 13 answers to it are right",
    ):
        assert " ".join(words.split()) in text


def test_every_card_shows_its_language_beside_the_published_sets(
    fragments: dict[str, str],
) -> None:
    rows = [plain(row) for row in fragments["justlogic-distribution"].split("<tr>")]
    [ours] = [row for row in rows if "by our definition" in row]
    assert ours.split()[:2] == ["sample", "9"]  # its test items
    assert sum("Table 4" in row for row in rows) > 2
    assert "divlogiceval-distribution" in fragments


def test_every_empty_part_names_the_command_that_fills_it(
    empty_fragments: dict[str, str],
) -> None:
    always = {
        *(f"{family}-{part}" for family in FAMILIES for part in ALWAYS),
        "checks",
        "home-best",
        "home-families",
        "citation",
        "logicasker-tree",
        "logicasker-rules",
        "argqa-material",
        "argqa-unasked",
        "gallery",
        "audits-compared",
        "audits-found",
        "readings",
        "readings-changes",
        "sql-schema",
        "cite-papers",
    }
    for name in empty_fragments.keys() - always:
        assert "<code>sorites " in empty_fragments[name], name


def test_the_commands_that_the_build_writes_exist(
    fragments: dict[str, str], sample: Reading
) -> None:
    parts = fragments | model_pages(model_cards(sample))
    found = {
        unescape(line)
        for each in parts.values()
        for line in re.findall(r"<code>(sorites [^<]+)</code>", each)
    }
    assert len(found) > 15
    assert [each for line in sorted(found) if (each := mistake(line))] == []


def test_unverified_and_unaudited_sets_say_what_to_run(tmp_path: Path) -> None:
    snapshot = publish_sample(tmp_path / "el.duckdb", name="my set", verified=False)
    with reading(snapshot) as source:
        fragments = parts_of(source, "justlogic")
    assert "sorites verify &#39;my set&#39;" in fragments["justlogic-verification"]
    assert "sorites audit &#39;my set&#39;" in fragments["justlogic-audit"]


def test_the_audit_shows_the_worst_part_and_whether_it_passed(fragments: dict[str, str]) -> None:
    text = " ".join(plain(fragments["justlogic-audit"]).split())
    assert "33.0%" in text
    assert "within the limit" in text
    assert "41.0% 40.0 to 42.0%, n 5,000 at depth 2" in text
    assert "above its limit" in text


def test_examples_are_a_triple_of_no_data_set_with_proof_and_cases(
    fragments: dict[str, str],
) -> None:
    text = plain(fragments["justlogic-examples"])
    for label in ("true", "false", "uncertain"):
        assert re.search(rf"### Example \d&#58; {label}|### Example \d: {label}", text)
    assert "follows the statement itself" in text
    assert "The premises leave the statement open" in text


def test_papers_stand_beside_what_came_out_when_computed_again(fragments: dict[str, str]) -> None:
    [row] = [r for r in fragments["audits-compared"].split("<tr>") if "Llama3&#45;8B" in r]
    text = plain(row)
    assert "57.8%" in text or "49.8%" in text
    assert "reported" in text
    assert "regraded" in text


def test_the_citation_is_of_the_snapshot_s_year_and_names_the_published_address(
    sample: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    text = unescape(citation_fragments(sample)["citation"])
    assert f"  year    = {{{sample.dated_at.year}}},\n" in text
    assert "url" not in text
    monkeypatch.setenv(ENVIRONMENT, "https://example.org/sorites/")
    text = unescape(citation_fragments(sample)["citation"])
    assert "  url     = {https://example.org/sorites/},\n" in text


def test_a_card_counts_the_replies_that_were_cut_off_where_an_endpoint_was_asked_here(
    tmp_path: Path,
) -> None:
    db = tmp_path / "el.duckdb"
    publish_sample(db)
    with closing(connect(db)) as con:
        con.execute(
            "UPDATE responses SET finish_reason = 'length' FROM runs u, models m, items i"
            " WHERE u.run_id = responses.run_id AND m.model_id = u.model_id AND m.name = 'model-x'"
            " AND i.item_id = responses.item_id AND i.idx < 7"
        )
    with reading(publish(db)) as source:
        cards = model_pages(model_cards(source))
    shown = re.compile(r"cut off by the length limit</th> <td[^>]*>(.*?)</td>")
    assert {name: shown.findall(cards[name]) for name in ("model-x", "solver")} == {
        "model-x": ["7"],
        "solver": [],  # what does not apply is left out
    }


def test_every_column_is_documented_and_every_example_gives_rows(
    fragments: dict[str, str],
) -> None:
    assert fragments["sql-schema"].count("### ") > 50
    assert fragments["sql-examples"].count(": result") >= 5


def test_what_somebody_put_into_the_database_is_shown_or_refused(tmp_path: Path) -> None:
    publish_sample(db := tmp_path / "el.duckdb")
    with connect(db) as con:
        con.execute("ALTER TABLE runs ADD COLUMN colour VARCHAR")
    with (
        reading(publish(db)) as source,
        pytest.raises(SoritesError, match=r"runs\.colour has no comment.*COMMENT ON"),
    ):
        sql_fragments(source)
    with connect(db) as con:
        con.execute("COMMENT ON COLUMN runs.colour IS 'What its curve is drawn in.'")
    with reading(publish(db)) as source:
        assert "What its curve is drawn in" in sql_fragments(source)["sql-schema"]


def test_views_are_written_as_the_last_duckdb_line_reads_them(sample: Reading) -> None:
    # The snapshot is for download; DuckDB 1 opens its file, but has no function named if.
    views = sample.rows("SELECT view_name AS name, sql FROM duckdb_views() WHERE NOT internal")
    assert len(views) > 30
    found = [v["name"] for v in views if re.search(r'(?<![a-z_"])"?if"?\s*\(', v["sql"])]
    assert found == []


def test_the_gallery_opens_each_item_with_its_reasons_and_each_type_of_argqa_drawn(
    fragments: dict[str, str],
) -> None:
    pages = {name: unescape(shown) for name, shown in gallery_pages().items()}
    links = re.findall(r'href="site:gallery/([^/]+)/"', fragments["gallery"])
    assert links == list(pages)
    assert len(pages) == 30
    assert fragments["gallery"].count("\n## ") == len(FAMILIES) - 1
    for shown in pages.values():
        assert shown.count("Right answer") == 1
        assert canary() in shown
    titles = "\n".join(re.findall("^# (.+) {", "\n".join(pages.values()), re.MULTILINE))
    for kind in (
        *("true by modus ponens, depth 1", "find what follows (3c1e), depth 2"),
        *(": follows, depth 1", ": unrelated, depth 1", "Affirming the consequent: fallacious"),
        *("translate a sentence (symbolization), depth 2", "build a countermodel, depth 2"),
    ):
        assert kind in titles, kind
    drawn = [name for name, shown in pages.items() if '<svg class="el-support"' in shown]
    assert len(drawn) == len(QUESTION_TYPES)
    assert re.findall(r"^ArgQA \d+: .+ \((\S+)\), ", titles, re.MULTILINE) == list(QUESTION_TYPES)


@pytest.mark.parametrize(
    ("name", "address"),
    [("solver", "solver"), ("../../etc", "etc-"), ("index", "index-"), ("日本", "")],
)
def test_a_name_becomes_an_address_and_never_a_path(name: str, address: str) -> None:
    made = slug(name)
    assert made.startswith(address)
    assert re.fullmatch(r"[a-z0-9-]+", made)
    assert made != "index"


def test_text_from_the_database_is_never_markup(tmp_path: Path) -> None:
    snapshot = publish_sample(tmp_path / "el.duckdb", name=HOSTILE_NAME, model=HOSTILE_NAME)
    with reading(snapshot) as source:
        cards = {
            name: card.split("---", 2)[2] for name, card in model_pages(model_cards(source)).items()
        }
        assert len(cards) == 4
        fragments = all_fragments(source) | cards
    for name, fragment in fragments.items():
        assert "<script" not in fragment, name
        assert "<img" not in fragment, name
        assert "javascript:" not in fragment, name
        lines = [line for line in fragment.splitlines() if line]
        assert all(line.startswith(("<", "# ", "## ", "### ")) for line in lines), name
