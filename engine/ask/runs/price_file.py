"""The format of price files."""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from engine.core.resources import data_file
from engine.core.toml_files import read_toml


class Entry(BaseModel):
    """A price in a file. `endpoint` is a prefix of the address that charges it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(min_length=1)
    endpoint: str | None = None
    sent_usd: float = Field(ge=0)
    received_usd: float = Field(ge=0)
    in_batches: float | None = Field(None, ge=0, le=1)
    on: date
    source: str = Field(min_length=1)


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    price: tuple[Entry, ...] = ()


def read_prices(path: Path) -> tuple[Entry, ...]:
    """The prices in a file.

    Raises:
        InputError: the file is missing or has another format.
    """
    return read_toml(path, "the file of prices").fitted(_File).price


@cache
def our_prices() -> tuple[Entry, ...]:
    """The prices bundled with Sorites."""
    return read_prices(data_file("prices/prices.toml"))
