"""Which arguments of a domain are for examples, for validation and for the test."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from engine.arguments.corpus import OwnArgument

_VALIDATION_EVERY = 10


def in_order(arguments: Iterable[OwnArgument]) -> tuple[OwnArgument, ...]:
    """The arguments in an order that depends on their names alone."""
    return tuple(
        sorted(arguments, key=lambda own: hashlib.sha256(own.file.id.encode()).hexdigest())
    )


def splits(
    arguments: Iterable[OwnArgument], asks_all: Callable[[OwnArgument], bool]
) -> dict[str, str]:
    """The split of each argument of one domain, by its id.

    The first that `asks_all` types of question is for examples (`train`), a tenth of the others for
    validation, the rest for the test.
    """
    ordered = in_order(arguments)
    example = next((own for own in ordered if asks_all(own)), None)
    others = [own.file.id for own in ordered if own is not example]
    found = {
        name: "test" if at % _VALIDATION_EVERY else "validation" for at, name in enumerate(others)
    }
    return found if example is None else {example.file.id: "train", **found}
