"""`elenchus site`: build the public site from the published snapshot, and serve it on loopback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from types import FrameType

SITE_PORT = 8000
DASHBOARD_PORT = 8501
_PATIENCE_S = 10


def register(app: typer.Typer) -> None:
    """Add the commands."""
    site = typer.Typer(no_args_is_help=True, help="Build the public site, and look at it.")
    site.command("build")(build)
    site.command("serve")(serve)
    app.add_typer(site, name="site")


def build(
    strict: Annotated[bool, typer.Option("--strict", help="A warning is an error.")] = False,
    db: Annotated[
        Path | None, typer.Option(help="The database whose published snapshot is shown.")
    ] = None,
) -> None:
    """Build the public site from the published snapshot, with or without data."""
    from engine.cli.output import say
    from engine.site import build_site
    from engine.store import db_path, snapshot_path

    path = db_path(db)
    snapshot = snapshot_path(path)
    built = build_site(snapshot, strict=strict)
    for line in built.warnings:
        say(line)
    say(f"{built.folder}: {built.n_pages} pages, {_made_from(built.snapshot)}")
    if snapshot.is_file() and path.is_file() and path.stat().st_mtime > snapshot.stat().st_mtime:
        say("the database has changed since; `elenchus publish` makes a new snapshot of it")


def serve(
    port: Annotated[int, typer.Option(help="The port on loopback.")] = SITE_PORT,
) -> None:
    """Serve the built site on loopback until it is stopped (Ctrl-C)."""
    from engine.cli.output import say
    from engine.site import open_server
    from engine.site.sources import output_folder

    with open_server(output_folder(), port) as server:
        say(f"site: http://127.0.0.1:{port} (stop with Ctrl-C)")
        server.serve_forever()


def serve_pages(db: Path) -> None:
    """Serve dashboard and site on loopback until Ctrl-C, and then stop both.

    Raises:
        InputError: a port is taken, or the site has not been built.
        ElenchusError: the dashboard stopped by itself.
    """
    from engine.cli.output import say
    from engine.errors import ElenchusError
    from engine.site import free_port, open_server
    from engine.site.sources import output_folder

    free_port(DASHBOARD_PORT, "the dashboard")
    with open_server(output_folder(), SITE_PORT) as server:
        dashboard = _start_dashboard(db)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        signal.signal(signal.SIGTERM, _as_interrupt)
        try:
            say(f"dashboard: http://127.0.0.1:{DASHBOARD_PORT}")
            say(f"site:      http://127.0.0.1:{SITE_PORT}")
            say("stop both with Ctrl-C")
            code = dashboard.wait()
        finally:
            _stop(dashboard)
            server.shutdown()
    raise ElenchusError(f"the dashboard stopped by itself (exit code {code})")


def _made_from(snapshot: str | None) -> str:
    return f"snapshot {snapshot}" if snapshot else "without data, for nothing has been published"


def _start_dashboard(db: Path) -> subprocess.Popen[bytes]:
    from importlib.util import find_spec

    from engine.store.connection import ENVIRONMENT

    spec = find_spec("dashboard")
    folder = Path(spec.origin).parent if spec and spec.origin else Path("dashboard")
    command = [sys.executable, "-m", "streamlit", "run", str(folder / "app.py")]
    options = {
        "server.address": "127.0.0.1",
        "server.port": str(DASHBOARD_PORT),
        "server.headless": "true",
        "browser.gatherUsageStats": "false",
    }
    command += [part for name, value in options.items() for part in (f"--{name}", value)]
    # Streamlit's own greeting would name other addresses beside ours.
    return subprocess.Popen(
        command,
        env={**os.environ, ENVIRONMENT: str(db.absolute())},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.kill()


def _as_interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
