"""Any user's SQL over the snapshot, run in a sandboxed process, with the schema alongside."""

from __future__ import annotations

import streamlit as st

from dashboard.components.choices import choosing
from dashboard.components.figures import charts
from dashboard.components.results import tables
from dashboard.components.source import notices, provenance
from dashboard.views import console
from engine.analysis.sources.snapshot import Table
from engine.core.errors import InputError
from engine.show.texts.escaping import plain
from engine.show.texts.sql_examples import examples


def take_example() -> None:
    """Copy the chosen example into the query."""
    if example := st.session_state["example"]:
        st.session_state["q"] = dict(examples())[example]


def show_console() -> None:
    """The query and its result, at first those of the first example."""
    example = choosing.any_or(
        "Example",
        "example",
        list(dict(examples())),
        placeholder="Start from an example",
        on_change=take_example,
    )
    first = dict(examples())[example or examples()[0][0]]
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
    """A result as a table, as a chart if it holds figures, and as files."""
    marked = console.marked(table)  # the shown table has its own download button
    shown = console.shown(marked)
    st.markdown(
        f"**{len(shown):,} rows**"
        + (f", the first {len(table.rows):,} of more" if table.truncated else "")
        + (f"; cells too long and cut: {table.cut_cells:,}" if table.cut_cells else "")
    )
    if shown:
        st.dataframe(
            shown,
            column_config={"canary": st.column_config.Column(width="small")},
            hide_index=True,
            placeholder="–",
            alt="Query result",
        )
    figure = console.chart(table)
    if figure is not None:
        charts.show(figure, "chart", "The result as a chart; figures in the table.", shown)
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
        "The files hold texts exactly as stored, including what models wrote. A spreadsheet may"
        " run a CSV cell that begins with =, +, - or @ as a formula, so import it as text."
    )
    st.caption(plain(f"snapshot {table.stamp}"))
    provenance.show_canary()


def show_schema() -> None:
    """The tables and views with their contents, or the columns of one."""
    st.header("Schema")
    relations = {relation.name: relation for relation in console.relations()}
    chosen = choosing.any_or("Table or view", "about", list(relations), placeholder="All")
    if chosen is None:
        tables.show(
            [
                {"name": each.name, "kind": each.kind, "about": each.comment}
                for each in relations.values()
            ],
            {"name": "Name", "kind": "Kind", "about": "Content"},
            alt="Tables and views",
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
            alt=f"Columns of {chosen}",
            pinned="name",
        )


def show() -> None:
    """The query with its result, and the schema beside it."""
    st.caption(
        "One SELECT or EXPLAIN over the published snapshot, in a process that cannot read files or"
        f" write and stops after {console.LIMITS.seconds:g} seconds; at most"
        f" {console.LIMITS.rows:,} rows are shown. `sorites sql` does the same."
    )
    notices.open_or_stop()
    queried, known = st.columns([3, 2])  # below each other on a narrow screen
    with queried:
        show_console()
    with known:
        show_schema()
