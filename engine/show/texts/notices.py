"""Notices for parts of pages that are still empty, with the commands that fill them."""

from __future__ import annotations

import shlex

from engine.families import FAMILIES
from engine.show.links.places import anchor_of
from engine.show.texts.escaping import escape


def notice(sentence: str, *commands: str) -> str:
    """A sentence (plain text), and commands to remedy it."""
    listed = "".join(f"<pre><code>{escape(command)}</code></pre>" for command in commands)
    return f'<div class="el-notice"><p>{escape(sentence)}</p>{listed}</div>'


def in_dashboard(address: str) -> str:
    """A link to a page of the dashboard, in case it runs on the reader's machine."""
    return f'<a href="{escape(address)}">In the dashboard</a>, if it runs on this machine'


def item_anchor(item_hash: str) -> str:
    """The anchor of an item on a page, to which the dashboard links."""
    return f'<span class="el-item" id="{anchor_of(item_hash)}"></span>'


def no_dataset(family: str | None = None) -> str:
    """The notice that the snapshot has no generated data set (of `family`, if given)."""
    return notice(
        "No data set has been generated and published yet. These commands fill this part:",
        f"sorites generate {family or next(iter(FAMILIES))}",
        "sorites publish",
        "sorites site build",
    )


def no_answers(dataset: str) -> str:
    """The notice that a data set has no answers."""
    return notice(
        "There are no answers yet. These commands fill this part:",
        f"sorites evaluate {shlex.quote(dataset)} --baselines",
        "sorites site build",
    )
