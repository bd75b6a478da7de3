"""A model's weaknesses, second rounds on them, and whether examples help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from dashboard.components.choices import choosing, filters
from dashboard.components.figures import charts, skill_charts
from dashboard.components.questions import listing
from dashboard.components.results import tables, weakness_rows
from dashboard.components.source import notices, provenance, snapshot
from dashboard.components.source.snapshot import rows
from engine.analysis.by_trait import breakdowns, series
from engine.analysis.diagnosis import skills
from engine.analysis.diagnosis.weaknesses import METHOD, PARTS, RATE, Weaknesses, weaknesses_of
from engine.analysis.scores.comparison import Comparison, compared
from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import Snapshot
from engine.core.errors import InputError
from engine.pipeline.improve.second_round import SecondRound, made_rounds
from engine.show.texts.escaping import plain
from engine.show.texts.names import ends, value_name

SHOWN, LINKED = 20, 6
# wide enough for most names, yet leaves room for two columns on a phone
COLUMNS = {
    "name": "Part", "kind": "Concludes", "value": "Right", "interval": None, "n": None,
    "expected": "Expected", "estimate": "Estimate", "estimate_interval": "95% interval of"
    " estimate", "q": None, "as_low": "As low",
    "luck": "Expected by luck", "balanced": "Balanced", "constant": "Constant answer",
    "given": "Answers given", "part": "Id",
}  # fmt: skip
ROUND_COLUMNS = {
    "name": "Questions", "value": "Right", "interval": None, "n": None, "drop": "Drop",
}  # fmt: skip
SKILL_COLUMNS = {
    "name": "Skill", "kind": "Concludes", "first": "First round", "estimate": "Expected",
    "estimate_interval": "95% interval of estimate", "n": None, "second": "Second round",
}  # fmt: skip
EXAMPLE_COLUMNS = {
    "name": "Examples", "value": "Right", "interval": None, "n": None, "run": "Run",
}  # fmt: skip
PAIR_COLUMNS = {
    "name": "Compared", "difference": None, "low": None, "high": None, "gained": "Gained",
    "lost": "Lost", "n": None, "p": "McNemar’s exact p",
}  # fmt: skip
EXAMPLES = {"zero": "none", "random": "on random skills", "weak": "on weak skills"}


@st.cache_data(max_entries=64, show_spinner=snapshot.COUNTING)
def weaknesses(
    stamp: snapshot.FileStamp, dataset: str, model: str, prompt: str, by: str
) -> Weaknesses:
    """The parts of a run as `sorites weaknesses` ranks them; cached, as it is slow."""
    with snapshot.current().cursor() as cursor:
        return weaknesses_of(cursor, dataset, model, prompt, by)


def part_names(found: Weaknesses, tree: Iterable[Row], family: str) -> dict[str, str]:
    """The names of a run's parts; skills that occur only as contrasts are marked."""
    if found.by != "skill":
        parts = [part.part for part in found.parts]
        match found.by:
            case "kind":
                return {part: value_name("role", part, family) for part in parts}
            case "length":
                return {part: f"length {part}" for part in parts}
            case _:
                return {part: part for part in parts}
    every = {row["part"]: row for row in tree}
    return {
        part: f"{found.marked(part)}{every[row['parent']]['cell']}: "
        f"{value_name('role', row['cell'], family)}"
        for part, row in every.items()
        if row["level"] == "skill"
    }


def show_parts(found: Weaknesses, names: Mapping[str, str], origin: str) -> None:
    """The weakest parts as a chart, and all of them as a table."""
    run = found.run
    shown = found.parts[:SHOWN]
    every = [weakness_rows.of_part(part, names) for part in found.parts]
    charts.show(
        skill_charts.weakest(shown, names, run.share, run.model),
        key="weakest",
        alt="The weakest parts by estimate with intervals; all figures in the table below.",
        rows=every,
    )
    st.caption(
        plain(
            f"The {len(shown)} lowest estimates of {len(found.parts)}."
            f" {METHOD[:1].upper()}{METHOD[1:]}. {found.prior}"
            + (
                " Squares are weak at that false discovery rate."
                if any(part.q <= RATE for part in shown)
                else ""
            )
        )
    )
    if found.note:
        st.caption(plain(found.note))
    if found.by == "skill":
        of_run = series.series(rows, run.dataset, origin)
        [one] = [each for each in of_run if each.run_id == run.run_id]
        st.markdown("Show questions on")
        for part in found.parts[:LINKED]:
            listing.to_skill(run.dataset, part.part, plain(names[part.part]), origin, one.name)
    tables.show(
        every,
        COLUMNS,
        alt="All parts, weakest first",
        pinned="name",
        shares=("balanced", "constant"),
    )
    st.text("On the command line:")
    st.code(notices.weaknesses_command(found), language=None, wrap_lines=True)


