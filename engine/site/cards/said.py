"""What `data/exports/families.toml` says of a family, as the parts of cards that people read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.analysis.reading import Reading
from engine.io.exports import CHECKED, checks_told, family_words
from engine.show.escaping import inert
from engine.show.tables import code
from engine.store import Dataset


def ways_of(reading: Reading, family: str, sets: Sequence[Dataset]) -> str:
    """How answers to these sets of a family were checked, in which logic, and within what bounds.

    In the words that the cards for programs have too: where no verification is recorded, how they
    would be.
    """
    found = [row for d in sets for row in reading.rows(CHECKED, key=d.dataset_id)]
    words = family_words()[family]
    told = checks_told(family, {row["methods"] for row in found})
    return "\n\n".join(map(_paragraph, (told, f"Logic: {words.logic}", words.unsettled)))


def rejects_of(family: str) -> str:
    """What the generator of a family discards on the way."""
    return _paragraph(family_words()[family].rejects)


def limits_of(family: str) -> str:
    """What a score at a family does not say, as a list."""
    return _listed(map(_worded, family_words()[family].limits))


def checks() -> str:
    """What `sorites verify` checks of each family, whatever has been verified."""
    told = {
        family: " ".join(_worded(way.told) for way in words.way)
        for family, words in family_words().items()
    }
    return _listed(f"<strong>{family}</strong>: {ways}" for family, ways in told.items())


def _paragraph(told: str) -> str:
    return f"<p>{_worded(told)}</p>"


def _listed(lines: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"


def _worded(told: str) -> str:
    """A sentence as HTML; what stands between backticks is code."""
    parts = enumerate(told.split("`"))
    return "".join(code(part).html if at % 2 else inert(part) for at, part in parts)
