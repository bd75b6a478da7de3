"""Where a model, an item or a family is to be seen: in the dashboard, and on the public site."""

from __future__ import annotations

import os
from urllib.parse import quote

from engine.slugs import slug

DASHBOARD = "http://127.0.0.1:8501"
"""Where `elenchus dashboard` serves on the reader's own machine, by default."""

SITE = "http://127.0.0.1:8000"
"""Where `elenchus site serve` does."""

ENVIRONMENT = "ELENCHUS_SITE"
"""The variable that names the site where it is published."""


def dashboard_item(dataset: str, index: int) -> str:
    """The page of an item in the dashboard."""
    return f"{DASHBOARD}/item?item={quote(f'{dataset}:{index}', safe='')}"


def dashboard_model(name: str) -> str:
    """The page of a model in the dashboard."""
    return f"{DASHBOARD}/model?model={quote(name, safe='')}"


def site_model(name: str) -> str:
    """The card of a model on the site; there is one for each that has a run in the snapshot."""
    return f"{_site()}/models/{slug(name)}/"


def site_family(family: str) -> str:
    """The card of a family's data sets on the site."""
    return f"{_site()}/datasets/{quote(family, safe='')}/"


def _site() -> str:
    return (os.environ.get(ENVIRONMENT) or SITE).rstrip("/")
