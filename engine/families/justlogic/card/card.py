"""JustLogic's dataset card: the facts that the snapshot knows, a fragment for each section."""

from __future__ import annotations

from pydantic import BaseModel

from engine.analysis.reading import Reading, Row, making
from engine.families.justlogic.params import Params
from engine.show.escaping import inert
from engine.show.notices import no_answers, no_dataset
from engine.show.tables import Cell, Column, code, count, table, text
from engine.site.boards.board import board_table
from engine.site.boards.scores import main_board
from engine.site.cards.checks import audit_section, balance_section, verification_section
from engine.site.cards.commands import commands
from engine.site.cards.distribution import distribution_section
from engine.site.cards.examples import examples_section
from engine.site.cards.glance import content_line, glance_table, maker_lines, remark_lines

_SIZES = """
SELECT dataset_id, quantile_cont(n_premises, 0.5) AS premises, min(n_premises) AS fewest,
    max(n_premises) AS most, quantile_cont(words, 0.5) AS words, max(n_atoms) AS atoms,
    min(depth) AS shallowest, max(depth) AS deepest, count(DISTINCT group_no) AS n_groups
FROM (
    SELECT *, len(string_split(array_to_string(passage, ' ') || ' ' || question, ' ')) AS words
    FROM items
) GROUP BY dataset_id
"""

_LABELS = """
SELECT dataset_id, string_agg(gold || ' ' || printf('%.1f%%', 100 * n / total), ', ' ORDER BY gold)
    AS told
FROM (
    SELECT dataset_id, gold, count(*) AS n, sum(count(*)) OVER (PARTITION BY dataset_id) AS total
    FROM items GROUP BY dataset_id, gold
) GROUP BY dataset_id
"""

_DIFFICULTY = """
SELECT depth, min(height) AS lowest, max(height) AS highest, avg(n_premises) AS premises
FROM items WHERE dataset_id = $key GROUP BY depth ORDER BY depth
"""


def card_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of JustLogic's card."""
    return {
        "justlogic-glance": _glance(reading),
        "justlogic-examples": examples_section(reading),
        "justlogic-parameters": parameters_table(Params),
        "justlogic-verification": verification_section(reading, "justlogic"),
        "justlogic-balance": balance_section(reading),
        "justlogic-audit": audit_section(reading, "justlogic"),
        "justlogic-distribution": distribution_section(reading, "justlogic"),
        "justlogic-difficulty": _difficulty(reading),
        "justlogic-results": _results(reading),
    }


def _glance(reading: Reading) -> str:
    sets = reading.family("justlogic")
    if not sets:
        return no_dataset()
    sizes = {row["dataset_id"]: row for row in reading.rows(_SIZES)}
    labels = labels_told(reading)
    lines = [
        ("origin", [text(making(d)) for d in sets]),
        ("items", [count(d.n) for d in sets]),
        ("groups", [count(sizes[d.dataset_id]["n_groups"]) for d in sets]),
        ("labels", [text(labels[d.dataset_id]) for d in sets]),
        ("depth (argument steps)", [text(_depths(sizes[d.dataset_id])) for d in sets]),
        ("premises, least / median / most", [_premises(sizes[d.dataset_id]) for d in sets]),
        ("words shown, median", [Cell(f"{sizes[d.dataset_id]['words']:.0f}") for d in sets]),
        *maker_lines(reading, sets),
        ("written", [text(f"{d.created_at:%Y-%m-%d}") for d in sets]),
        content_line(sets),
        *remark_lines(sets),
    ]
    return glance_table(sets, lines)


def labels_told(reading: Reading) -> dict[int, str]:
    """How frequent each right answer is, by the key of the data set."""
    return {row["dataset_id"]: row["told"] for row in reading.rows(_LABELS)}


def _depths(row: Row) -> str:
    if row["shallowest"] is None:
        return "not stored"
    return f"{row['shallowest']} to {row['deepest']}"


def _premises(row: Row) -> Cell:
    return Cell(f"{row['fewest']} / {row['premises']:g} / {row['most']}")


def parameters_table(params: type[BaseModel]) -> str:
    """What can be chosen of a generator, with its defaults."""
    properties = params.model_json_schema()["properties"]
    rows = []
    for name, field in params.model_fields.items():
        default = "" if field.is_required() else field.default
        rows.append([code(name), text(_allowed(properties[name])), code(default)])
    return table(
        "Parameters of the generator (set with <code>--set NAME=VALUE</code>)",
        (Column("name"), Column("allowed"), Column("default")),
        rows,
    )


def _allowed(schema: Row) -> str:
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return " or ".join(schema["enum"])
    if "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    if schema["type"] == "boolean":
        return "true or false"
    if "maxLength" in schema:
        return "names, separated by commas"
    return "bank, genericskb:PATH, snli:PATH, nli-pairs:PATH or text:PATH"


def _difficulty(reading: Reading) -> str:
    main = reading.main
    if main is None:
        return no_dataset()
    rows = [
        [
            count(row["depth"]),
            text(f"{row['lowest']} to {row['highest']}"),
            Cell(f"{row['premises']:.1f}", row["premises"]),
        ]
        for row in reading.rows(_DIFFICULTY, key=main.dataset_id)
    ]
    columns = [
        Column("Depth", numeric=True),
        Column("Height (longest chain)", numeric=True),
        Column("Premises, mean", numeric=True),
    ]
    return table(f"What is as deep in <code>{inert(main.name)}</code>", columns, rows)


def _results(reading: Reading) -> str:
    main = reading.main
    if main is None:
        return no_dataset()
    board = main_board(reading)
    if board is None:
        return no_answers(main.name)
    parts = [board_table(board, limit=10), commands(reading, board.scores)]
    return "\n\n".join(part for part in parts if part)
