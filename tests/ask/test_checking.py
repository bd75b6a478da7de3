"""The check of an endpoint: what it finds out, in how many requests, and what follows from it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.checking import MOST, Checked, check
from engine.ask.endpoints.profile import Profile, find_profile, keep_profile
from engine.ask.endpoints.replies import status_failure
from engine.ask.endpoints.request_fields import Api, Settings
from engine.cli import app
from engine.core.errors import InputError
from engine.pipeline.evaluate.endpoint_check import NO_CHECK, Profiles, check_endpoint
from tests.loopback import loopback

Body = dict[str, object]


def _reply(body: Body, prompt_tokens: int, text: str = "NONE", **more: object) -> Body:
    choice = {"message": {"content": text, **more}, "finish_reason": "stop"}
    return {
        "choices": [choice] * int(str(body.get("n", 1))),
        "usage": {"prompt_tokens": prompt_tokens, "completion_tokens": 3},
    }


def _roles(body: Body) -> list[str]:
    return [message["role"] for message in body["messages"]]  # type: ignore[attr-defined]


def _refused(words: str) -> tuple[int, Body]:
    return 400, {"error": {"message": words}}


def _checked(play: Callable[[Body], tuple[int, object]]) -> tuple[Checked, list[Body]]:
    with loopback() as server:
        server.play = play
        checked = check(Address(server.url, "none"), "m")
    assert checked.requests == len(server.bodies) <= MOST
    return checked, server.bodies


def _profile(play: Callable[[Body], tuple[int, object]]) -> Profile:
    profile = _checked(play)[0].profile
    assert profile is not None
    return profile


def test_a_system_message_that_lengthens_the_prompt_is_seen() -> None:
    profile = _profile(lambda body: (200, _reply(body, 90 if "system" in _roles(body) else 20)))
    assert (profile.system, profile.several, profile.seed) == ("seen", True, True)
    assert list(profile.warnings(Settings())) == []


def test_a_system_message_that_changes_nothing_is_dropped_with_a_warning() -> None:
    profile = _profile(lambda body: (200, _reply(body, 20)))
    assert profile.system == "dropped"
    [warning] = profile.warnings(Settings())
    assert "--system-role user" in warning
    assert list(profile.warnings(Settings(system_role="user"))) == []


def test_the_code_word_counts_where_tokens_do_not() -> None:
    profile = _profile(
        lambda body: (200, _reply(body, 0, "PELICAN" if "system" in _roles(body) else "NONE"))
    )
    assert profile.system == "seen"


def test_what_is_refused_by_name_is_left_out_or_renamed() -> None:
    def play(body: Body) -> tuple[int, object]:
        if "max_tokens" in body:
            return _refused("Unsupported parameter: use 'max_completion_tokens' instead")
        if "temperature" in body:
            return _refused("'temperature' does not support 0 with this model")
        return 200, _reply(body, 90)

    profile = _profile(play)
    assert (profile.limit_field, profile.temperature) == ("max_completion_tokens", False)
    sent = orjson.loads(profile.fitted(Settings(max_tokens=9)).body("m", []))
    assert (sent["max_completion_tokens"], "max_tokens" in sent) == (9, False)


def test_a_refused_system_role_is_known_from_the_second_request() -> None:
    def play(body: Body) -> tuple[int, object]:
        is_refused = "system" in _roles(body)
        return _refused("System role not supported") if is_refused else (200, _reply(body, 20))

    assert _profile(play).system == "refused"


def test_thinking_is_found_and_lengthens_the_limit() -> None:
    profile = _profile(lambda body: (200, _reply(body, 90, reasoning_content="Hm.")))
    assert profile.thinking == "a field of the reply"
    plain = replace(profile, thinking=None)
    assert profile.max_tokens(1000) > plain.max_tokens(1000) == 1000
    assert replace(plain, context=800).max_tokens(1000) == 400


def test_an_endpoint_that_answers_nothing_has_no_profile_but_a_reason() -> None:
    checked, _ = _checked(lambda _: (404, {"error": {"message": "no such model"}}))
    assert checked.profile is None
    assert checked.failure is not None
    assert checked.failure.error_kind == "not-found"


def test_a_profile_is_kept_by_endpoint_and_model(tmp_path: Path) -> None:
    db, profile = tmp_path / "s.duckdb", Profile("http://h/v1", "m", "2026-01-01", slots=2)
    assert find_profile(db, "http://h/v1", "m") is None
    keep_profile(db, profile)
    assert find_profile(db, "http://h/v1", "m") == profile
    assert find_profile(db, "http://h/v1", "other") is None


@pytest.mark.parametrize(("rate", "timeout_s"), [(None, 600), (1000.0, 60), (10.0, 600)])
def test_the_time_out_goes_by_the_speed(rate: float | None, timeout_s: float) -> None:
    profile = Profile("http://h/v1", "m", "2026-01-01", tokens_a_second=rate)
    assert profile.timeout_s(2000) == timeout_s


def test_a_system_role_that_stays_unclear_is_warned_of() -> None:
    profile = _profile(lambda body: (200, _reply(body, 0, "So be it.")))
    assert profile.system is None
    [warning] = profile.warnings(Settings())
    assert "unclear; put them into the user's message with --system-role user" in warning


@pytest.mark.parametrize(
    ("status", "document", "kind"),
    [
        (429, [{"error": {"message": "You exceeded your current quota"}}], "payment"),
        (429, [{"error": {"message": "exceeded your current quota", "of": "APerMinute"}}],
         "rate-limit"),
        (400, {"error": {"message": "Your credit balance is too low"}}, "payment"),
        (400, {"error": {"message": "Model Not Exist"}}, "not-found"),
        (400, {"error": "Invalid model identifier 'x'"}, "not-found"),
        (400, {"error": "Model 'x' was not found"}, "not-found"),
        (400, {"error": "this model knows no temperature 9: invalid"}, "rejected"),
    ],
)  # fmt: skip
def test_what_ails_an_endpoint_is_read_from_its_sentence(
    status: int, document: object, kind: str
) -> None:
    failed = status_failure(status, orjson.dumps(document))
    assert failed.error_kind == kind
    assert "{" not in (failed.error or "")


@pytest.mark.parametrize(
    ("api", "field", "document"),
    [
        (Api.CHAT, "messages", {"choices": [{"message": {"content": "PELICAN"}}]}),
        (Api.COMPLETIONS, "prompt", {"choices": [{"text": "PELICAN"}]}),
        (Api.RESPONSES, "input", {"output": [{"type": "message", "content": "PELICAN"}]}),
    ],
)
def test_the_check_asks_the_api_that_is_set(
    api: Api, field: str, document: Body, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NO_CHECK, raising=False)
    with loopback() as server:
        server.play = lambda _: (200, document)
        settings = Settings(api=api)
        profile = Profiles(tmp_path / "s.duckdb", print, True).of(
            Address(server.url, "none"), "m", settings
        )
    assert set(server.paths) == {f"/v1/{settings.path}"}
    assert all(field in body for body in server.bodies)
    assert profile
    assert (profile.api, profile.system) == (api, "seen")
    assert find_profile(tmp_path / "s.duckdb", profile.endpoint, "m", api) == profile


@pytest.mark.parametrize("status", [401, 402, 403, 404])
def test_a_check_that_everything_refuses_ends_the_command_at_once(
    status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NO_CHECK, raising=False)
    with loopback() as server:
        server.play = lambda _: (status, {"error": {"message": "its own sentence"}})
        profiles = Profiles(tmp_path / "s.duckdb", lambda _: None, True)
        with pytest.raises(InputError, match="its own sentence"):
            profiles.of(Address(server.url, "none"), "m", Settings())
    assert server.requests.total() == 1


def test_a_failed_check_is_told_where_asking_may_still_go_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NO_CHECK, raising=False)
    told: list[str] = []
    with loopback() as server:
        server.play = lambda _: (500, {"error": {"message": "its own sentence"}})
        profiles = Profiles(tmp_path / "s.duckdb", told.append, True)
        assert profiles.of(Address(server.url, "none"), "m", Settings()) is None
    assert "did not answer the check (server: HTTP 500: its own sentence)" in told[-1]


@pytest.mark.parametrize("kind", ["unknown_question", "context_length_exceeded"])
def test_a_question_of_the_check_that_is_refused_is_no_matter_of_the_address(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(NO_CHECK, raising=False)
    told: list[str] = []
    with loopback() as server:
        server.play = lambda _: (422, {"error": {"message": "asks no item here", "code": kind}})
        profiles = Profiles(tmp_path / "s.duckdb", told.append, True)
        assert profiles.of(Address(server.url, "none"), "m", Settings()) is None
    assert "refused the check's question (HTTP 422: asks no item here), so" in told[-1]
    assert "address" not in told[-1]


@pytest.mark.parametrize(
    "key", ["sk-proj-Zk3vT9qLm2Xw8RbY4cHd", "r8_Zk3vT9qLm2Xw8RbY4cHdF6n1", "0123456789abcdef" * 2]
)
def test_a_key_in_place_of_the_model_is_neither_sent_nor_stored(key: str, tmp_path: Path) -> None:
    with loopback() as server, pytest.raises(InputError, match="looks like a key"):
        check_endpoint(tmp_path / "s.duckdb", server.url, "OPENAI_API_KEY", key)
    assert not server.requests
    assert not list(tmp_path.rglob("*"))


def test_the_api_that_is_named_is_checked(tmp_path: Path) -> None:
    words = ["check-endpoint", "--model", "m", "--db", str(tmp_path / "s.duckdb"), "--api"]
    with loopback() as server:
        shown = CliRunner().invoke(app, [*words, "completions", server.url])
        wrong = CliRunner().invoke(app, [*words, "edits", server.url])
    assert "requests to the completions API" in shown.stdout
    assert set(server.paths) == {"/v1/completions"}
    assert "choose one of chat, responses, completions" in str(wrong.exception)


@pytest.mark.parametrize("text", ["not TOML", ""])
def test_prices_without_the_model_are_refused_before_a_request(text: str, tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text(text)
    with loopback() as server, pytest.raises(InputError, match="prices"):
        check_endpoint(tmp_path / "s.duckdb", server.url, "OPENAI_API_KEY", "m", prices)
    assert not server.requests
