"""What a search engine or a chat shows of a page: a description of its own, and a picture.

The description is the page's first sentences, so none is written twice. The script that holds back
the index of the search goes before the theme's, which loads the index with every page.
"""

from __future__ import annotations

import html
import re

from engine.show.links.places import published_site

_DESCRIPTION = re.compile(r'<meta name="description" content="([^"]*)"\s*/?>')
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
_PARAGRAPH = re.compile(r"<p( class=\"el-(?:lead|kicker)\")?>(.*?)</p>", re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_BUNDLE = re.compile(r'<script src="([^"]*)assets/javascripts/bundle[^"]*"></script>')
_SEARCH = 'data-md-component="search" role="dialog"'
"""The theme's dialog, which has no name for a screen reader."""
_SITE = "Sorites"
_MOST, _LEAST = 200, 40
"""The most characters of a description, and the fewest of a paragraph that makes one."""


def announced(page: str) -> str:
    """The page with its description and what cards of chats show, if it has a description."""
    page = page.replace(_SEARCH, f'{_SEARCH} aria-label="Search"', 1)
    page = _BUNDLE.sub(r'<script src="\g<1>assets/search.js"></script>\g<0>', page, count=1)
    found = _DESCRIPTION.search(page)
    title = _TITLE.search(page)
    if not found or not title:
        return page
    name = title[1].strip().removesuffix(f" - {_SITE}")
    words = _described(name, _ARTICLE.search(page), found[1])
    tags = {
        "og:type": "website",
        "og:site_name": _SITE,
        "og:title": name,
        "og:description": words,
        **({"og:image": f"{address}/assets/card.png"} if (address := published_site()) else {}),
    }
    written = "".join(f'<meta property="{key}" content="{text}">' for key, text in tags.items())
    head = f'<meta name="description" content="{words}">{written}'
    return f"{page[: found.start()]}{head}{page[found.end() :]}"


def _described(name: str, article: re.Match[str] | None, site: str) -> str:
    """The page's lead, or else its name and its first paragraph, as the value of an attribute."""
    for lead, paragraph in _PARAGRAPH.findall(article[0] if article else ""):
        text = " ".join(html.unescape(_TAG.sub("", paragraph)).split())
        if len(text) >= _LEAST:
            shown = text if len(text) <= _MOST else f"{text[: _MOST - 1].rsplit(' ', 1)[0]}…"
            return html.escape(shown) if lead else f"{name}. {html.escape(shown)}"
    return f"{name}. {site}"
