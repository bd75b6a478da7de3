"""The verdict of a data set's audit, which travels with every score on it."""

from __future__ import annotations

from engine.analysis.by_trait import series
from engine.analysis.datasets.figures import figures_family
from engine.analysis.sources.reading import Reading
from engine.show.links.slugs import slug
from engine.show.texts.escaping import escape
from engine.show.texts.families import family_names, faults_of


def audit_badge(reading: Reading, dataset: str) -> str:
    """The verdict, or the faults of published files, as a badge that leads to them; or nothing."""
    row = next((one for one in series.datasets(reading.rows) if one["dataset"] == dataset), None)
    if row is None or not row["content_hash"]:
        if not faults_of(figures_family(reading.rows, dataset)):
            return ""
        return '<a class="el-badge el-warn" href="site:audits/">known faults</a>'
    if row["n_checks"] is None:
        kind, words = "", "not audited"
    elif row["n_failed"]:
        kind, words = " el-warn", f"audit: {row['n_failed']} of {row['n_checks']} failed"
    else:
        kind, words = " el-ok", "audit passed"
    if row["family"] not in family_names():
        return f'<span class="el-badge{kind}">{words}</span>'
    address = f"site:datasets/{escape(row['family'])}/#audit"
    return f'<a class="el-badge{kind}" href="{address}">{words}</a>'


def board_place(dataset: str) -> str:
    """The anchor of a data set's boards on the leaderboard."""
    return f"set-{slug(dataset)}"
