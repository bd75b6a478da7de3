"""Ending the process at once on Ctrl-C. Imports nothing that takes time to load."""

from __future__ import annotations

import os


def leave(*_: object) -> None:
    """End the process at once, in one line."""
    os.write(2, b"sorites: stopped; nothing was half done\n")
    os._exit(130)
