"""Messages shown instead of figures: why there are none, and the command that makes some."""

from __future__ import annotations

import shlex
from typing import NoReturn
from urllib.parse import urlsplit

import streamlit as st

from dashboard.components.source import snapshot
from engine.analysis.diagnosis.weaknesses import Weaknesses
from engine.analysis.sources.snapshot import NO_PROMPT, Snapshot
from engine.core.errors import StoreError, sentence_of
from engine.core.paths import db_to_read, is_lake, snapshot_path
from engine.show.texts.escaping import plain

NOTHING_SHOWN, FAILED = "Nothing to show yet", "Something failed"
"""The titles of messages in place of figures."""


def open_or_stop() -> Snapshot:
    """The current snapshot; if there is none, say what to do and end the page."""
    try:
        found = snapshot.current()
    except StoreError as error:
        db = db_to_read()
        if is_lake(db):
            stop("This lake cannot be shown.", "sorites publish --lake …", str(error))
        if snapshot_path(db).exists():
            stop(
                "The snapshot cannot be shown: another version published it, or it is damaged."
                " Publish it again, and restart the dashboard if Sorites was updated since.",
                "sorites publish",
                str(error),
            )
        if db.exists():
            stop("This database has not been published.", "sorites publish", str(error))
        stop("There is no database yet.", "sorites demo", f"no file {db}")
    if snapshot.is_stale():
        st.caption(
            "The database has changed since this snapshot of it was published. `sorites publish`"
            " brings these pages up to date."
        )
    return found


def refuse_other_sites() -> None:
    """Show nothing to a page of another server of this machine, which Streamlit lets connect."""
    headers = st.context.headers
    origin = headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != headers.get("Host"):
        st.error(f"The dashboard answers no page of {plain(origin)}; open it at its own address.")
        st.stop()


def show_failure(error: Exception) -> None:
    """Say what to do when a page fails on the snapshot."""
    st.error("This page cannot be shown from the snapshot.", title=FAILED)
    st.text("Reload it; if it fails again, this command publishes a new snapshot:")
    st.code("sorites publish", language=None)
    st.caption(plain(sentence_of(error)))


def stop(sentence: str, command: str, detail: str | None = None) -> NoReturn:
    """End the page with a sentence and the command that helps; `detail` is shown verbatim."""
    st.info(sentence, title=NOTHING_SHOWN)
    st.text("This command creates what is missing; reload the page afterwards.")
    st.code(command, language=None, wrap_lines=True)
    if detail:
        st.caption(plain(detail))
    end()


class PageEnded(Exception):
    """Raised to end a page early."""


def end() -> NoReturn:
    """End the page but not the run, as `st.stop` would: its address is still to be written."""
    raise PageEnded


def evaluate_command(dataset: str) -> str:
    """The command that runs the built-in baselines on a data set."""
    return command("evaluate", dataset, "--baselines")


def command(*words: str) -> str:
    """A `sorites` command with its arguments."""
    return shlex.join(["sorites", *words])


def weaknesses_command(found: Weaknesses, *more: str) -> str:
    """The command that lists the same weaknesses, with more arguments."""
    words = ["sorites", "weaknesses", found.run.dataset, "--model", found.run.model]
    if found.run.prompt not in ("zero-shot", NO_PROMPT):
        words += ["--prompt", found.run.prompt]
    if found.by != "skill":
        words += ["--by", found.by]
    return shlex.join([*words, *more])
