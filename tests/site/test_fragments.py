from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.boards.across import overall
from engine.analysis.ranks import rank_ranges
from engine.analysis.reading import Reading, reading
from engine.ask.prompts import messages
from engine.core.errors import SoritesError
from engine.core.items import Origin
from engine.core.suite_files import Release
from engine.families import FAMILIES
from engine.families.argqa.arguments import QUESTION_TYPES
from engine.pipeline.publishing import publish
from engine.show.boards import board_table
from engine.show.explanation import explain
from engine.show.places import ENVIRONMENT
from engine.show.slugs import slug
from engine.site.boards.breakdowns import breakdown_pages
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.boards.overall import overall_section
from engine.site.boards.releases import release_pages
from engine.site.builder.building import all_fragments
from engine.site.cards.machine_card import machine_card
from engine.site.cards.papers import citation_fragments
from engine.site.model_errors import Missed, error_section
from engine.site.models import model_pages
from engine.site.sql_page import sql_fragments
from engine.store import connect
from tests.site.material import HOSTILE, made_items, publish_others, publish_sample

ALWAYS = ("schema", "ways", "limits", "examples", "parameters", "distribution", "reported")
"""What every card has without any data set."""


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    with reading(publish_sample(tmp_path_factory.mktemp("sample") / "el.duckdb")) as source:
        yield source


@pytest.fixture(scope="module")
def fragments(sample: Reading) -> dict[str, str]:
    return all_fragments(sample)


def test_an_error_on_an_item_of_a_test_split_is_shown_with_the_question_and_why() -> None:
    item = next(item for item in made_items() if item.split == "test")
    row = {"dataset": "a", "idx": item.index, "answer": "true", "raw": "So: true"}
    row |= {"n_right": 9, "n": 13, "rotated": False, "rotation": 0, "run_id": 2}
    runs = [{"run_id": at, "run_hash": name * 64} for at, name in ((1, "a"), (2, "b"))]
    told = re.sub(r"\s+", " ", unescape(plain(error_section([Missed(item, row)], runs))))
    asked = messages(item, "zero-shot", "none")[-1]["content"]
    for words in (
        asked,
        *explain(item),
        "So: true",
        "in run bbbbbbbbbbbb",
        "9 of all 13 answers to it are right",
    ):
        assert " ".join(words.split()) in told


def plain(fragment: str) -> str:
    return re.sub(r"<[^>]*>", " ", fragment).replace("&#45;", "-").replace("&#46;", ".")


def test_scores_are_ranked_apart_only_where_their_intervals_do_not_meet() -> None:
    assert rank_ranges([(0.8, 0.9), (0.5, 0.6), (0.55, 0.7), (0.1, 0.2)]) == (
        (1, 1),
        (2, 3),
        (2, 3),
        (4, 4),
    )
    assert rank_ranges([]) == ()


def test_a_board_holds_one_data_set_one_origin_and_one_setting(sample: Reading) -> None:
    for board in sample.boards:
        kinds = {(s.dataset, s.origin, s.setting, s.split) for s in board.scores}
        assert kinds == {(board.dataset, board.origin, board.setting, board.split)}


def test_the_solver_stands_beside_the_ranking(sample: Reading) -> None:
    board = sample.boards[0]
    ranks = {s.model: s.rank for s in board.scores}
    assert ranks["solver"] is None
    assert ranks["prover-3"] == (1, 1)
    assert ranks["model-x"] == (2, 3)


def test_the_board_gives_score_interval_n_and_response_rate(fragments: dict[str, str]) -> None:
    rows = fragments["leaderboard"].split("<tr>")
    row = plain(next(row for row in rows if "bag&#45;of&#45;words" in row))
    assert "31.5%" in row  # 17 of 54: one reply gave no answer
    assert "20.7 to 44.7%" in row
    assert "none" not in row  # a baseline has no prompt
    assert re.search(r"98\.1%\s+89\.1 to 99\.7%\s+n 54 ", row)
    assert " 54 " in row


