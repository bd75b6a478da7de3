"""AIF as JSON, from AIFdb: information nodes, and nodes for inference (RA) and conflict (CA).

    {"nodes": [{"nodeID": "1", "text": "…", "type": "I"}, {"nodeID": "3", "type": "RA", …}],
     "edges": [{"edgeID": "9", "fromID": "1", "toID": "3"}], "locutions": []}

I → RA → I is support; several premises into one RA are linked. I → CA → I is attack. Attacks on and
support of an inference itself, and locutions (L, YA, TA), are left out.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.outside import read_text
from engine.io.corpora.source import Builder, Documents, Places, corpus_files, line_of, parse_json
from engine.logic.argument_graph import ArgumentGraph, Proposition

_INFORMATION, _INFERENCE, _CONFLICT = "I", "RA", "CA"
_ID = re.compile(r'"(nodeID|edgeID)"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|(-?\d+))')


def read_aif(path: Path) -> Documents:
    """The documents of a file or folder."""
    for file in corpus_files(path, ".json"):
        yield partial(_graph, file)


def _key(found: re.Match[str]) -> tuple[str, str]:
    """The kind of an id, and the id."""
    return found[1], found[3] if found[2] is None else found[2]


def _graph(file: Path) -> ArgumentGraph:
    builder, text = Builder(file.stem, file), read_text(file)
    lines = Places(text, _ID, _key)
    match parse_json(text, file):
        case {"nodes": [*nodes], "edges": [*edges]}:
            pass
        case _:
            raise builder.fail(1, "needs `nodes` and `edges`")
    types = _types(builder, text, lines, nodes)
    into: dict[str, list[str]] = {}
    out: dict[str, list[str]] = {}
    seen: set[str] = set()
    for edge in edges:
        _once(builder, lines, edge, seen)
        source, target = _ends(builder, text, lines, edge, types)
        into.setdefault(target, []).append(source)
        out.setdefault(source, []).append(target)
    for own, kind in types.items():
        if kind not in (_INFERENCE, _CONFLICT):
            continue
        sources = tuple(one for one in into.get(own, ()) if types[one] == _INFORMATION)
        targets = [one for one in out.get(own, ()) if types[one] == _INFORMATION]
        line = lines.of(("nodeID", str(own)))
        for target in targets if sources else ():
            if kind == _INFERENCE:
                builder.support(line, sources, target)
            else:
                for source in sources:
                    builder.attack(line, source, target)
    return builder.graph()


def _types(
    builder: Builder, text: str, lines: Places, nodes: list[Any]
) -> dict[str, str]:  # from JSON
    """The kind of each node; information nodes become propositions."""
    types: dict[str, str] = {}
    for node in nodes:
        match node:
            case {"nodeID": int() | str() as own, "type": str(kind)}:
                pass
            case _:
                raise builder.fail(line_of(text, '"nodes"'), "a node needs `nodeID` and `type`")
        line = lines.of(("nodeID", str(own)))
        if str(own) in types:
            again = lines.of(("nodeID", str(own)), 1)
            raise builder.fail(again, f"the id {str(own)!r} was already used on line {line}")
        types[str(own)] = kind
        if kind == _INFORMATION:
            written = node.get("text")
            spaced = " ".join(written.split()) if isinstance(written, str) else ""
            builder.proposition(line, Proposition(str(own), spaced, kind))
    return types


def _once(builder: Builder, lines: Places, edge: Any, seen: set[str]) -> None:  # as read from JSON
    """Refuse duplicate edge ids."""
    own = str(edge["edgeID"]) if isinstance(edge, dict) and "edgeID" in edge else None
    if own in seen:
        raise builder.fail(lines.of(("edgeID", own), 1), f"two edges have the id {own!r}")
    if own is not None:
        seen.add(own)


def _ends(
    builder: Builder, text: str, lines: Places, edge: Any, types: dict[str, str]
) -> tuple[str, str]:
    match edge:  # as read from JSON
        case {"fromID": source, "toID": target}:
            ends = str(source), str(target)
        case _:
            raise builder.fail(line_of(text, '"edges"'), "an edge needs `fromID` and `toID`")
    for one in ends:
        if one not in types:
            line = lines.of(("edgeID", str(edge["edgeID"]))) if "edgeID" in edge else 1
            raise builder.fail(line, f"an edge names the node {one!r}, which is not there")
    return ends
