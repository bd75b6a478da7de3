from __future__ import annotations

import gzip
import signal
import socket
import struct
import subprocess
import sys
import urllib.request
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request

import pytest

from engine.cli.publish import dashboard
from engine.cli.publish import site as command
from engine.core.errors import InputError, SoritesError, StoreError
from engine.show.links import places
from engine.site import open_server
from engine.site.builder.serving import HOST


class _Dashboard(subprocess.Popen[bytes]):
    """A process in place of the dashboard, interrupted while it is waited for if so set."""

    def __init__(self, code: str) -> None:
        super().__init__([sys.executable, "-c", code])
        self.interrupted = False

    def wait(self, timeout: float | None = None) -> int:
        if timeout is None and self.interrupted:
            raise KeyboardInterrupt
        return super().wait(timeout)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "index.html").write_text("<h1>Sorites</h1>")
    monkeypatch.setattr("engine.show.links.places.output_folder", lambda: tmp_path)
    monkeypatch.setattr(command, "SITE_PORT", 0)
    return tmp_path


def stand_in(monkeypatch: pytest.MonkeyPatch, code: str) -> _Dashboard:
    process = _Dashboard(code)
    monkeypatch.setattr(dashboard, "start", lambda *_: process)
    return process


def test_ctrl_c_stops_dashboard_and_site(
    built: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    process = stand_in(monkeypatch, "import time; time.sleep(60)")
    process.interrupted = True
    command.serve_pages(built / "el.duckdb")
    assert process.poll() is not None
    printed = capsys.readouterr().out
    assert "dashboard: http://127.0.0.1:8501" in printed
    assert "site:      http://127.0.0.1:" in printed


def test_a_dashboard_that_stops_by_itself_is_reported(
    built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(monkeypatch, "raise SystemExit(3)")
    with pytest.raises(SoritesError, match=r"stopped unexpectedly \(exit code 3\)"):
        command.serve_pages(built / "el.duckdb")


def test_the_site_is_served_on_loopback_and_a_taken_port_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Sorites</h1>")
    with open_server(tmp_path, 0) as server:
        port = server.server_port
        Thread(target=server.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as reply:
            assert reply.read() == b"<h1>Sorites</h1>"
        packing = Request(f"http://127.0.0.1:{port}/", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(packing) as reply:
            assert gzip.decompress(reply.read()) == b"<h1>Sorites</h1>"
            assert reply.headers.get_content_type() == "text/html"
        with pytest.raises(InputError, match=f"port {port} is in use"):
            open_server(tmp_path, port)
        server.shutdown()


def test_what_is_not_there_is_answered_with_the_site_s_own_page_for_it(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Sorites</h1>")
    (tmp_path / "404.html").write_text("<h1>Nothing stands here</h1>")
    with open_server(tmp_path, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        for packing in ({}, {"Accept-Encoding": "gzip"}):
            address = f"http://127.0.0.1:{server.server_port}/models/gone/"
            with pytest.raises(HTTPError) as found:
                urllib.request.urlopen(Request(address, headers=packing))
            assert found.value.code == 404
            assert found.value.read() == b"<h1>Nothing stands here</h1>"
        server.shutdown()


def test_only_the_site_s_own_files_are_served_and_under_our_name_alone(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "bare").mkdir(parents=True)
    (site / "index.html").write_text("<h1>Sorites</h1>")
    (site / "bare" / "data.txt").write_text("open")
    (site / "page" / "index.html").mkdir(parents=True)
    (tmp_path / "private.html").write_text("private")
    (site / "link.html").symlink_to(tmp_path / "private.html")
    (site / "folder").symlink_to(tmp_path)
    with open_server(site, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_port

        def asked(
            path: str, host: str = "127.0.0.1", packing: str = "", **more: str
        ) -> tuple[int, bytes]:
            with closing(HTTPConnection("127.0.0.1", port, timeout=10)) as http:
                headers = {"Host": host, "Accept-Encoding": packing, **more}
                http.request("GET", path, headers=headers)
                reply = http.getresponse()
                return reply.status, reply.read()

        assert asked("/bare/data.txt") == (200, b"open")
        assert asked("/", f"localhost:{port}")[0] == 200
        for other in (f"evil.example:{port}", "127.0.0.1:evil.example", "localhost.evil.example"):
            assert asked("/", other)[0] == 403
        assert asked("/", f"localhost:{port}", Origin=f"http://localhost:{port}")[0] == 200
        assert asked("/", f"localhost:{port}", Origin="http://localhost:9")[0] == 403
        assert asked("/", Origin="null")[0] == 403
        for path in (
            "/bare/",
            "/page/",
            "/link.html",
            "/folder/private.html",
            "/a%00b",
            "/%2e%2e/private.html",
        ):
            for packing in ("", "gzip"):
                assert asked(path, packing=packing)[0] == 404, path
        server.shutdown()


def test_readers_who_leave_before_the_end_are_passed_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "index.html").write_text("<h1>Sorites</h1>")
    (tmp_path / "answers.bin").write_bytes(bytes(30_000_000))
    with open_server(tmp_path, 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with socket.create_connection(("127.0.0.1", server.server_port)) as leaving:
            leaving.sendall(b"GET /answers.bin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert leaving.recv(5) == b"HTTP/"
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        server.shutdown()
    assert capfd.readouterr().err == ""


def test_a_site_built_elsewhere_is_served_from_there(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Elsewhere</h1>")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    code = "from engine.cli import main; main()"
    words = ["site", "serve", "--out", str(tmp_path), "--port", str(port)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, text=True
    ) as serving:
        try:
            assert serving.stdout is not None
            assert f"http://127.0.0.1:{port}" in serving.stdout.readline()
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/") as reply:
                assert reply.read() == b"<h1>Elsewhere</h1>"
        finally:
            serving.send_signal(signal.SIGINT)
        assert serving.wait(20) == 0


def test_serving_what_was_not_built_says_how_to_build_it(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="sorites site build"):
        open_server(tmp_path, 8000)


def test_the_dashboard_does_not_start_over_a_named_database_that_is_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []

    def start(_port: int, db: Path, _prices: Path | None) -> _Dashboard:
        started.append(db)
        return _Dashboard("")

    monkeypatch.setattr(dashboard, "start", start)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SORITES_DB", raising=False)
    with pytest.raises(StoreError, match="which --db names"):
        dashboard.dashboard(db=tmp_path / "nodb.duckdb")
    dashboard.dashboard()
    assert started == [Path("data/sorites.duckdb")]
    monkeypatch.setenv("SORITES_DB", "nodb.duckdb")
    with pytest.raises(StoreError, match="which SORITES_DB names"):
        dashboard.dashboard()
    assert len(started) == 1


def test_site_and_dashboard_know_where_the_other_is_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert f"http://{HOST}:{command.DASHBOARD_PORT}" == places.DASHBOARD
    assert f"http://{HOST}:{command.SITE_PORT}" == places.SITE
    assert places.dashboard_item("a/b c", 3) == f"{places.DASHBOARD}/item?item=a%2Fb%20c%3A3"
    monkeypatch.setenv(places.ENVIRONMENT, "https://example.org/board/")
    assert places.site_model("Llama3-8B") == (
        "https://example.org/board/models/llama3-8b-60239ad4/"
    )
    assert places.site_family("argqa") == "https://example.org/board/datasets/argqa/"
