"""The built site over HTTP on loopback."""

from __future__ import annotations

import functools
import gzip
import io
import socket
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

from engine.core.errors import InputError

HOST = "127.0.0.1"


_PACKED = {".html", ".css", ".js", ".json", ".svg", ".xml"}
"""Endings of what is sent packed to browsers that unpack it, as the public host of pages does."""
_LARGEST = 5_000_000
"""Bytes of a file above which it is sent as it is: files to download are not held in memory."""


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing: a line a request would bury the addresses."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer what is not there with the site's own page for it, as the public host does."""
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
        """The open file that answers a request, its headers sent; packed where that is asked."""
        path = Path(self.translate_path(self.path))
        if path.is_dir() and self.path.split("?")[0].endswith("/"):
            path = path / "index.html"
        if "gzip" not in self.headers.get("Accept-Encoding", "") or not _is_packed(path):
            return super().send_head()
        packed = gzip.compress(path.read_bytes(), compresslevel=6, mtime=0)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(packed)))
        self.end_headers()
        return io.BytesIO(packed)


def _is_packed(path: Path) -> bool:
    return path.suffix in _PACKED and path.is_file() and path.stat().st_size <= _LARGEST


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the built site, not yet running: `serve_forever` runs it.

    Raises:
        InputError: nothing has been built there, or the port is taken.
    """
    if not (folder / "index.html").is_file():
        raise InputError(
            f"there is no site at {folder}; build it with `sorites site build`, or name the folder"
            " where it was built with --out"
        )
    _require_free(port)
    handler = functools.partial(_Handler, directory=str(folder))
    return ThreadingHTTPServer((HOST, port), handler)


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise InputError(
                f"port {port}, meant for the site, is taken by another program; stop that program,"
                " or serve the site elsewhere with `sorites site serve --port`"
            ) from None
