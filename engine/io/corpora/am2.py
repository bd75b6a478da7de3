"""AM² (Chen et al. 2022): one JSON document per line, reviews or comments with propositions.

    {"reviewID": …, "propositions": [{"id": 0, "type": "value", "text": "…",
     "reasons": ["1", "4_6"], "evidence": null}]}

Ids are numbers, references to them strings; `4_6` is the inclusive range of linked premises.
Reasons and evidence of p support p. A document's own id is `id`, `reviewID` or `commentID`.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from engine.core.errors import InputError
from engine.core.outside import lines_of
from engine.io.corpora.source import Builder, Documents, corpus_files, parse_json
from engine.logic.argument_graph import ArgumentGraph, Proposition

_IDS = ("id", "reviewID", "commentID")
_REFERENCE = re.compile(r"(\d{1,9})(?:_(\d{1,9}))?")


def read_am2(path: Path) -> Documents:
    """The documents of a file or folder."""
    first: dict[str, str] = {}
    for file in corpus_files(path, ".jsonlist", ".jsonl"):
        lines = list(lines_of(file))
        if not lines:
            raise InputError(f"{file}, line 1: there is no document")
        for number, line in lines:
            yield partial(_graph, first, file, number, line)


def _graph(first: dict[str, str], file: Path, number: int, line: str) -> ArgumentGraph:
    builder = Builder(f"{file.stem}:{number}", file)
    stored = parse_json(line, file, number)
    match stored:
        case {"propositions": [*propositions]} if any(key in stored for key in _IDS):
            builder.name = str(next(stored[key] for key in _IDS if key in stored))
        case _:
            raise builder.fail(number, f"needs `propositions` and one of {', '.join(_IDS)}")
    for one in propositions:
        match one:
            case {"id": int(own), "text": str(text)} if not isinstance(own, bool):
                kind = one.get("type")
                proposition = Proposition(str(own), " ".join(text.split()), kind and str(kind))
                builder.proposition(number, proposition)
            case _:
                raise builder.fail(number, "a proposition needs a number `id` and a `text`")
    for one in propositions:
        for key in ("reasons", "evidence"):
            references = one.get(key) or []
            if not isinstance(references, list):
                raise builder.fail(number, f"`{key}` of {one['id']} must be a list or null")
            for reference in references:
                builder.support(number, _sources(builder, number, reference), str(one["id"]))
    graph = builder.graph()
    if graph.name in first:
        problem = f"there are two documents {graph.name!r}, the first in {first[graph.name]}"
        raise builder.fail(number, problem)
    first[graph.name] = f"{file}, line {number}"
    return graph


def _sources(builder: Builder, number: int, reference: Any) -> tuple[str, ...]:  # from JSON
    match = _REFERENCE.fullmatch(str(reference))
    if match is None:
        raise builder.fail(number, f"the reference {reference!r} is neither like `4` nor `4_6`")
    first, last = int(match[1]), int(match[2] or match[1])
    if not first <= last < first + 1000:
        raise builder.fail(number, f"the reference {reference!r} is no range")
    return tuple(map(str, range(first, last + 1)))
