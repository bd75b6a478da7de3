from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store import DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A database with the data set `hand`: 12 groups, 4 of them the train split."""
    return make_db(tmp_path / "test.duckdb", 12)


def make_db(path: Path, groups: int) -> Path:
    con = connect(path)
    meta = DatasetMeta("hand", "by-hand", 1, "{}", 0)
    write_items(con, meta, items_table(items(groups, train=4)))
    con.close()
    return path


@pytest.fixture
def bigger(tmp_path: Path) -> Callable[[int], Path]:
    """Makes a database with so many groups."""
    return lambda groups: make_db(tmp_path / f"test{groups}.duckdb", groups)
