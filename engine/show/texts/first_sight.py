"""What is said of a board at first sight: a headline, the most telling breakdown, and findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.analysis.boards import Board, overview
from engine.analysis.boards.effort import efforts
from engine.analysis.boards.overview import Leading
from engine.analysis.by_trait import series
from engine.analysis.diagnosis import standouts
from engine.analysis.scores import runs
from engine.analysis.scores.comparison import Comparison
from engine.analysis.sources.query import Row, Rows
from engine.core.items import Origin
from engine.show.texts import findings
from engine.show.texts.cell_words import cell_name, cell_view, cell_words
from engine.show.texts.families import set_title
from engine.show.texts.findings import Finding, View
from engine.show.texts.names import TRAITS

MODELS_DRAWN = 5
MODELS_LISTED = 10
MOST_FINDINGS = 5
"""Findings on the home page and the overview."""

UNREAD = 0.05
"""A model with at least that share of unreadable replies is a finding."""

Compare = Callable[[str, str], Comparison | None]
"""The paired comparison of two runs by hash, or None if they share no questions."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is shown of a board: the first breakdown, chance, people, effort, and findings.

    `called` has the labels of the breakdown's values. Without a breakdown `trait` is None.
    """

    leading: Leading
    trait: str | None
    cells: list[Row]
    called: Mapping[str, str]
    chance: float | None
    people: list[Row]
    took: Mapping[int, Row]
    headline: str
    found: tuple[Finding, ...]

    @property
    def by(self) -> str:
        """The title of the breakdown."""
        return TRAITS.get(self.trait or "", "Data set")

    @property
    def is_by_steps(self) -> bool:
        """Whether the breakdown is by numbers, and so drawn as lines."""
        return all(cell["cell"].isdecimal() for cell in self.cells)


def leaders(rows: Rows, boards: Iterable[Board]) -> list[Leading]:
    """The first board of models on each data set, the most telling data set first."""
    of_set: dict[str, list[Board]] = {}
    for board in boards:
        of_set.setdefault(board.dataset, []).append(board)
    found = []
    for row in series.datasets(rows):
        first = overview.leading(of_set.get(row["dataset"], ())).values()
        found += [one for one in first if one.models][:1]
    return found


def telling(rows: Rows, leaders: Sequence[Leading]) -> Leading:
    """The first measured board with a model above chance, or else the first one by others."""
    measured = [one for one in leaders if one.board.origin is Origin.MEASURED]
    others = (one for one in leaders if one.board.origin is not Origin.MEASURED)
    best = next((one for one in measured if _is_above_chance(rows, one)), None)
    return best or next(others, leaders[0])


def _is_above_chance(rows: Rows, leading: Leading) -> bool:
    """Whether the best model beats guessing measurably; or half, where guessing has no chance."""
    chance = series.chance(rows, leading.board.dataset).get("accuracy")
    return (leading.models[0].low or 0) > (0.5 if chance is None else chance)


def elsewhere(sight: Sight, leaders: Iterable[Leading]) -> Iterator[Finding]:
    """What the first boards of other families say: the best model against people, or its lead."""
    board = sight.leading.board
    known = {str(cell["cell"]) for cell in sight.cells} | {board.dataset}
    for one in leaders:
        if one.board.dataset in known or one.board.origin is not board.origin:
            continue
        found = findings.beside_people(one.models[0], one.references)
        if found is None and len(one.models) > 1 and findings.is_ahead(one.models, None):
            found = findings.lead_of(one.models, None, ())
        if found:
            yield replace(found, sentence=f"On {set_title(one.board.dataset)}, {found.sentence}")


def look(rows: Rows, leading: Leading, compare: Compare) -> Sight:
    """Everything that is said of a board at first sight."""
    board, models = leading.board, leading.models
    names = overview.names(rows, leading)
    drawn = [names[score.model] for score in models[:MODELS_DRAWN] if score.model in names]
    trait, cells = overview.first_breakdown(rows, leading, drawn)
    values = dict.fromkeys(cell["cell"] for cell in cells)
    sight = Sight(
        leading,
        trait,
        cells,
        cell_words(rows, board.dataset, trait, values) if trait else {},
        series.chance(rows, board.dataset).get("accuracy"),
        series.human(rows, board.dataset),
        efforts(rows, [one.run_id for one in models if one.run_id is not None]),
        "No model has a complete run yet.",
        (),
    )
    return _with_findings(rows, sight, names, drawn, compare) if models else sight


def _with_findings(
    rows: Rows, sight: Sight, names: dict[str, str], drawn: list[str], compare: Compare
) -> Sight:
    models = sight.leading.models
    lead = _comparison(sight.leading, compare) if len(models) > 1 else None
    change = _change(sight, drawn)
    found = list(_found(rows, sight, lead, names))
    if change:
        found.insert(1, change)
    headline = findings.headline(models, lead, change, sight.chance)
    return replace(sight, headline=headline, found=tuple(found[:MOST_FINDINGS]))


def _change(sight: Sight, drawn: list[str]) -> Finding | None:
    """How accuracy changes with the trait of the first figure."""
    if sight.trait is None:
        return None
    board = sight.leading.board
    shown = {"data": board.dataset, "origin": str(board.origin), "shown": drawn}
    view: View = shown | {"down": TRAITS.get(sight.trait, "")}
    if sight.is_by_steps:
        return findings.fall_of(sight.cells, sight.trait, view)
    return findings.spread_of(sight.cells, sight.called, view)


def _comparison(leading: Leading, compare: Compare) -> Comparison | None:
    """The paired comparison of the first two models, the second first, where both ran here."""
    first, second = leading.models[:2]
    if first.run_hash is None or second.run_hash is None:
        return None
    return compare(second.run_hash, first.run_hash)


def _found(
    rows: Rows, sight: Sight, lead: Comparison | None, names: dict[str, str]
) -> Iterator[Finding]:
    board, models = sight.leading.board, sight.leading.models
    if len(models) > 1:
        hashes = {run: name for name, run in runs.by_name(rows, board.dataset).items()}
        called = [hashes.get(score.run_hash or "", score.model) for score in models[:2]]
        yield findings.lead_of(models, lead, called)
    if beside := findings.beside_people(models[0], sight.leading.references):
        yield beside
    yield from _stand_outs(rows, board, names)
    for row in sight.took.values():
        if row["no_answer"] >= UNREAD and row["model"] in names:
            view = {"data": board.dataset, "origin": str(board.origin), "by": names[row["model"]]}
            view |= {"view": "Unread and cut off", "shown": names[row["model"]]}
            yield findings.unread(row["model"], row["no_answer_text"], view)


def _stand_outs(rows: Rows, board: Board, names: dict[str, str]) -> Iterator[Finding]:
    """The greatest weaknesses by different traits, then the greatest strength."""
    if board.origin == "reported":
        return
    found = standouts.stand_outs(rows, str(board.origin))
    seen = {"depth", "height"}  # the figure has these
    for cell in (*found.worse, *found.better[:1]):
        is_here = cell["dataset"] == board.dataset and cell["name"] in names.values()
        if is_here and cell["trait"] not in seen:
            seen.add(cell["trait"])
            yield findings.stand_out(cell, cell_name(rows, cell), cell_view(rows, cell))
