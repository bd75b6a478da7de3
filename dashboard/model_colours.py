"""One colour for each model, the same in every figure as long as the database has the model."""

from __future__ import annotations

from dashboard.snapshot import rows

_PALETTE = (
    "#2f7fc8", "#cb6418", "#259069", "#b85aa0", "#8f7d12", "#7f6fdd", "#d2493c", "#15889b",
    "#9c6b4a",
)  # fmt: skip
"""Each has a contrast of at least 3 to 1 against the light and the dark ground."""


def of(name: str) -> str:
    """The colour of a model, or of a series, whose name begins with that of its model.

    Models have theirs in the order in which they came into the database, those with answers
    before those of which only figures are known, baselines after others. After so many as there
    are colours they come again; marks and dashes then tell apart what one figure shows.
    """
    found = [
        (len(model), place)
        for place, model in enumerate(_models())
        if name == model or name.startswith(f"{model}, ")
    ]
    return _PALETTE[max(found)[1] % len(_PALETTE)] if found else _PALETTE[0]


def _models() -> list[str]:
    listed = rows(
        """
        SELECT name FROM models
        ORDER BY model_id NOT IN (SELECT model_id FROM runs), kind IN ('baseline', 'ceiling'),
            model_id
        """
    )
    return [row["name"] for row in listed]
