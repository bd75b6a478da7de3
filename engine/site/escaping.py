"""Text that others wrote (models, files, names) made inert for HTML and for Markdown at once.

Every character that either language could read as anything but itself becomes a numeric
character reference, so one function serves headings, table cells and preformatted text, and no
line of a page can be begun by a text from the database.
"""

from __future__ import annotations

_PLAIN = frozenset(" ,;()%")
"""ASCII signs that neither language reads, besides letters and digits."""


def inert(text: object) -> str:
    """The text as HTML and as Markdown that shows exactly it.

    Line breaks stay (as references, so that the result is one line); characters that do not
    print, such as control characters and overrides of direction, are spelt out.

    >>> inert("a|b")
    'a&#124;b'
    """
    return "".join(_reference(char) for char in _visible(str(text)))


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
