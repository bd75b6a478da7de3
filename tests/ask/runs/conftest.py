import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store import DatasetMeta, connect, items_table, write_items
from tests.items_by_hand import items


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Path]:
    """A database with the data set `hand` of so many groups, made once: 4 of them are to train."""
    folder = tmp_path_factory.mktemp("hand")

    def make(groups: int) -> Path:
        path = folder / f"{groups}.duckdb"
        if not path.exists():
            with connect(path) as con:
                meta = DatasetMeta("hand", "by-hand", 1, "{}", 0)
                write_items(con, meta, items_table(items(groups, train=4)))
        return path

    return make


@pytest.fixture
def db(tmp_path: Path, made: Callable[[int], Path]) -> Path:
    """A database with the data set `hand`: 12 groups, 4 of them the train split."""
    return Path(shutil.copy(made(12), tmp_path / "test.duckdb"))


@pytest.fixture
def bigger(tmp_path: Path, made: Callable[[int], Path]) -> Callable[[int], Path]:
    """Gives a database with so many groups."""
    return lambda groups: Path(shutil.copy(made(groups), tmp_path / f"test{groups}.duckdb"))
