"""What a page says where there is nothing to show yet: always with the command that fills it."""

from __future__ import annotations

import shlex

from engine.families import FAMILIES
from engine.show.escaping import escape
from engine.show.places import anchor_of


def notice(sentence: str, *commands: str) -> str:
    """A sentence (plain text) and the commands that change what it says."""
    listed = "".join(f"<pre><code>{escape(command)}</code></pre>" for command in commands)
    return f'<div class="el-notice"><p>{escape(sentence)}</p>{listed}</div>'


def in_dashboard(address: str) -> str:
    """A link to a page of the dashboard, which the reader may have running or not."""
    return f'<a href="{escape(address)}">In the dashboard</a>, where it runs on this machine'


def item_anchor(item_hash: str) -> str:
    """The place of an item on a page, to which its page in the dashboard links."""
    return f'<span class="el-item" id="{anchor_of(item_hash)}"></span>'


def no_dataset(family: str | None = None) -> str:
    """No generated data set of a family is in the snapshot; of none at all, the first's command."""
    return notice(
        "No data set has been generated and published yet. These commands fill this part:",
        f"sorites generate {family or next(iter(FAMILIES))}",
        "sorites publish",
        "sorites site build",
    )


def no_answers(dataset: str) -> str:
    """Nobody has answered a data set."""
    return notice(
        "Nobody has been asked yet. These commands fill this part:",
        f"sorites evaluate {shlex.quote(dataset)} --baselines",
        "sorites site build",
    )
