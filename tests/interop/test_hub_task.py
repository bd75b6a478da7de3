"""The Hub's own task, `eval.yaml`, is filled and scored by Inspect as we would."""

from __future__ import annotations

import json
from pathlib import Path

from engine.core.items import Outcome
from engine.grade import grade
from engine.io.exports import Wish, export
from sorites import Item, load
from tests.interop.conftest import json_of, needs

pytestmark = needs("inspect")


def test_the_hub_s_task_judges_last_lines_as_we_do(db: Path, tmp_path: Path) -> None:
    export("huggingface", Wish(db, "choice", tmp_path))
    items: list[Item] = load("choice", db)
    texts = (
        *("Answer: {}", "So:\nanswer: {}.", "Answer: {} or D", "It is {}.", "Answer: Z"),
        *("Answer:\xa0{}", "All told. The answer is ({}).", "Answer: {} .", "<think>\nAnswer: {}"),
    )
    replies = [(text.format(item.gold), item.gold) for item in items for text in texts]
    found = json_of("inspect", "read_eval_yaml.py", tmp_path, json.dumps(replies), cwd=tmp_path)
    graded = [
        grade(items[at // len(texts)], reply).strict_outcome is Outcome.RIGHT
        for at, (reply, _) in enumerate(replies)
    ]
    assert found["right"] == graded
    assert found["solvers"] == ["system_message", "generate"]
