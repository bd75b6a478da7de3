"""The run configuration: one object from flags, a file or Python, validated in one place."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.ask.endpoints.request_fields import Api
from engine.core.errors import InputError
from engine.pipeline.evaluate.run_configuration import RunConfiguration, configure

ASKED = {"dataset": "small", "model": "m"}


def test_flags_win_over_the_file_and_nought_is_a_value(tmp_path: Path) -> None:
    path = tmp_path / "ask.toml"
    path.write_text(
        'temperature = 0.7\nconcurrency = 4\nstop = ["\\n"]\napi = "responses"\nprompt = "cot"\n'
        "[extra]\ntop_k = 5\n"
    )
    flags = {"temperature": 0.0, "seed": 0, "concurrency": None, "stop": (), "stream": False}
    found = configure({**ASKED, **flags, "api": "chat", "again": True}, path)
    settings = found.settings()
    assert (settings.temperature, settings.seed, settings.stop) == (0.0, 0, ("\n",))
    assert (settings.api, dict(settings.extra), settings.stream) == (Api.CHAT, {"top_k": 5}, False)
    assert (found.delivery().limits.concurrency, found.delivery().is_fresh) == (4, True)
    assert found.request("small", "m").prompt == "cot"


def test_the_file_may_name_what_to_ask_and_a_flag_replaces_it(tmp_path: Path) -> None:
    path = tmp_path / "ask.toml"
    path.write_text('dataset = "small"\nmodel = "m"\n')
    assert configure({"dataset": None}, path).dataset == "small"
    found = configure({"suite": "core-1", "baselines": True}, path)
    assert (found.dataset, found.suite, found.model, found.baselines) == (
        None,
        "core-1",
        None,
        True,
    )


def test_endpoints_of_a_flag_are_those_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ask.toml"
    path.write_text('[[endpoints]]\nbase_url = "http://b/v1"\nconcurrency = 16\n')
    flags = {"endpoints": ["base_url=http://b/v1,concurrency=16"]}
    assert configure({**ASKED, **flags}) == configure(ASKED, path)
    with pytest.raises(InputError, match="--endpoints takes settings such as base_url=http://host"):
        configure({**ASKED, "endpoints": ["http://b/v1"]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('api_key = "sk-planted"', "no setting 'api_key'.*Keys come only from the environment"),
        ("temperature = -1", "temperature is wrong"),
        ('api = "soap"', "api is wrong"),
        ("temperature", "not TOML"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "ask.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as refused:
        configure(ASKED, path)
    assert "sk-planted" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.toml"):
        configure(ASKED, tmp_path / "absent.toml")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"api": "responses", "seed": 1}, "does not support seed"),
        ({"baselines": True}, "one respondent with --model"),
        ({"suite": "demo"}, "one data set or one suite"),
        ({"prompt": "zero-shot by likelihood"}, "give that, and --prompt zero-shot"),
        ({"fresh": True, "rotations": True}, "plain questions"),
        ({"batch": True, "base_url": ["http://a/v1", "http://b/v1"]}, "batches go to one"),
        ({"max_cost": 1.0, "extractor_model": "x"}, "does not cover --extractor-model"),
        ({"extra": ["top_k"]}, "KEY=JSON"),
        ({"model": "sk-proj-Zk3vT9qLm2Xw8RbY4cHd"}, "looks like a key; name the model"),
        ({"extractor_model": "sk-proj-Zk3vT9qLm2Xw8RbY4cHd"}, "--extractor-model is followed by"),
        ({"samples": 101}, "samples is wrong"),
        ({"max_tokens": 2**64}, "max_tokens is wrong"),
        ({"requests_per_minute": 2**64}, "requests_per_minute is wrong"),
        ({"seed": 2**64}, "seed is wrong"),
        ({"seed": -(2**64)}, "seed is wrong"),
        ({"temperature": float("inf")}, "temperature is wrong"),
        ({"timeout": float("inf")}, "timeout is wrong"),
        ({"look_every": float("inf")}, "look_every is wrong"),
        ({"part": f"{2**64}/{2**64}"}, "--part takes K/N"),
    ],
)
def test_what_does_not_go_together_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        configure({**ASKED, **given})


def test_from_python_too_a_wrong_setting_is_one_sentence() -> None:
    with pytest.raises(InputError, match="there is no setting 'modell'; the settings are"):
        RunConfiguration(dataset="small", modell="m")  # type: ignore[call-arg]


def test_extra_fields_are_json_or_text() -> None:
    found = configure({**ASKED, "extra": ["top_k=5", "mode=fast", 'user={"id": 1}']})
    assert found.extra == {"top_k": 5, "mode": "fast", "user": {"id": 1}}


def test_what_is_recorded_with_a_run_is_the_same_configuration_without_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0123456789")
    url = "https://user:password@host/sk-planted-0123456789/v1"
    found = configure({**ASKED, "base_url": url, "temperature": 0, "samples": 2})
    recorded = found.recorded(found.addresses())
    for secret in ("planted", "password", "user"):
        assert secret not in recorded
    again = RunConfiguration.model_validate(orjson.loads(recorded))
    assert (again.temperature, again.samples, again.model) == (0, 2, "m")
    assert again.base_url == ("https://host/[key]/v1",)
