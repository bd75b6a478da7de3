"""Examples for data sets that have too few of their own."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.ask.prompts import messages
from engine.ask.runs import Request, load_material, make_plan
from engine.core.errors import InputError
from engine.core.items import Item
from engine.pipeline.generate.datasets import generate_dataset, store_items
from engine.pipeline.generate.example_items import with_examples
from engine.pipeline.generate.generation import make_spec
from tests.items_by_hand import items


def _shown(db: Path, name: str, prompt: str) -> Sequence[Item]:
    request = Request(name, "m", split="all", prompt=prompt)
    material = with_examples(load_material(db, request), request)
    plan = make_plan(request, material, None)
    examples = plan.examples.for_item(plan.items[0])
    assert messages(plan.items[0], prompt, "none", examples)
    assert not {item.hash for item in examples} & set(plan.items.hashes)
    return examples


@pytest.mark.parametrize("prompt", ["few-shot", "cot"])
@pytest.mark.parametrize("family", ["divlogiceval", "logicasker"])
def test_a_small_set_shows_examples_made_by_its_recipe(
    tmp_path: Path, family: str, prompt: str
) -> None:
    db = tmp_path / "s.duckdb"
    generate_dataset(make_spec(family, {}, 5, 4), "few", db)
    shown = _shown(db, "few", prompt)
    assert len({item.gold for item in shown}) > 1
    assert shown == _shown(db, "few", prompt)


def test_a_set_without_a_recipe_says_that_it_has_too_few(tmp_path: Path) -> None:
    db = tmp_path / "s.duckdb"
    store_items(items(2, train=0), "hand", db)
    with pytest.raises(InputError, match="larger train split"):
        _shown(db, "hand", "few-shot")
