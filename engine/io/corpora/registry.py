"""The formats of argument corpora by name, and reading a whole corpus."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from engine.core.errors import InputError
from engine.io.corpora.aif import read_aif
from engine.io.corpora.am2 import read_am2
from engine.io.corpora.argdown import read_argdown
from engine.io.corpora.arggraph import read_arggraph
from engine.io.corpora.brat import read_brat
from engine.io.corpora.cdcp import read_cdcp
from engine.logic.argument_graph import ArgumentGraph

FORMATS: dict[str, Callable[[Path], Iterator[ArgumentGraph]]] = {
    "brat": partial(read_brat, stance=False),
    "brat-stance": partial(read_brat, stance=True),
    "cdcp": read_cdcp,
    "am2": read_am2,
    "arggraph": read_arggraph,
    "aif": read_aif,
    "argdown": read_argdown,
}
"""Readers by the names of their formats; `brat-stance` reads stances as edges to major claims."""


def read_corpus(name: str, path: Path) -> tuple[ArgumentGraph, ...]:
    """All graphs of a file or folder; any fault stops the whole read.

    Raises:
        InputError: the format is unknown, or a document violates it.
    """
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}; choose from {', '.join(FORMATS)}")
    graphs = tuple(FORMATS[name](path))
    seen: set[str] = set()
    for graph in graphs:
        if graph.name in seen:
            raise InputError(f"{path}: there are two documents {graph.name!r}")
        seen.add(graph.name)
    return graphs
