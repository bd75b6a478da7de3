"""The form of a file of prices."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import InputError


class Entry(BaseModel):
    """One price of a file. `endpoint` is the beginning of the address that charges it."""

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
    """The prices that a file tells.

    Raises:
        InputError: it is not there, or not of that form.
    """
    try:
        return _File.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).price
    except OSError as error:
        raise InputError(f"cannot read the prices in {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"the prices in {path} are not TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"the prices in {path} are wrong at {where}: {first['msg']}") from None
