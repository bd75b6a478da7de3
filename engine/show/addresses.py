"""Links in generated HTML, from the root of the site, turned into relative ones once pages stand.

mkdocs leaves addresses in HTML as they are, its successor takes them as relative to the source
file; neither knows files that are moved in afterwards. So generated parts name a place of the site
as `site:PLACE`, which both leave alone.
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
