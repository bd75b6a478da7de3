"""The home page's generated parts: one figure, the top of the board, what it was made from."""

from __future__ import annotations

from itertools import groupby

from engine.analysis.reading import Reading, Row
from engine.core.items import Origin
from engine.show.escaping import inert
from engine.show.notices import no_answers, no_dataset, notice
from engine.site.boards.board import board_table
from engine.site.boards.panels import Point, Series, figure
from engine.site.boards.scores import Board, boards, main_board

_TOP = 8
_MODELS = 4
_REFERENCES = ("bag-of-words", "prover-1", "prover-3", "solver")
"""What is drawn beside the models: a shortcut, two provers that give up, and the ceiling."""

_BY_DEPTH = """
SELECT t.model, t.kind, t.prompt, t.run_id, t.cell, t.value, t.n, t.low, t.high,
    a.value AS overall
FROM accuracy_by_trait t JOIN accuracy a USING (run_id)
WHERE t.dataset = $dataset AND t.trait = 'depth' AND t.origin = 'measured'
    AND coalesce(t.probe, 'none') = 'none'
    AND (t.kind = 'endpoint' OR list_contains($references, t.model))
ORDER BY t.kind = 'endpoint' DESC, overall DESC, t.model, t.run_id, t.cell::INTEGER
"""


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
            "Accuracy in per cent at each depth (argument steps of the proof) on"
            f" <code>{inert(main.name)}</code>. <em>Measured here</em>, of each respondent the run"
            " with most answers, of equally full ones the last; band: 95% interval; dashed: chance,"
            " one in three."
        )
        return figure(measured, caption, chance=1 / 3)
    if published := _published_by_depth(reading):
        return _published_figure(published)
    return notice("No figures by depth are known yet.", "sorites evaluate DATASET --baselines")


def _published_by_depth(reading: Reading) -> list[Row]:
    """The reproduced figures by depth of the first published set that has such."""
    rows = [
        row
        for row in reading.kept.parts
        if (row["trait"], row["origin"]) == ("depth", Origin.REPRODUCED)
    ]
    return [row for row in rows if row["dataset"] == rows[0]["dataset"]]


def _published_figure(rows: list[Row]) -> str:
    series = [
        Series(model, f"{prompt}", tuple(_point(row) for row in group))
        for (model, prompt), group in groupby(rows, lambda row: (row["model"], row["prompt"]))
    ]
    caption = (
        "Accuracy in per cent at each depth (argument steps) on JustLogic’s published test set."
        " <em>Reproduced</em> from the answers its authors released; band: 95% interval; dashed:"
        " chance, one in three."
    )
    return figure(series, caption, chance=1 / 3)


def _measured_series(reading: Reading, dataset: str) -> list[Series]:
    rows = reading.rows(_BY_DEPTH, dataset=dataset, references=list(_REFERENCES))
    runs = [list(group) for _, group in groupby(rows, lambda row: row["run_id"])]
    runs.sort(key=lambda run: (_size(run), run[0]["run_id"]))
    fullest = {(run[0]["kind"], run[0]["model"]): run for run in runs}  # the last of each
    models = [run for (kind, _), run in fullest.items() if kind == "endpoint"]
    models.sort(key=lambda run: (-run[0]["overall"], run[0]["model"]))
    references = [run for (kind, _), run in fullest.items() if kind != "endpoint"]
    references.sort(key=lambda run: _REFERENCES.index(run[0]["model"]))
    return [
        Series(run[0]["model"], _label(run[0]), tuple(_point(row) for row in run))
        for run in (*models[:_MODELS], *references)
    ]


def _size(run: list[Row]) -> int:
    return sum(row["n"] for row in run)


def _label(row: Row) -> str:
    if row["kind"] == "endpoint":
        return str(row["prompt"]).partition("@")[0]
    return "ceiling" if row["kind"] == "ceiling" else "baseline"


def _point(row: Row) -> Point:
    return Point(int(row["cell"]), row["value"], row["n"], row["low"], row["high"])


def _top(reading: Reading) -> str:
    known = boards(reading)
    main = reading.main
    if main is None:
        return "\n\n".join([no_dataset(), *_published_board(known)]) + "\n"
    board = main_board(reading)
    if board is None:
        return "\n\n".join([no_answers(main.name), *_published_board(known)]) + "\n"
    models = any(score.kind == "endpoint" for score in board.scores)
    intro = (
        "The best of"
        if models
        else "No model has been put to it here yet: so far, the built-in respondents on"
    )
    return f"<p>{intro} <code>{inert(main.name)}</code>:</p>\n\n{board_table(board, limit=_TOP)}\n"


def _published_board(known: tuple[Board, ...]) -> list[str]:
    kept = [b for b in known if b.origin is Origin.REPRODUCED] or [
        b for b in known if b.origin is Origin.REPORTED
    ]
    if not kept:
        return []
    name = inert(kept[0].dataset)
    return [f"<p>Known so far, on <code>{name}</code>:</p>", board_table(kept[0], limit=_TOP)]


def _provenance(reading: Reading) -> str:
    """What the whole page is made from, at its foot."""
    if reading.snapshot is None:
        told = notice(
            "This site was built without a snapshot: it shows only figures kept from elsewhere.",
            "sorites publish",
            "sorites site build",
        )
        return f"<footer>{told}</footer>"
    stamp = reading.snapshot.stamp
    return (
        '<footer><p class="el-provenance">'
        f"Made from snapshot <code>{inert(stamp.content[:12])}</code>, published"
        f" {stamp.published_at:%Y-%m-%d %H:%M} UTC by Sorites"
        f" {inert(stamp.engine_version)}.</p></footer>"
    )
