"""The prompts for a family's questions, with the ids that scores refer to."""

from __future__ import annotations

from engine.analysis.datasets.composition import one_of_each_form
from engine.analysis.sources.reading import Reading
from engine.show.evidence.questions import prompt_ids
from engine.show.tables.html import Column, code, table, text
from engine.show.texts.notices import no_dataset


def prompts_section(reading: Reading, family: str) -> str:
    """A row for each kind of question of the family and each prompt that can ask it."""
    items = [
        item
        for dataset in reading.family(family)
        for item in reading.items(dataset.name, one_of_each_form(reading, dataset))
    ]
    if not items:
        return no_dataset(family)
    rows = [[text(kind), code(name), code(id_)] for kind, name, id_ in prompt_ids(items)]
    columns = (Column("Questions"), Column("Prompt"), Column("Id"))
    return table("Prompts and their ids (name, hash), as used in scores", columns, rows)
