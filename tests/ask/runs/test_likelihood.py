"""Answers by likelihood: the stated answers are scored, and the highest one is the answer."""

import re
from math import log
from pathlib import Path

import orjson
import pytest

from engine.ask.endpoints.address import Address
from engine.ask.endpoints.logprobs import as_json
from engine.ask.endpoints.request_fields import AnswerBy, Api, Settings
from engine.ask.likelihood import echoed, highest, scores_of
from engine.ask.prompts import messages
from engine.ask.runs import Plan, Request, load_material, make_plan, run_plan
from engine.ask.runs.asking import Delivery
from engine.ask.runs.estimate import estimate
from engine.core.errors import InputError
from engine.store import connect_read_only
from tests.choices_by_hand import pair
from tests.items_by_hand import items
from tests.loopback import Loopback, loopback

BY_LOGPROBS = Settings(answer_by=AnswerBy.LOGPROBS)
STATEMENT = next(iter(items(1)))


def _logprobs(*tops: dict[str, float]) -> str:
    given = [
        {
            "token": next(iter(top)),
            "logprob": next(iter(top.values())),
            "top_logprobs": [{"token": text, "logprob": p} for text, p in top.items()],
        }
        for top in tops
    ]
    return as_json({"content": given}) or ""


def _plan(db: Path, server: Loopback, settings: Settings = BY_LOGPROBS, **more: object) -> Plan:
    request = Request("hand", "m", settings=settings, **more)  # type: ignore[arg-type]
    return make_plan(request, load_material(db, request), Address(server.url, "none"))


def _stored(db: Path, columns: str) -> list[tuple[object, ...]]:
    con = connect_read_only(db)
    try:
        return con.execute(f"SELECT DISTINCT {columns} FROM responses").fetchall()
    finally:
        con.close()


def test_all_spellings_of_an_answer_add_up() -> None:
    scores = scores_of(
        STATEMENT, _logprobs({"true": log(0.3), " False": log(0.2), "fal": log(0.2)})
    )
    assert scores == pytest.approx({"true": log(0.3), "false": log(0.4)})
    assert highest(scores) == "false"


def test_the_answer_may_follow_its_heading_but_nothing_else() -> None:
    answer = {" true": -0.1, " uncertain": -3.0}
    heading = {"Answer": 0.0}, {":": 0.0}
    assert highest(scores_of(STATEMENT, _logprobs(*heading, answer))) == "true"
    assert scores_of(STATEMENT, _logprobs({"It": 0.0}, {" is": 0.0}, answer)) == {}


def test_letters_of_options_are_capitals_and_no_words() -> None:
    item, _ = pair(0)
    scores = scores_of(item, _logprobs({"a": -0.1, " B": -1.0, "(C": -2.0, "Because": -0.2}))
    assert scores == pytest.approx({"B": -1.0, "C": -2.0})


def test_equal_scores_are_no_answer() -> None:
    assert highest({"yes": -1.0, "no": -1.0}) is None
    assert highest({}) is None


@pytest.mark.parametrize("api", [Api.CHAT, Api.COMPLETIONS])
def test_a_run_by_likelihood_stores_scores_and_grades_the_highest(db: Path, api: Api) -> None:
    with loopback() as server:
        server.tops = [{" false": -0.2, " true": -2.0, "The": -3.0}]
        plan = _plan(db, server, Settings(api=api, answer_by=AnswerBy.LOGPROBS))
        summary = run_plan(db, plan)
    assert (summary.prompt, summary.n) == ("zero-shot by likelihood", len(plan.items))
    assert summary.n_right == sum(item.gold == "false" for item in plan.items)
    [(raw, scores, answer, model)] = _stored(db, "raw, scores, lenient, served_model")
    assert (raw, answer, model) == ("Answer: false", "false", "m-1")
    assert orjson.loads(str(scores)) == {"false": -0.2, "true": -2.0}
    assert server.bodies[0]["temperature"] == 0


COMPLETIONS = Settings(api=Api.COMPLETIONS, answer_by=AnswerBy.LOGPROBS)
LATER = {" tr": -3.0, "ue": -0.1, " fal": -0.5, "se": -0.1, " uncertain": -2.0}
"""The first token alone, or any mean over tokens, would rank these answers otherwise."""


