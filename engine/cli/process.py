"""The entry point of the installed `sorites` command, which owns its process.

It collects garbage less often and skips Python's teardown, which together save about half a second
per command: Python would traverse every loaded library repeatedly during import and once at exit.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress

from engine.cli import main as command_line
from engine.core.interrupts import leave

_GARBAGE = (50_000, 10, 10)
"""Thresholds of `gc`: allocations per collection, and collections per older generation."""


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(*_GARBAGE)
    ending = _Ending()
    # registered first, so called last, after every other exit handler
    atexit.register(ending.at_once)
    status: object = None
    try:
        _heed_interrupts()
        command_line()
    except SystemExit as ended:
        status = ended.code
    except KeyboardInterrupt:  # once more, while the command was ending
        status = 130
    ending.status = status if isinstance(status, int) else int(status is not None)
    sys.exit(ending.status)


def _heed_interrupts() -> None:
    """Let Ctrl-C end the command in one line, also where Python would pass it over."""
    if callable(signal.getsignal(signal.SIGINT)):  # not where it is ignored, as by nohup
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.unraisablehook = _unraisable


def _unraisable(ignored: sys.UnraisableHookArgs) -> None:
    """Leave at once if Ctrl-C comes while Python calls something that cannot raise."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        leave()
    sys.__unraisablehook__(ignored)


class _Ending:
    """Ends the process with `status`; None leaves it to Python, after an error or Ctrl-C."""

    def __init__(self) -> None:
        self.status: int | None = None

    def at_once(self) -> None:
        """End the process without Python's teardown."""
        if self.status is None:
            return
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # the reader has closed the pipe
                stream.flush()
        os._exit(self.status)
