"""The home page: who reasons best, whether the lead is real, and where models fail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.analysis.boards import Measure, Score
from engine.analysis.boards.overview import Leading
from engine.analysis.boards.parts import parts
from engine.analysis.boards.ranks import Rank
from engine.analysis.boards.words import PROVENANCE, asked_words
from engine.analysis.by_trait import series
from engine.analysis.sources.reading import Reading, Row
from engine.core.items import Origin
from engine.show.drawings.looks import looks
from engine.show.links.slugs import slug
from engine.show.tables.boards import drawn, rank_cell
from engine.show.tables.html import (
    Cell,
    Column,
    count,
    interval,
    percent,
    score,
    share,
    table,
    text,
)
from engine.show.texts.escaping import escape
from engine.show.texts.families import card_of, family_names, set_title, words_of
from engine.show.texts.findings import Finding
from engine.show.texts.first_sight import (
    MODELS_LISTED,
    MOST_FINDINGS,
    Sight,
    elsewhere,
    leaders,
    look,
    telling,
)
from engine.show.texts.notices import notice
from engine.site.boards.best import best_table, model_name
from engine.site.boards.breakdowns import TRAITS
from engine.site.boards.lines import Level, lines
from engine.site.boards.verdicts import audit_badge, board_place

_WHAT = (
    "Sorites asks language models reasoning problems with checked answers, and shows exactly where"
    " they fail."
)
_NONE_HERE = "No model has been measured here yet. This command measures yours:"
_MEASURE = "sorites evaluate suite core-1 --model MODEL --base-url URL"
_SENTENCE = re.compile(r".*?[.?!](?=\s|$)", re.DOTALL)


def home_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts of the home page."""
    leading = leaders(reading.rows, reading.boards)
    sight = look(reading.rows, telling(reading.rows, leading), reading.compared)
    blocks = [f'<p class="el-kicker">{_WHAT}</p>', *_block(reading, sight, leading)]
    if sight.leading.board.origin is not Origin.MEASURED:
        ours = [one for one in leading if one.board.origin is Origin.MEASURED]
        blocks += [] if ours else [notice(_NONE_HERE, _MEASURE)]
    return {
        "home": "\n\n".join(blocks) + "\n",
        "home-best": best_table(reading, leading) + "\n",
        "home-families": _families(),
        "provenance": _provenance(reading),
    }


def _block(reading: Reading, sight: Sight, leading: Sequence[Leading]) -> Iterator[str]:
    """The finding as the title, one figure with findings beside it, and the board."""
    yield f"# {escape(sight.headline)} {{: #sorites }}"
    yield f'<p class="el-facts">{_facts(reading, sight)}</p>'
    findings = (*sight.found, *elsewhere(sight, leading))[:MOST_FINDINGS]
    found = "".join(_finding(reading, sight, one) for one in findings)
    is_lines = bool(sight.trait) and sight.is_by_steps
    title = f"Accuracy by {sight.by.lower()}" if sight.trait else "The board"
    figure = (_lines if is_lines else _places if sight.trait else _board)(reading, sight)
    yield (
        f'<div class="el-sight"><div><h2 id="figure">{title}</h2>{figure}</div>'
        f'<div><h2 id="findings">What stands out</h2><ul class="el-findings">{found}</ul></div>'
        "</div>"
    )
    if is_lines:
        yield _board(reading, sight)
    yield f'<p class="el-provenance">{_below(sight)}</p>'


def _facts(reading: Reading, sight: Sight) -> str:
    """What was asked, where the scores come from, chance, and the audit's verdict."""
    board = sight.leading.board
    facts = [
        f"<strong>{escape(set_title(board.dataset))}</strong>",
        escape(asked_words(board)),
        f'<a href="site:glossary/#{board.origin}">{escape(PROVENANCE[board.origin])}</a>',
        f"{_term('chance')} {percent(sight.chance)}" if sight.chance else "",
        audit_badge(reading, board.dataset),
    ]
    return " · ".join(filter(None, facts))


def _term(term: str) -> str:
    return f'<a href="site:glossary/#{term}">{term}</a>'


def _finding(reading: Reading, sight: Sight, one: Finding) -> str:
    return (
        f'<li><a href="{_address(reading, sight, one)}">{escape(one.sentence)}.</a>'
        f" <small>{escape(one.evidence)}</small></li>"
    )


def _address(reading: Reading, sight: Sight, one: Finding) -> str:
    """The page of the site that shows the evidence of a finding."""
    dataset = str(one.view.get("data", sight.leading.board.dataset))
    if one.page == "breakdown" and dataset in parts(reading.rows, list(TRAITS)):
        return f"site:breakdowns/{slug(dataset)}/"
    if one.page == "errors":
        run = str(one.view["by"])
        model = next((m.model for m in sight.leading.models if run.startswith(m.model)), None)
        if model is not None:
            return f"site:models/{slug(model)}/"
    return f"site:leaderboard/#{board_place(dataset)}"


