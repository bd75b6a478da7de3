"""The formats of argument corpora by name, and reading a whole corpus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.core.errors import InputError
from engine.core.left_out import STRICT, LeftOut
from engine.io.corpora.aif import read_aif
from engine.io.corpora.am2 import read_am2
from engine.io.corpora.argdown import read_argdown
from engine.io.corpora.arggraph import read_arggraph
from engine.io.corpora.brat import read_brat
from engine.io.corpora.cdcp import read_cdcp
from engine.io.corpora.source import Documents
from engine.logic.argument_graph import ArgumentGraph

FORMATS: dict[str, Callable[[Path], Documents]] = {
    "brat": partial(read_brat, stance=False),
    "brat-stance": partial(read_brat, stance=True),
    "cdcp": read_cdcp,
    "am2": read_am2,
    "arggraph": read_arggraph,
    "aif": read_aif,
    "argdown": read_argdown,
}
"""Readers by the names of their formats; `brat-stance` reads stances as edges to major claims."""


def read_corpus(name: str, path: Path, left_out: LeftOut = STRICT) -> tuple[ArgumentGraph, ...]:
    """The graphs of a file or folder. Faulty documents are refused, or noted in `left_out`.

    Raises:
        InputError: the format is unknown, or no document can be read, or one cannot that may not be
            left out.
    """
    if name not in FORMATS:
        raise InputError(f"unknown format {name!r}; choose from {', '.join(FORMATS)}")
    graphs: dict[str, ArgumentGraph] = {}
    for document in FORMATS[name](path):
        with left_out.noted():
            graph = document()
            if graph.name in graphs:
                raise InputError(f"{path}: there are two documents {graph.name!r}")
            graphs[graph.name] = graph
    left_out.require(graphs, str(path))
    return tuple(graphs.values())
