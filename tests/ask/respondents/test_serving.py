import asyncio
import socket

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from engine.ask.endpoints.failures import HOPELESS, kind_of
from engine.ask.prompts import messages, probed
from engine.ask.respondents import respondent
from engine.ask.respondents.serving import Index, listen, make_app
from engine.core.errors import InputError
from tests.items_by_hand import items

ITEMS = items(4, train=0)
SOLVER = respondent("solver")
CLIENT = TestClient(make_app(SOLVER, Index(ITEMS)), raise_server_exceptions=False)


@pytest.mark.parametrize("prompt", ["zero-shot", "few-shot", "cot+forms"])
def test_an_item_is_found_in_the_last_user_message_of_any_prompt(prompt: str) -> None:
    for item in ITEMS[3:6]:
        asked = messages(item, prompt, "none", ITEMS[:3])
        reply = CLIENT.post("/v1/chat/completions", json={"model": "x", "messages": list(asked)})
        assert reply.status_code == 200
        choice = reply.json()["choices"][0]
        assert choice["message"] == {"role": "assistant", "content": f"Answer: {item.gold}"}
        assert reply.json()["usage"]["total_tokens"] > 0


def test_without_its_passage_an_item_is_answered_blindly() -> None:
    asked = messages(ITEMS[0], "zero-shot", "no-context")
    reply = CLIENT.post("/v1/chat/completions", json={"messages": list(asked)})
    content = reply.json()["choices"][0]["message"]["content"]
    assert content == SOLVER.answer(probed(ITEMS[0], "no-context")) == "Answer: uncertain"


def test_an_unknown_question_such_as_the_check_asks_ends_no_run() -> None:
    body = {"messages": [{"role": "user", "content": "What is the code word?"}]}
    reply = CLIENT.post("/v1/chat/completions", json=body)
    error = reply.json()["error"]
    assert error["code"] == "unknown_question"
    assert kind_of(reply.status_code, error, error["message"]) == "rejected"
    assert "rejected" not in HOPELESS


@pytest.mark.parametrize(
    "body",
    [
        "{",
        "[]",
        "{}",
        '{"messages": 3}',
        '{"messages": []}',
        '{"messages": [{"role": "user", "content": 3}]}',
        '{"messages": [{"role": "user", "content": "x"}], "stream": true}',
        '{"messages": [{"role": "user", "content": "x"}], "n": 2}',
        "9" * 10_000_001,
    ],
    ids=range(9),
)
def test_a_request_that_cannot_be_read_is_refused(body: str) -> None:
    reply = CLIENT.post("/v1/chat/completions", content=body)
    assert reply.status_code == 400
    assert reply.json()["error"]["message"].startswith("not a chat completion request")


def test_a_client_that_leaves_in_the_middle_of_its_request_is_no_error() -> None:
    async def leaving() -> Message:
        return {"type": "http.disconnect"}

    async def sent(message: Message) -> None:
        assert message.get("status", 400) == 400

    scope = {"type": "http", "method": "POST", "path": "/v1/chat/completions", "headers": []}
    asyncio.run(make_app(SOLVER, Index(ITEMS))(scope, leaving, sent))


def test_the_model_is_listed() -> None:
    assert [m["id"] for m in CLIENT.get("/v1/models").json()["data"]] == ["solver"]


def test_a_port_that_is_taken_is_refused_in_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"cannot listen on 127.0.0.1:{port}"):
            listen(port)