def _echo(body: dict[str, object]) -> tuple[int, object]:
    """Echo the prompt with a token more, each with its log-probability; refuse all else."""
    if not body.get("echo"):
        return 400, {"error": {"message": "logprobs only with echo"}}
    prompt = str(body["prompt"])
    tokens = [*re.findall(r" tr|ue$| fal|se$|\s*\w+|\W", prompt), " true"]
    scored = {"tokens": tokens, "token_logprobs": [None, *(LATER.get(t, -9.0) for t in tokens[1:])]}
    choice = {"text": prompt + " true", "logprobs": scored}
    return 200, {"choices": [choice], "usage": {"prompt_tokens": 5, "completion_tokens": 1}}


def test_where_completions_echo_every_token_of_every_answer_counts(db: Path) -> None:
    told = list[str]()
    with loopback() as server:
        server.play = _echo
        plan = _plan(db, server, COMPLETIONS)
        expected = estimate(db, plan, Delivery(), None).requests
        summary = run_plan(db, plan, Delivery(tell=told.append))
    words = "answers are scored by echo: the log-probabilities of all tokens of each answer"
    assert told == [f"{words}, if the endpoint echoes", words]
    assert (summary.n, summary.halted) == (len(plan.items), None)
    assert len(server.bodies) == expected == 3 * len(plan.items)
    [(scores, answer, tokens)] = _stored(db, "scores, lenient, prompt_tokens")
    assert orjson.loads(str(scores)) == {"false": -0.6, "true": -3.1, "uncertain": -2.0}
    assert (answer, tokens) == ("false", 15)


def test_an_endpoint_that_refuses_to_echo_is_asked_for_the_next_token(db: Path) -> None:
    told = list[str]()

    def play(body: dict[str, object]) -> tuple[int, object]:
        if "echo" in body:
            return 400, {"error": {"message": "echo is not supported"}}
        top = {" false": -0.2, " true": -2.0}
        scored = {"tokens": [" false"], "token_logprobs": [-0.2], "top_logprobs": [top]}
        return 200, {"choices": [{"text": " false", "logprobs": scored}]}

    with loopback() as server:
        server.play = play
        plan = _plan(db, server, COMPLETIONS)
        summary = run_plan(db, plan, Delivery(tell=told.append))
    assert "next token alone, because the endpoint does not echo (HTTP 400: echo is" in told[1]
    assert summary.n == len(plan.items) == len(server.bodies) - 1
    assert _stored(db, "lenient") == [("false",)]


@pytest.mark.parametrize(
    ("tokens", "score"),
    [
        (["Answer", ":", " true"], -1.0),
        (["▁Answer", ":", "▁tr", "ue", "</s>"], -2.0),
        (["Answer:", " ", "true", " true"], -2.0),
        ([" true"], None),
        (["Answer", ":", " false"], None),
    ],
)
def test_an_echoed_answer_is_found_however_it_is_cut_into_tokens(
    tokens: list[str], score: float | None
) -> None:
    assert echoed(orjson.dumps([[text, -1.0, {}] for text in tokens]).decode(), "true") == score


def test_an_endpoint_without_log_probabilities_ends_the_run_with_a_sentence(db: Path) -> None:
    with loopback() as server:
        summary = run_plan(db, _plan(db, server))
    assert summary.n == 0
    assert (summary.halted or "").startswith("the endpoint gives no log-probabilities")
    assert server.requests.total() < len(_plan(db, server).items)


def test_the_prompt_asks_for_the_bare_answer_in_its_examples_too() -> None:
    shown = messages(STATEMENT, "few-shot by likelihood", "none", items(2)[3:5])
    assert {message["content"] for message in shown if message["role"] == "assistant"} <= {
        "true",
        "false",
        "uncertain",
    }
    assert "Answer:" not in shown[0]["content"]


def test_reasoning_first_cannot_be_scored(db: Path) -> None:
    with loopback() as server, pytest.raises(InputError, match="use zero-shot or few-shot"):
        _plan(db, server, prompt="cot")


def test_log_probabilities_that_were_asked_for_are_kept_with_the_text(db: Path) -> None:
    with loopback() as server:
        server.tops = [{"Answer": -0.1}, {": true": -0.2}]
        run_plan(db, _plan(db, server, Settings(extra={"logprobs": True})))
    [(raw, scores, logprobs)] = _stored(db, "raw, scores, logprobs")
    assert (raw, scores) == ("Answer: true", None)
    assert orjson.loads(str(logprobs))[0] == ["Answer", -0.1, {"Answer": -0.1}]
