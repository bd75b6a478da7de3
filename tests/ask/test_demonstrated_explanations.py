"""What a demonstration explains is true: each derivation, contradiction and case, by its words."""

import json
import re
from pathlib import Path

import pytest
from explanations_read import is_true

from engine.analysis.diagnosis.weaknesses import find_weaknesses
from engine.ask.prompts.reasoning import reasoning
from engine.ask.runs import Request, load_material, make_plan, run_plan
from engine.cli.data.generate import generate
from engine.pipeline.generate.generation import make_group, make_spec
from engine.pipeline.improve.demonstrations import (
    LONGEST,
    Strategy,
    make_demonstrations,
    read_demonstrations,
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("explained") / "e.duckdb"
    for question in ("two-way", "three-way"):
        settings = [f"question={question}"]
        generate("logicasker", name=question, n=480, settings=settings, workers=1, db=path, seed=3)
        request = Request(question, "random")
        run_plan(path, make_plan(request, load_material(path, request), None))
    return path


@pytest.mark.full(quick="families/logicasker/test_skill_explanation.py")
@pytest.mark.parametrize("dataset", ["two-way", "three-way"])
@pytest.mark.parametrize("strategy", Strategy)
def test_each_of_a_hundred_explanations_is_true(
    db: Path, tmp_path: Path, dataset: str, strategy: Strategy
) -> None:
    found = find_weaknesses(db, dataset, "random")
    document = make_demonstrations(db, found, 100, strategy)
    (path := tmp_path / "shown.json").write_text(json.dumps(document))
    items = read_demonstrations(path).items
    assert len({item.hash for item in items}) == 100
    assert {item.traits.depth for item in items} == set(range(1, LONGEST + 1))
    for item, each in zip(items, document["examples"], strict=True):
        assert is_true(item, each["explanation"]), each["explanation"]


@pytest.mark.parametrize(
    ("at", "expected", "instead"),
    [
        (0, "modus tollens", "modus ponens"),
        (0, r"from \(1\) and \(2\)", "from (2) and (1)"),
        (0, r"No one (?=[^.]+\. By)", "Everyone "),
        (1, "true in this case", "false in this case"),
        (1, r"person 1 is not\b", "person 1 is"),
        (1, "; person 1 is not [^;.]+", ""),
    ],
)
def test_an_altered_explanation_is_seen_not_to_be_true(
    at: int, expected: str, instead: str
) -> None:
    spec = make_spec(
        "logicasker", {"skills": "predicate.inference.universal_modus_tollens.unrelated"}, 8, 400
    )
    items = (make_group(spec, group)[at] for group in range(spec.n_groups))
    item = next(item for item in items if re.search(expected, reasoning(item)))
    explanation = reasoning(item)
    assert is_true(item, explanation)
    assert not is_true(item, re.sub(expected, instead, explanation, count=1))
