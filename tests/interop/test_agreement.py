"""A respondent of known answers gets the same verdict from Inspect, from lm-eval and from us."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

from engine.core.items import Outcome
from engine.io.exports import Wish, export
from engine.io.exports.material import asked
from engine.io.published import read_inspect_log, read_lm_eval_samples, store_harness_log
from engine.store import connect
from sorites import ask
from tests.interop.conftest import SETS, environment, json_of, needs, run, serving

pytestmark = needs("inspect", "lmeval")
BY_FORM = {"statement", "choice", "inference", "argument", "set"}


@pytest.mark.parametrize("name", SETS)
def test_inspect_and_lm_eval_agree_with_us_item_by_item(
    db: Path, name: str, tmp_path: Path
) -> None:
    items = list(asked(db, name, "zero-shot", None, None).items)
    export("inspect", Wish(db, name, tmp_path / "inspect"))
    export("lm-eval", Wish(db, name, tmp_path / "lm"))
    with serving(items) as (scripted, url):
        ours = {
            answer.item.hash: (answer.grade.outcome, answer.grade.strict_outcome)
            for answer in ask(items, "scripted", base_url=url)
        }
        by_inspect = inspected(tmp_path / "inspect", url)
        by_harness = harnessed(tmp_path / "lm", name, url)
    readings = ["graded", "in_format"] if name in BY_FORM else ["graded"]
    for item in items:
        _, known, in_format = scripted.replies[item.hash]
        assert ours[item.hash][0] == known
        right = {"graded": known == "right", "in_format": in_format == "right"}
        assert (ours[item.hash][1] is Outcome.RIGHT) == right["in_format"]
        for reading in readings:
            assert (by_inspect[item.hash][reading] == "C") == right[reading]
            assert (by_harness[item.hash][reading] == 1) == right[reading]
    logs_come_back(
        db, name, tmp_path, sum(known == "right" for _, known, _ in scripted.replies.values())
    )
    assert all(set(scores) == set(readings) for scores in by_inspect.values())
    assert len(by_inspect) == len(by_harness) == len(items) > 2


def logs_come_back(db: Path, name: str, folder: Path, n_right: int) -> None:
    """What both harnesses logged is imported, their verdicts beside ours."""
    [log] = folder.rglob("*.eval")
    [samples] = folder.rglob("samples_*.jsonl")
    logs = (
        read_inspect_log(log, "graded", "asked-by-inspect"),
        read_lm_eval_samples(samples, "asked-by-lm-eval", "graded"),
    )
    with closing(connect(db)) as con:
        for read in logs:
            found = store_harness_log(con, read, name)
            assert (found.right_there, found.right_here) == (n_right, n_right)
            assert not found.differing
        origins = con.execute(
            "SELECT DISTINCT model, origin FROM accuracy WHERE dataset = $name"
            " AND starts_with(model, 'asked-by') ORDER BY ALL",
            {"name": name},
        ).fetchall()
    assert origins == [
        (read.model, origin) for read in logs for origin in ("regraded", "reproduced")
    ]


def inspected(folder: Path, url: str) -> dict[str, dict[str, str]]:
    """Each sample's scores, from the log that `inspect eval` writes."""
    run(
        environment("inspect") / "inspect",
        *("eval", "task.py", "--model", "openai-api/sorites/scripted"),
        *("--model-base-url", url, "--display", "none", "--log-dir", "logs"),
        cwd=folder,
    )
    [log] = (folder / "logs").glob("*.eval")
    found = json_of("inspect", "read_inspect_log.py", log, cwd=folder)
    assert found["status"] == "success"
    samples: dict[str, dict[str, str]] = found["samples"]
    return samples


def harnessed(folder: Path, name: str, url: str) -> dict[str, dict[str, float]]:
    """Each sample's metrics, from the file that `lm_eval --log_samples` writes."""
    where = f"model=scripted,base_url={url}/chat/completions,num_concurrent=4,max_retries=1"
    run(
        environment("lmeval") / "lm_eval",
        *("run", "--model", "local-chat-completions", "--model_args", where),
        *("--include_path", ".", "--tasks", f"sorites_{name}", "--apply_chat_template"),
        *("--log_samples", "--output_path", "out"),
        cwd=folder,
    )
    [samples] = (folder / "out").rglob("samples_*.jsonl")
    rows = [json.loads(line) for line in samples.read_text(encoding="utf-8").splitlines()]
    return {row["doc"]["id"]: {m: row[m] for m in row["metrics"]} for row in rows}


def test_without_our_package_a_formula_is_refused_and_a_label_read_by_its_form(
    db: Path, tmp_path: Path
) -> None:
    for name in ("formula", "statement"):
        export("inspect", Wish(db, name, tmp_path / name))
    python = environment("inspect") / "python"
    script = (
        "import sorites_scoring as s; from pathlib import Path;"
        " print(s.readings(s.read_lines(Path('.'))[0]))"
    )
    found = run(python, "-c", script, cwd=tmp_path / "statement", PYTHONPATH=".")
    assert found.strip() == "['in_format']"
    with pytest.raises(AssertionError, match="needs the package sorites"):
        run(python, "-c", script, cwd=tmp_path / "formula", PYTHONPATH=".")
