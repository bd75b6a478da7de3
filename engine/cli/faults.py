"""How a command ends when something goes wrong: one sentence and exit code 2, never a traceback."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from engine.core.errors import SoritesError, sentence_of
from engine.core.extras import lacking
from engine.core.secrets import without_keys

_STOPPED = "stopped; nothing was half done"
_ELSEWHERE = "free space or name another place, then repeat the command"


def tolerate_any_console() -> None:
    """Let a console that lacks a letter show its code instead, and a closed stream take nothing."""
    # in this order, for each takes the lowest number that is free, and no file may have theirs
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def end(error: BaseException) -> NoReturn:
    """End the command after an error: say what it was, and exit."""
    if isinstance(error, SystemExit):
        # typer turns Ctrl-C into this exit and prints nothing
        if isinstance(getattr(error.__context__, "__cause__", None), KeyboardInterrupt):
            _say(_STOPPED)
        raise error
    if isinstance(error, BrokenPipeError):  # the reader of our output wants no more
        sys.exit(1)
    if isinstance(error, KeyboardInterrupt) or str(error) == "Query interrupted":  # DuckDB's word
        _say(_STOPPED)
        sys.exit(130)
    _say(_sentence(error))
    sys.exit(2)


def _sentence(error: BaseException) -> str:
    if isinstance(error, SoritesError):
        return str(error)
    if isinstance(error, ModuleNotFoundError) and (sentence := lacking(error)):
        return sentence
    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename}: " if error.filename else ""
        what = "choose a shorter one" if error.errno == errno.ENAMETOOLONG else _ELSEWHERE
        return f"{where}{error.strerror}; {what}"
    if isinstance(error, shutil.Error):  # a copied folder, with the reason for each of its files
        _, _, reason = error.args[0][0]
        return f"{reason}; {_ELSEWHERE}"
    if isinstance(error, MemoryError):
        return "there is not enough memory; close other programs, or ask for less at a time"
    first = sentence_of(error)
    if isinstance(error, RuntimeError) and first.startswith("Symlink loop"):
        return f"{first}; name a file or folder that is no link to itself"
    if type(error).__module__.endswith("duckdb"):
        return f"the database cannot do this ({first}); what was stored before is unchanged"
    return f"an unexpected error ({type(error).__name__}: {first}); {_reported(error)}"


def _reported(error: BaseException) -> str:
    """Write the traceback to a file, and say where."""
    text = without_keys("".join(traceback.format_exception(error)))
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="sorites-", suffix=".txt", delete=False, encoding="utf-8", errors="replace"
        ) as file:
            file.write(text)
    except OSError:
        return "please report it"
    return f"please report it with {file.name}"


def _say(sentence: str) -> None:
    with suppress(OSError, ValueError):  # standard error is closed or full
        print(f"sorites: {without_keys(sentence)}", file=sys.stderr)  # noqa: T201
