"""LogicAsker's dataset card: what the snapshot knows of its questions, and the rules themselves."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from engine.analysis.reading import Reading, making
from engine.families.justlogic.card.card import labels_told, parameters_table
from engine.families.logicasker import NAME, Params
from engine.families.logicasker.card.balance import skill_balance_section
from engine.families.logicasker.card.breakdown import breakdown_section
from engine.families.logicasker.card.examples import skill_examples_section
from engine.families.logicasker.card.published import published_labels_section
from engine.families.logicasker.card.reported import skill_reported_section
from engine.families.logicasker.card.rules import rules_section
from engine.families.logicasker.card.validity import validity_section
from engine.families.logicasker.params import chosen_leaves
from engine.logic.skills import form_leaves, leaves, published_leaves, skills
from engine.show.notices import no_answers, no_dataset
from engine.show.tables import Cell, Column, code, count, table, text
from engine.site.boards.board import board_table
from engine.site.boards.scores import PASSAGE, fullest_board
from engine.site.cards.checks import audit_section, verification_section
from engine.site.cards.commands import commands
from engine.site.cards.distribution import distribution_section
from engine.site.cards.glance import content_line, glance_table, maker_lines

_SIZES = """
SELECT dataset_id, count(DISTINCT group_no) AS n_groups, count(DISTINCT leaf) AS n_leaves,
    count(DISTINCT question_type) AS n_forms, any_value(question_type) AS question_type,
    string_agg(DISTINCT language, ', ' ORDER BY language) AS languages,
    min(depth) AS shortest, max(depth) AS longest, quantile_cont(n_premises, 0.5) AS premises,
    min(n_premises) AS fewest, max(n_premises) AS most
FROM items GROUP BY dataset_id
"""

_SPLITS = """
SELECT dataset_id, string_agg(split || ' ' || n, ', ' ORDER BY n DESC, split) AS told
FROM (SELECT dataset_id, split, count(*) AS n FROM items GROUP BY ALL) GROUP BY dataset_id
"""


def skill_card_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of LogicAsker's card."""
    return {
        "logicasker-glance": _glance(reading),
        "logicasker-tree": _tree(),
        "logicasker-rules": rules_section(),
        "logicasker-examples": skill_examples_section(reading),
        "logicasker-parameters": parameters_table(Params),
        "logicasker-verification": verification_section(reading, NAME),
        "logicasker-balance": skill_balance_section(reading),
        "logicasker-audit": audit_section(reading, NAME),
        "logicasker-distribution": distribution_section(reading, NAME),
        "logicasker-validity": validity_section(reading),
        "logicasker-results": _results(reading),
        "logicasker-reported": skill_reported_section(reading),
        "logicasker-published": published_labels_section(),
    }


def _glance(reading: Reading) -> str:
    sets = reading.family(NAME)
    if not sets:
        return no_dataset(NAME)
    sizes = {row["dataset_id"]: row for row in reading.rows(_SIZES)}
    labels = labels_told(reading)
    splits = {row["dataset_id"]: row["told"] for row in reading.rows(_SPLITS)}
    own = [sizes[d.dataset_id] for d in sets]
    lines = [
        ("origin", [text(making(d)) for d in sets]),
        ("questions", [count(d.n) for d in sets]),
        ("groups", [count(row["n_groups"]) for row in own]),
        ("leaves of the tree", [count(row["n_leaves"]) for row in own]),
        ("asked", [text(row["question_type"]) for row in own]),
        ("right answers", [text(labels[d.dataset_id]) for d in sets]),
        ("length (applications of rules)", [_range(r["shortest"], r["longest"]) for r in own]),
        (
            "premises, least / median / most",
            [Cell(f"{r['fewest']} / {r['premises']:g} / {r['most']}") for r in own],
        ),
        ("language", [text(row["languages"]) for row in own]),
        ("splits", [text(splits[d.dataset_id]) for d in sets]),
        *maker_lines(reading, sets),
        content_line(sets),
    ]
    return glance_table(sets, lines)


def _range(least: int | None, most: int | None) -> Cell:
    return text(least if least == most else f"{least} to {most}")


def _tree() -> str:
    """The counts of the tree, and the leaves that no question asks."""
    known, published = tuple(leaves()), published_leaves()
    counts = [
        ("skills (named rules)", len(skills()), sum(skill.is_published for skill in skills())),
        ("leaves: a skill with a kind of question", len(known), len(published)),
        *(
            (f"{logic} leaves", _starting(known, logic), _starting(published, logic))
            for logic in ("propositional", "predicate")
        ),
        ("leaves by form", len(form_leaves()), len(form_leaves(published=True))),
    ]
    columns = (
        Column("what"),
        Column("in all", numeric=True),
        Column("in the paper’s data", numeric=True),
    )
    rows = [[text(what), count(n), count(n_published)] for what, n, n_published in counts]
    return f"{table('The tree of skills', columns, rows)}\n\n{_unasked()}"


def _starting(ids: Sequence[str], beginning: str) -> int:
    return sum(leaf.startswith(beginning) for leaf in ids)


def _unasked() -> str:
    """The skills that no question asks, and those asked at length one alone."""
    asked, longer = (set(chosen_leaves("all", "", longest)) for longest in (1, 2))
    found: dict[tuple[str, str, str], list[str]] = {}
    for skill in skills():
        if not longer.issuperset(skill.leaves):
            when = "at length one alone" if asked & set(skill.leaves) else "never"
            found.setdefault((skill.base, when, skill.note), []).append(skill.name)
    rows = [
        [text(", ".join(names)), text(when), text(note)] for (_, when, note), names in found.items()
    ]
    columns = (Column("Skills"), Column("Asked"), Column("Remark"))
    return table("Skills that are not asked, or not at every length", columns, rows)


def _results(reading: Reading) -> str:
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    board = fullest_board(reading, main.name, PASSAGE)
    if board is None:
        return no_answers(main.name)
    folded = commands(reading, board.scores)
    again = code(f"sorites weaknesses {shlex.quote(main.name)} --model MODEL").html
    told = f"<p>Where a model is weak, leaf by leaf: {again}</p>"
    parts = (board_table(board), folded, breakdown_section(reading, main.name), told)
    return "\n\n".join(part for part in parts if part)
