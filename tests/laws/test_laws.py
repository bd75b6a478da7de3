"""The laws of the house: where what may stand, and who may import whom.

`broken.toml` lists the files that still break a law, and is exact: a file that breaks one anew
fails here, and so does a file that no longer breaks it and still stands in the list.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.laws.files import files_of_no_idea, long_files
from tests.laws.imports import import_circles, imports_upwards
from tests.laws.names import families_named, former_name, sql_outside, words_in_identifiers
from tests.laws.sources import Broken

LISTED = Path(__file__).with_name("broken.toml")
LAWS: dict[str, Callable[[], Broken]] = {
    one.__name__: one
    for one in (
        families_named,
        sql_outside,
        imports_upwards,
        import_circles,
        former_name,
        long_files,
        files_of_no_idea,
        words_in_identifiers,
    )
}


@pytest.mark.parametrize("law", LAWS)
def test_only_the_listed_files_break_the_law(law: str) -> None:
    listed = set(tomllib.loads(LISTED.read_text(encoding="utf-8")).get(law, []))
    found = LAWS[law]()
    assert {name: found[name] for name in sorted(set(found) - listed)} == {}
    assert sorted(listed - set(found)) == [], f"take these off the list in {LISTED.name}"
