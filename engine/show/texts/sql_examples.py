"""The example queries that site and dashboard offer."""

from __future__ import annotations

import re

from engine.core.errors import SoritesError
from engine.core.resources import project_file

EXAMPLES = "site/assets/examples.sql"
"""The queries, each preceded by a comment as its title."""


def examples() -> list[tuple[str, str]]:
    """The title and the statement of each query of the file."""
    statements = project_file(EXAMPLES).read_text(encoding="utf-8").split(";\n")
    written = [one for one in statements if one.strip()]
    found = [re.fullmatch(r"\s*-- ([^\n]+)\n(.+)", one, re.DOTALL) for one in written]
    if None in found:
        raise SoritesError(f"{EXAMPLES} has a query without a preceding comment")
    return [(one[1], one[2].strip()) for one in found if one]
