"""Words for what the database names by keys, and the escaping of text that is not ours.

Streamlit reads labels and captions as Markdown, and plotly reads its texts as a kind of HTML;
names and texts from the database pass through `plain` or `label` before they get there.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections import Counter
from collections.abc import Iterable

from engine.families.logicasker.explanation import rule_name
from engine.logic.proofs.rules import form_name, rules

ORIGINS = {
    "measured": "Measured here",
    "reproduced": "Reproduced: others' answers and verdicts",
    "regraded": "Regraded: others' answers, our labels and rules",
    "reported": "Reported by others",
}
"""What each origin means; figures of two of them stand in one order only where that is asked."""

KINDS = {
    "endpoint": "model",
    "baseline": "baseline",
    "ceiling": "ceiling",
    "human": "human",
    "published": "model, as published",
}

OUTCOMES = {
    "right": "right",
    "wrong": "wrong",
    "no_answer": "no answer",
    "error": "error",
    "undecided": "undecided",
}

_ACTIVE = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:<>&@/])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def plain(text: str) -> str:
    """Text for a Markdown label or caption, with every character that could act escaped."""
    return _ACTIVE.sub(r"\\\1", visible(_CONTROL.sub(" ", text)))


def visible(text: str) -> str:
    r"""Text with each sign that does not show, or turns the direction of others, spelt out.

    >>> visible("a\u202eb")
    'a\\\\u202eb'
    """
    return "".join(
        sign
        if sign.isprintable() or sign in "\n\t"
        else sign.encode("unicode_escape", "surrogatepass").decode("ascii")
        for sign in text.replace("\r\n", "\n")
    )


def label(text: str, width: int, lines: int = 3) -> str:
    """Text for a chart, escaped, in at most so many lines of `width` characters."""
    cleaned = visible(_CONTROL.sub(" ", text))
    if lines == 1:
        return html.escape(cleaned if len(cleaned) <= width else f"{cleaned[: width - 1]}…")
    wrapped = textwrap.wrap(cleaned, width, max_lines=lines, placeholder=" …")
    return "<br>".join(html.escape(line) for line in wrapped)


def points(difference: float) -> str:
    """A difference of two shares in points, with its sign.

    >>> points(-0.125)
    '-12.5'
    """
    return f"{100 * difference:+.1f}"


def between(low: float, high: float) -> str:
    """The two ends of such a difference's interval."""
    return f"{points(low)} to {points(high)}"


def ends(low: float | None, high: float | None) -> str:
    """The two ends of the interval of a share, or a dash where there is none.

    >>> ends(0.25, 0.5)
    '25.0–50.0%'
    """
    return "–" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}%"


def form(key: str) -> str:
    """The name of an argument form at the beginning of a line, such as `Modus ponens`."""
    name = form_name(key) if key in rules() else rule_name(key)
    return name[:1].upper() + name[1:]


def forms(keys: Iterable[str]) -> dict[str, str]:
    """The names of forms by key; those of one name, such as two readings of it, have the key too.

    >>> forms(["modus_tollens", "addition", "addition.universal"])["addition.universal"]
    'Universal addition'
    """
    names = {key: form(key) for key in keys}
    often = Counter(names.values())
    return {key: name if often[name] == 1 else f"{name} ({key})" for key, name in names.items()}
