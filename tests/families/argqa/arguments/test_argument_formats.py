"""Each format gives the graph that its fixture tells of; a fault is named by file and line."""

import json
import shutil
import sys
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import InputError
from engine.core.left_out import LeftOut
from engine.families.argqa.arguments import ArgumentGraph, Attack
from engine.io.corpora import FORMATS, read_corpus

FIXTURES = Path(__file__).parents[3] / "fixtures" / "arguments"
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


def _named(graph: ArgumentGraph, given: str) -> str:
    return next(one for one in graph.ids if given in graph.text(one))


def _relations(graph: ArgumentGraph) -> tuple[set[tuple[frozenset[str], str]], set[Attack]]:
    supports = {(frozenset(s.sources), s.target) for s in graph.supports}
    return supports, set(graph.attacks)


@pytest.mark.parametrize("name", ["cdcp", "arggraph", "aif"])
def test_the_same_argument_is_read_from_three_formats(name: str) -> None:
    graph = _only(name)
    flicker, stumble, spare, replace = (
        _named(graph, each) for each in (FLICKER, STUMBLE, SPARE, REPLACE)
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


def test_a_short_document_cannot_imply_a_huge_one(tmp_path: Path) -> None:
    linked = [{"id": at, "text": "x", "reasons": at and [f"0_{at - 1}"]} for at in range(800)]
    document = json.dumps({"id": "1", "propositions": linked})
    (tmp_path / "1.jsonl").write_text(document, encoding="utf-8")
    with pytest.raises(InputError, match="line 1: its relations name propositions over 250,000"):
        list(read_corpus("am2", tmp_path))
    (tmp_path / "1.txt").write_text("ab", encoding="utf-8")
    (tmp_path / "1.ann").write_text("T1\tClaim 0 2;0 2\tab ab", encoding="utf-8")
    with pytest.raises(InputError, match="longer than the text"):
        list(read_corpus("brat", tmp_path))


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


def test_argdown_s_statements_and_arguments_are_distinguished() -> None:
    graph = _only("argdown")
    supports, attacks = _relations(graph)
    assert supports == {
        (frozenset({"[Flicker]"}), "[Stumble]"),
        (frozenset({"[Stumble]"}), "[Replace]"),
    }
    assert attacks == {Attack("[Dark]", "[Flicker]"), Attack("<Moths>", "[Replace]")}
    assert graph.text("<Moths>") == "New lamps attract moths."
    assert graph.text("[Stumble]") == "Walkers stumble on the path."


FAULTS = tomllib.loads((FIXTURES / "faults.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_by_file_and_line(fault: str, tmp_path: Path) -> None:
    made = FAULTS[fault]
    folder = tmp_path / made["format"]
    shutil.copytree(FIXTURES / made["format"], folder)
    changed = folder / made["file"]
    text = changed.read_bytes().decode()
    old = made.get("old", text)
    assert old in text
    changed.write_bytes(text.replace(old, made["new"], 1).encode())
    with pytest.raises(InputError) as raised:
        read_corpus(made["format"], folder)
    assert made["told"] in str(raised.value)
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
    with pytest.raises(InputError, match="unknown format 'csv'; choose from brat, "):
        read_corpus("csv", tmp_path)
    (tmp_path / "x.ann").write_bytes(b"\xff")
    with pytest.raises(InputError, match="cannot be read"):
        read_corpus("brat", tmp_path)


def test_every_format_has_a_fixture() -> None:
    for name in FORMATS:
        assert read_corpus(name, FIXTURES / name.partition("-")[0])


def _aif(n: int, *, loop: bool = False) -> str:
    nodes = [{"nodeID": str(at), "text": f"Claim {at}.", "type": "I"} for at in range(n)]
    nodes += [{"nodeID": f"r{at}", "type": "RA"} for at in range(1, n)]
    edges = [{"edgeID": f"a{at}", "fromID": str(at), "toID": f"r{at}"} for at in range(1, n)]
    edges += [
        {"edgeID": f"b{at}", "fromID": f"r{at}", "toID": str(at if loop else at // 2)}
        for at in range(1, n)
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=1)


def test_one_faulty_document_is_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(_aif(3))
    (tmp_path / "loop.json").write_text(_aif(3, loop=True))
    (tmp_path / "number.json").write_text('{"nodes": [{"nodeID": ' + "9" * 5000)
    left_out = LeftOut()
    assert [graph.name for graph in read_corpus("aif", tmp_path, left_out)] == ["good"]
    assert ["loop.json" in left_out.reasons[0], "number.json" in left_out.reasons[1]] == [True] * 2
    with pytest.raises(InputError, match=r"loop\.json, line \d+"):
        read_corpus("aif", tmp_path)


def test_calls_grow_with_the_length_of_a_document_not_its_square(tmp_path: Path) -> None:
    assert _calls(tmp_path / "long", 4_000) < 5 * _calls(tmp_path / "short", 1_000)


def _calls(folder: Path, n: int) -> int:
    """The number of calls that reading an argument of `n` claims takes."""
    folder.mkdir()
    (folder / "graph.json").write_text(_aif(n))
    calls: list[str] = []
    sys.setprofile(lambda _frame, event, _called: calls.append(event))
    try:
        [graph] = read_corpus("aif", folder)
    finally:
        sys.setprofile(None)
    assert len(graph.supports) == n - 1
    return len(calls)
