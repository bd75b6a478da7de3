"""Attackers that others write get what an erasure leaves, one item at a time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.audit.challenge import ERASURES, challenger, seen
from engine.audit.trained import attack
from engine.cli import app
from engine.core.errors import InputError
from engine.pipeline.generate.generation import make_spec
from engine.store import DatasetMeta, connect, items_table, write_items
from tests.audit.padded import padded
from tests.samples import Sample

ATTACKER = """
from collections import Counter, defaultdict

def ends(training, answers):
    '''Remember which answer went with the premises that mention the statement.'''
    known = defaultdict(Counter)
    for one, answer in zip(training, answers):
        known[look(one)][answer] += 1
    return lambda asked: (known[look(asked)].most_common(1) or [("true", 1)])[0][0]

def look(one):
    [view] = one.views
    return tuple(sorted(c.kind for c in view.premises if "s" in c.kind))

def fails(training, answers):
    return lambda asked: 1 / 0

def mistaken(training, answers):
    return lambda asked: "perhaps"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_attack.py").write_text(ATTACKER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def test_what_is_erased_is_not_shown() -> None:
    item = padded(1)[0]
    whole, blind, asked = seen(item), seen(item, "signs"), seen(item, "passage")
    assert (whole.passage, whole.premises, whole.query) == (item.passage, item.premises, item.query)
    assert {blind.passage, blind.options, blind.premises, blind.query} == {()}
    assert blind.question == ""
    assert "¬" not in repr(blind.views)
    assert asked.question == item.question
    assert {asked.passage, asked.premises, asked.query, asked.views} == {()}


def test_an_attacker_finds_a_leak_and_nothing_in_a_fair_set(folder: Path) -> None:
    one = challenger("my_attack:ends", "names")
    right = attack(padded(300, "ends"), [one], lambda done: None)[one.name]
    assert right.mean() > 0.5
    right = attack(padded(300), [one], lambda done: None)[one.name]
    assert right.mean() < 0.45


@pytest.mark.parametrize(
    ("name", "erasure", "says"),
    [
        ("my_attack:fails", None, "failed: ZeroDivisionError"),
        ("my_attack:mistaken", None, "answered 'perhaps'; answer with one of: true, false"),
        ("my_attack:none", None, "cannot be loaded: AttributeError"),
        ("nowhere:ends", None, "cannot be loaded: ModuleNotFoundError"),
        ("my_attack:ends", "verbs", "nothing is erased by 'verbs'"),
    ],
)
def test_a_faulty_attacker_is_one_sentence(
    folder: Path, name: str, erasure: str | None, says: str
) -> None:
    with pytest.raises(InputError, match=says):
        attack(padded(150), [challenger(name, erasure)], lambda done: None)


def test_the_command_scores_an_attacker_with_the_others(folder: Path) -> None:
    items = padded(150, "ends")
    db, first = folder / "x.duckdb", items[0]
    meta = DatasetMeta(
        "set", first.family, first.version, first.params, first.seed, source="imported"
    )
    with connect(db) as con:
        write_items(con, meta, items_table(items))
    command = ["audit", "set", "--attacker", "my_attack:ends", "--erase", "names", "--json"]
    document = json.loads(CliRunner().invoke(app, [*command, "--db", str(db)]).stdout)
    [check] = [one for one in document["checks"] if one["name"] == "my_attack:ends, blind to names"]
    assert (check["scope"], check["n"], check["passed"]) == ("all", 150, False)


@pytest.mark.parametrize("family", ["logicasker", "logicskills"])
@pytest.mark.parametrize("erasure", ERASURES)
def test_formulas_with_variables_are_erased_too(family: str, erasure: str) -> None:
    skills = {"logicasker": {"min_length": "4", "max_length": "6"}}
    settings = skills.get(family, {"task": "validity"})
    for item in Sample(make_spec(family, settings, 1, 12)):
        assert seen(item, erasure).keys
