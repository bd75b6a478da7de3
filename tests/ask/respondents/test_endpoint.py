import asyncio
import time
from base64 import b64encode
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ask.endpoints.address import Address, address
from engine.ask.endpoints.endpoint import Endpoint
from engine.ask.endpoints.failures import TRANSIENT
from engine.ask.endpoints.fuse import Fuse
from engine.ask.endpoints.pacing import Limits
from engine.ask.endpoints.replies import Reply, read_completion, status_failure
from engine.ask.endpoints.request_fields import Settings
from engine.ask.endpoints.retrying import Patience, retry_after_s
from engine.core.errors import InputError
from tests.loopback import Loopback, loopback

KEY = "sk-planted-0123456789"
MESSAGES = ({"role": "user", "content": "Is it?"},)


def _ask(
    server: Loopback,
    settings: Settings | None = None,
    times: int = 1,
    attempts: int = 4,
    timeout_s: float = 5.0,
    where: Address | None = None,
) -> list[Reply]:
    async def ask() -> list[Reply]:
        endpoint = Endpoint(
            "m",
            where or Address(server.url, KEY),
            settings or Settings(),
            limits=Limits(concurrency=4),
            timeout_s=timeout_s,
            patience=Patience(attempts, first_wait_s=0.01),
        )
        async with endpoint:
            return list(
                await asyncio.gather(*(endpoint.ask(endpoint.body(MESSAGES)) for _ in range(times)))
            )

    return asyncio.run(ask())


def test_a_reply_comes_back_with_all_that_is_known_of_it() -> None:
    with loopback() as server:
        (reply,) = _ask(server, Settings(temperature=0.5, top_p=0.9, max_tokens=9, seed=3))
    assert (reply.raw, reply.finish_reason, reply.error_kind) == ("Answer: true", "stop", None)
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    assert reply.latency_ms is not None
    assert reply.latency_ms > 0
    sent = server.bodies[0]
    assert sent == {
        "model": "m",
        "messages": list(MESSAGES),
        "temperature": 0.5,
        "top_p": 0.9,
        "max_tokens": 9,
        "seed": 3,
    }
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_settings_that_are_not_set_are_not_sent() -> None:
    with loopback() as server:
        _ask(server)
    assert set(server.bodies[0]) == {"model", "messages"}


@pytest.mark.parametrize("fault", ["429", "500", "503-html", "cut", "cut-after-headers"])
def test_what_may_pass_is_asked_again(fault: str) -> None:
    with loopback(faults=[fault, fault]) as server:
        (reply,) = _ask(server)
    assert reply.raw == "Answer: true"
    assert server.requests.total() == 3


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("429", "rate-limit"),
        ("500", "server"),
        ("503-html", "server"),
        ("cut", "connection"),
        ("cut-after-headers", "connection"),
    ],
)
def test_patience_ends_in_an_error_of_its_kind(fault: str, kind: str) -> None:
    with loopback(faults=[fault] * 9) as server:
        (reply,) = _ask(server, attempts=2)
    assert (reply.raw, reply.error_kind) == (None, kind)
    assert reply.error
    assert server.requests.total() == 2


@pytest.mark.parametrize(
    ("fault", "kind", "text"),
    [
        ("400", "rejected", "HTTP 400: bad request"),
        ("401", "auth", "HTTP 401"),
        ("json", "malformed", "not JSON"),
        ("html", "page", "Please log in"),
        ("list", "malformed", "not an object"),
        ("no-choice", "no-choice", "empty list"),
        ("no-message", "malformed", "no message"),
        ("error-200", "refused", "the input was flagged"),
    ],
)
def test_what_will_not_pass_is_not_asked_again(fault: str, kind: str, text: str) -> None:
    with loopback(faults=[fault] * 9) as server:
        (reply,) = _ask(server)
    assert reply.error_kind == kind
    assert text in (reply.error or "")
    assert server.requests.total() == 1


def test_a_timeout_is_an_error_of_its_kind() -> None:
    with loopback(faults=["silence"] * 3) as server:
        (reply,) = _ask(server, attempts=2, timeout_s=0.2)
    assert reply.error_kind == "timeout"
    assert server.requests.total() == 2


