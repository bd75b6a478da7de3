"""What a theme and its search are told of a page that the build writes, and its heading."""

from __future__ import annotations

from collections.abc import Iterable

from engine.show.escaping import escape


def page_head(
    title: str, anchor: str, *, hides: Iterable[str] = ("navigation", "toc"), is_found: bool = True
) -> str:
    """Front matter and the heading; `title` is text of any origin, `is_found` whether by search.

    The title is told apart from the heading, as HTML: a theme that takes it out of the heading
    unescapes it, so that a `</title>` in a model's name would end the title there.
    """
    shown = escape(title)
    hidden = "".join(f"\n  - {part}" for part in hides)
    search = "" if is_found else "\nsearch:\n  exclude: true"
    return f'---\ntitle: "{shown}"\nhide:{hidden}{search}\n---\n\n# {shown} {{: #{anchor} }}'


def unsearched(block: str) -> str:
    """HTML that the search leaves out: figures of which a hundred pages are full, not words."""
    return f'<div data-search-exclude="">{block}</div>'
