"""LogicAsker's card: the rules, what is known of the sets, and the paper's own figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.analysis.sources.reading import Reading, reading
from engine.families.logicasker.rules.skills import schemas
from engine.site.boards.leaderboard import leaderboard_fragments
from engine.site.cards.parts import parts_of
from engine.site.cards.people import people_section
from tests.site.skill_sample import SKILLS, publish_skills
from tests.site.tables import plain, row_with, rows_of

FAMILY = "logicasker"


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    with reading(publish_skills(tmp_path_factory.mktemp("skills") / "e.duckdb")) as source:
        yield source


@pytest.fixture(scope="module")
def fragments(asked: Reading) -> dict[str, str]:
    return parts_of(asked, FAMILY) | leaderboard_fragments(asked)


def test_every_rule_stands_once_in_words_and_none_fails_its_proof(
    fragments: dict[str, str],
) -> None:
    table = fragments["logicasker-rules"]
    rules = [row for row in rows_of(table) if "⊢" in row or "⊬" in row]
    assert len(rules) == len(schemas())
    assert all(" valid" in row or " invalid" in row for row in rules)
    assert "<strong>" not in table  # what a procedure did not confirm stands out
    silent = [row for row in rules if "it has a free variable" in row]
    assert len(silent) == 3
    assert all("Conclusion:" in row for row in rules if row not in silent)


def test_versions_and_the_domain_are_stated(fragments: dict[str, str]) -> None:
    table = fragments["logicasker-rules"]
    assert "valid in 4 of 4 versions" in row_with(table, "p → q, p ⊢ q")
    assert "invalid in 4 of 4 versions" in row_with(table, "p → q, q ⊬ p")
    assert "not empty" in row_with(table, "p → ∃x F(x) ⊢ ∃x (p → F(x))")
    assert "not empty" not in row_with(table, "p → ∀x F(x) ⊢ ∀x (p → F(x))")


def test_what_holds_one_way_only_is_a_rule_and_a_fallacy(fragments: dict[str, str]) -> None:
    table = fragments["logicasker-rules"]
    assert row_with(table, "∃x ∀y R(x, y) ⊢ ∀y ∃x R(x, y)")
    assert row_with(table, "∀x ∃y R(x, y) ⊬ ∃y ∀x R(x, y)")
    assert "printed as an equivalence; it holds one way" in plain(table)


def test_the_tree_has_the_published_counts(fragments: dict[str, str]) -> None:
    table = fragments["logicasker-tree"]
    for words, n in (
        ("propositional skills", "62"),
        ("predicate skills", "146"),
        ("by form", "401"),
    ):
        assert row_with(table, words).endswith(f" {n}")
    assert "hypothetical syllogism" in plain(table) or "transitivity" in plain(table)


def test_yes_and_no_are_equally_frequent_but_in_the_faithful_set(
    fragments: dict[str, str],
) -> None:
    _, sound, faithful = fragments["logicasker-balance"].split("Right answers in")
    assert row_with(sound, "all ").endswith("50.0%")
    assert row_with(sound, "depth 2").endswith("50.0%")
    assert not row_with(faithful, "all ").endswith("50.0%")


def test_a_card_tells_by_which_skills_answers_are_equally_frequent(
    fragments: dict[str, str],
) -> None:
    sound, faithful = re.findall(
        r"in ([\d,]+) of ([\d,]+) skills when", plain(fragments["logicasker-balance"])
    )
    assert sound[0] == sound[1]
    assert int(faithful[0]) < int(faithful[1])


def test_response_accuracy_stands_on_the_card_and_the_leaderboard(
    fragments: dict[str, str],
) -> None:
    for name in ("logicasker-results", "leaderboard"):  # the first table is the board
        board = fragments[name].split("</table>")[0]
        shares = re.findall(r"[\d.]+%", row_with(board, "half"))
        assert shares[0] == "50.0%"  # of all questions
        assert "100.0%" in shares  # of those answered
        assert row_with(board, "constant-no")


def test_accuracy_stands_by_kind_and_logic(
    fragments: dict[str, str],
) -> None:
    shown = fragments["logicasker-results"]
    kinds = shown.partition("Kind of inference.")[2].partition("</table>")[0]
    [yes] = [row for row in rows_of(kinds) if row.startswith("constant-yes")]
    assert "100.0%" in yes  # of the correct
    assert " 0.0%" in yes  # of contradictions
    for word in ("fallacy", "correct", "contradiction"):
        assert word in plain(kinds)
    assert "+0.0" in row_with(shown, "skills constant-yes", "propositional − predicate")


def test_the_card_says_who_read_the_questions(fragments: dict[str, str]) -> None:
    shown = fragments["logicasker-people"]
    assert "40 of the " in plain(shown)
    assert "were reviewed by" in plain(shown)
    assert ", a person and by " in " ".join(plain(shown).split()).replace(" ,", ",")
    assert row_with(shown, "A. Reader", "a different answer").split()[-5:-3] == ["2", "5.0%"]
    assert row_with(shown, "any of the 2 readers", "any of the three")
    assert "<script" not in shown


def test_a_set_that_only_a_model_read_says_so(tmp_path: Path) -> None:
    from engine.pipeline.publish.publishing import publish
    from engine.store import connect

    db = tmp_path / "e.duckdb"
    publish_skills(db)
    with connect(db) as con:
        con.execute("DELETE FROM validity_readings WHERE reader_kind = 'person'")
    with reading(publish(db)) as source:
        text = plain(people_section(source, FAMILY))
    assert "No person has reviewed them yet." in text


def test_a_set_that_nobody_read_names_the_commands(tmp_path: Path) -> None:
    with reading(publish_skills(tmp_path / "e.duckdb", read=False)) as source:
        text = plain(people_section(source, FAMILY))
    assert f"sorites review write {SKILLS} --for validity --out sheet.csv" in text


def test_each_table_of_the_paper_is_shown_as_reported(fragments: dict[str, str]) -> None:
    text = plain(fragments["logicasker-reported"])
    for source in ("Table 7", "Table 8", "Table 9", "Table 10", "Figure 3", "Figure 5"):
        assert source in text
    assert "92.0% 85.0% 78.0% 74.0%" in row_with(
        fragments["logicasker-reported"], "GPT-4", "logicasker-paper-lengths"
    )


def test_without_a_snapshot_rules_and_reported_figures_are_shown(
    empty_fragments: dict[str, str],
) -> None:
    found = empty_fragments
    assert "sorites generate logicasker" in plain(found["logicasker-glance"])
    assert "modus ponens" in found["logicasker-rules"]
    assert "Table 7" in plain(found["logicasker-reported"])
