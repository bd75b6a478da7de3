"""Replies that other harnesses logged become runs, judged as there and again by us."""

from __future__ import annotations

import json
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from engine.cli.data.generate import generate as generate_command
from engine.cli.data.import_ import inspect_log, lm_eval_samples
from engine.core.errors import InputError
from engine.io.published.inspect_log import read_inspect_log
from engine.store import connect
from sorites import Item, load

FIXTURES = Path(__file__).parents[2] / "fixtures" / "harness"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "e.duckdb"
    generate_command("justlogic", n=6, name="small", seed=1, db=path)
    return path


def replies(items: list[Item]) -> list[tuple[Item, str, bool]]:
    """A reply to each item, and whether the harness found it right."""
    shown = [
        (f"Answer: {items[0].gold}", True),
        (f"The answer is **{items[1].gold}**.", False),
        ("Hard to say.", False),
        (f"Answer: {items[3].gold}", True),
    ]
    return [(item, *reply) for item, reply in zip(items, shown, strict=False)]


def harness_file(items: list[Item], path: Path) -> Path:
    rows = [
        {
            "doc": {"id": item.hash, "prompt": "zero-shot@0"},
            "resps": [[reply]],
            "metrics": ["in_format"],
            "in_format": float(is_right),
        }
        for item, reply, is_right in replies(items)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def inspect_file(items: list[Item], path: Path) -> Path:
    header = {
        "eval": {"model": "openai-api/x/y", "metadata": {"prompt": "zero-shot@0"}},
        "results": {"scores": [{"name": "in_format"}, {"name": "graded"}]},
    }
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(header))
        for item, reply, is_right in replies(items):
            scores = {"in_format": {"value": "C" if is_right else "N"}, "graded": {"value": "C"}}
            sample = {
                "id": item.hash,
                "epoch": 1,
                "output": {"completion": reply},
                "scores": scores,
            }
            archive.writestr(f"samples/{item.hash}_epoch_1.json", json.dumps(sample))
        broken = {"id": items[5].hash, "epoch": 1, "error": {"message": "refused"}}
        archive.writestr(f"samples/{items[5].hash}_epoch_1.json", json.dumps(broken))
    return path


def outcomes(db: Path) -> dict[str, list[tuple[str, int]]]:
    with closing(connect(db)) as con:
        rows = con.execute(
            "SELECT origin, outcome, count(*) FROM item_responses GROUP BY ALL ORDER BY ALL"
        ).fetchall()
    found: dict[str, list[tuple[str, int]]] = {}
    for origin, outcome, n in rows:
        found.setdefault(origin, []).append((outcome, n))
    return found


def test_a_log_of_a_model_called_as_a_built_in_respondent_is_refused(
    db: Path, tmp_path: Path
) -> None:
    path = harness_file(load("small", db), tmp_path / "samples.jsonl")
    with pytest.raises(InputError, match="built-in"):
        lm_eval_samples(path, model="prover-7", db=db)
    assert outcomes(db) == {}


def test_lm_eval_s_samples_keep_both_verdicts(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = harness_file(load("small", db), tmp_path / "samples.jsonl")
    capsys.readouterr()
    for _ in range(2):  # a second time changes nothing
        lm_eval_samples(path, model="M", db=db)
    printed = capsys.readouterr().out
    assert "2 right by lm-eval's in_format, 3 by our rules" in printed
    assert load("small", db)[1].hash[:12] in printed
    assert outcomes(db) == {
        "regraded": [("no_answer", 1), ("right", 3)],
        "reproduced": [("right", 2), ("wrong", 2)],
    }


def test_repeated_replies_of_lm_eval_are_samples_of_which_one_is_judged(
    db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    item, other = load("small", db)[:2]
    right = f"Answer: {item.gold}"
    rows: list[dict[str, object]] = [
        {"doc": {"id": item.hash}, "resps": [["Hm.", right, right]], "filtered_resps": [right]},
        {"doc": {"id": other.hash}, "resps": [[[-0.5, False]], [[-2.5, False]]]},
    ]
    path = tmp_path / "samples.jsonl"
    path.write_text("".join(json.dumps({**row, "metrics": ["m"], "m": 1}) + "\n" for row in rows))
    capsys.readouterr()
    lm_eval_samples(path, model="M", db=db)
    shown = capsys.readouterr().out
    assert "3 replies of M; 1 right by lm-eval's m, 1 by our rules" in shown
    assert "2 further replies have no verdict of lm-eval" in shown
    assert "line 2: not a sample of lm-eval" in shown
    assert outcomes(db) == {
        "regraded": [("no_answer", 1), ("right", 2)],
        "reproduced": [("right", 1)],
    }


def test_inspect_s_log_keeps_the_verdicts_of_the_scorer_named(db: Path, tmp_path: Path) -> None:
    path = inspect_file(load("small", db), tmp_path / "log.eval")
    inspect_log(path, scorer="graded", db=db)
    assert outcomes(db) == {
        "regraded": [("error", 1), ("no_answer", 1), ("right", 3)],
        "reproduced": [("error", 1), ("right", 4)],
    }


def test_a_log_as_inspect_writes_it_is_read(db: Path) -> None:
    """The file was written by Inspect 0.3.285, its members compressed by Zstandard.

    It asks an earlier version's items, so ours, with the same answers, take their hashes here.
    """
    log = read_inspect_log(FIXTURES / "inspect.eval", None, None)
    hashes = sorted(one.item for one in log.answers)
    with connect(db) as con:
        for index, place in enumerate((1, 2, 5, 4, 0, 3)):
            con.execute("UPDATE items SET hash = ? WHERE idx = ?", [hashes[place], index])
    inspect_log(FIXTURES / "inspect.eval", db=db)
    assert outcomes(db) == {
        "regraded": [("no_answer", 1), ("right", 3), ("wrong", 2)],
        "reproduced": [("no_answer", 2), ("right", 2), ("wrong", 2)],
    }


def test_what_cannot_be_imported_is_stated(db: Path, tmp_path: Path) -> None:
    items = load("small", db)
    log = inspect_file(items, tmp_path / "log.eval")
    with pytest.raises(InputError, match="has no scorer 'other'; it has in_format, graded"):
        inspect_log(log, scorer="other", db=db)
    no_log = tmp_path / "no.eval"
    no_log.write_text("no archive", encoding="utf-8")
    with pytest.raises(InputError, match=r"not a log of Inspect"):
        inspect_log(no_log, db=db)
    with pytest.raises(InputError, match=r"none of its 1 records can be read: .*line 1: not JSON"):
        lm_eval_samples(no_log, model="M", db=db)
    foreign = tmp_path / "foreign.jsonl"
    row = {"doc": {"id": "0" * 64}, "resps": [["x"]], "metrics": ["acc"], "acc": 1}
    foreign.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(InputError, match="no data set here has the items"):
        lm_eval_samples(foreign, model="M", db=db)
    assert outcomes(db) == {}
