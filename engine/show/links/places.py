"""Addresses of models, items and families in the dashboard and on the public site."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

from engine.core.resources import is_checkout, project_file
from engine.show.links.slugs import slug

DASHBOARD = "http://127.0.0.1:8501"
"""The default address of `sorites dashboard`."""

SITE = "http://127.0.0.1:8000"
"""The default address of `sorites site serve`."""

SHOWN_ITEMS = "items.json"
"""The file of a built site with the address of each item shown."""

ENVIRONMENT = "SORITES_SITE"
"""The variable with the public address of the site."""


def dashboard_item(dataset: str, index: int) -> str:
    """The page of an item in the dashboard."""
    return f"{DASHBOARD}/item?item={quote(f'{dataset}:{index}', safe='')}"


def dashboard_model(name: str) -> str:
    """The page of a model in the dashboard."""
    return f"{DASHBOARD}/model?model={quote(name, safe='')}"


def site_model(name: str) -> str:
    """The card of a model on the site, which exists if it has a run in the snapshot."""
    return f"{_site()}/models/{slug(name)}/"


def site_family(family: str) -> str:
    """The card of a family's data sets on the site."""
    return f"{_site()}/datasets/{quote(family, safe='')}/"


def site_item(item_hash: str) -> str | None:
    """The address of an item on the site last built on this machine, or None."""
    try:
        shown = json.loads((output_folder() / SHOWN_ITEMS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    address = shown.get(anchor_of(item_hash))
    return address and f"{_site()}/{address}"


def anchor_of(item_hash: str) -> str:
    """The anchor of an item on a page."""
    return f"item-{item_hash[:16]}"


def output_folder() -> Path:
    """The default output folder: `build/site` in the checkout or the current folder."""
    return (project_file("build") if is_checkout() else Path("build").absolute()) / "site"


def published_site() -> str | None:
    """The public address of the site, or None if not configured."""
    return os.environ.get(ENVIRONMENT, "").rstrip("/") or None


def _site() -> str:
    return published_site() or SITE
