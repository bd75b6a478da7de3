"""Rewards in TRL, verifiers and reasoning-gym; chats in TRL; results for Every Eval Ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.cli.run.evaluate import evaluate
from engine.io.exports import Wish, export
from engine.io.exports.material import asked
from sorites import load
from tests.interop.conftest import Scripted, environment, json_of, needs, run


@needs("rewards")
@pytest.mark.parametrize("name", ["statement", "choice", "formula", "set"])
def test_a_reward_is_our_verdict(db: Path, name: str, tmp_path: Path) -> None:
    export("rewards", Wish(db, name, tmp_path))
    items = list(asked(db, name, "zero-shot", None, None).items)
    scripted = Scripted(items)
    replies = [scripted.answer(item) for item in items]
    known = [float(scripted.replies[item.hash][1] == "right") for item in items]
    found = json_of("rewards", "use_rewards.py", tmp_path, json.dumps(replies), cwd=tmp_path)
    assert found["trl"] == found["verifiers"] == found["gym"] == known
    assert found["oracle"] == [1.0] * len(items)
    assert found["keys"] == len(items)


@needs("trl")
@pytest.mark.parametrize("name", ["statement", "formula"])
def test_trl_trains_by_our_verdict(db: Path, name: str, tmp_path: Path) -> None:
    export("rewards", Wish(db, name, tmp_path))
    items = list(asked(db, name, "zero-shot", None, None).items)
    scripted = Scripted(items)
    replies = [scripted.answer(item) for item in items]
    known = [float(scripted.replies[item.hash][1] == "right") for item in items]
    found = json_of("trl", "use_trl.py", tmp_path, json.dumps(replies), cwd=tmp_path)
    assert found["judged"] == known
    assert {0.0, 1.0} == set(known)
    assert found["steps"] == 1
    assert found["logged"] == [0.0]  # what a model of random weights says is no answer


@needs("trl")
@pytest.mark.parametrize("name", ["choice", "structure"])
def test_trl_is_tuned_on_our_chats(db: Path, name: str, tmp_path: Path) -> None:
    words = ["export", name, "--to", "sft", "--out", str(tmp_path), "--db", str(db)]
    assert CliRunner().invoke(app, words).exit_code == 0
    found = json_of("trl", "use_sft.py", tmp_path, cwd=tmp_path)
    last = [f"Answer: {item.gold}" for item in load(name, db)]
    assert found["last"] == [{"role": "assistant", "content": each} for each in last]
    assert found["steps"] == 1
    assert found["losses"][0] > 0


@needs("eee")
def test_every_eval_ever_accepts_our_results(db: Path, tmp_path: Path) -> None:
    evaluate("statement", model="prover-3", split="all", db=db)
    counts = export("every-eval-ever", Wish(db, "statement", tmp_path))
    assert sum(counts.values()) == 12
    files = [path.relative_to(tmp_path) for path in tmp_path.rglob("*.json*")]
    assert len(files) == 2
    printed = run(
        environment("eee") / "every_eval_ever",
        *("validate", "--format", "json", *files),
        cwd=tmp_path,
        PYTHONPATH="",
    )
    assert [one["valid"] for one in json.loads(printed)] == [True, True]