def _lines(reading: Reading, sight: Sight) -> str:
    own = {name: list(group) for name, group in groupby(sight.cells, lambda row: str(row["name"]))}
    models = {name: str(cells[0]["model"]) for name, cells in own.items()}
    levels = [Level("chance", sight.chance)] if sight.chance else []
    levels += [Level("people, reported", row["value"]) for row in sight.people[:1]]
    known = looks(models, series.model_numbers(reading.rows))
    columns = (Column("Model"), Column(sight.by, numeric=True), Column("Accuracy", numeric=True),
        Column("95% interval", numeric=True), Column("n", numeric=True))  # fmt: skip
    rows = [
        [text(cell["name"]), text(cell["cell"]), *score(*_share(cell)), count(cell["n"])]
        for cell in sight.cells
    ]
    return (
        f'<div class="el-figure">{lines(own, known, sight.by, levels)}</div>'
        '<details class="el-fold"><summary>Numbers in this figure</summary>'
        f"{table(f'Accuracy by {sight.by.lower()}', columns, rows)}</details>"
    )


def _share(cell: Row) -> tuple[float, float | None, float | None]:
    return cell["value"], cell["low"], cell["high"]


def _places(reading: Reading, sight: Sight) -> str:
    """The models' accuracy at each value: the number, and a dot with its interval."""
    values = list(sight.called)
    known = {(cell["model"], cell["cell"]): cell for cell in sight.cells}
    shown = [one for one in sight.leading.models if (one.model, values[0]) in known][:MODELS_LISTED]
    own = looks({m.model: m.model for m in shown}, series.model_numbers(reading.rows))
    columns = [Column("Model"), *(Column(sight.called[value]) for value in values)]
    rows = [
        [model_name(one), *(_dot(known.get((one.model, v)), own[one.model].colour) for v in values)]
        for one in shown
    ]
    caption = "Dots are accuracy, bars 95% intervals, from 0 to 100%."
    return table(caption, columns, rows, data={"key": "first"})


def _dot(cell: Row | None, colour: str) -> Cell:
    if cell is None:
        return text(None)
    value, low, high = _share(cell)
    bar = ""
    if low is not None and high is not None:
        width = max(1.0, 100 * (high - low))
        bar = f'<rect x="{100 * low:.1f}" y="5" width="{width:.1f}" height="8" opacity="0.35"/>'
    return Cell(
        f'<span class="el-dots">{percent(value)}<svg viewBox="-5 0 110 18" fill="{colour}"'
        ' aria-hidden="true" focusable="false"><path class="el-axis" d="M0 9H100M0 5V13M50 5V13'
        f'M100 5V13"/>{bar}<circle cx="{100 * value:.1f}" cy="9" r="4.4"/></svg></span>'
        f"<small>{interval(low, high).html}<span>, n {count(cell['n']).html}</span></small>",
        value,
    )


def _board(reading: Reading, sight: Sight) -> str:
    """The best models: score, interval and rank first, because a phone shows only these."""
    board, ranks = sight.leading.board, sight.leading.ranks
    columns = (
        Column("Model"),
        Column(board.ranked_by.title, numeric=True),
        Column("95% interval", numeric=True),
        Column("Rank", numeric=True),
        Column("0 to 100%, dashed: chance" if sight.chance else "0 to 100%", drawn=True),
        Column("n", numeric=True),
        Column("Prompt"),
    )
    rows = [
        _line(board.ranked_by, one, ranks.get(one.model), sight.chance)
        for one in sight.leading.models[:MODELS_LISTED]
    ]
    title = f"{escape(board.dataset)}, {escape(PROVENANCE[board.origin])}"
    badge = audit_badge(reading, board.dataset)
    return table(f"{title} {badge}".strip(), columns, rows)


def _line(measure: Measure, one: Score, rank: Rank | None, chance: float | None) -> Sequence[Cell]:
    value, low, high, n = one.share(measure)
    return [
        model_name(one),
        share(value),
        interval(low, high),
        rank_cell(rank),
        drawn(value, low, high, chance),
        count(n),
        text(one.prompt),
    ]


def _below(sight: Sight) -> str:
    """The built-in respondents as a line of reference, and the way to the whole board."""
    references = ", ".join(
        f"{escape(one.model)} {percent(one.value)}"
        for one in sight.leading.references
        if one.value is not None
    )
    link = f'<a href="site:leaderboard/#{board_place(sight.leading.board.dataset)}">'
    shown = f"For reference, not ranked here: {references}. " if references else ""
    return f"{shown}{link}The whole board</a>"


def _families() -> str:
    """What each family asks, in a line."""
    lines = (
        f'<li><a href="site:datasets/{name}/"><strong>{escape(words_of(name).title)}</strong></a>'
        f" {escape(_first_sentence(card_of(name).lead))}</li>"
        for name in family_names()
    )
    return f'<ul class="el-families">{"".join(lines)}</ul>\n'


def _first_sentence(lead: str) -> str:
    found = _SENTENCE.match(lead)
    return " ".join((found[0] if found else lead).split())


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
