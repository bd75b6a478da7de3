"""The blind sample of questions on arguments: what is drawn, shown and counted."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.items import Item, SupportCertificate
from engine.core.workers import serial
from engine.families.argqa.arguments import Tie
from engine.io.validity.relations import OF_A_TYPE, draw, main, score, sheet
from engine.pipeline.datasets import generate_dataset
from engine.pipeline.generation import make_items, make_spec
from tests.samples import Later, Sample

SPEC = make_spec("argqa", {}, 1)
ITEMS = Sample(SPEC)
SAMPLE = Later(lambda: draw(ITEMS))


def _line(number: int, item: Item, *, swapped: bool = False) -> str:
    """The answer of a reader who sees all as the graph has it, or the other way round."""
    assert isinstance(item.certificate, SupportCertificate)
    plain = {Tie.SUPPORTS: ">", Tie.SUPPORTED: "<"}
    turned = {">": "<", "<": ">", "|": "|"}
    parts = []
    for option, ties in zip(item.options, item.certificate.ties, strict=True):
        signs = [plain.get(Tie(one), "|") for one in ties]
        signs = [turned[sign] for sign in signs] if swapped else signs
        parts.append(f"{option.key}:{''.join(signs)}")
    chosen = item.gold if not swapped else "ABCD"["BCDA".index(item.gold)]
    return f"{number} {chosen} {' '.join(parts)}"


def _answers(*, swapped: bool = False) -> str:
    return "\n".join(_line(n, item, swapped=swapped) for n, item in enumerate(SAMPLE, 1))


def test_each_type_comes_equally_often_in_each_domain() -> None:
    cells = Counter((item.traits.domain, item.role) for item in SAMPLE)
    assert len(cells) == 9 * len({item.traits.domain for item in ITEMS})
    of_domain = Counter((item.traits.domain, item.role) for item in ITEMS)
    assert cells == {cell: min(OF_A_TYPE, n) for cell, n in of_domain.items()}
    assert draw(reversed(ITEMS)) == SAMPLE


def test_the_sheet_tells_neither_key_nor_role() -> None:
    shown = sheet(SAMPLE)
    assert shown.count("Sentence 1:") >= len(SAMPLE)
    for word in ("supports", "essays-001", "convergent"):
        assert word not in shown


def test_a_reader_who_sees_what_the_graph_has_agrees_wholly() -> None:
    found = score(SAMPLE, _answers())
    assert found.in_relation == found.options == 4 * len(SAMPLE)
    assert found.keys == found.questions == len(SAMPLE)
    assert found.kappa == 1
    told = found.told()
    assert told["share_in_relation"] == 1


def test_a_reader_who_sees_all_the_other_way_round_agrees_with_nothing() -> None:
    found = score(SAMPLE, _answers(swapped=True))
    assert found.in_relation == found.keys == 0
    assert found.kappa < 0.1


def test_one_option_seen_otherwise_is_one_option_less() -> None:
    lines = _answers().splitlines()
    first = SAMPLE[0].certificate
    assert isinstance(first, SupportCertificate)
    direct = next(at for at, ties in enumerate(first.ties) if Tie.SUPPORTS.value in ties)
    parts = lines[0].split()
    parts[2 + direct] = parts[2 + direct].replace(">", "<")
    lines[0] = " ".join(parts)
    assert score(SAMPLE, "\n".join(lines)).in_relation == 4 * len(SAMPLE) - 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("1 ", "one ", 1), "line 1 of the answers"),
        (lambda text: text.replace("A:", "B:", 1), "line 1 of the answers"),
        (lambda text: text + "\n" + text.splitlines()[0], "a second time"),
        (lambda text: "\n".join(text.splitlines()[1:]), "see 1"),
    ],
)
def test_answers_that_cannot_be_read_are_refused(change, told) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=told):
        score(SAMPLE, change(_answers()))


def test_other_questions_are_refused() -> None:
    with pytest.raises(InputError, match="no question on an argument"):
        draw(make_items(make_spec("divlogiceval", {}, 1, 3)))


def test_sheet_and_score_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, answers = tmp_path / "x.duckdb", tmp_path / "answers.txt"
    generate_dataset(SPEC, "argqa", db, serial())
    assert main(["sheet", str(db), "argqa"]) == 0
    assert capsys.readouterr().out == sheet(SAMPLE)
    answers.write_text(_answers(), encoding="utf-8")
    assert main(["score", str(db), "argqa", str(answers)]) == 0
    assert json.loads(capsys.readouterr().out)["keys_found"] == len(SAMPLE)
    assert main(["score", str(db), "argqa", str(tmp_path / "none")]) == 2
    assert main([]) == 2