def show_round(second: SecondRound, names: Mapping[str, str]) -> None:
    """The figures of both rounds, and the drop beside that which regression to the mean expects."""
    st.markdown(f"**{plain(second.dataset)}**")
    tables.show(
        weakness_rows.of_round(second),
        ROUND_COLUMNS,
        alt=f"Rounds of {second.dataset}",
        pinned="name",
    )
    for sentence in second.sentences():
        st.text(sentence.strip())
    tables.show(
        weakness_rows.of_skills(second, names),
        SKILL_COLUMNS,
        alt=f"Rounds of {second.dataset} by skill; n is of the second",
        pinned="name",
    )


def show_second_rounds(
    found: Weaknesses, names: Mapping[str, str], source: str, opened: Snapshot
) -> None:
    """The second rounds on a run's weakest skills, or the command that generates one."""
    with opened.cursor() as cursor:
        rounds = made_rounds(cursor, found)
    for second in rounds:
        show_round(second, names)
    if rounds:
        return
    if found.by != "skill":
        st.text("Second rounds go by skill; choose skill above.")
    elif source != "generated":
        st.text("A second round needs a generator, and this data set was imported.")
    else:
        k = min(10, len(found.parts))
        st.text(f"There is none yet. This command generates one on the {k} weakest skills:")
        command = notices.weaknesses_command(found, "--target", str(k))
        st.code(command, language=None, wrap_lines=True)


def show_examples(found: Comparison, model: str) -> None:
    """The conditions as chart and table, then in pairs."""
    charts.show(
        skill_charts.conditions(found, EXAMPLES, model),
        key="conditions",
        alt="Accuracy by examples shown, with intervals; figures in the table below.",
    )
    tables.show(
        [
            {
                "name": EXAMPLES[condition.name],
                "value": condition.share,
                "interval": ends(condition.low, condition.high),
                "n": condition.n,
                "run": condition.run[:12],
            }
            for condition in found.conditions
        ],
        EXAMPLE_COLUMNS,
        alt="Accuracy by examples shown",
        pinned="name",
    )
    n = found.conditions[0].n
    tables.show(
        [
            {
                "name": f"{EXAMPLES[pair.second]} against {EXAMPLES[pair.first]}",
                "difference": pair.difference,
                "low": pair.low,
                "high": pair.high,
                "gained": pair.only_second,
                "lost": pair.only_first,
                "n": n,
                "p": f"{pair.p:.3f}",
            }
            for pair in found.pairs
        ],
        PAIR_COLUMNS,
        alt="Paired differences between conditions",
        pinned="name",
    )
    st.caption(
        f"On the {n:,} questions answered in all conditions. If a question has several answers,"
        " the first counts; no answer counts as not right. Gained: right only in the first"
        " condition; lost: right only in the other. Without examples the prompt asks for the"
        " answer alone, while the prompt with examples may ask for reasoning; the other two"
        " conditions differ in nothing else."
    )


def show(model: str, origin: str, asked: Mapping[str, Sequence[str]], opened: Snapshot) -> None:
    """A model's weakest parts on a data set of skills, second rounds, and the use of examples.

    `asked` are the prompts that the model was asked with, by data set.
    """
    with filters.bar("weaknesses"):
        dataset = filters.choose_dataset(only_stored=True, among=asked)
        name = dataset["dataset"]
        prompt = choosing.one_of("Prompt", "prompt", asked[name])
        by = choosing.one_of("Part", "by", PARTS)
    found = weaknesses(snapshot.file_stamp(), name, model, prompt, by)
    called = part_names(found, skills.tree(rows, found.run.run_id), dataset["family"])
    _show_summary(found, origin)
    show_parts(found, called, origin)
    st.header("Second round on the weakest skills")
    show_second_rounds(found, called, dataset["source"], opened)
    st.header("Do examples help?")
    _show_demonstrated(name, opened)
    tables.show_reported(breakdowns.reported(rows, name, "demonstrations"), "examples")
    provenance.show_line(dataset, opened)


def _show_summary(found: Weaknesses, origin: str) -> None:
    run = found.run
    st.markdown(
        plain(
            f"{run.share:.1%} right (95% interval {run.low:.1%} to {run.high:.1%}) on {run.n:,}"
            f" questions in {len(found.parts)} parts, {origin}."
        )
        + f" **{plain(found.words)}**"
    )
    st.caption(
        "The lowest of many small shares are low mostly by luck. So each share is shrunk towards"
        " the mean and tested against the run’s answers to questions with the same right answers."
    )


def _show_demonstrated(dataset: str, opened: Snapshot) -> None:
    available = {shown.name: shown for shown in skills.demonstrated(rows, dataset)}
    if not available:
        st.text("No model has runs on this data set both with and without examples. This adds them")
        command = notices.command("improve", dataset, "--model", "MODEL", "--base-url", "URL")
        st.code(command, language=None, wrap_lines=True)
        return
    chosen = available[choosing.one_of("Model and examples", "of", list(available))]
    try:
        with opened.cursor() as cursor:
            show_examples(compared(cursor, chosen.runs), chosen.model)
    except InputError as error:
        st.info(plain(f"Nothing to compare: {error}."))
