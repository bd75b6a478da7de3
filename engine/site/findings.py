"""The page of what was found of the models asked here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis.diagnosis.findings import Finding, Topic, findings
from engine.analysis.sources.reading import Reading
from engine.show.links.slugs import slug
from engine.show.texts.escaping import escape
from engine.show.texts.notices import notice

_EMPTY = (
    "Nothing holds yet: no model's replies are in the database. This shows those that come with it:"
)


def finding_fragments(reading: Reading) -> dict[str, str]:
    """The generated part of the page: each kind of finding with its sentences and its query."""
    found = list(findings(reading.rows))
    shown = "\n\n".join(part for topic, own in found for part in _part(topic, own))
    return {"findings": f"{shown or notice(_EMPTY, 'sorites demo')}\n"}


def _part(topic: Topic, found: Sequence[Finding]) -> Iterator[str]:
    yield f"## {topic.title} {{: #{slug(topic.title)} }}"
    yield "<ul>" + "".join(f"<li>{escape(one.sentence)}</li>" for one in found) + "</ul>"
    query = escape(topic.query.strip())
    yield f"<details><summary>The query</summary><pre><code>{query}</code></pre></details>"
