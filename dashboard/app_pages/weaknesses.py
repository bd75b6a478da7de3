"""Where a model is weak, how surely, and what asking again on its weakest skills shows."""

from __future__ import annotations

import streamlit as st

from dashboard import (
    charts,
    choosing,
    filters,
    notices,
    provenance,
    skill_charts,
    skill_findings,
    skill_queries,
    skill_words,
    tables,
    weakness_rows,
)
from dashboard.words import plain
from engine.analysis.weaknesses import METHOD, PARTS, RATE
from engine.pipeline.second_round import SecondRound

SHOWN, LINKED = 20, 6
# wide enough for most names, and on a phone two columns have room beside it
_NAME_PX = 200
COLUMNS = {
    "name": "Part", "kind": "Concludes", "value": "Right", "interval": None, "n": None,
    "estimate": "Estimate", "estimate_interval": "Its interval", "q": None, "as_low": "As low",
    "luck": "By luck", "balanced": "Balanced", "constant": "A constant answer", "part": "Id",
}  # fmt: skip
ROUND_COLUMNS = {
    "name": "Questions", "value": "Right", "interval": None, "n": None, "drop": "Drop",
}  # fmt: skip
LEAF_COLUMNS = {
    "name": "Leaf", "kind": "Concludes", "first": "First round", "estimate": "Expected",
    "estimate_interval": "Its interval", "n": None, "second": "Second round",
}  # fmt: skip

st.title("Weaknesses")
st.markdown(
    "Of many small shares the lowest are low mostly by luck. Here each is drawn towards the mean,"
    " the more the fewer its questions are, is tested against the whole run, and stands beside the"
    " number of parts that luck alone would make as low."
)
snapshot = notices.open_or_stop()
dataset, asked = filters.choose_asked_on_skills()
name = dataset["dataset"]
by = choosing.one_of("By", "by", PARTS)
found = skill_findings.weaknesses(name, asked["model"], asked["prompt"], by)
run = found.run
names = skill_words.parts(found, skill_queries.tree(run.run_id))

worst = found.lowest
st.markdown(
    plain(
        f"{run.model} is right in {run.share:.1%} (95% interval {run.low:.1%} to {run.high:.1%}) of"
        f" {run.n:,} questions on {len(found.parts)} parts, {asked['origin']}."
    )
    + f" **{len(found.found)} of these are weak at a false discovery rate of {RATE:.0%}.** "
    + plain(
        f"The lowest share is {worst.share:.0%}: {worst.as_low} as low or lower, where luck alone"
        f" would make {worst.as_low_by_luck:.1f} were all equally hard."
    )
)
shown = found.parts[:SHOWN]
st.plotly_chart(
    skill_charts.weakest(shown, names, run.share, run.model),
    config=charts.CONFIG,
    key="weakest",
    alt="The weakest parts by estimate, with intervals; the table below has the figures of all.",
)
st.caption(
    plain(
        f"The {len(shown)} lowest estimates of {len(found.parts)}."
        f" {METHOD[:1].upper()}{METHOD[1:]}. {found.prior}"
        + (" Squares are weak at that rate." if any(part.q <= RATE for part in shown) else "")
    )
)
if found.note:
    st.caption(plain(found.note))
if by == "leaf":
    [series] = [
        one for one in skill_queries.series(name, asked["origin"]) if one.run_id == run.run_id
    ]
    st.markdown("Look at the questions on")
    for part in found.parts[:LINKED]:
        st.page_link(
            "app_pages/skills.py",
            label=f":blue[{plain(names[part.part])}]",
            query_params={
                "data": name,
                "origin": asked["origin"],
                "model": series.name,
                "part": part.part,
            },
            help="",
        )
tables.show(
    [weakness_rows.of_part(part, names) for part in found.parts],
    COLUMNS,
    alt="All parts, the weakest first",
    pinned="name",
    pinned_px=_NAME_PX,
    shares=("balanced", "constant"),
)
st.text("The same on the command line:")
st.code(notices.weaknesses_command(found), language=None, wrap_lines=True)


def show_round(second: SecondRound) -> None:
    """The figures of both rounds, and the drop beside that which regression to the mean expects."""
    st.markdown(f"**{plain(second.dataset)}**")
    tables.show(
        weakness_rows.of_round(second),
        ROUND_COLUMNS,
        alt=f"The rounds of {second.dataset}",
        pinned="name",
        pinned_px=_NAME_PX,
    )
    for sentence in second.sentences():
        st.text(sentence.strip())
    tables.show(
        weakness_rows.of_leaves(second, names),
        LEAF_COLUMNS,
        alt=f"The rounds of {second.dataset}, leaf by leaf; n is of the second",
        pinned="name",
        pinned_px=_NAME_PX,
    )


st.subheader("A second round on the weakest")
rounds = skill_findings.second_rounds(found)
for second in rounds:
    show_round(second)
if not rounds:
    if by != "leaf":
        st.text("A second round goes by leaf; choose that above.")
    elif dataset["source"] != "generated":
        st.text("A second round needs the generator, and this data set is imported.")
    else:
        k = min(10, len(found.parts))
        st.text(f"None has been made. This command makes one on the {k} weakest leaves:")
        st.code(
            notices.weaknesses_command(found, "--target", str(k)),
            language=None,
            wrap_lines=True,
        )
provenance.show_line(dataset, snapshot)
