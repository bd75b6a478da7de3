"""Replies without text to read: what each is, and that the run says so."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.store import connect_read_only
from tests.loopback import loopback

CALL = {"content": None, "tool_calls": [{"function": {"name": "f", "arguments": "{}"}}]}
THOUGHT = {"content": "", "reasoning_content": "Hm. So the answer is true."}
WHOLE = {
    "filtered": ({"content": "Answer: tr"}, "content_filter", "declined"),
    "calls": (CALL, "stop", "no_answer"),
    "cut-thinking": (THOUGHT, "length", "cut_off"),
    "thinking": ({"content": "<think>So it is true.</think>"}, "stop", "no_answer"),
    "empty": ({"content": " "}, "stop", "no_answer"),
}
THINKING = {"type": "reasoning", "summary": [{"text": "Hm."}]}
RESPONSES = {
    "filtered": {"output": [], "incomplete_details": {"reason": "content_filter"}},
    "calls": {"output": [{"type": "function_call", "name": "f"}]},
    "cut-thinking": {"output": [THINKING], "incomplete_details": {"reason": "max_output_tokens"}},
    "thinking": {"output": [THINKING]},
    "empty": {"output": [{"type": "message", "content": []}]},
}


def ask(db: Path, document: Mapping[str, object], *flags: str) -> tuple[str, dict[str, object]]:
    """What a run says on the screen, and then in JSON."""
    with loopback() as server:
        server.play = lambda _: (200, document)
        where = ("--base-url", server.url, "--no-check", "--db", str(db), *flags)
        words = ("evaluate", "hand", "--model", "m", *where)
        env = {"OPENAI_API_KEY": "sk-planted-0123456789"}
        shown = CliRunner().invoke(app, words, env=env)
        again = CliRunner().invoke(app, [*words, "--json"], env=env)
    return " ".join(shown.stdout.split()), json.loads(again.stdout)["runs"][0]


@pytest.mark.parametrize("why", WHOLE)
def test_a_reply_without_text_is_no_answer_and_the_run_says_what_it_was(db: Path, why: str) -> None:
    message, finish, outcome = WHOLE[why]
    shown, run = ask(db, {"choices": [{"message": message, "finish_reason": finish}]})
    assert (run["textless"], run["n"], run["n_no_answer"]) == ({why: 24}, 24, 24)
    assert " 24 replies " in shown
    with connect_read_only(db) as con:
        found = con.execute("SELECT DISTINCT outcome FROM responses WHERE raw IS NOT NULL")
        assert (outcome,) in found.fetchall()


@pytest.mark.parametrize("why", RESPONSES)
def test_the_responses_api_is_no_different(db: Path, why: str) -> None:
    _, run = ask(db, RESPONSES[why], "--api", "responses")
    assert (run["textless"], run["errors"]) == ({why: 24}, {})
