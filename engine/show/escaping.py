"""Text that others wrote (models, files, names) made inert for HTML and for Markdown at once.

Every character that either language could read as anything but itself becomes a numeric
character reference, so one function serves headings, table cells and preformatted text, and no
line of a page can be begun by a text from the database.
"""

from __future__ import annotations

import re

_READ = re.compile(r"[^A-Za-z0-9 ,;()%]")
"""What one of the languages may read, or a reader not see."""


def inert(text: object) -> str:
    """The text as HTML and as Markdown that shows exactly it.

    Line breaks stay (as references, so that the result is one line); characters that do not
    print, such as control characters and overrides of direction, are spelt out.

    >>> inert("a|b")
    'a&#124;b'
    """
    return _READ.sub(_shown, str(text).replace("\r\n", "\n"))


def _shown(found: re.Match[str]) -> str:
    char = found[0]
    if char == "\n" or (char <= "\x7f" and char.isprintable()):
        return f"&#{ord(char)};"
    if char.isprintable():
        return char
    return inert(char.encode("unicode_escape", "surrogatepass").decode("ascii"))
