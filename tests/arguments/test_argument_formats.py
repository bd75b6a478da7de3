"""Each format gives the graph that its fixture tells of; a fault is named by file and line."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.arguments import ArgumentGraph, Attack
from engine.arguments.formats import FORMATS, read_corpus
from engine.errors import InputError

FIXTURES = Path(__file__).parent.parent / "fixtures" / "arguments"
FLICKER, STUMBLE, SPARE, REPLACE, MOTHS = (
    "The old lamp flickers at night",
    "alkers stumble on the path",
    "The council has spare lamps",
    "he lamp by the pond should be replaced",
    "New lamps attract moths",
)


def _only(name: str) -> ArgumentGraph:
    (graph,) = read_corpus(name, FIXTURES / name.partition("-")[0])
    return graph


def _named(graph: ArgumentGraph, told: str) -> str:
    return next(one for one in graph.ids if told in graph.text(one))


def _relations(graph: ArgumentGraph) -> tuple[set[tuple[frozenset[str], str]], set[Attack]]:
    supports = {(frozenset(s.sources), s.target) for s in graph.supports}
    return supports, set(graph.attacks)


@pytest.mark.parametrize("name", ["cdcp", "arggraph", "aif"])
def test_the_same_argument_is_read_from_three_formats(name: str) -> None:
    graph = _only(name)
    flicker, stumble, spare, replace = (
        _named(graph, told) for told in (FLICKER, STUMBLE, SPARE, REPLACE)
    )
    supports, attacks = _relations(graph)
    assert supports == {
        (frozenset({flicker}), stumble),
        (frozenset({stumble}), replace),
        (frozenset({flicker, spare}), replace),
    }
    expected = set() if name == "cdcp" else {Attack(_named(graph, MOTHS), replace)}
    assert attacks == expected


def test_stances_become_edges_to_every_major_claim_when_asked_for() -> None:
    plain, with_stance = _only("brat"), _only("brat-stance")
    assert _relations(plain) == ({(frozenset({"T2"}), "T3")}, {Attack("T5", "T4")})
    supports, attacks = _relations(with_stance)
    assert supports == {
        (frozenset({source}), t) for source, t in (("T2", "T3"), ("T3", "T1"), ("T3", "T7"))
    }
    assert attacks == {Attack("T5", "T4"), Attack("T5", "T1"), Attack("T5", "T7")}


def test_offsets_point_at_the_text() -> None:
    source = (FIXTURES / "brat" / "lamp.txt").read_text(encoding="utf-8")
    for one in _only("brat").propositions:
        assert source[one.start : one.end] == one.text
    lamp = _only("cdcp").propositions
    source = (FIXTURES / "cdcp" / "00001.txt").read_bytes().decode()
    assert [source[one.start : one.end].strip() for one in lamp] == [one.text for one in lamp]
    assert [one.kind for one in lamp] == ["fact", "fact", "value", "policy", "value"]


def test_offsets_count_line_ends_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_bytes(b"Lamps flicker.\r\nWalkers stumble.")
    stored = '{"prop_labels": ["fact", "fact"], "prop_offsets": [[0, 16], [16, 32]], "reasons": []}'
    (tmp_path / "1.ann.json").write_text(stored, encoding="utf-8")
    (graph,) = read_corpus("cdcp", tmp_path)
    assert [one.text for one in graph.propositions] == ["Lamps flicker.", "Walkers stumble."]


def test_am2_has_a_document_a_line_and_reasons_that_point_at_what_they_support() -> None:
    review, comment = read_corpus("am2", FIXTURES / "am2")
    assert (review.name, comment.name) == ("7", "8")
    assert _relations(review)[0] == {
        (frozenset({"0"}), "2"),
        (frozenset({"0", "1"}), "3"),
        (frozenset({"2"}), "3"),
    }
    assert not comment.supports


def test_a_proposition_of_several_segments_is_read_in_the_order_of_the_text() -> None:
    graph = _only("arggraph")
    assert graph.text("a1") == "The old lamp flickers at night, whenever it rains."


def test_argdown_s_statements_and_arguments_are_told_apart() -> None:
    graph = _only("argdown")
    supports, attacks = _relations(graph)
    assert supports == {
        (frozenset({"[Flicker]"}), "[Stumble]"),
        (frozenset({"[Stumble]"}), "[Replace]"),
    }
    assert attacks == {Attack("[Dark]", "[Flicker]"), Attack("<Moths>", "[Replace]")}
    assert graph.text("<Moths>") == "New lamps attract moths."
    assert graph.text("[Stumble]") == "Walkers stumble on the path."


def _change(old: str, new: str) -> Callable[[str], str]:
    def changed(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return changed


FAULTS = {
    "brat offsets": (
        "brat",
        "lamp.ann",
        _change("52\tThe old", "51\tThe old"),
        "line 2: the offsets",
    ),
    "brat relation": (
        "brat",
        "lamp.ann",
        _change("Arg2:T4", "Arg2:T6"),
        "line 10: a relation names 'T6'",
    ),
    "brat kind": ("brat", "lamp.ann", _change("attacks", "likes"), "no relation 'likes' known"),
    "brat twice": ("brat", "lamp.ann", _change("T7\t", "T2\t"), "'T2' was given on line 2 already"),
    "brat circle": (
        "brat",
        "lamp.ann",
        _change("attacks Arg1:T5 Arg2:T4", "supports Arg1:T3 Arg2:T2"),
        "line 10: lamp: the supports lead in a circle, ",
    ),
    "brat relation twice": (
        "brat",
        "lamp.ann",
        _change("R2\t", "R1\t"),
        "line 10: the id 'R1' was given on line 4 already",
    ),
    "brat nonsense": ("brat", "lamp.ann", _change("T7\t", "seven\t"), "'seven' is no id such as"),
    "brat stance": (
        "brat",
        "lamp.ann",
        _change("Stance T3", "Stance T33"),
        "the stance is that of 'T33'",
    ),
    "brat line": ("brat", "lamp.ann", _change("Premise ", "Premise"), "line 2: not `T1<TAB>"),
    "cdcp offsets": (
        "cdcp",
        "00001.ann.json",
        _change("[0, 31]", "[0, 3100]"),
        "line 2: the offsets",
    ),
    "cdcp target": (
        "cdcp",
        "00001.ann.json",
        _change("[[2, 2], 3]", "[[2, 2], 9]"),
        "line 4: a relation names '9'",
    ),
    "cdcp self": (
        "cdcp",
        "00001.ann.json",
        _change("[[2, 2], 3]", "[[2, 3], 3]"),
        "'3' is related to itself",
    ),
    "cdcp true": ("cdcp", "00001.ann.json", _change("[0, 31]", "[false, 31]"), "line 2: the off"),
    "cdcp truth": (
        "cdcp",
        "00001.ann.json",
        _change("[[0, 1], 3]", "[[0, true], 3]"),
        "line 3: [[0, True], 3] of `reasons` is not",
    ),
    "cdcp overlap": (
        "cdcp",
        "00001.ann.json",
        _change("[31, 60]", "[30, 60]"),
        "line 2: the offsets [30, 60] of proposition 1 overlap",
    ),
    "cdcp circle": (
        "cdcp",
        "00001.ann.json",
        _change("[[2, 2], 3]", "[[2, 2],\n  0]"),
        "line 5: 00001: the supports lead in a circle, ",
    ),
    "cdcp json": ("cdcp", "00001.ann.json", _change('"reasons"', "reasons"), "line 3: not JSON"),
    "cdcp labels": ("cdcp", "00001.ann.json", _change('"fact", ', ""), "as many `prop_labels`"),
    "am2 json": (
        "am2",
        "reviews.jsonlist",
        _change('{"commentID"', '{commentID"'),
        "line 2: not JSON",
    ),
    "am2 reference": (
        "am2",
        "reviews.jsonlist",
        _change('"0_1"', '"0-1"'),
        "line 1: the reference '0-1'",
    ),
    "am2 range": ("am2", "reviews.jsonlist", _change('"0_1"', '"1_0"'), "is no range"),
    "am2 dangling": ("am2", "reviews.jsonlist", _change('"0_1"', '"0_7"'), "a relation names '4'"),
    "am2 twice": (
        "am2",
        "reviews.jsonlist",
        _change('"id": 1', '"id": 0'),
        "'0' was given on line 1",
    ),
    "am2 documents": (
        "am2",
        "reviews.jsonlist",
        _change('"commentID": 8', '"commentID": 7'),
        "line 2: there are two documents '7', the first in ",
    ),
    "am2 nothing": ("am2", "reviews.jsonlist", lambda _: "\n", "line 1: there is no document"),
    "arggraph xml": ("arggraph", "lamp.xml", _change("</edu>", "</ed>"), "line 3: not XML"),
    "arggraph edge": (
        "arggraph",
        "lamp.xml",
        _change('trg="c11"', 'trg="c99"'),
        "line 28: a premise is added to 'c99'",
    ),
    "arggraph kind": ("arggraph", "lamp.xml", _change('"reb"', '"bin"'), "no edge of type 'bin'"),
    "arggraph empty": (
        "arggraph",
        "lamp.xml",
        _change("Moths are rare by the pond.", " "),
        "line 16: the proposition 'a6' has no text",
    ),
    "arggraph segment": (
        "arggraph",
        "lamp.xml",
        _change('src="e7"', 'src="e8"'),
        "line 24: the edge's src is 'e8', which is no edu or joint here",
    ),
    "arggraph undercut": (
        "arggraph",
        "lamp.xml",
        _change('trg="c13"', 'trg="c99"'),
        "line 30: the edge's trg is 'c99', which is no edge here",
    ),
    "arggraph edge twice": (
        "arggraph",
        "lamp.xml",
        _change('id="c10"', 'id="c9"'),
        "line 26: the id 'c9' was given on line 25 already",
    ),
    "arggraph text twice": (
        "arggraph",
        "lamp.xml",
        _change('edu id="e2"', 'edu id="e1"'),
        "line 4: the id 'e1' was given on line 3 already",
    ),
    "arggraph root": (
        "arggraph",
        "lamp.xml",
        lambda _: "<root/>",
        "line 1: the document is a root, not an arggraph",
    ),
    "arggraph joints": (
        "arggraph",
        "lamp.xml",
        _change(
            '<joint id="j1"/>',
            '<joint id="j1"/><joint id="j2"/><edge id="k" src="j1" trg="j2" type="seg"/>'
            '<edge id="l" src="j2" trg="j1" type="seg"/>',
        ),
        "line 10: the joints lead in a circle, ",
    ),
    "arggraph circle": (
        "arggraph",
        "lamp.xml",
        _change('src="a2" trg="a4" type="exa"', 'src="a2" trg="a1" type="exa"'),
        "line 26: lamp: the supports lead in a circle, ",
    ),
    "arggraph entity": (
        "arggraph",
        "lamp.xml",
        _change("<arggraph", '<!DOCTYPE a [<!ENTITY b "c">]><arggraph'),
        "entities are not read",
    ),
    "aif edge": (
        "aif",
        "nodeset1.json",
        _change('"toID": "2"', '"toID": "77"'),
        "line 16: an edge names the node '77'",
    ),
    "aif twice": (
        "aif",
        "nodeset1.json",
        _change('"nodeID": "2"', '"nodeID": "1"'),
        "the id '1' was given",
    ),
    "aif inference twice": (
        "aif",
        "nodeset1.json",
        _change('"nodeID": "14"', '"nodeID": "13"'),
        "line 10: the id '13' was given on line 9 already",
    ),
    "aif edge twice": (
        "aif",
        "nodeset1.json",
        _change('"edgeID": "32"', '"edgeID": "31"'),
        "line 16: two edges have the id '31'",
    ),
    "aif null": (
        "aif",
        "nodeset1.json",
        _change('"Walkers stumble on the path."', "null"),
        "line 3: the proposition '2' has no text",
    ),
    "aif shape": (
        "aif",
        "nodeset1.json",
        _change('"edges"', '"edge"'),
        "needs `nodes` and `edges`",
    ),
    "argdown title": (
        "argdown",
        "lamp.json",
        _change('"to": "Stumble"', '"to": "Fall"'),
        "names '[Fall]'",
    ),
    "argdown twice": (
        "argdown",
        "lamp.json",
        _change('"Dark":', '"Flicker":'),
        "line 6: the key 'Flicker' stands twice",
    ),
    "argdown circle": (
        "argdown",
        "lamp.json",
        _change('"to": "Replace"', '"to": "Flicker"'),
        "line 13: lamp: the supports lead in a circle, ",
    ),
    "argdown kind": (
        "argdown",
        "lamp.json",
        _change('"entails"', '"likes"'),
        "line 13: there is no relation 'likes'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_by_file_and_line(fault: str, tmp_path: Path) -> None:
    name, file, change, told = FAULTS[fault]
    folder = tmp_path / name
    shutil.copytree(FIXTURES / name, folder)
    changed = folder / file
    changed.write_bytes(change(changed.read_bytes().decode()).encode())
    with pytest.raises(InputError) as raised:
        read_corpus(name, folder)
    assert told in str(raised.value)
    assert str(folder) in str(raised.value)


_JUNK = [None, 10**12, -1, True, "", "1_2", [], {}, [[]], {"a": 1}]
_JSON = {"cdcp": "00001.ann.json", "aif": "nodeset1.json", "argdown": "lamp.json"}


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _places(inner, (*path, key))


@pytest.mark.parametrize("name", _JSON)
def test_whatever_stands_anywhere_ends_in_a_graph_or_in_a_sentence(
    name: str, tmp_path: Path
) -> None:
    folder = tmp_path / name
    shutil.copytree(FIXTURES / name, folder)
    text = (folder / _JSON[name]).read_text(encoding="utf-8")
    for number, path in enumerate(_places(json.loads(text))):
        changed = json.loads(text)
        place = changed
        for key in path[:-1]:
            place = place[key]
        if path:
            place[path[-1]] = _JUNK[number % len(_JUNK)]
        else:
            changed = _JUNK[number % len(_JUNK)]
        (folder / _JSON[name]).write_text(json.dumps(changed), encoding="utf-8")
        with suppress(InputError):
            assert read_corpus(name, folder)


def test_what_is_no_corpus_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no file ending in"):
        read_corpus("cdcp", tmp_path)
    with pytest.raises(InputError, match=r"nowhere: cannot be read \(No such file"):
        read_corpus("cdcp", tmp_path / "nowhere")
    with pytest.raises(InputError, match="no format 'csv'; there are brat, "):
        read_corpus("csv", tmp_path)
    (tmp_path / "x.ann").write_bytes(b"\xff")
    with pytest.raises(InputError, match="cannot be read"):
        read_corpus("brat", tmp_path)


def test_every_format_has_a_fixture() -> None:
    for name in FORMATS:
        assert read_corpus(name, FIXTURES / name.partition("-")[0])
