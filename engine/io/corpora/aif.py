"""AIF as JSON, from AIFdb: information nodes, and nodes for inference (RA) and conflict (CA).

    {"nodes": [{"nodeID": "1", "text": "…", "type": "I"}, {"nodeID": "3", "type": "RA", …}],
     "edges": [{"edgeID": "9", "fromID": "1", "toID": "3"}], "locutions": []}

I → RA → I is support; several premises into one RA are linked. I → CA → I is attack. Attacks on and
support of an inference itself, and locutions (L, YA, TA), are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.io.corpora.source import Builder, corpus_files, line_of, read_json, read_text
from engine.logic.argument_graph import ArgumentGraph, Proposition

_INFORMATION, _INFERENCE, _CONFLICT = "I", "RA", "CA"


def read_aif(path: Path) -> Iterator[ArgumentGraph]:
    """The graphs of a file or folder.

    Raises:
        InputError: a document violates the format; the message names file and line.
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
    types = _types(builder, text, nodes)
    into: dict[str, list[str]] = {}
    out: dict[str, list[str]] = {}
    seen: set[str] = set()
    for edge in edges:
        _once(builder, text, edge, seen)
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


def _types(builder: Builder, text: str, nodes: list[Any]) -> dict[str, str]:  # from JSON
    """The kind of each node; information nodes become propositions."""
    types: dict[str, str] = {}
    for node in nodes:
        match node:
            case {"nodeID": int() | str() as own, "type": str(kind)}:
                pass
            case _:
                raise builder.fail(line_of(text, '"nodes"'), "a node needs `nodeID` and `type`")
        needles = (f'"{own}"', '"nodeID"')
        line = line_of(text, *needles)
        if str(own) in types:
            again = line_of(text, *needles, after=line)
            raise builder.fail(again, f"the id {str(own)!r} was already used on line {line}")
        types[str(own)] = kind
        if kind == _INFORMATION:
            written = node.get("text")
            spaced = " ".join(written.split()) if isinstance(written, str) else ""
            builder.proposition(line, Proposition(str(own), spaced, kind))
    return types


def _once(builder: Builder, text: str, edge: Any, seen: set[str]) -> None:  # as read from JSON
    """Refuse duplicate edge ids."""
    own = str(edge["edgeID"]) if isinstance(edge, dict) and "edgeID" in edge else None
    if own in seen:
        needles = (f'"{own}"', '"edgeID"')
        again = line_of(text, *needles, after=line_of(text, *needles))
        raise builder.fail(again, f"two edges have the id {own!r}")
    if own is not None:
        seen.add(own)


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
