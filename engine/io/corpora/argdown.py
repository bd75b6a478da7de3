"""Argdown exported as JSON: statements and arguments, and the relations between them.

    {"statements": {"Claim": {"members": [{"text": "…"}]}}, "arguments": {…},
     "relations": [{"relationType": "support", "from": "Reason", "fromType": "argument",
                    "to": "Claim", "toType": "equivalence-class"}]}

`support` and `entails` support, `attack`, `contrary` and `contradictory` attack; `undercut` attacks
an inference and is left out. A title that statement and argument share names both, distinguished by
the types of the relation.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.outside import read_text
from engine.io.corpora.source import Builder, Documents, Places, corpus_files, parse_json
from engine.logic.argument_graph import ArgumentGraph, Proposition

_SUPPORTS = frozenset({"support", "entails"})
_ATTACKS = frozenset({"attack", "contrary", "contradictory"})
_LEFT_OUT = frozenset({"undercut"})
_ARGUMENT = "argument"
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*+)"')


def read_argdown(path: Path) -> Documents:
    """The documents of a file or folder."""
    for file in corpus_files(path, ".json"):
        yield partial(_graph, file)


def _graph(file: Path) -> ArgumentGraph:
    builder, source = Builder(file.stem, file), read_text(file)
    match parse_json(source, file):
        case {"statements": dict() as statements, **rest}:
            pass
        case _:
            raise builder.fail(1, "needs `statements`")
    arguments, relations = rest.get("arguments", {}), rest.get("relations", [])
    if not isinstance(arguments, dict) or not isinstance(relations, list):
        raise builder.fail(1, "`arguments` must be an object and `relations` a list")
    lines = Places(source, _TEXT, lambda found: found[1])
    for kind, named in (("statement", statements), (_ARGUMENT, arguments)):
        for title, stored in named.items():
            found = Proposition(_id(title, kind), _text(title, stored), kind)
            builder.proposition(lines.of(title), found)
    for n, relation in enumerate(relations):
        _relate(builder, lines.of("relationType", n), relation)
    return builder.graph()


def _id(title: str, kind: str) -> str:
    return f"<{title}>" if kind == _ARGUMENT else f"[{title}]"


def _text(title: str, stored: Any) -> str:  # as read from JSON
    """The first wording of a statement, or else its title."""
    members = stored.get("members") if isinstance(stored, dict) else None
    listed = members if isinstance(members, list) else []
    texts = [one.get("text") for one in listed if isinstance(one, dict)]
    written = next((text for text in texts if isinstance(text, str) and text.strip()), title)
    return " ".join(written.split())


def _relate(builder: Builder, line: int, relation: Any) -> None:  # as read from JSON
    match relation:
        case {"relationType": str(kind), "from": str(first), "to": str(second)}:
            pass
        case _:
            problem = "a relation needs `relationType`, `from` and `to`"
            raise builder.fail(line, problem)
    ends = (
        _id(first, str(relation.get("fromType", ""))),
        _id(second, str(relation.get("toType", ""))),
    )
    if kind in _SUPPORTS:
        builder.support(line, ends[:1], ends[1])
    elif kind in _ATTACKS:
        builder.attack(line, *ends)
    elif kind not in _LEFT_OUT:
        raise builder.fail(line, f"there is no relation {kind!r} known")
