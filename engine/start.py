"""Where the installed `sorites` command begins: Ctrl-C ends it in one line also while it loads."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Load the command line and run it."""
    interrupts = signal.getsignal(signal.SIGINT)
    if interrupts is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from engine.cli.process import main as command_line

    signal.signal(signal.SIGINT, interrupts)
    command_line()


def _leave(*_: object) -> None:
    os.write(2, b"sorites: stopped; nothing was half done\n")
    os._exit(130)
