"""ArgQA's dataset card: who wrote and read its arguments, what is asked, what was answered."""

from __future__ import annotations

from collections import Counter

from engine.analysis.reading import Reading, Row, making
from engine.families.argqa import NAME, Params
from engine.families.argqa.arguments import (
    DOMAINS,
    OwnArgument,
    asked,
    asked_arguments,
    own_arguments,
)
from engine.families.argqa.arguments.judgements import is_as_graphed, standing
from engine.families.argqa.card.examples import argument_examples_section
from engine.families.argqa.card.results import argument_results
from engine.families.justlogic.card.card import labels_told, parameters_table
from engine.show.escaping import inert
from engine.show.notices import no_dataset
from engine.show.tables import Cell, Column, count, percent, table, text
from engine.site.cards.balance import balance_of
from engine.site.cards.checks import audit_section, verification_section
from engine.site.cards.distribution import distribution_section
from engine.site.cards.glance import content_line, glance_table, maker_lines, remark_lines

_SIZES = """
SELECT dataset_id, count(DISTINCT group_no) AS n_groups, count(DISTINCT question_type) AS n_types,
    string_agg(DISTINCT domain, ', ' ORDER BY domain) AS domains,
    quantile_cont(words, 0.5) AS words, min(words) AS fewest, max(words) AS most,
    avg(is_near::INTEGER) AS near
FROM (
    SELECT dataset_id, group_no, question_type, domain, words,
        abs(words - median(words) OVER (PARTITION BY item_id)) <= 2 AS is_near
    FROM (
        SELECT *, len(string_split(unnest(options).text, ' ')) AS words FROM items
        WHERE logic = 'support'
    )
) GROUP BY dataset_id
"""

_IN_DOMAINS = """
SELECT dataset_id, split, domain, count(*) AS n, count(DISTINCT group_no) AS n_groups
FROM items WHERE dataset_id = $key GROUP BY dataset_id, split, domain
ORDER BY domain, list_position(['train', 'validation', 'test'], split)
"""


def argument_card_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of ArgQA's card."""
    return {
        "argqa-glance": _glance(reading),
        "argqa-material": _material(),
        "argqa-examples": argument_examples_section(),
        "argqa-domains": _domains(reading),
        "argqa-parameters": parameters_table(Params),
        "argqa-verification": verification_section(reading, NAME),
        "argqa-balance": balance_of(reading, NAME),
        "argqa-unasked": _unasked(),
        "argqa-audit": audit_section(reading, NAME),
        "argqa-distribution": distribution_section(reading, NAME),
        "argqa-results": argument_results(reading),
        "argqa-reported": _reported(reading),
    }


def _glance(reading: Reading) -> str:
    sets = reading.family(NAME)
    if not sets:
        return no_dataset(NAME)
    sizes = {row["dataset_id"]: row for row in reading.rows(_SIZES)}
    letters = labels_told(reading)
    own = [sizes[d.dataset_id] for d in sets]
    lines = [
        ("origin", [text(making(d)) for d in sets]),
        ("questions", [count(d.n) for d in sets]),
        ("arguments", [count(row["n_groups"]) for row in own]),
        ("types of question", [count(row["n_types"]) for row in own]),
        ("domains", [text(row["domains"].replace("_", " ")) for row in own]),
        ("right letters", [text(letters[d.dataset_id]) for d in sets]),
        ("words of an option, least / median / most", [_words(row) for row in own]),
        ("options within two words of their median", [text(percent(r["near"])) for r in own]),
        *maker_lines(reading, sets),
        content_line(sets),
        *remark_lines(sets),
    ]
    return glance_table(sets, lines)


def _words(row: Row) -> Cell:
    return Cell(f"{row['fewest']} / {row['words']:g} / {row['most']}")


