"""Keys in the spellings in which servers repeat them."""

import codecs
import gzip
import json
from base64 import b32encode, b64encode, urlsafe_b64encode
from urllib.parse import quote

import pytest

from engine.ask.endpoints.replies import Reply, read_reply
from engine.ask.endpoints.request_fields import Settings
from engine.ask.endpoints.secrets import Redactor

KEY = "sk-planted/0123+456789XYZ"
REDACTOR = Redactor([KEY])


@pytest.mark.parametrize(
    "spelt",
    [
        KEY,
        KEY.replace("-", r"\u002d").replace("/", r"\/"),
        "".join(f"\\u{ord(letter):04X}" for letter in KEY),
        json.dumps(json.dumps(KEY.replace("/", r"\/"))).strip('"\\'),
        quote(KEY, safe=""),
        quote(quote(KEY, safe=""), safe=""),
        "".join(f"%{ord(letter):02x}" for letter in KEY),
        "".join(f"&#{ord(letter)};" for letter in KEY),
        b64encode(KEY.encode()).decode(),
        KEY.encode().hex(),
        f"{KEY[:8]}{'*' * 30}{KEY[-4:]}",
        f"{KEY[:5]}...{KEY[-2:]}",
        f"{KEY[:7]}…",
        KEY[:8],
        KEY[:-1],
        KEY[-8:],
    ],
)
def test_every_spelling_is_redacted_and_nothing_beside_it(spelt: str) -> None:
    shown = f"Incorrect API key provided: {spelt}, see https://host/keys"
    assert REDACTOR.text(shown) == "Incorrect API key provided: [key], see https://host/keys"


@pytest.mark.parametrize(
    "spelt",
    [
        " ".join(KEY),
        "\u200b".join(KEY),
        KEY.upper(),
        KEY[::-1],
        codecs.encode(KEY, "rot13"),
        b32encode(KEY.encode()).decode().rstrip("="),
        b64encode(b64encode(KEY.encode())).decode().rstrip("="),
        b64encode(KEY.encode("utf-16-le")).decode(),
        " ".join(str(ord(letter)) for letter in KEY),
        " ".join(f"{ord(letter):08b}" for letter in KEY),
        "".join(f"\\x{ord(letter):02x}" for letter in KEY),
        " ".join(f"{ord(letter):02X}" for letter in KEY),
        " ".join(f"{ord(letter):o}" for letter in KEY),
        "".join(chr(ord(letter) + 0xFEE0) for letter in KEY),
        "".join(chr(ord(letter) + 0xE0000) for letter in KEY),
        "".join(f"\\u{{{ord(letter):x}}}" for letter in KEY),
        "".join(f"\\U{ord(letter):08x}" for letter in KEY),
        "".join(f"<b>{letter}</b>" for letter in KEY),
        "\n".join(f"{n}. {letter}" for n, letter in enumerate(KEY, 1)),
        "".join(f"{letter}x" for letter in KEY),
        KEY.encode("utf-32").hex(),
        b64encode(KEY[::-1].encode()).decode()[::-1],
        b64encode(b64encode(b64encode(KEY.encode()))).decode(),
        b64encode(gzip.compress(KEY.encode(), mtime=0)).decode(),
        "".join(chr(33 + (ord(letter) + 14) % 94) for letter in KEY),
        str(int.from_bytes(KEY.encode())),
    ],
)
def test_a_key_in_another_code_is_redacted(spelt: str) -> None:
    shown = REDACTOR.text(f"Your key is {spelt} indeed.")
    assert "[key]" in shown
    assert len(shown) < 40


@pytest.mark.parametrize("before", ["u:", "Bearer ", "xy"])
def test_no_eight_letters_of_the_base64_of_a_header_are_left(before: str) -> None:
    for code in (b64encode, urlsafe_b64encode):
        shown = REDACTOR.text(code((before + KEY).encode()).decode())
        own = code(KEY.encode()).decode()
        assert "[key]" in shown
        assert not [n for n in range(len(own) - 8) if own[n : n + 8] in shown]


@pytest.mark.parametrize(
    "text",
    [
        "At some risk... the task-force... Answer: A",
        r"\\forall x \\u2200 50%41 &#40;A&#41;",
        "sk-p... is how keys begin, sk-planetarium",
        "",
    ],
)
def test_what_is_no_key_stays_as_it_is(text: str) -> None:
    assert REDACTOR.text(text) == text
    assert Redactor(["none", ""]).text(f"none {text}") == f"none {text}"


def test_a_key_in_escapes_or_in_pieces_is_whole_in_the_reply_and_redacted_there() -> None:
    escaped = KEY.replace("-", "\\u002d")
    body = f'{{"choices": [{{"message": {{"content": "Your key: {escaped}"}}}}]}}'.encode()
    shown = REDACTOR.reply(read_reply(REDACTOR.body(body), Settings()))
    assert shown == Reply(raw="Your key: [key]")
    deltas = [{"delta": {"content": letter, "reasoning": letter}} for letter in KEY]
    deltas.append({"delta": {}, "finish_reason": KEY})
    events = "".join(f"data: {json.dumps({'choices': [delta]})}\n\n" for delta in deltas)
    shown = REDACTOR.reply(read_reply(REDACTOR.body(events.encode()), Settings(stream=True)))
    assert shown == Reply(raw="[key]", reasoning="[key]", finish_reason="[key]")


def test_what_an_endpoint_says_of_itself_and_of_tokens_is_redacted_too() -> None:
    escaped = KEY.replace("-", "\\u002d")
    tokens = ", ".join(f'{{"token": {json.dumps(one)}, "logprob": -1}}' for one in KEY)
    body = f"""{{"model": "m {escaped}", "system_fingerprint": "{KEY.encode().hex()}",
        "provider": "{escaped}", "choices": [{{"message": {{"content": "A"}},
        "logprobs": {{"content": [{tokens}]}}}}]}}""".encode()
    shown = REDACTOR.reply(read_reply(REDACTOR.body(body), Settings()))
    said = Reply(raw="A", served_model="m [key]", fingerprint="[key]", provider="[key]")
    assert shown == said


def test_alternatives_are_searched_once_each_if_they_can_hold_a_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = list[str]()

    def text(_: Redactor, text: str) -> str:
        searched.append(text)
        return text

    monkeypatch.setattr(Redactor, "text", text)
    tops = {"A": -0.1, " true": -2.0, " therefore": -3.0}
    Redactor([KEY]).reply(Reply(logprobs=json.dumps([["A", -0.1, tops]] * 1000)))
    assert searched == ["A" * 1000, " therefore"]


def test_an_alternative_to_a_token_is_redacted_and_other_tokens_stay() -> None:
    for token, is_left in (("B", True), (b64encode(KEY.encode()).decode(), False)):
        logprobs = json.dumps([["A", -0.1, {token: -2.0}]])
        assert REDACTOR.reply(Reply(raw="A", logprobs=logprobs)).logprobs == (
            logprobs if is_left else None
        )
