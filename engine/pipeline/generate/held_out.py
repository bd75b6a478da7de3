"""Held-out seeds: random, kept secret by the maintainer of a board, and committed to by a hash.

    {"format": "sorites-seed-1", "nonce": "64 hexadecimal digits", "seed": 123}

The seal is the SHA-256 of the file. It reveals nothing. If it is published beforehand and the file
afterwards, it proves that the seed was not chosen in the light of any result.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Literal, NamedTuple

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.core.errors import InputError
from engine.core.outside import MOST_BYTES_OF_SETTINGS, read_bytes

_SEED_BITS, _NONCE_BYTES = 62, 32


class _SeedFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["sorites-seed-1"]
    nonce: str = Field(pattern=r"^[0-9a-f]{64}$")
    seed: int = Field(ge=0, lt=1 << _SEED_BITS)


class HeldOutSeed(NamedTuple):
    """A seed, and the seal of its file. Only the seal may be published."""

    seed: int
    seal: str


def make_seed(path: Path) -> HeldOutSeed:
    """Make a seed file that only its owner can read.

    Raises:
        InputError: the file exists or cannot be written.
    """
    document = {
        "format": "sorites-seed-1",
        "nonce": secrets.token_hex(_NONCE_BYTES),
        "seed": secrets.randbits(_SEED_BITS),
    }
    text = orjson.dumps(document, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(text)
    except OSError as error:
        raise InputError(f"cannot write a seed to {path}: {error.strerror}") from None
    return read_seed(path)


def read_seed(path: Path) -> HeldOutSeed:
    """The seed of a file, and its seal.

    Raises:
        InputError: the file is missing or not a seed file.
    """
    try:
        text = read_bytes(path, MOST_BYTES_OF_SETTINGS)
        found = _SeedFile.model_validate_json(text)
    except (InputError, ValidationError):
        raise InputError(
            f"{path} is not a readable seed file; make one with `sorites seal FILE`"
        ) from None
    return HeldOutSeed(found.seed, hashlib.sha256(text).hexdigest())
