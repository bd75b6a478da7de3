"""The prompts that go with a family's questions, by the ids under which their scores stand."""

from __future__ import annotations

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

# An item for each form of answer is enough, as the form is what a question is worded by.
_ONE_OF_EACH = """
SELECT min(item_id) AS item_id FROM items WHERE dataset_id = $key
GROUP BY answer_kind, len(options) ORDER BY item_id
"""

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
        ids = [row["item_id"] for row in reading.rows(_ONE_OF_EACH, key=dataset.dataset_id)]
        found |= {kind_of(item) for item in reading.items(dataset.name, ids)}
    return found


def _goes_with(name: str, kind: QuestionKind) -> bool:
    try:
        check_probe(style(name), _PLAIN, kind)
    except InputError:
        return False
    return True
