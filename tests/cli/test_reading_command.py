"""`sorites reading`: how replies were read, and how well the rules read."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

from typer.testing import CliRunner

from engine.cli import app
from engine.core.items import Response
from engine.grade import grade
from engine.grade.version import rules_version
from engine.site.cards.readings import rule_changes
from engine.store import connect
from engine.store.responses.answers import record_run
from tests.store.material import run_over, store_doors

REPLIES = (
    ("Answer: {}", "stop"),
    ("So I would say that the statement is {}.", "stop"),
    ("I do not know.", "stop"),
    ("Answer: {}", "length"),
    ("Answer: true\nAnswer: false", "stop"),
    ("Hm.", "stop"),
)


def test_a_report_has_each_run_s_readings_and_outcomes_and_warns_where_they_lie_apart(
    tmp_path: Path,
) -> None:
    db = tmp_path / "e.duckdb"
    with closing(connect(db)) as con:
        dataset, items = store_doors(con)
        answers = []
        for item, (reply, finish) in zip(items, REPLIES, strict=False):
            raw = reply.format(item.gold)
            verdict = grade(item, raw, finish_reason=finish)
            answers.append((Response(item.hash, raw=raw, finish_reason=finish), verdict))
        record_run(con, run_over(dataset), answers)
    done = CliRunner().invoke(app, ["reading", "report", "--db", str(db), "--json"])
    assert done.exit_code == 0, done.output
    [row] = json.loads(done.stdout)
    kinds = ("right", "declined", "cut_off", "contradictory", "no_answer")
    n = dict(zip(kinds, (2, 1, 1, 1, 1), strict=True))
    assert row["outcomes"] == n
    assert (row["strict"], row["lenient"], row["n_unread"]) == (1 / 6, 2 / 6, 4)
    shown = CliRunner().invoke(app, ["reading", "report", "--db", str(db)])
    assert "differ" in shown.stdout


def test_replies_of_real_models_are_read_as_by_hand() -> None:
    shown = CliRunner().invoke(app, ["reading", "corpus", "--json"])
    assert shown.exit_code == 0
    figures = json.loads(shown.stdout)
    assert sum(one["n"] + one["n_cut"] for one in figures) == 1_591
    for part, most in (("check", 0), ("rules", 13)):
        own = [one for one in figures if one["part"] == part]
        assert sum(one["n"] - one["n_agreed"] for one in own) <= most
        assert sum(one["n_answers"] - one["n_right"] for one in own) <= (part == "rules")
    assert all(0 < one["n_distinct"] <= one["n"] for one in figures if one["n"])
    bare = [one for one in figures if (one["part"], one["kind"]) == ("check", "label")]
    assert [(one["n"], one["n_distinct"], one["n_long"]) for one in bare] == [(408, 6, 0)]


def test_the_rules_in_force_stand_among_the_published_changes() -> None:
    changes, now = rule_changes(), rules_version()
    assert all({"date", "versions", "what", "why"} <= change.keys() for change in changes)
    assert changes == sorted(changes, key=lambda change: change["date"], reverse=True)
    assert now in changes[0]["versions"], (
        f"add {now} to data/readings/rules.toml: to the first entry if no reading changes, else as"
        " a new one with what changed and why"
    )