def test_a_request_that_timed_out_is_closed_so_that_the_server_stops() -> None:
    async def is_closed() -> bool:
        closed = asyncio.get_running_loop().create_future()

        async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"}]}")
            while await reader.read(1024):
                pass
            closed.set_result(True)
            writer.close()

        server = await asyncio.start_server(hold, "127.0.0.1", 0)
        where = Address(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", KEY)
        endpoint = Endpoint("m", where, Settings(), timeout_s=0.2, patience=Patience(1))
        async with server, endpoint:
            await endpoint.ask(endpoint.body(MESSAGES))
            return bool(await asyncio.wait_for(closed, 60.0))

    assert asyncio.run(is_closed())


def test_an_endpoint_that_is_not_there_is_a_connection_error() -> None:
    with loopback() as server:
        pass
    (reply,) = _ask(server, attempts=2)
    assert reply.error_kind == "connection"


def test_a_moved_address_is_followed_with_the_same_question() -> None:
    with loopback(faults=["308"]) as server:
        (reply,) = _ask(server)
    assert reply.raw == "Answer: true"
    assert server.bodies[0] == server.bodies[1]


@pytest.mark.parametrize(
    ("fault", "requests", "shown"),
    [
        ("301", 1, "/v1/moved"),  # the question would be lost
        ("308-away", 1, "http://localhost:9/v1?key=[key]"),  # the key would be sent there
        ("308", 4, "/v1/moved"),  # in a circle
    ],
)
def test_a_moved_address_that_is_not_followed_is_named(
    fault: str, requests: int, shown: str
) -> None:
    with loopback(faults=[fault] * 9) as server:
        (reply,) = _ask(server)
    assert reply.error_kind == "moved"
    assert (reply.error or "").endswith(shown)
    assert server.requests.total() == requests


def test_a_proxy_of_the_environment_is_used_except_where_it_says_no(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with loopback() as server:
        monkeypatch.setenv("HTTP_PROXY", server.url.removesuffix("/v1"))
        (through,) = _ask(server, where=Address("http://far.example/v1", KEY))
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        (around,) = _ask(server)
    assert through.raw == around.raw == "Answer: true"


def test_retry_after_holds_back_every_request() -> None:
    with loopback(faults=["429"]) as server:
        started = time.monotonic()
        _ask(server)
        assert time.monotonic() - started >= 0.2


def test_empty_and_divided_content_is_taken_as_text() -> None:
    with loopback(faults=["null-content", "parts"]) as server:
        assert [_ask(server)[0].raw for _ in range(2)] == ["", "Answer: true"]


@pytest.mark.parametrize("fault", ["401", "echo-key"])
def test_a_repeated_key_is_redacted(fault: str) -> None:
    with loopback(faults=[fault]) as server:
        (reply,) = _ask(server)
    assert "[key]" in f"{reply.raw} {reply.error}"
    assert KEY not in repr(reply)


@given(st.binary())
def test_any_body_becomes_a_reply_or_an_error(body: bytes) -> None:
    reply = read_completion(body)
    assert (reply.raw is None) == (reply.error_kind is not None)


_STATUSES = (400, 401, 404, 408, 422, 429, 500, 503)


def test_only_what_may_pass_is_retried() -> None:
    kinds = {status: status_failure(status, b"").error_kind for status in _STATUSES}
    assert [status for status, kind in kinds.items() if kind in TRANSIENT] == [408, 429, 500, 503]


@pytest.mark.parametrize("fault", ["overloaded", "error-502", "choice-502", "choice-error"])
def test_a_failure_inside_a_successful_response_is_retried(fault: str) -> None:
    with loopback(faults=[fault]) as server:
        (reply,) = _ask(server)
    assert (reply.raw, server.requests.total()) == ("Answer: true", 2)


def test_a_model_that_loads_is_waited_for_beyond_all_patience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.ask.endpoints.endpoint.LOADING_S", 0.05)
    with loopback(faults=["loading"] * 5) as server:
        (reply,) = _ask(server, attempts=1)
    assert (reply.raw, server.requests.total()) == ("Answer: true", 6)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("3", 3.0),
        ("0.5", 0.5),
        (formatdate(1_000_010, usegmt=True), 10.0),
        (formatdate(999_000, usegmt=True), None),
        ("7200", 7200.0),
        ("inf", None),
        ("-1", None),
        ("nan", None),
        ("soon", None),
        ("", None),
    ],
)
def test_retry_after_is_read_in_both_forms(header: str, seconds: float | None) -> None:
    assert retry_after_s({"retry-after": header}, now=1_000_000) == seconds


def test_a_date_to_wait_for_counts_from_the_date_of_the_reply_whatever_our_clock_says() -> None:
    headers = {
        "retry-after": formatdate(1_000_010, usegmt=True),
        "date": formatdate(1_000_000, usegmt=True),
    }
    assert retry_after_s(headers) == retry_after_s(headers, now=5) == 10
    assert retry_after_s({**headers, "date": "today"}, now=1_000_003) == 7


