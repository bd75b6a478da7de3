"""How to cite Sorites, and the papers to cite along with it."""

from __future__ import annotations

from engine.analysis.sources.reading import Reading
from engine.show.tables.html import Column, table, text
from engine.show.texts.citation import bibtex, papers
from engine.show.texts.escaping import escape


def citation_fragments(reading: Reading) -> dict[str, str]:
    """The fragment that the citation page and every card include, with the snapshot's year."""
    return {"citation": f"<pre><code>{escape(bibtex(reading.dated_at.year))}</code></pre>"}


def paper_fragments(_: Reading) -> dict[str, str]:
    """The generated part of the page on citing."""
    rows = [[text(one.family), text(one.title), text(one.authors)] for one in papers()]
    columns = (Column("Family"), Column("Paper"), Column("Authors"))
    note = "<p>Also cite the paper of each family whose figures you report:</p>"
    return {"cite-papers": f"{note}\n\n{table('Papers', columns, rows, head=1)}\n"}
