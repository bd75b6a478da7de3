"""LogicSkills' dataset card: what the snapshot knows of its sentences, arguments and answers."""

from __future__ import annotations

from engine.analysis.reading import Reading, making
from engine.families.justlogic.card.card import parameters_table
from engine.families.logicskills import NAME, Params
from engine.families.logicskills.card.examples import formal_examples_section
from engine.families.logicskills.card.reported import formal_reported_section
from engine.show.notices import no_answers, no_dataset
from engine.show.tables import Cell, Column, code, count, table, text
from engine.site.boards.formal_board import language_gaps, three_skills
from engine.site.cards.balance import balance_of
from engine.site.cards.checks import audit_section, verification_section
from engine.site.cards.distribution import distribution_section
from engine.site.cards.glance import content_line, glance_table, maker_lines, remark_lines

_SIZES = """
SELECT dataset_id, any_value(question_type) AS task, count(DISTINCT group_no) AS n_groups,
    string_agg(DISTINCT language, ', ' ORDER BY language) AS languages,
    count(DISTINCT root_form) AS n_types, min(depth) AS shallowest, max(depth) AS deepest,
    min(n_premises) AS fewest, max(n_premises) AS most, min(n_atoms) AS least_letters,
    max(n_atoms) AS most_letters
FROM items GROUP BY dataset_id
"""

_TYPES = """
SELECT root_form, count(*) FILTER (question_type = 'symbolization') AS symbolization,
    count(*) FILTER (question_type = 'countermodel') AS countermodel,
    count(*) FILTER (question_type = 'validity') AS validity
FROM items JOIN datasets d USING (dataset_id)
WHERE d.family = $family AND d.source = 'generated' AND root_form IS NOT NULL
GROUP BY root_form ORDER BY root_form
"""

# What others judged has no kinds of mistakes. The denominator is of both languages, whether or not
# the mistake was made in both.
_MISTAKES = """
WITH asked AS (
    SELECT origin, model, prompt, question_type, sum(n)::BIGINT AS n_answers
    FROM formal_accuracy
    WHERE type = 'all' AND probe IS NULL AND origin <> 'reproduced'
        AND kind NOT IN ('baseline', 'ceiling')
    GROUP BY ALL
),
wrong AS (
    SELECT m.origin, m.model, m.prompt, m.question_type, m.mistake, sum(m.n)::BIGINT AS n
    FROM mistakes m JOIN runs u USING (run_id) WHERE u.probe IS NULL GROUP BY ALL
)
FROM asked JOIN wrong USING (origin, model, prompt, question_type)
ORDER BY origin, model, prompt, question_type, n DESC, mistake
"""


def formal_card_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of LogicSkills' card."""
    return {
        "logicskills-glance": _glance(reading),
        "logicskills-examples": formal_examples_section(),
        "logicskills-types": _types(reading),
        "logicskills-parameters": parameters_table(Params),
        "logicskills-verification": verification_section(reading, NAME),
        "logicskills-balance": balance_of(reading, NAME),
        "logicskills-audit": audit_section(reading, NAME),
        "logicskills-distribution": distribution_section(reading, NAME),
        "logicskills-results": _results(reading),
        "logicskills-reported": formal_reported_section(reading),
    }


def _glance(reading: Reading) -> str:
    sets = reading.family(NAME)
    if not sets:
        return no_dataset(NAME)
    sizes = {row["dataset_id"]: row for row in reading.rows(_SIZES)}
    own = [sizes[d.dataset_id] for d in sets]
    lines = [
        ("task", [text(row["task"]) for row in own]),
        ("origin", [text(making(d)) for d in sets]),
        ("questions", [count(d.n) for d in sets]),
        ("groups (counterparts together)", [count(row["n_groups"]) for row in own]),
        ("languages", [text(row["languages"]) for row in own]),
        ("types of sentence", [count(row["n_types"]) for row in own]),
        ("depth", [_range(row["shallowest"], row["deepest"]) for row in own]),
        ("premises, domain constraint included", [_range(r["fewest"], r["most"]) for r in own]),
        ("letters", [_range(row["least_letters"], row["most_letters"]) for row in own]),
        *maker_lines(reading, sets),
        content_line(sets),
        *remark_lines(sets),
    ]
    return glance_table(sets, lines)


def _range(least: int | None, most: int | None) -> Cell:
    return text(least if least == most else f"{least} to {most}")


def _types(reading: Reading) -> str:
    """How many questions of each task have each type of sentence or conclusion."""
    found = reading.rows(_TYPES, family=NAME)
    if not found:
        return no_dataset(NAME)
    tasks = ("symbolization", "countermodel", "validity")
    rows = [[code(row["root_form"]), *(count(row[task]) for task in tasks)] for row in found]
    columns = (Column("Type"), *(Column(task, numeric=True) for task in tasks))
    return table("Questions of the generated sets by type of sentence", columns, rows)


def _results(reading: Reading) -> str:
    tables = three_skills(reading)
    if not tables:
        sets = reading.family(NAME)
        return no_answers(sets[0].name) if sets else no_dataset(NAME)
    return "\n\n".join([*tables, *language_gaps(reading), *_mistakes(reading)])


def _mistakes(reading: Reading) -> list[str]:
    found = reading.rows(_MISTAKES)
    if not found:
        return []
    rows = [
        [
            text(row["model"]),
            text(f"{row['origin']}, {row['prompt']}"),
            text(row["question_type"]),
            text(row["mistake"].replace("_", " ")),
            count(row["n"]),
            count(row["n_answers"]),
        ]
        for row in found
    ]
    columns = (
        *(Column(title) for title in ("Respondent", "Asked", "Task", "What is wrong")),
        Column("Answers", numeric=True),
        Column("of", numeric=True),
    )
    return [table("What is wrong with the answers", columns, rows, sortable=True)]
