"""What the site says of boards: ranks, provenance, releases, means and breakdowns."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path

import pytest

from engine.analysis.boards.across import overall
from engine.analysis.boards.ranks import rank_ranges
from engine.analysis.sources.reading import Reading, reading
from engine.core.items import Origin
from engine.core.suite_files import Release
from engine.show.tables.boards import board_table
from engine.site.boards.breakdowns import breakdown_pages
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.boards.overall import overall_section
from engine.site.boards.releases import release_pages
from engine.site.cards.machine_card import machine_card
from tests.site.material import publish_others, publish_sample
from tests.site.tables import plain


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
    assert re.search(r"98\.1%\s+89\.1 to 99\.7%, n 54 ", row)
    assert " 54 " in row


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


def test_without_a_snapshot_published_figures_are_shown_all_the_same(
    empty_fragments: dict[str, str],
) -> None:
    with reading(None) as nothing:
        origins = {board.origin for board in nothing.boards}
    assert origins == {Origin.REPRODUCED, Origin.REGRADED, Origin.REPORTED}
    assert "57.8%" in plain(empty_fragments["leaderboard"])


def test_scores_are_broken_down_with_interval_and_n(
    sample: Reading, fragments: dict[str, str]
) -> None:
    assert 'href="site:breakdowns/sample/"' in fragments["breakdowns"]
    page = breakdown_pages(sample)["sample"]
    by_depth = page.split('data-key="sample&#47;measured&#47;passage&#47;all&#47;depth"')[1]
    row = plain(next(r for r in by_depth.split("<tr>") if "prover&#45;3" in r))
    assert row.split()[:3] == ["prover-3", "baseline", "–"]
    ends_and_rank = re.findall(r"(\d+\.\d to \d+\.\d%), n 18, rank (\S+)", row)
    assert ends_and_rank == [
        ("61.0 to 100.0%", "1"),
        ("61.0 to 100.0%", "1"),
        ("16.3 to 56.3%", "1–3"),
    ]


def test_figures_of_others_are_broken_down_by_origin_with_their_source(sample: Reading) -> None:
    pages = breakdown_pages(sample)
    text = plain(pages["justlogic-published-test"])
    reproduced, regraded = text.split("Depth. Re-graded")
    for part, first in ((reproduced, "70.0%  62.2 to 76.8%"), (regraded, "70.7%  62.9 to 77.4%")):
        assert f"{first}, n 150, rank 1" in part
        assert "llama70B" in part
    text = plain(pages["argqa-published-test"])
    assert "Question type. Reported by others" in text
    assert "ArgQA paper, Table 3" in text


def test_a_breakdown_too_long_for_a_page_has_one_a_trait_or_several(
    sample: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = breakdown_pages(sample)["sample"]
    monkeypatch.setattr("engine.site.boards.breakdowns._MOST_TOGETHER", 8)
    apart = {name: each for name, each in breakdown_pages(sample).items() if "sample" in name}
    linked = re.findall(r'href="site:breakdowns/(sample/[a-z0-9-]+)/"', apart.pop("sample"))
    assert linked == list(apart)
    assert {"sample/depth-2", "sample/root-form"} <= apart.keys(), apart.keys()
    figures = [each.count("<small>") for each in ("".join(apart.values()), together)]
    assert figures[0] == figures[1] > 0
