"""The page on audits: faults in published data sets, and papers' figures next to ours.

Findings come from the database if the published files were imported, else from bundled counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.boards import Score
from engine.analysis.datasets.published import kept_findings, published_labels
from engine.analysis.datasets.soundness import finding_counts
from engine.analysis.sources.reading import Reading, Row
from engine.core.items import Origin
from engine.show.links.places import dashboard_item
from engine.show.tables.html import (
    COUNTED,
    DASH,
    Cell,
    Column,
    code,
    count,
    interval,
    percent,
    share,
    signed,
    table,
    text,
)
from engine.show.texts.escaping import escape
from engine.show.texts.names import points
from engine.show.texts.notices import item_anchor


def audit_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of the page."""
    return {
        "audits-compared": _compared(reading),
        "audits-kept": _kept(),
        "audits-found": "\n\n".join(_found(reading)) + "\n",
    }


def _compared(reading: Reading) -> str:
    """Overall scores known in more than one way: reported, reproduced or regraded."""
    asked: dict[tuple[str, str, str, str | None], dict[Origin, Score]] = {}
    for board in reading.boards:
        for one in board.scores:
            place = one.dataset, one.setting, one.model, one.prompt
            if one.origin is not Origin.MEASURED:
                asked.setdefault(place, {})[one.origin] = one
    origins = (Origin.REPORTED, Origin.REPRODUCED, Origin.REGRADED)
    rows = [
        [
            text(model),
            text(f"{dataset}, {prompt}"),
            *(_figure(found.get(origin)) for origin in origins),
            _difference(found),
            _sources(found),
        ]
        for (dataset, _, model, prompt), found in asked.items()
        if len(found) > 1
    ]
    columns = (
        Column("Model"),
        Column("Asked"),
        Column("Reported", numeric=True),
        Column("Reproduced", numeric=True),
        Column("Regraded", numeric=True),
        Column("Regraded minus reported, points", numeric=True),
        Column("Sources", more=True),
    )
    data = {"key": "papers"}
    return table("The papers’ figures and ours", columns, rows, sortable=True, data=data)


def _figure(score: Score | None) -> Cell:
    if score is None:
        return Cell(DASH)
    n = f", n {score.n:,}" if score.n else ""
    shown = f"{interval(score.low, score.high).html}{n}" if score.low is not None else "n not given"
    return Cell(f"{percent(score.value)} <small>{shown}</small>", score.value)


def _difference(found: dict[Origin, Score]) -> Cell:
    if Origin.REPORTED not in found or Origin.REGRADED not in found:
        return Cell(DASH)
    difference = found[Origin.REGRADED].value - found[Origin.REPORTED].value
    return Cell(signed(points(difference)), 100 * difference)


def _sources(found: dict[Origin, Score]) -> Cell:
    return text("; ".join(f"{origin}: {score.source}" for origin, score in found.items()))


def _kept() -> str:
    kept = kept_findings()
    rows = [
        [
            text(one.dataset),
            text(one.finding),
            count(one.n),
            count(one.of),
            share(one.n / one.of),
            code(one.command),
        ]
        for one in kept.finding
    ]
    columns = (
        Column("Published data"),
        Column("Finding"),
        Column("Count", numeric=True),
        Column("of", numeric=True),
        Column("Share", numeric=True),
        Column("Command"),
    )
    return table(f"Counted on {kept.counted_on} from the published files. {COUNTED}", columns, rows)


def _found(reading: Reading) -> Iterator[str]:
    labels, found = published_labels(reading), finding_counts(reading.rows)
    if not labels and not found:
        yield (
            "<p>This snapshot holds no published items, so only the counts above are shown. Import"
            " and audit the published files to list each finding here with its item.</p>"
        )
    if labels:
        yield _labels(labels)
    if found:
        yield _findings(found)


def _labels(found: list[Row]) -> str:
    rows = [
        [text(row["dataset"]), count(row["n"]), count(row["n_other"]), text(row["note"])]
        for row in found
    ]
    columns = (
        Column("Data set"),
        Column("Published labels", numeric=True),
        Column("Our label differs", numeric=True),
        Column("Import remarks"),
    )
    return table("Published labels checked against ours", columns, rows)


def _findings(found: list[Row]) -> str:
    places: set[str] = set()
    rows = [
        [
            text(row["dataset"]),
            text(row["name"]),
            count(row["n_items"]),
            count(row["n"]),
            Cell(f"{_first(row, places)} {escape(row['detail'])}"),
        ]
        for row in found
    ]
    columns = (
        Column("Data set"),
        Column("Finding"),
        Column("Items", numeric=True),
        Column("of", numeric=True),
        Column("First item"),
    )
    return table("Audit findings in published items", columns, rows, sortable=True)


def _first(row: Row, places: set[str]) -> str:
    """The item, linked to the dashboard; its first row carries its anchor on the page."""
    anchor = "" if row["hash"] in places else item_anchor(row["hash"])
    places.add(row["hash"])
    name = escape(f"{row['dataset']}:{row['first']}")
    return (
        f'{anchor}<a href="{escape(dashboard_item(row["dataset"], row["first"]))}">'
        f"<code>{name}</code></a>"
    )
