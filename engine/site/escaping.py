"""Text that others wrote (models, files, names) made inert for HTML and for Markdown at once.

Every character that either language could read as anything but itself becomes a numeric
character reference, so one function serves headings, table cells and preformatted text, and no
line of a page can be begun by a text from the database.
"""

from __future__ import annotations

import re

_PLAIN = frozenset(" ,;()%")
"""ASCII signs that neither language reads, besides letters and digits."""

_ALL_PLAIN = re.compile(r"[A-Za-z0-9 ,;()%]*")


def inert(text: object) -> str:
    """The text as HTML and as Markdown that shows exactly it.

    Line breaks stay (as references, so that the result is one line); characters that do not
    print, such as control characters and overrides of direction, are spelt out.

    >>> inert("a|b")
    'a&#124;b'
    """
    told = str(text)
    if _ALL_PLAIN.fullmatch(told):
        return told
    return "".join(map(_reference, _visible(told)))


def _visible(text: str) -> str:
    return "".join(
        char
        if char.isprintable() or char == "\n"
        else char.encode("unicode_escape", "surrogatepass").decode("ascii")
        for char in text.replace("\r\n", "\n")
    )


def _reference(char: str) -> str:
    if char.isalnum() or char in _PLAIN or (char > "\x7f" and char.isprintable()):
        return char
    return f"&#{ord(char)};"
