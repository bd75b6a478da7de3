"""Where a model, an item or a family is to be seen: in the dashboard, and on the public site."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

from engine.core.resources import is_checkout, project_file
from engine.show.slugs import slug

DASHBOARD = "http://127.0.0.1:8501"
"""Where `sorites dashboard` serves on the reader's own machine, by default."""

SITE = "http://127.0.0.1:8000"
"""Where `sorites site serve` does."""

SHOWN_ITEMS = "items.json"
"""The file of a built site that says at which address each item is shown."""

ENVIRONMENT = "SORITES_SITE"
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


def site_item(item_hash: str) -> str | None:
    """Where the site that was last built on this machine shows an item; None where it does not."""
    try:
        shown = json.loads((output_folder() / SHOWN_ITEMS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    address = shown.get(anchor_of(item_hash))
    return address and f"{_site()}/{address}"


def anchor_of(item_hash: str) -> str:
    """What the place of an item on a page is called."""
    return f"item-{item_hash[:16]}"


def output_folder() -> Path:
    """Where the finished site goes: `build/site` of the checkout, or of the current folder."""
    return (project_file("build") if is_checkout() else Path("build").absolute()) / "site"


def published_site() -> str | None:
    """The address at which the site is published; None where nobody said so."""
    return os.environ.get(ENVIRONMENT, "").rstrip("/") or None


def _site() -> str:
    return published_site() or SITE
