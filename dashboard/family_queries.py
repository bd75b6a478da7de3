"""All families side by side: each model's accuracy on the main data set of each, and their mean.

Families are unlike each other, so that a mean of them says little by itself: it stands beside its
parts, counts each family alike, and only for those that answered all of them. Only runs asked in
the same manner are averaged. The public site has the same table.
"""

from __future__ import annotations

from dashboard.board_queries import ranked
from dashboard.snapshot import Row, rows
from engine.analysis.run_labels import Manner, manner, manners_told
from engine.analysis.statistics import Estimated, mean_interval
from engine.families import FAMILIES

_FEWEST = 2
"""Families below which there is nothing to put side by side."""


def mains() -> dict[str, str]:
    """The main data set of each family that has been asked: its largest generated one."""
    found = rows(
        """
        SELECT family, name FROM datasets
        WHERE source = 'generated' AND name IN (SELECT dataset FROM accuracy
            WHERE origin = 'measured' AND probe IS NULL)
        ORDER BY recipe = 'sound' DESC NULLS LAST, n DESC, name
        """
    )
    first = {row["family"]: row["name"] for row in reversed(found)}
    return {family: first[family] for family in FAMILIES if family in first}


def board() -> tuple[dict[str, str], list[Row]]:
    """The main data sets by family, and a row for each model, prompt style and manner, with ranks.

    `scores` of a row are those of the leaderboard by family; `value`, `low` and `high` are the mean
    of all, or None where one is missing. `differs` tells rows apart that look alike.
    """
    found = mains()
    if len(found) < _FEWEST:
        return {}, []
    scores = rows(
        """
        SELECT d.family, l.model, l.kind, split_part(l.prompt, '@', 1) AS prompt, l.value, l.low,
            l.high, l.n, r.settings, r.samples, r.endpoints, r.is_batched
        FROM leaderboard l JOIN datasets d ON d.name = l.dataset LEFT JOIN runs r USING (run_hash)
        WHERE l.origin = 'measured' AND l.metric = 'accuracy' AND l.probe IS NULL
            AND coalesce(l.language, 'en') IN ('en', 'all') AND list_contains($mains, l.dataset)
        ORDER BY l.n, l.value
        """,
        mains=list(found.values()),
    )
    joined: dict[tuple[tuple[str, str, str], Manner], dict[str, Row]] = {}
    for score in scores:  # of several runs asked alike the fullest stands
        look = score["model"], score["kind"], score["prompt"]
        joined.setdefault((look, manner(score)), {})[score["family"]] = score
    told = manners_told(joined)
    board = [
        {
            **dict(zip(("model", "kind", "prompt"), place[0], strict=True)),
            "differs": told[place],
            "scores": own,
            **_mean(own, len(found)),
        }
        for place, own in joined.items()
    ]
    board.sort(key=lambda row: (-(row["value"] or 0), -len(row["scores"]), row["model"]))
    return found, ranked(board)


def _mean(own: dict[str, Row], n_families: int) -> Row:
    parts = [
        Estimated(one["value"], one["low"], one["high"])
        for one in own.values()
        if one["low"] is not None
    ]
    if len(parts) < n_families:
        return {"value": None, "low": None, "high": None}
    value, low, high = mean_interval(parts)
    return {"value": value, "low": low, "high": high}
