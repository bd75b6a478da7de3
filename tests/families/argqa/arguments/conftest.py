"""Our own arguments as if readers had read them."""

from datetime import date

import pytest

from engine.families.argqa.arguments.corpus import Reading
from engine.families.argqa.arguments.judgements import digest


@pytest.fixture
def as_read():
    """An argument with a reading for each set of what was seen in it."""

    def read(own, *seen, is_sound=True):
        readings = tuple(
            Reading(
                reader=f"reader {n}",
                date=date(2026, 11, 27),
                read=digest(own),
                is_sound=is_sound,
                natural=4,
                seen=tuple(sorted(one)),
            )
            for n, one in enumerate(seen)
        )
        return own._replace(file=own.file.model_copy(update={"readings": readings}))

    return read
