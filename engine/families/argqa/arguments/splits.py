"""Assigns the arguments of a domain to examples, validation and test."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from engine.families.argqa.arguments.corpus import OwnArgument

_VALIDATION_EVERY = 10


def in_order(arguments: Iterable[OwnArgument]) -> tuple[OwnArgument, ...]:
    """The arguments in an order that depends on their names alone."""
    return tuple(
        sorted(arguments, key=lambda own: hashlib.sha256(own.file.id.encode()).hexdigest())
    )


def splits(arguments: Iterable[OwnArgument]) -> dict[str, str]:
    """The split of each argument of one domain, by its id.

    The first is for examples (`train`), a tenth of the others for validation, the rest for tests.
    """
    example, *others = (own.file.id for own in in_order(arguments))
    found = {
        name: "test" if at % _VALIDATION_EVERY else "validation" for at, name in enumerate(others)
    }
    return {example: "train", **found}
