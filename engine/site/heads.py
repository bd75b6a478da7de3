"""The beginning of a page that the build writes: what a theme is told of it, and its heading."""

from __future__ import annotations

from collections.abc import Iterable

from engine.site.escaping import inert


def page_head(
    title: str, anchor: str, *, hides: Iterable[str] = ("navigation", "toc"), is_found: bool = True
) -> str:
    """Front matter and the heading; `title` is text of any origin, `is_found` whether by search.

    The title is told apart from the heading, as HTML: a theme that takes it out of the heading
    unescapes it, so that a `</title>` in a model's name would end the title there.
    """
    shown = inert(title)
    hidden = "".join(f"\n  - {part}" for part in hides)
    search = "" if is_found else "\nsearch:\n  exclude: true"
    return f'---\ntitle: "{shown}"\nhide:{hidden}{search}\n---\n\n# {shown} {{: #{anchor} }}'
