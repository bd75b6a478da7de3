"""How to cite Sorites, as BibTeX with the snapshot's year and the site's address."""

from __future__ import annotations

from engine.analysis.reading import Reading
from engine.core.resources import engine_version
from engine.show.escaping import escape
from engine.show.places import published_site


def citation_fragments(reading: Reading) -> dict[str, str]:
    """The fragment that the citation page and every card include.

    It has a URL if `SORITES_SITE` gives the site's public address.
    """
    address = published_site()
    fields = {
        "title": "Sorites: measuring how well language models reason logically",
        "author": "{The Sorites developers}",
        "year": f"{reading.dated_at:%Y}",
        "version": engine_version(),
        **({"url": f"{address}/"} if address else {}),
        "license": "Apache-2.0",
    }
    lines = ",\n".join(f"  {name:<7} = {{{shown}}}" for name, shown in fields.items())
    shown = f"@software{{sorites,\n{lines}\n}}"
    return {"citation": f"<pre><code>{escape(shown)}</code></pre>"}
