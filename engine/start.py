"""Where the installed `sorites` command begins: Ctrl-C ends it in one line also while it loads."""

from __future__ import annotations

import signal

from engine.core.interrupts import leave


def main() -> None:
    """Load the command line, which takes over Ctrl-C once it can answer it, and run it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave)
    from engine.cli.process import main as command_line

    command_line()
