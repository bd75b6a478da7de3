"""Serve the built site over HTTP on loopback."""

from __future__ import annotations

import functools
import gzip
import io
import re
import socket
import sys
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from engine.core.errors import InputError

HOST = "127.0.0.1"
_BY_OUR_NAME = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d+)?")


_PACKED = {".html", ".css", ".js", ".json", ".svg", ".xml"}
"""File types sent gzipped if the browser accepts it, as the public host does."""
_LARGEST = 5_000_000
"""Larger files (bytes) are sent uncompressed, so that downloads are not held in memory."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over readers who leave before a file has been sent."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)  # type: ignore[arg-type] # as it came


class _Handler(SimpleHTTPRequestHandler):
    timeout = 60  # seconds that a reader may keep a connection waiting

    def log_message(self, *arguments: object) -> None:
        """Log nothing: a line per request would bury the addresses."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing page with the site's own 404 page, as the public host does."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        content = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Send the headers and open the file for a request, gzipped if accepted.

        Only files of the site are sent: no listing of a folder and nothing beyond a link.
        """
        if not self._is_by_our_name():
            self.send_error(HTTPStatus.FORBIDDEN, "open the site at 127.0.0.1")
            return None
        path = self._file()
        if path is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        if path.is_dir() and not self.path.partition("?")[0].endswith("/"):
            return super().send_head()  # redirects to the folder's page
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not _is_packed(path):
            return super().send_head()
        packed = gzip.compress(path.read_bytes(), compresslevel=6, mtime=0)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        return io.BytesIO(packed)

    def end_headers(self) -> None:
        """Add what keeps a page from being framed or its files from being taken for others."""
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        super().end_headers()

    def _is_by_our_name(self) -> bool:
        """Whether the request names this server as we do, and no page elsewhere made it."""
        host = self.headers.get("Host", "")
        is_ours = _BY_OUR_NAME.fullmatch(host) is not None
        return is_ours and self.headers.get("Origin") in (None, f"http://{host}")

    def _file(self) -> Path | None:
        """The file of the site, or its folder with a page, that the request names."""
        root = Path(self.directory).resolve()
        try:
            path = Path(self.translate_path(self.path))
            page = path / "index.html" if path.is_dir() else path
            if page.resolve(strict=True) != root / page.relative_to(self.directory):
                return None
        except (OSError, ValueError):  # absent, or a NUL in the name
            return None
        if not page.is_file():
            return None
        return page if self.path.partition("?")[0].endswith("/") else path


def _is_packed(path: Path) -> bool:
    return path.suffix in _PACKED and path.is_file() and path.stat().st_size <= _LARGEST


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server for the built site; call `serve_forever` to run it.

    Raises:
        InputError: there is no site in the folder, or the port is in use.
    """
    if not (folder / "index.html").is_file():
        raise InputError(
            f"no site at {folder}; build it with `sorites site build`, or name its folder with"
            " --out"
        )
    _require_free(port)
    handler = functools.partial(_Handler, directory=str(folder))
    return _Server((HOST, port), handler)


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise InputError(
                f"port {port} is in use by another program; stop that program, or choose another"
                " port with `sorites site serve --port`"
            ) from None
