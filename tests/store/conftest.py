from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from engine.store import connect


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "sorites.duckdb"


@pytest.fixture
def con(db: Path) -> Iterator[DuckDBPyConnection]:
    connection = connect(db)
    yield connection
    connection.close()
