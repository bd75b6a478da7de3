"""The commands that pages of the site show: each is one, with options that it has."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import families
from engine.core.resources import project_file
from engine.store import open_snapshot
from tests.docs.command_map import mistake
from tests.site.material import publish_sample

SITE = project_file("site")
CARDS = Path(families.__file__).parent
PAGES = [*SITE.glob("*.md"), *SITE.glob("parts/*.md"), *CARDS.glob("*/card.md")]
SHOWN = re.compile(r"^```sh\n(.*?)^```$|`(sorites [^`]+)`", re.MULTILINE | re.DOTALL)


def shown(text: str) -> Iterator[str]:
    """Each command line of a page, from blocks and from sentences."""
    for block, words in SHOWN.findall(text):
        yield from (block or " ".join(words.split())).replace("\\\n", " ").splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: "/".join(page.parts[-2:]))
def test_the_commands_of_a_page_exist(page: Path) -> None:
    lines = shown(page.read_text(encoding="utf-8"))
    assert [found for line in lines if (found := mistake(line))] == []


def test_the_queries_of_the_pages_are_answered(tmp_path: Path) -> None:
    lines = [line for page in PAGES for line in shown(page.read_text(encoding="utf-8"))]
    queries = {shlex.split(line)[2] for line in lines if line.strip().startswith('sorites sql "')}
    snapshot = open_snapshot(publish_sample(tmp_path / "e.duckdb"))
    for query in queries - {"…"}:
        snapshot.rows(query)
    snapshot.release()
    assert len(queries) > 10


@pytest.mark.parametrize("line", ["sorites examine all", "sorites verify justlogic --thrice"])
def test_a_command_or_option_that_is_not_there_is_found(line: str) -> None:
    assert mistake(line) is not None
