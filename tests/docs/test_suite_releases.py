"""A suite that a released version of Sorites has is never changed; until then it may be.

A version is released when it has a heading with its date in the changelog. From then on each suite
that was to be had by that day has a line in `data/suites/released.txt`: its name and the SHA-256 of
what it froze. So neither a suite nor its line can be forgotten, and neither can be changed unseen.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from engine.core.resources import data_file, project_file
from engine.core.suite_files import Release, suite_releases

_VERSION = re.compile(r"^## \[\d+\.\d+\.\d+\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def frozen(release: Release) -> str:
    """The SHA-256 of the names and contents of a suite's data sets."""
    return hashlib.sha256(json.dumps(sorted(release.contents.items())).encode()).hexdigest()


def broken(changelog: str, lines: str, releases: Sequence[Release]) -> Iterator[str]:
    """What is wrong with the suites of released versions."""
    dates = [date.fromisoformat(day) for day in _VERSION.findall(changelog)]
    shown = dict(line.split() for line in lines.splitlines() if not line.startswith("#"))
    for one in releases:
        due = any(one.released <= day for day in dates)
        if (due or one.suite in shown) and shown.get(one.suite) != frozen(one):
            yield f"{one.suite} is released, so released.txt must say: {one.suite} {frozen(one)}"
    for name in sorted(set(shown) - {one.suite for one in releases}):
        yield f"{name} was released and is gone"


def test_no_suite_of_a_released_version_was_changed() -> None:
    changelog = project_file("CHANGELOG.md").read_text(encoding="utf-8")
    lines = data_file("suites").joinpath("released.txt").read_text(encoding="utf-8")
    assert list(broken(changelog, lines, suite_releases())) == []


def test_a_changed_forgotten_or_lost_suite_of_a_released_version_is_found() -> None:
    one = Release("one", "One", date(2026, 11, 22), {"one": "ab"})
    later = replace(one, suite="later", released=date(2027, 1, 2))
    changelog, line = "# Changelog\n\n## [0.1.0] - 2026-12-01\n", f"one {frozen(one)}\n"
    assert list(broken("## [Unreleased]\n", "", [one])) == []
    assert list(broken(changelog, "", [one, later])) != []
    assert list(broken(changelog, line, [one, later])) == []
    assert list(broken(changelog, line, [replace(one, contents={"one": "cd"})])) != []
    assert list(broken(changelog, line, [later])) == ["one was released and is gone"]
