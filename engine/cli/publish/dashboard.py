"""`sorites dashboard`: serve the dashboard over the published snapshot."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import typer

from engine.core.errors import InputError
from engine.core.extras import require
from engine.core.paths import ENVIRONMENT, absolute, db_to_read, db_to_show
from engine.core.resources import project_file
from engine.show.terminal.options import Db, Prices

HOST = "127.0.0.1"
"""The dashboard has no password, so only this machine may reach it."""
_PATIENCE_S = 10


def dashboard(
    port: Annotated[int, typer.Option(help="The port on 127.0.0.1.", min=1, max=65535)] = 8501,
    prices: Prices = None,
    db: Db = None,
) -> None:
    """Serve the dashboard on 127.0.0.1 until Ctrl-C."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C: the server ends too
    code = 0
    with suppress(KeyboardInterrupt), running(port, db_to_show(db), prices) as process:
        code = process.wait()
    if code > 0:
        raise typer.Exit(2)


@contextmanager
def running(
    port: int, db: Path | None = None, prices: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """Run the dashboard in a process of its own, which ends with the context.

    Raises:
        InputError: the port is taken, or the prices cannot be read.
    """
    from engine.core.workers import interrupts_held_back

    process = None
    try:
        with interrupts_held_back():  # Streamlit would answer Ctrl-C with a traceback
            process = start(port, db, prices)
        yield process
    finally:
        if process is not None:
            _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def start(port: int, db: Path | None, prices: Path | None) -> subprocess.Popen[bytes]:
    """Start the dashboard in a process of its own, which the caller must end."""
    from engine.analysis.scores.costs import PRICES, check_prices

    require("dashboard")
    _require_free(port)
    script = project_file("dashboard/server.py")
    # -P: a file in the current folder must not shadow a package
    command = [sys.executable, "-P", "-m", "streamlit", "run", str(script)]
    options = ["--server.port", str(port), "--server.address", HOST, "--server.headless", "true"]
    environment = {**os.environ, ENVIRONMENT: str(absolute(db_to_read(db)))}
    if prices is not None:
        check_prices(prices)
        environment[PRICES] = str(prices.absolute())
    return subprocess.Popen([*command, *options], env=environment)


def _require_free(port: int) -> None:
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise InputError(
                f"port {port} on {HOST} cannot be used: {error.strerror}; name another with --port"
            ) from None
