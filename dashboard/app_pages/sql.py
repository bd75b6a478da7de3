"""Anybody's SQL over the snapshot, in a process that can harm nothing; the schema beside it."""

from __future__ import annotations

import streamlit as st

from dashboard.components import choosing, console, notices, provenance, tables
from engine.analysis.snapshot import Table
from engine.core.errors import InputError
from engine.show.escaping import plain
from engine.show.sql_examples import examples


def take_example() -> None:
    """Write the example that was chosen into the query."""
    if example := st.session_state["example"]:
        st.session_state["q"] = dict(examples())[example]


def show_console() -> None:
    """The query and its answer, which comes as soon as there is a query."""
    example = choosing.any_or(
        "Example",
        "example",
        list(dict(examples())),
        placeholder="Start from an example",
        on_change=take_example,
    )
    first = dict(examples())[example] if example else ""
    query = choosing.text(st.text_area, "Query", "q", first, height=140, max_chars=20_000)
    st.button("Run", type="primary")
    if query.strip():
        try:
            with st.spinner("Running"):
                table = console.answer(query)
        except InputError as error:
            st.error(plain(f"{error}."))
        else:
            show_answer(table)


def show_answer(table: Table) -> None:
    """An answer as a table, as a chart where it is one of figures, and as files."""
    marked = console.marked(table)  # what is shown has a button of its own to take it away
    shown = console.shown(marked)
    st.markdown(
        f"**{len(shown):,} rows**"
        + (f", the first {console.LIMITS.rows:,} of more" if table.truncated else "")
    )
    if shown:
        st.dataframe(
            shown,
            column_config={"canary": st.column_config.Column(width="small")},
            hide_index=True,
            placeholder="–",
            alt="The answer to the query",
        )
    figure = console.chart(table)
    if figure is not None:
        st.plotly_chart(figure, key="chart", alt="The same figures; the table has them.")
    with st.container(horizontal=True):
        st.download_button(
            "Download CSV", console.as_csv(table), "sorites.csv", "text/csv", key="csv"
        )
        st.download_button(
            "Download Parquet",
            console.as_parquet(table),
            "sorites.parquet",
            "application/vnd.apache.parquet",
            key="parquet",
        )
    st.caption(
        "The files hold every text as it is stored, also what a model wrote: a spreadsheet may take"
        " a cell of the CSV that begins with =, +, - or @ for a formula, so open it there as text."
    )
    st.caption(plain(f"snapshot {table.stamp}"))
    provenance.show_canary()


def show_schema() -> None:
    """The tables and views with what they hold, or the columns of one."""
    st.subheader("What there is")
    relations = {relation.name: relation for relation in console.relations()}
    chosen = choosing.any_or("Table or view", "about", list(relations), placeholder="All of them")
    if chosen is None:
        tables.show(
            [
                {"name": each.name, "kind": each.kind, "about": each.comment}
                for each in relations.values()
            ],
            {"name": "Name", "kind": "Kind", "about": "What it holds"},
            alt="The tables and views",
            pinned="name",
        )
    else:
        st.text(relations[chosen].comment or "")
        tables.show(
            [
                {"name": column.name, "kind": column.kind, "about": column.comment}
                for column in relations[chosen].columns
            ],
            {"name": "Column", "kind": "Type", "about": "Meaning"},
            alt=f"The columns of {chosen}",
            pinned="name",
        )


st.title("SQL")
st.markdown(
    "One SELECT or EXPLAIN over the published snapshot. It runs in a process of its own that can"
    f" read no file, keeps nothing, and is stopped after {console.LIMITS.seconds:g} seconds; at"
    f" most {console.LIMITS.rows:,} rows are shown. `sorites sql` does the same."
)
notices.open_or_stop()
queried, known = st.columns([3, 2])  # below each other on a narrow screen
with queried:
    show_console()
with known:
    show_schema()
