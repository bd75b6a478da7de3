"""The entry point of the installed `sorites` command, which owns its process.

It collects garbage less often and skips Python's teardown, which together save about half a second
per command: Python would traverse every loaded library repeatedly during import and once at exit.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress

from engine.cli import main as command_line

_GARBAGE = (50_000, 10, 10)
"""Thresholds of `gc`: allocations per collection, and collections per older generation."""


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(*_GARBAGE)
    ending = _Ending()
    # registered first, so called last, after every other exit handler
    atexit.register(ending.at_once)
    try:
        command_line()
    except SystemExit as ended:
        ending.status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        raise
    ending.status = 0


class _Ending:
    """Ends the process with `status`; None leaves it to Python, after an error or Ctrl-C."""

    def __init__(self) -> None:
        self.status: int | None = None

    def at_once(self) -> None:
        """End the process without Python's teardown."""
        if self.status is None:
            return
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # the reader has closed the pipe
                stream.flush()
        os._exit(self.status)
