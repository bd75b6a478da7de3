"""The form by which boards are filtered; a script shows it, for it does nothing without one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.items import Origin
from engine.show.escaping import escape

_KINDS = {
    "": "everybody",
    "endpoint": "models asked here",
    "published": "models others asked",
    "baseline": "baselines",
    "ceiling": "the oracle",
    "human": "people",
}
_ORIGINS = {"": "every origin", **{str(origin): str(origin) for origin in Origin}}


def filter_form() -> str:
    """The form, hidden: by words, by who answered and by origin."""
    return (
        '<form class="el-filter" data-filter="" hidden="">'
        '<label>Rows with these words <input name="find" type="search"></label>'
        f"{_choice('kind', 'Who answered', _KINDS)}{_choice('origin', 'Origin', _ORIGINS)}"
        '<output aria-live="polite"></output></form>'
    )


def _choice(name: str, label: str, values: Mapping[str, str]) -> str:
    options = "".join(
        f'<option value="{escape(value)}">{escape(shown)}</option>'
        for value, shown in values.items()
    )
    return f'<label>{label} <select name="{name}">{options}</select></label>'
