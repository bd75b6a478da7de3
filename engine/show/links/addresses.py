"""Turn root-relative links in generated HTML into relative ones once pages are in place.

mkdocs leaves addresses in HTML unchanged, its successor resolves them against the source file, and
neither knows files added afterwards. So generated parts write `site:PLACE`, which both leave alone.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_MARKED = re.compile(r'(\s(?:href|src)=")site:')


def resolved(page: str, name: str) -> str:
    """A page with its marked addresses made relative; `name` is its path from the root.

    >>> resolved('<a href="site:cite/">', "models/solver/index.html")
    '<a href="../../cite/">'
    """
    up = "../" * (len(PurePosixPath(name).parts) - 1)
    return _MARKED.sub(rf"\g<1>{up or './'}", page)
