"""Who may open a connection to the dashboard's server, and who sees something there."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from engine.cli.publish.dashboard import running

HOSTILE = """
[server]
enableCORS = false
enableXsrfProtection = false
allowedHosts = ["*"]
corsAllowedOrigins = ["http://evil.example"]
enableAgentApi = true
"""
REFUSAL = b"The dashboard answers no page of"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a dashboard that starts where settings of Streamlit lie that let everyone in."""
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit/config.toml").write_text(HOSTILE)
    monkeypatch.chdir(tmp_path)
    port = free_port()
    with running(port, tmp_path / "none.duckdb"):
        yield port


async def connect(port: int, host: str, origin: str | None) -> int | bytes:
    """The status that refuses a connection, or what the first run sends over it."""
    url, headers = f"http://127.0.0.1:{port}/_stcore/stream", {"Host": host}
    if origin is not None:
        headers["Origin"] = origin
    until, sent = time.monotonic() + 60, b""
    async with aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.ws_connect(url, headers=headers, protocols=["streamlit"]) as ws:
                    await ws.send_bytes(
                        BackMsg(rerun_script={"query_string": ""}).SerializeToString()
                    )
                    while REFUSAL not in sent and b"no database yet" not in sent:
                        sent += await ws.receive_bytes(timeout=30)
                    return sent
            except aiohttp.WSServerHandshakeError as error:
                return error.status
            except aiohttp.ClientConnectionError:  # it has not started yet
                assert time.monotonic() < until
                await asyncio.sleep(0.1)


async def page(port: int, headers: dict[str, str]) -> aiohttp.ClientResponse:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/", headers=headers) as answered,
    ):
        return answered


def test_pages_elsewhere_cannot_drive_the_dashboard_whatever_a_reader_has_set(port: int) -> None:
    def asked(host: str, origin: str | None) -> int | bytes:
        return asyncio.run(connect(port, f"{host}:{port}", origin))

    for host in ("127.0.0.1", "localhost"):
        for origin in (None, f"http://{host}:{port}"):
            sent = asked(host, origin)
            assert isinstance(sent, bytes)
            assert REFUSAL not in sent
    for origin in ("http://evil.example", "http://127.0.0.1.evil.example", "null"):
        assert asked("127.0.0.1", origin) == 403
    for origin in (None, f"http://evil.example:{port}", f"http://127.0.0.1:{port}"):
        assert asked("evil.example", origin) == 403
    asked_as = (
        ("127.0.0.1", None, 200),
        ("evil.example", None, 403),
        ("127.0.0.1", "http://evil.example", 403),
    )
    for host, origin, status in asked_as:
        headers = {"Host": f"{host}:{port}", **({"Origin": origin} if origin else {})}
        answered = asyncio.run(page(port, headers))
        assert answered.status == status
        assert answered.headers["X-Content-Type-Options"] == "nosniff"
        assert answered.headers["X-Frame-Options"] == "DENY"
    sent = asked("127.0.0.1", "http://localhost:9")
    assert isinstance(sent, bytes)
    assert b"no database yet" not in sent


def test_ctrl_c_is_for_the_command_and_never_for_streamlit(tmp_path: Path) -> None:
    with running(free_port(), tmp_path / "none.duckdb") as process:
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.3)
        assert process.poll() is None
    assert process.poll() is not None
