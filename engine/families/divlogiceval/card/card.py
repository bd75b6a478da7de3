"""DivLogicEval's dataset card: what the snapshot knows of its items, and what was rejected."""

from __future__ import annotations

import shlex
from itertools import groupby

from engine.analysis.reading import Reading, Row, making
from engine.families.divlogiceval import NAME, Params
from engine.families.divlogiceval.card.examples import examples_section
from engine.families.divlogiceval.card.reported import reported_section
from engine.families.justlogic.card.card import parameters_table
from engine.show.escaping import inert
from engine.show.notices import no_dataset, notice
from engine.show.tables import Cell, Column, count, score, table, text
from engine.site.boards.board import board_table
from engine.site.boards.scores import ROTATIONS, fullest_board
from engine.site.cards.balance import balance_of
from engine.site.cards.checks import audit_section, verification_section
from engine.site.cards.commands import commands
from engine.site.cards.distribution import distribution_section
from engine.site.cards.glance import content_line, glance_table, maker_lines

_SIZES = """
SELECT dataset_id, count(DISTINCT group_no) AS n_groups,
    count(*) FILTER (language = 'en') AS n_english,
    count(*) FILTER (language = 'symbolic') AS n_symbolic,
    quantile_cont(n_premises, 0.5) AS premises, min(n_premises) AS fewest,
    max(n_premises) AS most, min(n_atoms) AS least_atoms, max(n_atoms) AS most_atoms,
    min(depth) AS shallowest, max(depth) AS deepest
FROM items GROUP BY dataset_id
"""

_TYPES = """
SELECT question_type, language, split, count(*) AS n,
    count(*) FILTER (gold = 'A') AS a, count(*) FILTER (gold = 'B') AS b,
    count(*) FILTER (gold = 'C') AS c, count(*) FILTER (gold = 'D') AS d
FROM items WHERE dataset_id = $key
GROUP BY ALL ORDER BY question_type, language, split DESC
"""

_TWINS = """
SELECT model, kind, prompt, language, n, n_items, accuracy, accuracy_low, accuracy_high, circular,
    circular_low, circular_high, partial_circular, partial_circular_low, partial_circular_high
FROM circular_by_trait
WHERE dataset = $dataset AND trait = 'overall' AND origin = 'measured' AND probe IS NULL
QUALIFY count(DISTINCT language) OVER (PARTITION BY model, prompt) > 1
ORDER BY model, prompt, language, n DESC
"""

_ROTATED_SCORES = tuple(
    Column(title, numeric=True)
    for name in ("ACC", "CIR", "PC")
    for title in (name, f"{name} interval")
)


def choice_card_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of DivLogicEval's card."""
    return {
        "divlogiceval-glance": _glance(reading),
        "divlogiceval-examples": examples_section(reading),
        "divlogiceval-types": _types(reading),
        "divlogiceval-parameters": parameters_table(Params),
        "divlogiceval-verification": verification_section(reading, NAME),
        "divlogiceval-balance": balance_of(reading, NAME),
        "divlogiceval-audit": audit_section(reading, NAME),
        "divlogiceval-distribution": distribution_section(reading, NAME),
        "divlogiceval-results": _results(reading),
        "divlogiceval-reported": reported_section(reading),
    }


def _glance(reading: Reading) -> str:
    sets = reading.family(NAME)
    if not sets:
        return no_dataset(NAME)
    sizes = {row["dataset_id"]: row for row in reading.rows(_SIZES)}
    own = [sizes[d.dataset_id] for d in sets]
    lines = [
        ("origin", [text(making(d)) for d in sets]),
        ("items", [count(d.n) for d in sets]),
        ("of these in English", [count(row["n_english"]) for row in own]),
        ("of these in symbols", [count(row["n_symbolic"]) for row in own]),
        ("options", [text("4, one right") for _ in sets]),
        ("propositions, least / median / most", [_three(row) for row in own]),
        ("variables", [text(f"{r['least_atoms']} to {r['most_atoms']}") for r in own]),
        (
            "propositions needed for an answer",
            [text(f"{r['shallowest']} to {r['deepest']}") for r in own],
        ),
        *maker_lines(reading, sets),
        content_line(sets),
    ]
    return glance_table(sets, lines)


def _three(row: Row) -> Cell:
    return Cell(f"{row['fewest']} / {row['premises']:g} / {row['most']}")


def _types(reading: Reading) -> str:
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    rows = [
        [
            text(row["question_type"]),
            text({"en": "English", "symbolic": "symbols"}.get(row["language"], row["language"])),
            text(row["split"]),
            *(count(row[name]) for name in ("n", "a", "b", "c", "d")),
        ]
        for row in reading.rows(_TYPES, key=main.dataset_id)
    ]
    columns = (
        *(Column(title) for title in ("Question type", "Language", "Split")),
        *(Column(title, numeric=True) for title in ("Items", "A right", "B", "C", "D")),
    )
    return table(f"Items of <code>{inert(main.name)}</code>", columns, rows)


def _results(reading: Reading) -> str:
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    board = fullest_board(reading, main.name, ROTATIONS)
    if board is None:
        return notice(
            "Nobody has been asked in all orders of the options yet. This fills this part:",
            f"sorites evaluate {shlex.quote(main.name)} --baselines --rotations",
            "sorites site build",
        )
    twins = _twins(reading.rows(_TWINS, dataset=main.name))
    parts = [board_table(board, limit=12), commands(reading, board.scores), twins]
    return "\n\n".join(part for part in parts if part)


def _twins(found: list[Row]) -> str:
    """English and symbols side by side, for whoever was asked both; the fullest run of each."""
    if not found:
        return ""
    rows = []
    for _, runs in groupby(found, lambda row: (row["model"], row["prompt"], row["language"])):
        row = next(runs)
        scores = ("accuracy", "circular", "partial_circular")
        rows.append(
            [
                text(row["model"]),
                text({"en": "English", "symbolic": "symbols"}.get(row["language"])),
                *(c for m in scores for c in score(row[m], row[f"{m}_low"], row[f"{m}_high"])),
                count(row["n_items"]),
            ]
        )
    columns = (
        Column("Respondent"),
        Column("Language"),
        *_ROTATED_SCORES,
        Column("Questions", numeric=True),
    )
    return table("English items and their symbolic twins", columns, rows)
