"""Suites of small data sets, frozen as they stand in a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from engine.store import connect, find_dataset

_DATA_SET = """
[[dataset]]
name = "{name}"
family = "{family}"
seed = {seed}
n = {n}
settings = {settings}
content_hash = "{content}"
"""


def freeze(db: Path, folder: Path, suite: str, names: Sequence[str], released: str) -> None:
    """Write `suites/SUITE.toml`, which `engine.core.suite_files` reads, were `folder` our data."""
    shown = f'title = "Frozen {suite}"\nreleased = {released}\n'
    with closing(connect(db)) as con:
        for name in names:
            one = find_dataset(con, name)
            settings = ", ".join(
                f"{key} = {json.dumps(value if isinstance(value, str) else json.dumps(value))}"
                for key, value in json.loads(one.params).items()
            )
            shown += _DATA_SET.format(
                name=name,
                family=one.family,
                seed=one.seed,
                n=one.n,
                settings=f"{{ {settings} }}",
                content=one.content_hash,
            )
    path = folder / "suites" / f"{suite}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(shown, encoding="utf-8")