def test_home_and_card_show_one_board_of_the_main_data_set(fragments: dict[str, str]) -> None:
    shown = fragments["home-board"].strip().splitlines()[-1]
    assert shown.startswith("<div")
    assert shown in fragments["justlogic-results"]


def test_every_card_shows_its_language_beside_the_published_sets(
    fragments: dict[str, str],
) -> None:
    rows = [plain(row) for row in fragments["justlogic-distribution"].split("<tr>")]
    [ours] = [row for row in rows if "by our definition" in row]
    assert ours.split()[:2] == ["sample", "9"]  # its test items
    assert sum("Table 4" in row for row in rows) > 2
    assert "divlogiceval-distribution" in fragments


def test_a_release_shows_its_questions_alone_and_they_are_known_by_content(
    sample: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    [frozen] = sample.datasets
    held = Release("first", "Held", date(2026, 1, 2), {"renamed": frozen.content_hash})
    gone = Release("gone", "Gone", date(2025, 1, 2), {"sample": "0" * 64})
    for room in ("boards.releases", "cards.machine_card"):
        monkeypatch.setattr(f"engine.site.{room}.suite_releases", lambda: (held, gone))
    pages = release_pages(sample)
    own = sample.boards[0]
    assert board_table(own) in pages["first"]
    assert "54 items, as <code>sample</code>" in pages["first"]
    assert "sorites suite gone" in plain(pages["gone"])
    assert "bag" not in pages["gone"]
    leaderboard = leaderboard_fragments(sample)["leaderboard"]
    for suite in ("first", "gone"):
        assert f'href="site:releases/{suite}/"' in leaderboard
        assert f'href="site:files/releases/{suite}.json"' in pages[suite]
    assert "2025-01-02: Gone</a> (not asked here yet)" in unescape(leaderboard)
    assert leaderboard.count("not asked here yet") == 1
    assert 'released <a href="site:releases/first/">2026-01-02</a>' in leaderboard
    assert machine_card(sample, frozen)["suite"] == "first"


def test_a_board_says_which_shortcuts_are_above_their_limits(
    fragments: dict[str, str], tmp_path: Path
) -> None:
    assert "above the audit’s limit: <code>bag of words</code>" in unescape(
        fragments["leaderboard"]
    )
    with reading(publish_sample(tmp_path / "el.duckdb", verified=False)) as source:
        assert "above the audit’s limit" not in leaderboard_fragments(source)["leaderboard"]


def test_the_mean_of_families_counts_each_alike_and_needs_them_all(sample: Reading) -> None:
    first = sample.boards[0]
    second = replace(first, scores=tuple(one for one in first.scores if one.model != "model-x"))
    rows = {row.model: row for row in overall({"justlogic": first, "argqa": second})}
    assert rows["model-x"].value is None
    prover = next(one for one in first.scores if one.model == "prover-3")
    found = rows["prover-3"]
    assert found.value == pytest.approx(prover.value)
    assert found.value is not None
    assert found.low is not None
    assert prover.low is not None
    assert found.value - found.low == pytest.approx((prover.value - prover.low) / 2**0.5)
    assert overall_section(sample) == []  # there is one family alone


def test_published_figures_are_shown_by_origin_with_their_source(
    fragments: dict[str, str],
) -> None:
    text = plain(fragments["leaderboard"])
    for words in ("Reproduced:", "Re-graded:", "Reported by others"):
        assert words in text
    assert "Table 6" in text
    assert "sorites reproduce justlogic" in text


def test_a_run_in_the_database_stands_in_for_its_kept_figure(tmp_path: Path) -> None:
    with reading(publish_others(tmp_path / "el.duckdb")) as source:
        reproduced = [board for board in source.boards if board.origin is Origin.REPRODUCED]
    assert len(reproduced) == 1
    found = {(score.model, score.prompt): score.n for score in reproduced[0].scores}
    assert found[("Llama3-8B", "0-shot")] == 54
    assert found[("Llama3-70B", "3-shot")] == 1050


def test_without_a_snapshot_published_figures_are_shown_all_the_same() -> None:
    with reading(None) as nothing:
        origins = {board.origin for board in nothing.boards}
        text = plain(all_fragments(nothing)["leaderboard"])
    assert origins == {Origin.REPRODUCED, Origin.REGRADED, Origin.REPORTED}
    assert "57.8%" in text


def test_every_empty_part_names_the_command_that_fills_it() -> None:
    with reading(None) as nothing:
        fragments = all_fragments(nothing)
    always = {
        *(f"{family}-{part}" for family in FAMILIES for part in ALWAYS),
        "checks",
        "home-figure",
        "citation",
        "logicasker-tree",
        "logicasker-rules",
        "logicasker-published",
        "argqa-material",
        "argqa-unasked",
        "gallery",
        "audits-compared",
        "audits-found",
        "readings",
        "sql-schema",
        "cite-papers",
    }
    for name in fragments.keys() - always:
        assert "<code>sorites " in fragments[name], name


def test_unverified_and_unaudited_sets_say_what_to_run(tmp_path: Path) -> None:
    snapshot = publish_sample(tmp_path / "el.duckdb", name="my set", verified=False)
    with reading(snapshot) as source:
        fragments = all_fragments(source)
    assert "sorites verify &#39;my set&#39;" in fragments["justlogic-verification"]
    assert "sorites audit &#39;my set&#39;" in fragments["justlogic-audit"]


def test_the_audit_shows_the_worst_part_and_whether_it_passed(fragments: dict[str, str]) -> None:
    text = " ".join(plain(fragments["justlogic-audit"]).split())
    assert "33.0%" in text
    assert "within the limit" in text
    assert "41.0% 40.0 to 42.0% n 5,000 at depth 2" in text
    assert "above its limit" in text


def test_examples_are_a_triple_of_no_data_set_with_proof_and_cases(
    fragments: dict[str, str],
) -> None:
    text = plain(fragments["justlogic-examples"])
    for label in ("true", "false", "uncertain"):
        assert re.search(rf"### Example \d&#58; {label}|### Example \d: {label}", text)
    assert "follows the statement itself" in text
    assert "The premises leave the statement open" in text


def test_the_figure_has_a_panel_a_respondent_and_its_numbers_as_a_table(
    fragments: dict[str, str],
) -> None:
    figure = fragments["home-figure"]
    assert figure.count("<svg") == 4
    assert figure.count('role="img"') == 4
    assert figure.count('<th scope="row">') == 12


def test_papers_stand_beside_what_came_out_when_computed_again(fragments: dict[str, str]) -> None:
    [row] = [r for r in fragments["audits-compared"].split("<tr>") if "Llama3&#45;8B" in r]
    told = plain(row)
    assert "57.8%" in told or "49.8%" in told
    assert "reported" in told
    assert "regraded" in told


def test_the_citation_is_of_the_snapshot_s_year_and_names_the_published_address(
    sample: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(ENVIRONMENT, raising=False)
    told = unescape(citation_fragments(sample)["citation"])
    assert f"  year    = {{{sample.dated_at.year}}},\n" in told
    assert "url" not in told
    monkeypatch.setenv(ENVIRONMENT, "https://example.org/sorites/")
    told = unescape(citation_fragments(sample)["citation"])
    assert "  url     = {https://example.org/sorites/},\n" in told


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
        cards = model_pages(source)
    told = re.compile(r"cut off by the length limit</th><td[^>]*>(.*?)</td>")
    assert {name: told.findall(cards[name]) for name in ("model-x", "solver")} == {
        "model-x": ["7"],
        "solver": ["–"],
    }


def test_scores_are_broken_down_with_interval_and_n(
    sample: Reading, fragments: dict[str, str]
) -> None:
    assert 'href="site:breakdowns/sample/"' in fragments["breakdowns"]
    page = breakdown_pages(sample)["sample"]
    by_depth = page.split('data-key="sample&#47;measured&#47;passage&#47;all&#47;depth"')[1]
    row = plain(next(r for r in by_depth.split("<tr>") if "prover&#45;3" in r))
    assert row.split()[:3] == ["prover-3", "baseline", "–"]
    ends_and_rank = re.findall(r"(\d+\.\d to \d+\.\d%)\s+n 18, rank (\S+)", row)
    assert ends_and_rank == [
        ("61.0 to 100.0%", "1"),
        ("61.0 to 100.0%", "1"),
        ("16.3 to 56.3%", "1–3"),
    ]


def test_figures_of_others_are_broken_down_by_origin_with_their_source(sample: Reading) -> None:
    pages = breakdown_pages(sample)
    told = plain(pages["justlogic-published-test"])
    reproduced, regraded = told.split("Depth. Re-graded")
    for part, first in ((reproduced, "70.0%  62.2 to 76.8%"), (regraded, "70.7%  62.9 to 77.4%")):
        assert f"{first} n 150, rank 1" in part
        assert "llama70B" in part
    told = plain(pages["argqa-published-test"])
    assert "Question type. Reported by others" in told
    assert "ArgQA paper, Table 3" in told


def test_a_breakdown_too_long_for_a_page_has_one_a_trait_or_several(
    sample: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = breakdown_pages(sample)["sample"]
    monkeypatch.setattr("engine.site.boards.breakdowns._MOST_TOGETHER", 8)
    apart = {name: told for name, told in breakdown_pages(sample).items() if "sample" in name}
    linked = re.findall(r'href="site:breakdowns/(sample/[a-z0-9-]+)/"', apart.pop("sample"))
    assert linked == list(apart)
    assert {"sample/depth-2", "sample/root-form"} <= apart.keys(), apart.keys()
    figures = [told.count("<small>") for told in ("".join(apart.values()), together)]
    assert figures[0] == figures[1] > 0


def test_every_column_is_documented_and_every_example_gives_rows(
    fragments: dict[str, str],
) -> None:
    assert fragments["sql-schema"].count("### ") > 50
    assert fragments["sql-examples"].count(": result") >= 5


def test_what_somebody_put_into_the_database_is_told_or_refused(tmp_path: Path) -> None:
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


def test_the_gallery_shows_items_with_their_reasons_and_each_type_of_argqa_drawn(
    fragments: dict[str, str],
) -> None:
    gallery = fragments["gallery"]
    assert gallery.count("### ") == gallery.count("Right answer") == 30
    assert gallery.count("\n## ") == len(FAMILIES) - 1
    for shown in ("3c1e", "3e1c", "missing", ": correct", ": unrelated", ": fallacy"):
        assert shown in unescape(gallery), shown
    for shown in ("symbolization", "countermodel", "validity"):
        assert f"{shown}, depth" in unescape(gallery), shown
    argqa = gallery.partition("## ArgQA")[2]
    headings = re.findall(r"^### \d+\. (\S+), ", unescape(argqa), re.MULTILINE)
    assert headings == list(QUESTION_TYPES)
    assert argqa.count('<svg class="el-support"') == gallery.count("<svg") == len(QUESTION_TYPES)


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
    snapshot = publish_sample(tmp_path / "el.duckdb", name=HOSTILE, model=HOSTILE)
    with reading(snapshot) as source:
        cards = {name: card.split("---", 2)[2] for name, card in model_pages(source).items()}
        assert len(cards) == 4
        fragments = all_fragments(source) | cards
    for name, fragment in fragments.items():
        assert "<script" not in fragment, name
        assert "<img" not in fragment, name
        assert "javascript:" not in fragment, name
        lines = [line for line in fragment.splitlines() if line]
        assert all(line.startswith(("<", "# ", "## ", "### ")) for line in lines), name
