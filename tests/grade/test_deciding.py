from __future__ import annotations

import pytest

from engine.core.items import Item
from engine.grade import deciding_part
from engine.pipeline.generate.generation import make_items, make_spec


@pytest.fixture(scope="module")
def item() -> Item:
    return next(make_items(make_spec("justlogic", {"recipe": "sound"}, 1, 3)))


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        ("It may be false.\nAnswer: true\nI am sure.\n", "Answer: true\n"),
        ("Answer: true", "Answer: true"),
        ("Answer:\n\ntrue\n\n", "Answer:\n\ntrue\n"),
        ("Nobody knows.", None),
        ("", None),
    ],
)
def test_the_lines_that_hold_the_answer_are_found(item: Item, raw: str, answer: str | None) -> None:
    part = deciding_part(item, raw)
    assert (part and raw[slice(*part)]) == answer
