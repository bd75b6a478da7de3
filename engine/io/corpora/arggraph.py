"""Arggraph XML of the argumentative microtexts: segments, propositions and edges between them.

    <arggraph id="micro_b001"><edu id="e1"><![CDATA[…]]></edu><adu id="a1" type="pro"/>
      <edge id="c6" src="e1" trg="a1" type="seg"/><edge id="c1" src="a2" trg="a1" type="sup"/>

A proposition's text is that of its segments, reached by `seg` (over a `joint` too). `sup` and `exa`
support, `reb` attacks; `add` joins its source to the premises of the edge it points at; `und`
attacks a support itself, not a proposition, and is left out.
"""

from __future__ import annotations

from functools import partial
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from engine.core.errors import InputError
from engine.core.outside import read_text
from engine.io.corpora.source import Builder, Documents, corpus_files
from engine.logic.argument_graph import ArgumentGraph, Proposition

_SUPPORTS = frozenset({"sup", "exa"})
_KNOWN = _SUPPORTS | {"seg", "reb", "und", "add"}
_ROOT = "arggraph"
_TAGS = ("edu", "adu", "joint", "edge")


class _Element(NamedTuple):
    tag: str
    attributes: dict[str, str]
    line: int
    text: list[str]


def read_arggraph(path: Path) -> Documents:
    """The documents of a file or folder."""
    for file in corpus_files(path, ".xml"):
        yield partial(_read, file)


def _read(file: Path) -> ArgumentGraph:
    return _Document(file).graph()


def _elements(file: Path) -> list[_Element]:
    """The elements of a document in order; entity declarations, which could expand, are refused."""
    found: list[_Element] = []
    parser = ParserCreate()
    parser.buffer_text = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        found.append(_Element(tag, attributes, parser.CurrentLineNumber, []))

    def refuse(*_: object) -> None:
        raise InputError(f"{file}, line {parser.CurrentLineNumber}: entities are not read")

    parser.StartElementHandler = start
    parser.CharacterDataHandler = lambda text: found[-1].text.append(text)
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(read_text(file), True)
    except ExpatError as error:
        raise InputError(f"{file}, line {error.lineno}: not XML ({error})") from None
    return found


class _Document:
    def __init__(self, file: Path) -> None:
        root, *elements = _elements(file)
        self.builder = Builder(root.attributes.get("id", file.stem), file)
        if root.tag != _ROOT:
            raise self.builder.fail(root.line, f"the document is a {root.tag}, not an {_ROOT}")
        self.by_tag: dict[str, dict[str, _Element]] = {tag: {} for tag in _TAGS}
        self._gather(elements)
        self.edges = self.by_tag["edge"]
        self.parts = self._parts()
        self._no_circle()

    def _gather(self, elements: list[_Element]) -> None:
        """Sort elements by tag and id, which is unique in the whole document."""
        lines: dict[str, int] = {}
        for element in elements:
            if element.tag not in _TAGS:
                continue
            own = self._needed(element, "id")
            if own in lines:
                problem = f"the id {own!r} was already used on line {lines[own]}"
                raise self.builder.fail(element.line, problem)
            lines[own] = element.line
            self.by_tag[element.tag][own] = element

    def _needed(self, element: _Element, name: str) -> str:
        if name not in element.attributes:
            raise self.builder.fail(element.line, f"the {element.tag} has no {name}")
        return element.attributes[name]

    def _end(self, edge: _Element, name: str, *tags: str) -> str:
        """The id at one end of an edge, which must name an element with one of these tags."""
        own = self._needed(edge, name)
        if not any(own in self.by_tag[tag] for tag in tags):
            problem = f"the edge's {name} is {own!r}, which is no {' or '.join(tags)} here"
            raise self.builder.fail(edge.line, problem)
        return own

    def graph(self) -> ArgumentGraph:
        for own, adu in self.by_tag["adu"].items():
            text = " ".join(" ".join(self._segments(own)).split())
            proposition = Proposition(own, text, adu.attributes.get("type"))
            self.builder.proposition(adu.line, proposition)
        joined = self._joined()
        for own, edge in self.edges.items():
            kind = self._needed(edge, "type")
            if kind not in _KNOWN:
                raise self.builder.fail(edge.line, f"unknown edge type {kind!r}")
            if kind == "und":
                self._end(edge, "src", "adu")
                self._end(edge, "trg", "edge")
            source, target = self._needed(edge, "src"), self._needed(edge, "trg")
            if kind in _SUPPORTS:
                self.builder.support(edge.line, (source, *joined.get(own, ())), target)
            elif kind == "reb":
                self.builder.attack(edge.line, source, target)
        return self.builder.graph()

    def _of_type(self, kind: str) -> list[_Element]:
        return [edge for edge in self.edges.values() if edge.attributes.get("type") == kind]

    def _parts(self) -> dict[str, list[str]]:
        """The segments and joints that make up each proposition and joint."""
        parts: dict[str, list[str]] = {}
        for edge in self._of_type("seg"):
            source = self._end(edge, "src", "edu", "joint")
            parts.setdefault(self._end(edge, "trg", "adu", "joint"), []).append(source)
        return parts

    def _no_circle(self) -> None:
        try:
            TopologicalSorter(self.parts).prepare()
        except CycleError as error:
            part, whole = error.args[1][:2]
            line = next(
                edge.line
                for edge in self._of_type("seg")
                if (edge.attributes["src"], edge.attributes["trg"]) == (part, whole)
            )
            problem = f"the joints form a cycle, {' → '.join(error.args[1])}"
            raise self.builder.fail(line, problem) from None

    def _segments(self, target: str) -> list[str]:
        """The text of the segments that make a proposition, in the order of the text."""
        reached: set[str] = set()
        waiting = [target]
        while waiting:
            new = set(self.parts.get(waiting.pop(), ())) - reached
            reached |= new
            waiting.extend(new)
        return ["".join(edu.text) for own, edu in self.by_tag["edu"].items() if own in reached]

    def _joined(self) -> dict[str, list[str]]:
        """The premises added to each edge."""
        found: dict[str, list[str]] = {}
        for edge in self._of_type("add"):
            target = self._needed(edge, "trg")
            if target not in self.edges:
                raise self.builder.fail(
                    edge.line, f"a premise is added to {target!r}, no edge here"
                )
            found.setdefault(target, []).append(self._end(edge, "src", "adu"))
        return found
