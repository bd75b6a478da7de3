"""Accuracy by a trait for each model, or by two traits crossed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.figures import charts, heat
from dashboard.components.results import tables, traits
from dashboard.components.source import notices, provenance
from dashboard.components.source.snapshot import rows
from dashboard.views import cell_questions, skill_tree
from engine.analysis.by_trait import breakdowns, contrasts, series
from engine.analysis.by_trait.breakdowns import ROTATED, SETTINGS
from engine.analysis.by_trait.traits import COMPUTED, TRAITS, varying
from engine.analysis.diagnosis import skills
from engine.analysis.sources.query import Row
from engine.show.texts import names
from engine.show.texts.escaping import plain

MODELS, ALL = "Model, prompt and probe", "all questions"
CONTRASTS, TREE = "Paired contrasts", "Skill tree"
MOST_MARKS, MOST_COLUMNS, MOST_ROWS = 12, 30, 150  # above these: fields, then a table alone
WORDS = {**names.TRAITS, "prompt": "Prompt", "probe": "Probe"}
KEYS = {words: trait for trait, words in WORDS.items()}
CONTRAST_COLUMNS = {
    "contrast": "Contrast", "name": "Model", "first_share": "First", "second_share": "Second",
    "difference": None, "low": None, "high": None, "n": "Pairs",
    "n_first_only": "Right in first only", "n_second_only": "Right in second only",
    "thin": None,
}  # fmt: skip
MEASURED = {
    "accuracy": "Accuracy is over all answers; unreadable ones count as not right.",
    "response_accuracy": "Response accuracy is over the readable answers.",
    "circular": "Circular is the share of questions answered right in every order of options.",
    "partial_circular": "PartialCircular weights the share right by how far the answers agree.",
}

st.title("Breakdown")
st.markdown(
    "Accuracy by depth, argument form, skill or any other trait of the questions, for each model or"
    " two traits crossed."
)
snapshot = notices.open_or_stop()
with filters.bar():
    dataset, origin = filters.choose_scored()
    models = st.container(width="content")
name = dataset["dataset"]
with_items = varying(rows, name)
of_figures = breakdowns.kinds_of_figures(rows, name, origin)
settings = breakdowns.varying_settings(rows, name, origin)
pairs = contrasts.contrasts(rows, name, origin)


def presets() -> list[str]:
    """The titles of available breakdowns: traits of items or figures, settings, contrasts."""
    known = {*with_items, *of_figures}
    if {"depth", "root_form"} <= known:
        known.add("form_depth1")
    if "skill" in known:
        known.add("category")
    offered = [words for trait, words in names.TRAITS.items() if trait in known]
    offered += [WORDS[one] for one in SETTINGS if one in settings or one in of_figures]
    offered += [CONTRASTS] * bool(pairs)
    return offered + [TREE] * (name in skills.datasets(rows))


def show_contrasts() -> None:
    """Each contrast with its interval, one mark per model."""
    found = [row for row in pairs if row["name"] in choice.names] or pairs
    places = {row["contrast"]: row["contrast"] for row in found}
    charts.show(
        charts.differences(found, places, "First minus second", "contrast"),
        key="contrasts",
        alt="First minus second in each contrast with intervals; figures in the table.",
        rows=found,
    )
    tables.show(found, CONTRAST_COLUMNS, alt="Paired contrasts", pinned="contrast")
    st.caption(
        "Differences are over questions answered both ways; intervals are of the difference,"
        " clustered by groups of related items. For the two logics, whose questions differ, n is"
        " the smaller count."
    )


def sides(trait: str, cells: Sequence[str]) -> dict[str, str]:
    """The values of one side in order, with their labels."""
    if trait in SETTINGS:
        return {cell: cell for cell in cells}
    called = traits.cell_words(name, trait, cells)
    order = sorted(called, key=lambda cell: int(cell) if cell.isdecimal() else 1_000_000)
    return {cell: called[cell] for cell in order}


def labels(axes: dict[str, str], cells: Sequence[Row]) -> dict[str, dict[str, str]]:
    """For each column of cells, what its values are called; `axes` maps traits to columns."""
    return {
        column: sides(axis, list(dict.fromkeys(cell[column] for cell in cells)))
        for axis, column in axes.items()
    }


def show_for_models(down: str, measure: str) -> None:
    """A measure by a trait for each series: a line chart, marks or a heat table, and a table."""
    cells = breakdowns.breakdown(rows, name, origin, choice.names, down, measure)
    if not cells:
        st.info("These results have only overall figures, or lack this trait.")
        notices.end()
    axes = {down: "cell"}
    if down in {*TRAITS, *COMPUTED} - {"category"} and measure not in ROTATED:
        cells = cell_questions.named(cells, labels(axes, cells), name, origin)
    whole = breakdowns.breakdown(rows, name, origin, choice.names, "overall", measure)
    places = sides(down, list(dict.fromkeys(cell["cell"] for cell in cells)))
    title, by = names.MEASURES[measure], WORDS[down]
    chance = series.chance(rows, name).get(measure.replace("response_", ""))
    human = series.human(rows, name) if measure == "accuracy" else []
    if all(cell.isdecimal() for cell in places):
        figure = charts.by_steps(cells, by, title, chance, human)
    elif len(places) <= MOST_MARKS:
        figure = charts.by_place([*whole, *cells], {"all": ALL, **places}, title)
        charts.add_references(figure, chance, human)
    else:
        figure = None
        across = {cell["name"]: cell["name"] for cell in cells}
        show_fields(
            [{**c, "down_cell": c["cell"], "across_cell": c["name"]} for c in cells], places, across
        )
    if figure is not None:
        charts.show(
            figure,
            key="cells",
            alt=f"{title} by {by.lower()}; figures in the table below.",
            rows=cells,
            **charts.opening("cells", "cell"),
        )
    cell_questions.show(cells, axes, name, origin)
    st.caption(
        f"{MEASURED[measure]} Intervals: 95%, clustered by groups of items. "
        + ("Human lines are for the data sets they name. " if human else "")
        + (charts.THIN_NOTE if any(cell["thin"] for cell in cells) else "")
    )
    shown = [{**cell, "down": places[cell["cell"]], "across": cell["name"]} for cell in cells]
    total = [{**cell, "down": ALL, "across": cell["name"]} for cell in whole]
    show_table([*shown, *total], by, "Model", title)
    if down == "question_type":
        show_means()
    reported = [*breakdowns.reported(rows, name, down)]
    if down == "depth":  # papers call it length for questions on skills
        reported += breakdowns.reported(rows, name, "length")
    tables.show_reported(reported, by)


def show_means() -> None:
    """For questions on arguments, the unweighted mean over types."""
    runs = {one.run_id: one.name for one in series.series(rows, name, origin)}
    shown = [run for run, called in runs.items() if run and called in choice.names]
    means = contrasts.type_means(rows, shown)
    if means:
        tables.show(
            [{**row, "name": runs[row["run_id"]]} for row in means],
            {"name": "Model", "value": "Mean over types", "interval": None,
             "micro": "Over all questions", "n": None, "n_arguments": "Arguments"},
            alt="Mean over types",
            pinned="name",
            shares=("micro",),
        )  # fmt: skip
        st.caption(
            "The mean over types is unweighted. The table above has the interval of the share over"
            " all questions."
        )


def show_fields(cells: list[Row], down: dict[str, str], across: dict[str, str]) -> None:
    """A heat table, unless it is too large to draw."""
    if len(down) > MOST_ROWS or len(across) > MOST_COLUMNS:
        st.text(f"More than {MOST_ROWS} rows or {MOST_COLUMNS} columns are not drawn.")
        return
    charts.show(
        heat.heat(cells, down, across),
        key="heat",
        alt="Accuracy as a heat table; figures in the table below.",
        rows=cells,
        **charts.opening("heat", "cell"),
    )
    st.caption(
        "Orange is low, blue is high; cells show accuracy and number of answers. Grey cells, in"
        " brackets, have too few distinct questions to compare."
    )


def show_table(shown: list[Row], down: str, across: str, title: str) -> None:
    """The figures of all cells."""
    tables.show(
        shown,
        {"down": down, "across": across, "value": title, "interval": None, "n": None, "thin": None},
        alt=f"{title}: {down.lower()} by {across.lower()}",
        pinned="down",
    )


def show_crossed(down: str, across: str, of: list[str], measure: str) -> None:
    """Two traits crossed, for one series or for several that differ in a setting."""
    cells = breakdowns.crossed(rows, name, origin, of, down, across, measure)
    if not cells:
        st.info("These results have only overall figures, or lack these traits.")
        notices.end()
    axes = {down: "down_cell", across: "across_cell"}
    cells = cell_questions.named(cells, labels(axes, cells), name, origin)
    down_cells = sides(down, list(dict.fromkeys(cell["down_cell"] for cell in cells)))
    across_cells = sides(across, list(dict.fromkeys(cell["across_cell"] for cell in cells)))
    show_fields(cells, down_cells, across_cells)
    cell_questions.show(cells, axes, name, origin)
    shown = [
        {**c, "down": down_cells[c["down_cell"]], "across": across_cells[c["across_cell"]]}
        for c in cells
    ]
    show_table(shown, WORDS[down], WORDS[across], names.MEASURES[measure])


def choose_axes(down: str) -> tuple[str, str]:
    """What the trait is crossed with, and the measure."""
    others = [WORDS[trait] for trait in (*with_items, *settings) if trait != down]
    if down not in SETTINGS or down in of_figures:
        others.insert(0, MODELS)
    across = choosing.one_of("Columns", "across", others)
    measures = breakdowns.measures(rows, name, origin)
    if across != MODELS:
        measures = [one for one in measures if one not in ROTATED]
    return across, choosing.one_of("Measure", "measure", measures, names.MEASURES.__getitem__)


def choose_crossed(axes: set[str]) -> list[str]:
    """The series whose answers are crossed: one, or those that differ in a setting only."""
    if own := axes & set(SETTINGS):
        lines = breakdowns.by_settings(rows, name, origin, own)
        return lines[choosing.one_of("Model", "of", list(lines))]
    return [choosing.one_of("Model", "of", choice.names)]


def show_trait(down: str) -> None:
    """Accuracy by a trait, for models or crossed with another trait."""
    with filters.bar("axes"):
        across, measure = choose_axes(down)
        of = choice.names if across == MODELS else choose_crossed({down, KEYS[across]})
    if across != MODELS:
        show_crossed(down, KEYS[across], of, measure)
    else:
        show_for_models(down, measure)


offered = presets()
if not offered:
    st.info("The questions of this data set differ in no trait.")
    notices.end()
preset = choosing.preset("By", "down", offered)
if preset == TREE:
    skill_tree.show(dataset, origin)
else:
    with models:
        choice = filters.choose_series(dataset, origin)
    if preset == CONTRASTS:
        show_contrasts()
    else:
        show_trait(KEYS[preset])
if remarks := breakdowns.remarks(rows, name, origin):
    with st.expander(f"Remarks on these figures ({len(remarks)})"):
        for row in remarks:
            where = ", ".join(filter(None, (row["source"], row["model"], row["prompt"])))
            st.caption(plain(f"{where}, {row['metric'].replace('_', ' ')}: {row['note']}"))
provenance.show_line(dataset, snapshot)
