"""AIF as JSON, from AIFdb: information nodes, and nodes for inference (RA) and conflict (CA).

    {"nodes": [{"nodeID": "1", "text": "…", "type": "I"}, {"nodeID": "3", "type": "RA", …}],
     "edges": [{"edgeID": "9", "fromID": "1", "toID": "3"}], "locutions": []}

I → RA → I is support; several premises into one RA are linked. I → CA → I is attack. What attacks
or supports an inference itself, and who said what (L, YA, TA), is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.arguments.formats.source import Builder, corpus_files, line_of, read_json, read_text
from engine.arguments.graph import ArgumentGraph, Proposition

_INFORMATION, _INFERENCE, _CONFLICT = "I", "RA", "CA"


def read_aif(path: Path) -> Iterator[ArgumentGraph]:
    """The graphs of a file or folder.

    Raises:
        InputError: a document is not as the format says; names file and line.
    """
    for file in corpus_files(path, ".json"):
        yield _graph(file)


def _graph(file: Path) -> ArgumentGraph:
    builder, text = Builder(file.stem, file), read_text(file)
    match read_json(file):
        case {"nodes": [*nodes], "edges": [*edges]}:
            pass
        case _:
            raise builder.fail(1, "needs `nodes` and `edges`")
    types = dict(_node(builder, text, node) for node in nodes)
    into: dict[str, list[str]] = {}
    out: dict[str, list[str]] = {}
    for edge in edges:
        source, target = _ends(builder, text, edge, types)
        into.setdefault(target, []).append(source)
        out.setdefault(source, []).append(target)
    for own, kind in types.items():
        if kind not in (_INFERENCE, _CONFLICT):
            continue
        sources = tuple(one for one in into.get(own, ()) if types[one] == _INFORMATION)
        targets = [one for one in out.get(own, ()) if types[one] == _INFORMATION]
        line = line_of(text, f'"{own}"', f'"{kind}"')
        for target in targets if sources else ():
            if kind == _INFERENCE:
                builder.support(line, sources, target)
            else:
                for source in sources:
                    builder.attack(line, source, target)
    return builder.graph()


def _node(builder: Builder, text: str, node: Any) -> tuple[str, str]:  # as read from JSON
    match node:
        case {"nodeID": own, "type": str(kind)}:
            line = line_of(text, f'"{own}"', '"nodeID"')
            if kind == _INFORMATION:
                told = " ".join(str(node.get("text", "")).split())
                builder.proposition(line, Proposition(str(own), told, kind))
            return str(own), kind
        case _:
            raise builder.fail(line_of(text, '"nodes"'), "a node needs `nodeID` and `type`")


def _ends(builder: Builder, text: str, edge: Any, types: dict[str, str]) -> tuple[str, str]:
    match edge:  # as read from JSON
        case {"fromID": source, "toID": target}:
            ends = str(source), str(target)
        case _:
            raise builder.fail(line_of(text, '"edges"'), "an edge needs `fromID` and `toID`")
    for one in ends:
        if one not in types:
            line = line_of(text, f'"{edge.get("edgeID", one)}"', "ID")
            raise builder.fail(line, f"an edge names the node {one!r}, which is not there")
    return ends
