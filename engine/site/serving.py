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


def free_port(port: int, what: str) -> None:
    """Make sure that a port of loopback can be listened on.

    Raises:
        InputError: another program has it; `what` says for whom it was meant.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            raise InputError(
                f"port {port}, meant for {what}, is taken by another program; stop that program,"
                " or choose another port with --port where the command has it"
            ) from None


def open_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the built site, not yet running: `serve_forever` runs it.

    Raises:
        InputError: nothing has been built there, or the port is taken.
    """
    if not (folder / "index.html").is_file():
        raise InputError(f"there is no site at {folder}; build it with `elenchus site build`")
    free_port(port, "the site")
    handler = functools.partial(_Quiet, directory=str(folder))
    return ThreadingHTTPServer((HOST, port), handler)
