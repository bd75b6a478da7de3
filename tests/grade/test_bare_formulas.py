"""A right formula is right however barely it is given."""

from __future__ import annotations

import pytest

from engine.core.items import Outcome
from engine.grade import grade
from engine.pipeline.generate.generation import make_spec
from tests.samples import Later, Sample

ITEMS = Later(lambda: Sample(make_spec("logicskills", {}, 4, 82)).all)


@pytest.mark.parametrize(
    "dress", ["{}", "**{}**", "$${}$$", "`{}`", "The formula is {}.", "Answer: {}"]
)
def test_the_gold_formula_alone_is_right(dress: str) -> None:
    for item in ITEMS:
        assert grade(item, dress.format(item.gold)).outcome is Outcome.RIGHT, item.gold