def _material() -> str:
    """The arguments asked about, by domain, who wrote and reviewed them, and who read what."""
    rows = []
    for domain in DOMAINS:
        own = [one for one in asked_arguments() if one.file.domain == domain]
        rows.append(
            [
                text(domain.replace("_", " ")),
                count(len(own)),
                count(sum(len(one.graph.propositions) for one in own)),
                count(sum(len(one.graph.edges) for one in own)),
                count(sum(map(len, map(asked, own)))),
                *(text(_names(own, role)) for role in ("writer", "reviewer")),
            ]
        )
    counted = ("Arguments", "Sentences", "Edges of support", "Questions")
    columns = (
        Column("Domain"),
        *(Column(title, numeric=True) for title in counted),
        *(Column(title) for title in ("Written by", "Reviewed by")),
    )
    return f"{table('The arguments that are asked about', columns, rows)}\n\n{_readers()}"


def _readers() -> str:
    """Who read how many pairs of sentences as they are worded now, and saw how many as graphed."""
    read: Counter[tuple[str, str]] = Counter()
    agreed: Counter[tuple[str, str]] = Counter()
    for own in asked_arguments():
        for by, found in standing(own):
            reader = by.date.isoformat(), by.reader
            read[reader] += 1
            agreed[reader] += is_as_graphed(own.graph, found)
    rows = [
        [text(name), text(day), count(n), count(agreed[day, name])]
        for (day, name), n in sorted(read.items())
    ]
    columns = (
        Column("Read by"),
        Column("On"),
        Column("Pairs of sentences", numeric=True),
        Column("Seen as the graph has them", numeric=True),
    )
    return table("Who read which relations, as the sentences are worded now", columns, rows)


def _names(own: list[OwnArgument], role: str) -> str:
    """Who had a part in arguments, with the number where it was not one for all."""
    names: Counter[str] = Counter()
    for one in own:
        reviewer = one.file.review.reviewer if one.file.review else "nobody"
        names[one.file.writer if role == "writer" else reviewer] += 1
    if len(names) == 1:
        return next(iter(names))
    return "; ".join(f"{name}: {n}" for name, n in names.most_common())


def _unasked() -> str:
    n, n_asked = len(own_arguments()), len(asked_arguments())
    return f"<p>Of {n:,} arguments {n_asked:,} are asked, {n - n_asked:,} are not.</p>"


def _domains(reading: Reading) -> str:
    main = reading.largest(NAME)
    if main is None:
        return no_dataset(NAME)
    found = reading.rows(_IN_DOMAINS, key=main.dataset_id)
    splits = list(dict.fromkeys(row["split"] for row in found))
    cells = {(row["domain"], row["split"]): row for row in found}
    rows = [
        [
            text(domain.replace("_", " ")),
            *(
                count(cells[domain, split]["n"] if (domain, split) in cells else None)
                for split in splits
            ),
        ]
        for domain in dict.fromkeys(row["domain"] for row in found)
    ]
    columns = (Column("Domain"), *(Column(split, numeric=True) for split in splits))
    told = "questions, those of an argument together, types equally frequent"
    return table(f"Splits of <code>{inert(main.name)}</code>: {told}", columns, rows)


def _reported(reading: Reading) -> str:
    """The paper's Tables 3 and 6: a row a model, a column a type or structure."""
    parts = []
    for source in ("Table 3", "Table 6"):
        own = [row for row in reading.kept.arguments if row["source"].endswith(source)]
        cells = list(dict.fromkeys(row["cell"] for row in own))
        found = {(row["model"], row["cell"]): row for row in own}
        rows = [
            [text(model), *(_printed(found.get((model, cell))) for cell in cells)]
            for model in dict.fromkeys(row["model"] for row in own)
        ]
        prompts = ", ".join(dict.fromkeys(row["prompt"] or "" for row in own))
        columns = (Column("Model"), *(Column(cell, numeric=True) for cell in cells))
        title = f"Reported: accuracy, {prompts} ({source}), with 95% intervals by n"
        parts.append(table(inert(title), columns, rows, sortable=True))
    return "\n\n".join(parts)


def _printed(row: Row | None) -> Cell:
    if row is None:
        return text(None)
    ends = "" if row["low"] is None else f"{100 * row['low']:.0f} to {100 * row['high']:.0f}, "
    return Cell(f"{percent(row['value'])}<br><small>{ends}n {row['n']:,}</small>", row["value"])
