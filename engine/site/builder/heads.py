"""Front matter and heading of a generated page."""

from __future__ import annotations

from collections.abc import Iterable

from engine.show.texts.escaping import escape


def page_head(
    title: str, anchor: str, *, hides: Iterable[str] = ("navigation", "toc"), is_found: bool = True
) -> str:
    """Front matter and heading; `title` is untrusted, `is_found` lets the search find the page.

    The title is given separately, as HTML: a theme that derives it from the heading unescapes it,
    so a `</title>` in a model's name would end the title.
    """
    shown = escape(title)
    hidden = "".join(f"\n  - {part}" for part in hides)
    search = "" if is_found else "\nsearch:\n  exclude: true"
    return f'---\ntitle: "{shown}"\nhide:{hidden}{search}\n---\n\n# {shown} {{: #{anchor} }}'


def unsearched(block: str) -> str:
    """HTML that the search skips, such as tables of numbers."""
    return f'<div data-search-exclude="">{block}</div>'
