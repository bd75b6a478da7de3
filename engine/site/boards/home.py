"""The home page's generated parts: a figure, the top of the board, the snapshot it came from."""

from __future__ import annotations

from itertools import groupby

from engine.analysis.boards import Board
from engine.analysis.boards.parts import by_depth
from engine.analysis.by_trait.series import chance
from engine.analysis.datasets.figures import figures_by_part
from engine.analysis.sources.reading import Reading, Row
from engine.core.items import Origin
from engine.show.tables.boards import board_table
from engine.show.texts.escaping import escape
from engine.show.texts.notices import no_answers, no_dataset, notice
from engine.site.boards.panels import Point, Series, figure

_TOP = 8
_MODELS = 4
_REFERENCES = ("bag-of-words", "prover-1", "prover-3", "solver")
"""Drawn next to the models: a shortcut, two bounded reasoners and the oracle."""


def home_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of the home page."""
    return {
        "home-figure": _figure(reading),
        "home-board": _top(reading),
        "provenance": _provenance(reading),
    }


def _figure(reading: Reading) -> str:
    main = reading.main
    measured = _measured_series(reading, main.name) if main else []
    if main and measured:
        caption = (
            "Accuracy (%) by depth (steps of the shortest proof) on"
            f" <code>{escape(main.name)}</code>. <em>Measured here</em>: each respondent’s most"
            " complete run; ties go to the latest. Band: 95% interval; dashed: chance."
        )
        guessed = chance(reading.rows, main.name).get("accuracy")
        return figure(measured, caption, chance=guessed)
    if published := _published_by_depth(reading):
        return _published_figure(published)
    return notice("No scores by depth yet.", "sorites evaluate DATASET --baselines")


def _published_by_depth(reading: Reading) -> list[Row]:
    """The reproduced scores by depth of the first published set that has any."""
    rows = [
        row
        for row in figures_by_part(reading.rows)
        if (row["trait"], row["origin"]) == ("depth", Origin.REPRODUCED)
    ]
    return [row for row in rows if row["dataset"] == rows[0]["dataset"]]


def _published_figure(rows: list[Row]) -> str:
    series = [
        Series(model, f"{prompt}", tuple(_point(row) for row in group))
        for (model, prompt), group in groupby(rows, lambda row: (row["model"], row["prompt"]))
    ]
    caption = (
        "Accuracy (%) by depth (steps of the shortest proof) on"
        f" <code>{escape(rows[0]['dataset'])}</code>. <em>Reproduced</em> from the answers its"
        " authors released. Band: 95% interval."
    )
    return figure(series, caption)


def _measured_series(reading: Reading, dataset: str) -> list[Series]:
    rows = by_depth(reading.rows, dataset, _REFERENCES)
    runs = [list(group) for _, group in groupby(rows, lambda row: row["run_id"])]
    models = [run for run in runs if run[0]["kind"] == "endpoint"]
    references = [run for run in runs if run[0]["kind"] != "endpoint"]
    return [
        Series(run[0]["model"], _label(run[0]), tuple(_point(row) for row in run))
        for run in (*models[:_MODELS], *references)
    ]


def _label(row: Row) -> str:
    if row["kind"] == "endpoint":
        return str(row["prompt"]).partition("@")[0]
    return "oracle" if row["kind"] == "ceiling" else "baseline"


def _point(row: Row) -> Point:
    return Point(int(row["cell"]), row["value"], row["n"], row["low"], row["high"])


def _top(reading: Reading) -> str:
    known = reading.boards
    main = reading.main
    if main is None:
        return "\n\n".join([no_dataset(), *_published_board(known)]) + "\n"
    board = reading.main_board
    if board is None:
        return "\n\n".join([no_answers(main.name), *_published_board(known)]) + "\n"
    models = any(score.kind == "endpoint" for score in board.scores)
    intro = (
        "Best scores on"
        if models
        else "No model has been asked here yet. The built-in baselines on"
    )
    return f"<p>{intro} <code>{escape(main.name)}</code>:</p>\n\n{board_table(board, limit=_TOP)}\n"


def _published_board(known: tuple[Board, ...]) -> list[str]:
    kept = [b for b in known if b.origin is Origin.REPRODUCED] or [
        b for b in known if b.origin is Origin.REPORTED
    ]
    if not kept:
        return []
    name = escape(kept[0].dataset)
    return [f"<p>Published scores on <code>{name}</code>:</p>", board_table(kept[0], limit=_TOP)]


def _provenance(reading: Reading) -> str:
    """The footer: the snapshot that the page was made from."""
    if reading.snapshot is None:
        shown = notice(
            "This site was built without a snapshot. It shows only bundled reference results.",
            "sorites publish",
            "sorites site build",
        )
        return f"<footer>{shown}</footer>"
    stamp = reading.snapshot.stamp
    return (
        '<footer><p class="el-provenance">'
        f"Made from snapshot <code>{escape(stamp.content[:12])}</code>, published"
        f" {stamp.published_at:%Y-%m-%d %H:%M} UTC by Sorites"
        f" {escape(stamp.engine_version)}.</p></footer>"
    )
