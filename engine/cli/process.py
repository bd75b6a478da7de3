"""The command line as the only thing its process does: `sorites` as it is installed.

A process that ends with its command need not be tidied: Python takes half a second to walk through
all that the libraries have brought, once for every few hundred objects made while they are loaded,
and once more to take it down at the end. The system does that at once.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import suppress

from engine.cli import main as command_line

_GARBAGE = (50_000, 10, 10)
"""Objects made between looks for unreachable ones, and looks between deeper ones (`gc`)."""


def main() -> None:
    """Run the command line and end the process with its exit code."""
    gc.set_threshold(*_GARBAGE)
    ending = _Ending()
    # first, so that it is called last: whatever others have to do at the end is done by then
    atexit.register(ending.at_once)
    try:
        command_line()
    except SystemExit as ended:
        ending.status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
        raise
    ending.status = 0


class _Ending:
    """How the process ends; with a `status` of None as Python ends it, after an error or Ctrl-C."""

    def __init__(self) -> None:
        self.status: int | None = None

    def at_once(self) -> None:
        """Leave what is in memory to the system."""
        if self.status is None:
            return
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):  # whoever read it has gone
                stream.flush()
        os._exit(self.status)
