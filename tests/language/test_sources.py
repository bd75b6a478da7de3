from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.language import load_bank
from engine.language.sources import MINIMUM, genericskb, nli, propositions, source, text_lines

FIXTURES = Path(__file__).parents[1] / "fixtures" / "language"


def texts(found: tuple[object, ...]) -> list[str]:
    return [one.text for one in found]  # type: ignore[attr-defined]


def test_bank_is_a_source() -> None:
    assert source("bank") is load_bank()


def test_six_columns_of_genericskb() -> None:
    found = propositions(genericskb(FIXTURES / "genericskb_six.tsv"), "genericskb")
    assert texts(found) == [
        "kettles whistle on a hot stove",
        "DNA carries the plan of the cell",
        "pH falls in sour milk",
        "a goose guards the farm at night",
    ]
    assert [one.subject for one in found] == ["kettle", "DNA", "pH", "goose"]
    assert all(one.world is True and one.domain == "genericskb" for one in found)


def test_three_columns_of_genericskb() -> None:
    found = propositions(genericskb(FIXTURES / "genericskb_three.tsv"), "genericskb")
    assert texts(found) == ["kettles whistle on a hot stove", "a goose guards the farm at night"]


def test_snli_takes_one_sentence_for_each_picture_and_skips_unlabelled_pairs() -> None:
    found = propositions(nli(FIXTURES / "snli.jsonl"), "snli")
    assert texts(found) == ["a girl in a red coat feeds a pony", "two dogs sleep near a gate"]
    assert all(one.world is None for one in found)


def test_multinli_is_read_like_snli() -> None:
    found = propositions(nli(FIXTURES / "multinli.jsonl"), "snli")
    assert texts(found) == [
        "the coach left Bristol before dawn",
        "Bristol has a large harbour with old cranes",
    ]


def test_statements_of_a_text_file_keep_names_capitalised() -> None:
    found = propositions(text_lines(FIXTURES / "statements.txt"), "text")
    assert texts(found) == [
        "the lamp in the hall is lit",
        "Marta painted the northern gate",
        "the brother of Marta keeps bees",
        "NASA bought a new telescope",
        "snow covers the northern gate",
        "fresh snow lies on the ground",
    ]


def test_other_sources_have_a_safe_negation() -> None:
    (first, *_) = propositions(text_lines(FIXTURES / "statements.txt"), "text")
    assert first.negation == "the statement that the lamp in the hall is lit is false"


def test_large_enough_file_is_a_source(tmp_path: Path) -> None:
    path = tmp_path / "statements.txt"
    lines = [
        f"The {'very ' * (k // 25)}old clock {('rang', 'struck')[k % 2]} in room"
        f" {'abcdefghjklmnopqrstuvwxyz'[k % 25]}."
        for k in range(MINIMUM)
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert len(source(f"text:{path}")) == MINIMUM


def test_too_small_file_is_refused() -> None:
    with pytest.raises(InputError, match=f"only 6 sentences .* {MINIMUM} are needed"):
        source(f"text:{FIXTURES / 'statements.txt'}")


@pytest.mark.parametrize("spec", ["", "wikipedia:x", "text", "text:", "Bank"])
def test_unknown_source_is_refused(spec: str) -> None:
    with pytest.raises(InputError, match="unknown source"):
        source(spec)


@pytest.mark.parametrize(
    ("spec", "content", "complaint"),
    [
        ("snli", '{"gold_label": "neutral"}', "line 1: not an SNLI or MultiNLI record"),
        ("snli", "\n[1, 2]", "line 2: not an SNLI or MultiNLI record"),
        ("snli", "nonsense", "line 1: not an SNLI or MultiNLI record"),
        ("genericskb", "a\tb", "line 1: 2 columns instead of 3 or 6"),
        ("genericskb", "term\tA sentence.\thigh", "line 1: 'high' is not a score"),
        ("text", "", "only 0 sentences"),
    ],
)
def test_broken_file_is_named_with_its_line(
    tmp_path: Path, spec: str, content: str, complaint: str
) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        source(f"{spec}:{path}")


def test_missing_file_is_named() -> None:
    with pytest.raises(InputError, match=r"absent\.txt: cannot be read"):
        source("text:absent.txt")


def test_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file.bin"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="cannot be read as UTF-8"):
        source(f"text:{path}")
