"""Arggraph XML of the argumentative microtexts: segments, propositions and edges between them.

    <arggraph id="micro_b001"><edu id="e1"><![CDATA[…]]></edu><adu id="a1" type="pro"/>
      <edge id="c6" src="e1" trg="a1" type="seg"/><edge id="c1" src="a2" trg="a1" type="sup"/>

A proposition's text is that of its segments, reached by `seg` (over a `joint` too). `sup` and `exa`
support, `reb` attacks; `add` joins its source to the premises of the edge it points at; `und`
attacks a support itself, not a proposition, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate

from engine.arguments.formats.source import Builder, corpus_files, read_text
from engine.arguments.graph import ArgumentGraph, Proposition
from engine.errors import InputError

_SUPPORTS = frozenset({"sup", "exa"})
_KNOWN = _SUPPORTS | {"seg", "reb", "und", "add"}


class _Element(NamedTuple):
    tag: str
    attributes: dict[str, str]
    line: int
    text: list[str]


def read_arggraph(path: Path) -> Iterator[ArgumentGraph]:
    """The graphs of a file or folder.

    Raises:
        InputError: a document is not as the format says; names file and line.
    """
    for file in corpus_files(path, ".xml"):
        yield _Document(file).graph()


def _elements(file: Path) -> list[_Element]:
    """The elements of a document in order; a document type, which could grow, is refused."""
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
        elements = _elements(file)
        self.file = file
        self.builder = Builder(elements[0].attributes.get("id", file.stem), file)
        self.by_tag: dict[str, list[_Element]] = {}
        for element in elements:
            self.by_tag.setdefault(element.tag, []).append(element)
        self.edges = {self._needed(e, "id"): e for e in self.by_tag.get("edge", [])}

    def _needed(self, element: _Element, name: str) -> str:
        if name not in element.attributes:
            raise self.builder.fail(element.line, f"the {element.tag} has no {name}")
        return element.attributes[name]

    def graph(self) -> ArgumentGraph:
        for adu in self.by_tag.get("adu", []):
            own = self._needed(adu, "id")
            text = " ".join(" ".join(self._segments(own)).split())
            told = Proposition(own, text, adu.attributes.get("type"))
            self.builder.proposition(adu.line, told)
        joined = self._joined()
        for own, edge in self.edges.items():
            kind = self._needed(edge, "type")
            source, target = self._needed(edge, "src"), self._needed(edge, "trg")
            if kind not in _KNOWN:
                raise self.builder.fail(edge.line, f"there is no edge of type {kind!r} known")
            if kind in _SUPPORTS:
                self.builder.support(edge.line, (source, *joined.get(own, ())), target)
            elif kind == "reb":
                self.builder.attack(edge.line, source, target)
        return self.builder.graph()

    def _segments(self, target: str) -> Iterator[str]:
        """The text of the segments that make a proposition or joint, in the order of the text."""
        texts = {self._needed(e, "id"): "".join(e.text) for e in self.by_tag.get("edu", [])}
        sources = {
            self._needed(edge, "src")
            for edge in self.edges.values()
            if edge.attributes.get("type") == "seg" and edge.attributes.get("trg") == target
        }
        for joint in self.by_tag.get("joint", []):
            own = self._needed(joint, "id")
            if own in sources and own != target:
                yield from self._segments(own)
        yield from (text for own, text in texts.items() if own in sources)

    def _joined(self) -> dict[str, list[str]]:
        """The premises added to each edge."""
        found: dict[str, list[str]] = {}
        for edge in self.edges.values():
            if edge.attributes.get("type") != "add":
                continue
            target = self._needed(edge, "trg")
            if target not in self.edges:
                raise self.builder.fail(
                    edge.line, f"a premise is added to {target!r}, no edge here"
                )
            found.setdefault(target, []).append(self._needed(edge, "src"))
        return found
