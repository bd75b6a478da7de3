"""Where the figures of a page come from, in one line at its foot."""

from __future__ import annotations

import streamlit as st

from engine.analysis.sources.query import Row
from engine.analysis.sources.snapshot import Snapshot
from engine.core.canary import canary
from engine.show.texts.escaping import plain


def show_line(dataset: Row, snapshot: Snapshot) -> None:
    """Data set, content hash, seed, snapshot and engine version, at the foot of a page."""
    parts = [f"Data set {dataset['dataset']}"]
    if dataset["content_hash"]:
        parts += [
            f"{dataset['n']:,} items",
            f"content {dataset['content_hash'][:12]}",
            f"seed {dataset['seed']}" if dataset["source"] == "generated" else "imported",
            f"made by Sorites {dataset['engine_version']}",
        ]
    else:
        parts.append("only its figures are known; its items are not in this database")
    stamp = snapshot.stamp
    parts += [f"snapshot {stamp}", f"published by Sorites {stamp.engine_version}"]
    st.caption(plain(" · ".join(parts)))


def show_canary() -> None:
    """Show the canary at the foot of a page with items."""
    st.caption(plain(canary()))
