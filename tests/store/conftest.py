from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from duckdb import DuckDBPyConnection

from engine.store import connect
from tests.store.lakes import ask


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "sorites.duckdb"


@pytest.fixture
def con(db: Path) -> Iterator[DuckDBPyConnection]:
    connection = connect(db)
    yield connection
    connection.close()


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    return tmp_path / "lake"


@pytest.fixture
def asked(db: Path) -> Path:
    """A database with a run of one model over one data set."""
    ask(db, "gpt-x", lambda _: "true")
    return db
