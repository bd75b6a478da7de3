"""The prompts that go with a family's questions, by the ids under which their scores stand."""

from __future__ import annotations

from engine.analysis.datasets.composition import one_of_each_form
from engine.analysis.reading import Reading
from engine.ask.prompts import (
    PUBLISHED_STYLE,
    QuestionKind,
    check_probe,
    kind_of,
    prompt_id,
    prompt_names,
    style,
)
from engine.core.errors import InputError
from engine.show.notices import no_dataset
from engine.show.tables import Column, code, table, text

_PLAIN = "none"

_COLUMNS = (Column("Questions"), Column("Prompt"), Column("Id"))


def prompts_section(reading: Reading, family: str) -> str:
    """A row for each kind of question of the family and each prompt that can put it."""
    kinds = sorted(_kinds(reading, family))
    if not kinds:
        return no_dataset(family)
    rows = [
        [text(kind), code(name), code(prompt_id(name, _PLAIN, kind))]
        for kind in kinds
        for name in (*prompt_names(), PUBLISHED_STYLE)
        if _goes_with(name, kind)
    ]
    return table("Prompts, and the ids that scores name them by: name, hash", _COLUMNS, rows)


def _kinds(reading: Reading, family: str) -> set[QuestionKind]:
    found = set()
    for dataset in reading.family(family):
        items = reading.items(dataset.name, one_of_each_form(reading, dataset))
        found |= {kind_of(item) for item in items}
    return found


def _goes_with(name: str, kind: QuestionKind) -> bool:
    try:
        check_probe(style(name), _PLAIN, kind)
    except InputError:
        return False
    return True