def test_who_asks_for_more_patience_than_a_run_has_is_given_up_and_not_asked_early() -> None:
    async def ask(server: Loopback) -> tuple[Reply | None, str | None]:
        async with Endpoint("m", Address(server.url, KEY), Settings()) as endpoint:
            return await endpoint.ask(endpoint.body(MESSAGES)), endpoint.fuse.reason

    with loopback(faults=["429-tomorrow"] * 9) as server:
        reply, reason = asyncio.run(ask(server))
    assert (reply, server.requests.total()) == (None, 1)
    assert "asks to wait 25.0 h, but a run waits at most 1 h" in (reason or "")


@pytest.mark.parametrize("answered", [True, False])
def test_a_wait_for_a_rate_limit_says_so_even_after_thousands_of_answers(answered: bool) -> None:
    async def shown(server: Loopback) -> str:
        fuse, once = Fuse(answered=answered), Patience(attempts=1)
        fuse.limited = 9
        async with Endpoint(
            "m", Address(server.url, KEY), Settings(), fuse=fuse, patience=once
        ) as endpoint:
            await endpoint.ask(endpoint.body(MESSAGES))
            return endpoint.pace.silence()

    with loopback(faults=["429"]) as server:
        assert asyncio.run(shown(server)).endswith("(the rate limit refused 10 rounds of requests)")


def test_waits_grow_to_their_limit_and_differ() -> None:
    patience = Patience(first_wait_s=1, longest_wait_s=8)
    waits = [patience.wait_s(failed, None) for failed in (1, 2, 3, 4, 9)]
    for wait, most in zip(waits, (1, 2, 4, 8, 8), strict=True):
        assert most / 2 <= wait <= most
    assert patience.wait_s(1, 5.0) >= 5.0


@pytest.mark.parametrize("path", ["/chat/completions", "/chat/completions/", "/responses", "/", ""])
def test_the_path_of_a_request_pasted_with_the_address_is_left_out(path: str) -> None:
    assert address(f"http://127.0.0.1:1/v1{path}").url == "http://127.0.0.1:1/v1"


def test_a_password_in_the_address_is_sent_as_a_header_and_never_shown() -> None:
    with loopback(faults=["echo-key"]) as server:
        where = Address(server.url.replace("http://", "http://bob:s3cret%2Dpass@"), "none")
        (reply,) = _ask(server, where=where)
    sent = b64encode(b"bob:s3cret-pass").decode()
    assert server.headers[-1]["authorization"] == f"Basic {sent}"
    assert sent not in repr(reply) + where.shown
    assert "s3cret" not in repr(reply) + where.shown


def test_a_header_field_named_like_a_key_is_sent_and_redacted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fields = "x-gateway-key: pk-planted-987\nx-team: logicians\nx-auth: Bearer planted-token"
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", fields)
    with loopback(lambda _: "pk-planted-987 of logicians, planted-token") as server:
        (reply,) = _ask(server)
    assert server.headers[0]["x-gateway-key"] == "pk-planted-987"
    assert reply.raw == "[key] of logicians, [key]"


def test_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(InputError, match="OPENAI_API_KEY holds no key"):
        address(None)
    with pytest.raises(InputError, match="OTHER holds no key"):
        address("http://127.0.0.1:1/v1", "OTHER")
    with pytest.raises(InputError, match="--base-url"):
        address("ftp://somewhere")
    assert address("http://127.0.0.1:1/v1").key == "none"
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert address(None).shown == "https://api.openai.com/v1"
    with pytest.raises(InputError, match="would not be sent") as refused:
        address("https://host/v1#secret")
    assert "secret" not in str(refused.value)
    azure = address("https://host/openai/deployments/m/chat/completions?api-version=1&token=secret")
    assert azure.bare == "https://host/openai/deployments/m"
    assert azure.shown == "https://host/openai/deployments/m?api-version=1"
    assert (azure.query["api-version"], azure.headers["api-key"]) == ("1", KEY)
    assert "secret" in azure.secrets
    for token in ("https://a-token@host/v1", "https://a-token:@host/v1"):
        assert "a-token" in Address(token, KEY).secrets
    assert "user" not in Address("https://user:secret@host/v1", KEY).secrets
    where = Address("https://user:secret@host:8/v1/?token=1", KEY)
    assert where.shown == "https://host:8/v1"
    assert KEY not in repr(where)
    assert "secret" not in repr(where)
