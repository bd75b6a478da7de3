"""Escape untrusted text (from models, files, names) for where it is shown.

On the site, `escape` covers HTML and Markdown at once: every character with a meaning in either
becomes a numeric character reference. So one function serves headings, table cells and preformatted
text, and no text from the database can start a block. The dashboard shows text as Markdown
(`plain`), in charts (`label`) or verbatim (`visible`).
"""

from __future__ import annotations

import html
import re
import textwrap

_READ = re.compile(r"[^A-Za-z0-9 ,;()%]")
"""Characters with a meaning in HTML or Markdown, or invisible to a reader."""

_ACTIVE = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$:<>&@/])")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def escape(text: object) -> str:
    """The text as HTML that is also Markdown, both showing it exactly.

    Line breaks become references, so the result is one line. Unprintable characters, such as
    control characters and direction overrides, are spelt out.

    >>> escape("a|b")
    'a&#124;b'
    """
    return _READ.sub(_shown, str(text).replace("\r\n", "\n"))


def _shown(found: re.Match[str]) -> str:
    char = found[0]
    if char == "\n" or (char <= "\x7f" and char.isprintable()):
        return f"&#{ord(char)};"
    if char.isprintable():
        return char
    return escape(char.encode("unicode_escape", "surrogatepass").decode("ascii"))


def plain(text: str) -> str:
    """Text for a Markdown label or caption, with every special character escaped."""
    return _ACTIVE.sub(r"\\\1", visible(_CONTROL.sub(" ", text)))


def visible(text: str) -> str:
    r"""Text with invisible characters and direction overrides spelt out.

    >>> visible("a\u202eb")
    'a\\u202eb'
    """
    return "".join(
        sign
        if sign.isprintable() or sign in "\n\t"
        else sign.encode("unicode_escape", "surrogatepass").decode("ascii")
        for sign in text.replace("\r\n", "\n")
    )


def shortened(name: str, most: int) -> str:
    """A name in at most this many characters; a longer one loses its middle: names differ at ends.

    >>> shortened("Qwen2.5-Coder-0.5B-Instruct-Q4_K_M (unofficial copy)", 29)
    'Qwen2.5-Coder-…official copy)'
    """
    if len(name) <= most:
        return name
    kept = (most - 1) // 2
    return f"{name[: most - 1 - kept]}…{name[len(name) - kept :]}"


def label(text: str, width: int, lines: int = 3) -> str:
    """Text for a chart, escaped, in at most `lines` lines of `width` characters; a name in one."""
    cleaned = visible(_CONTROL.sub(" ", text))
    if lines == 1:
        return html.escape(shortened(cleaned, width))
    wrapped = textwrap.wrap(cleaned, width, max_lines=lines, placeholder=" …")
    return "<br>".join(html.escape(line) for line in wrapped)
