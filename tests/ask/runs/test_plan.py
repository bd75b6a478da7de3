from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.request_fields import Settings
from engine.ask.runs import Request, load_material, make_plan
from engine.core.errors import InputError

WHERE = Address("http://user:password@127.0.0.1:9/v1", "sk-planted-0123456789")
REQUEST = Request("hand", "some-model")


def _hash(db: Path, request: Request, where: Address | None = WHERE) -> str:
    return make_plan(request, load_material(db, request), where).run.run_hash


def test_the_same_request_is_the_same_run(db: Path) -> None:
    assert _hash(db, REQUEST) == _hash(db, replace(REQUEST))


@pytest.mark.parametrize(
    "change",
    [
        {"model": "other"},
        {"limit": 3},
        {"split": "all"},
        {"prompt": "few-shot"},
        {"prompt": "zero-shot+forms"},
        {"probe": "no-context"},
        {"samples": 2},
        {"settings": Settings(temperature=0.5)},
    ],
)
def test_whatever_changes_what_is_asked_changes_the_run(
    db: Path, change: dict[str, object]
) -> None:
    assert _hash(db, replace(REQUEST, **change)) != _hash(db, REQUEST)


def test_another_address_is_another_run_but_another_key_is_not(db: Path) -> None:
    assert _hash(db, REQUEST, Address("http://127.0.0.1:8/v1", "x")) != _hash(db, REQUEST)
    assert _hash(db, REQUEST, replace(WHERE, key="other")) == _hash(db, REQUEST)


def test_neither_key_nor_password_is_in_a_plan_that_is_stored(db: Path) -> None:
    run = make_plan(REQUEST, load_material(db, REQUEST), WHERE).run
    stored = orjson.dumps(run).decode()
    assert "planted" not in stored
    assert "password" not in stored
    assert run.endpoint == "http://127.0.0.1:9/v1"


def test_the_test_split_is_asked_unless_another_is_wanted(db: Path) -> None:
    plan = make_plan(REQUEST, load_material(db, REQUEST), WHERE)
    assert {item.split for item in plan.items} == {"test"}
    assert plan.run.split == "test"
    assert plan.run.n_planned == 24
    whole = replace(REQUEST, split="all")
    assert make_plan(whole, load_material(db, whole), WHERE).run.n_planned == 36


def test_the_wording_of_the_prompt_is_in_the_settings(db: Path) -> None:
    request = replace(REQUEST, prompt="cot", settings=Settings(top_p=0.5))
    run = make_plan(request, load_material(db, request), WHERE).run
    settings = orjson.loads(run.settings)
    assert settings["top_p"] == 0.5
    assert settings["prompt"].startswith("cot v1@")


def test_the_command_makes_the_run_again(db: Path) -> None:
    request = replace(REQUEST, limit=5, prompt="few-shot:2", settings=Settings(max_tokens=9))
    assert make_plan(request, load_material(db, request), WHERE).run.command == (
        "sorites evaluate hand --model some-model --base-url http://127.0.0.1:9/v1 "
        "--limit 5 --prompt few-shot:2 --max-tokens 9"
    )


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (replace(REQUEST, dataset="absent"), "absent"),
        (replace(REQUEST, split="validation"), "no split named validation"),
        (replace(REQUEST, prompt="nonsense"), "nonsense"),
        (replace(REQUEST, probe="nonsense"), "nonsense"),
        (replace(REQUEST, prompt="cot", probe="no-context"), "passage"),
        (replace(REQUEST, model="random", prompt="cot"), "built in"),
        (replace(REQUEST, model="random", settings=Settings(seed=1)), "built in"),
        (replace(REQUEST, prompt="few-shot:9"), "train split has only 4"),
    ],
)
def test_what_cannot_be_asked_is_refused(db: Path, request_: Request, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_plan(request_, load_material(db, request_), WHERE)


def test_a_learner_without_a_train_split_is_refused_before_anything_is_written(db: Path) -> None:
    request = replace(REQUEST, model="bag-of-words")
    material = replace(load_material(db, request), train=())
    with pytest.raises(InputError, match="train split"):
        make_plan(request, material, None)
    assert not list(db.parent.glob("journal/*"))
