"""The ways an endpoint can be asked: chat or Responses API, whole or streamed, with any setting."""

import asyncio

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.replies import Reply, read_reply
from engine.ask.endpoints.request_fields import Api, Settings, with_system
from engine.ask.endpoints.retrying import Patience
from engine.ask.endpoints.wire import LARGEST_REPLY
from tests.loopback import Loopback, loopback

MESSAGES = ({"role": "system", "content": "Judge."}, {"role": "user", "content": "Is it?"})


def _ask(server: Loopback, settings: Settings) -> Reply:
    async def ask() -> Reply | None:
        where = Address(server.url, "sk-planted-0123456789")
        patience = Patience(2, first_wait_s=0.01)
        async with Endpoint("m", where, settings, limits=Limits(1), patience=patience) as endpoint:
            return await endpoint.ask(endpoint.body(MESSAGES))

    reply = asyncio.run(ask())
    assert reply is not None
    return reply


def test_a_streamed_reply_is_put_together_with_its_thinking_apart() -> None:
    with loopback() as server:
        reply = _ask(server, Settings(stream=True))
    assert (reply.raw, reply.reasoning, reply.finish_reason) == ("Answer: true", "Hm.", "stop")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    assert server.bodies[0]["stream_options"] == {"include_usage": True}


def test_a_stream_that_breaks_off_is_no_answer() -> None:
    with loopback(faults=["cut-stream"] * 2) as server:
        reply = _ask(server, Settings(stream=True))
    assert (reply.raw, reply.error_kind) == (None, "connection")


def test_an_endpoint_that_streams_nothing_is_read_all_the_same() -> None:
    with loopback(faults=["parts", "html"]) as server:
        assert _ask(server, Settings(stream=True)).raw == "Answer: true"
        assert _ask(server, Settings(stream=True)).error_kind == "page"


def test_the_responses_api_is_asked_in_its_own_words() -> None:
    settings = Settings(api=Api.RESPONSES, max_tokens=9, reasoning_effort="low", temperature=0.5)
    with loopback() as server:
        reply = _ask(server, settings)
    assert (reply.raw, reply.reasoning, reply.finish_reason) == ("Answer: true", "Hm.", "stop")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    assert server.bodies[0] == {
        "model": "m",
        "input": list(MESSAGES),
        "temperature": 0.5,
        "max_output_tokens": 9,
        "reasoning": {"effort": "low"},
    }


def test_a_response_that_was_cut_short_says_so() -> None:
    body = {"output": [], "incomplete_details": {"reason": "max_output_tokens"}}
    reply = read_reply(orjson.dumps(body), Settings(api=Api.RESPONSES))
    assert (reply.raw, reply.finish_reason) == ("", "length")
    none = read_reply(b'{"output": []}', Settings(api=Api.RESPONSES))
    assert none.error_kind == "no-choice"


def test_what_is_extra_is_sent_as_it_stands_and_wins() -> None:
    settings = Settings(max_tokens=9, stop=("\n",), seed=0, extra={"max_tokens": None, "top_k": 5})
    sent = orjson.loads(settings.body("m", MESSAGES))
    assert (sent["max_tokens"], sent["top_k"], sent["stop"], sent["seed"]) == (None, 5, ["\n"], 0)


def test_a_system_prompt_stands_before_the_instructions() -> None:
    shown = with_system(MESSAGES, "You are careful.")
    assert shown[0] == {"role": "system", "content": "You are careful.\n\nJudge."}
    assert with_system(MESSAGES[1:], "Hm.")[0] == {"role": "system", "content": "Hm."}


def test_flags_choose_the_same_settings_again() -> None:
    settings = Settings(0.0, stop=("a", "b"), stream=True, api=Api.RESPONSES, extra={"k": [1]})
    assert settings.flags() == [
        ("--temperature", "0.0"),
        ("--stop", "a"),
        ("--stop", "b"),
        ("--stream", None),
        ("--api", "responses"),
        ("--extra", "k=[1]"),
    ]


def test_a_reply_without_end_is_given_up_early() -> None:
    with loopback(faults=["flood"]) as server:
        reply = _ask(server, Settings())
    assert reply.error_kind == "too-large"
    assert server.flooded < 3 * LARGEST_REPLY
    assert server.requests.total() == 1


@given(st.binary(), st.booleans(), st.sampled_from(Api))
@pytest.mark.parametrize("prefix", [b"", b"data: ", b'{"output": '])
def test_any_body_is_read_as_a_reply_or_an_error(
    prefix: bytes, body: bytes, stream: bool, api: Api
) -> None:
    reply = read_reply(prefix + body, Settings(stream=stream, api=api))
    assert (reply.raw is None) == (reply.error_kind is not None)
