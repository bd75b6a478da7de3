"""The form that filters boards; hidden until a script runs, because it needs one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.items import Origin
from engine.show.texts.escaping import escape

_KINDS = {
    "": "all models and baselines",
    "endpoint": "models asked here",
    "published": "models asked by others",
    "baseline": "baselines",
    "oracle": "the oracle",
    "human": "people",
}
_ORIGINS = {"": "any provenance", **{str(origin): str(origin) for origin in Origin}}


def filter_form() -> str:
    """The hidden form: filters by words, kind of model and provenance."""
    return (
        '<form class="el-filter" data-filter="" hidden="">'
        '<label>Rows containing <input name="find" type="search"></label>'
        f"{_choice('kind', 'Model', _KINDS)}{_choice('origin', 'Provenance', _ORIGINS)}"
        '<output aria-live="polite"></output></form>'
    )


def _choice(name: str, label: str, values: Mapping[str, str]) -> str:
    options = "".join(
        f'<option value="{escape(value)}">{escape(shown)}</option>'
        for value, shown in values.items()
    )
    return f'<label>{label} <select name="{name}">{options}</select></label>'
