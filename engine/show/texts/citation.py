"""How to cite Sorites and the papers behind its families."""

from __future__ import annotations

import yaml
from pydantic import BaseModel

from engine.core.resources import engine_version
from engine.families import FAMILIES
from engine.io.published.reported import Paper
from engine.show.links.places import published_site


class _File(BaseModel):
    paper: Paper


def bibtex(year: int) -> str:
    """The BibTeX entry of this version; it has a URL if `SORITES_SITE` gives the site's address."""
    address = published_site()
    fields = {
        "title": "Sorites: measuring how well language models reason logically",
        "author": "{The Sorites developers}",
        "year": f"{year}",
        "version": engine_version(),
        **({"url": f"{address}/"} if address else {}),
        "license": "Apache-2.0",
    }
    lines = ",\n".join(f"  {name:<7} = {{{shown}}}" for name, shown in fields.items())
    return f"@software{{sorites,\n{lines}\n}}"


def papers() -> list[Paper]:
    """The papers to cite along with Sorites, by family."""
    files = (path for one in sorted(FAMILIES) if (hook := FAMILIES[one].figures) for path in hook())
    return [
        _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).paper
        for path in files
        if path.suffix == ".yaml"
    ]
