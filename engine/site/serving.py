"""The built site over HTTP on loopback."""

from __future__ import annotations

import functools
import socket
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from engine.errors import InputError

HOST = "127.0.0.1"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing: a line a request would bury the addresses."""


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the built site, not yet running: `serve_forever` runs it.

    Raises:
        InputError: nothing has been built there, or the port is taken.
    """
    if not (folder / "index.html").is_file():
        raise InputError(
            f"there is no site at {folder}; build it with `elenchus site build`, or name the folder"
            " where it was built with --out"
        )
    _require_free(port)
    handler = functools.partial(_Quiet, directory=str(folder))
    return ThreadingHTTPServer((HOST, port), handler)


def _require_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise InputError(
                f"port {port}, meant for the site, is taken by another program; stop that program,"
                " or serve the site elsewhere with `elenchus site serve --port`"
            ) from None
