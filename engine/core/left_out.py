"""Faulty records of an import: left out, counted and listed with their reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from contextlib import contextmanager

from engine.core.errors import InputError

_SHOWN = 10
NOT_SHAPED = (AttributeError, LookupError, OverflowError, TypeError, ValueError)
"""What Python raises where a document of another shape lacks what is looked for."""


class MisshapenError(ValueError):
    """A document of another shape; the message says what is wrong with it, but not where."""


@contextmanager
def shaped(where: str, what: str) -> Iterator[None]:
    """Say of a document of another shape that it is not `what`.

    Raises:
        InputError: the block looked for something that is not there.
    """
    try:
        yield
    except NOT_SHAPED as error:
        raise InputError(f"{where}: not {what}: {misshapen(error)}") from None


def misshapen(error: Exception) -> str:
    """In our words, what Python found wrong with a document of another shape."""
    if isinstance(error, MisshapenError):
        return str(error)
    if isinstance(error, KeyError):
        return f"it lacks {str(error)[:60]}"
    return "a part of it is missing or of another kind"


class LeftOut:
    """Why records were left out; a strict one lets the first fault through instead."""

    def __init__(self, *, is_strict: bool = False) -> None:
        self.reasons: list[str] = []
        self._is_strict = is_strict

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Read one record: if it is faulty, note why and go on."""
        try:
            yield
        except InputError as error:
            if self._is_strict:
                raise
            self.reasons.append(str(error))

    def require(self, records: Sized, where: str) -> None:
        """Refuse an import of which nothing is left.

        Raises:
            InputError: there are no records; the message has the first reasons.
        """
        if not records and self.reasons:
            reasons = "; ".join(self.reasons[:3])
            raise InputError(
                f"{where}: none of its {len(self.reasons):,} records can be read: {reasons}"
            )

    @property
    def sentences(self) -> list[str]:
        """How many records were left out, and the first reasons."""
        if not self.reasons:
            return []
        n = len(self.reasons)
        counted = "1 record was" if n == 1 else f"{n:,} records were"
        more = [f"  and {n - _SHOWN:,} more (--json lists all)"] if n > _SHOWN else []
        reasons = [f"  {reason}" for reason in self.reasons[:_SHOWN]]
        return [f"{counted} left out (--strict refuses the import):", *reasons, *more]


STRICT = LeftOut(is_strict=True)
"""Refuses the first faulty record; since it notes none, all imports may share it."""
