"""Cells of others' files are data, and every fault names file, row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.io.published.files import MAX_LITERAL_CHARACTERS, Row, read_rows


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "others.csv"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def row(cell: str) -> Row:
    return Row(Path("others.csv"), 3, {"premises": cell})


def test_cells_keep_quotes_line_breaks_and_formulas_for_spreadsheets(tmp_path: Path) -> None:
    path = written(tmp_path, 'id,text\n1,"a ""b"",\nc"\n2,"=cmd|\' /C calc\'!A0"\n')
    assert [r["text"] for r in read_rows(path, ["id", "text"])] == [
        'a "b",\nc',
        "=cmd|' /C calc'!A0",
    ]


def test_a_byte_order_mark_is_not_part_of_the_first_column(tmp_path: Path) -> None:
    assert read_rows(written(tmp_path, b"\xef\xbb\xbfid\n7\n"), ["id"])[0]["id"] == "7"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "is empty"),
        ("id;text, long\n1;2\n", "its columns are separated by semicolons; save it with commas"),
        ("\ufeffid\ttext\n1\t2\n", "its columns are separated by tabs; save it with commas"),
        ("name\nx\n", "no column 'id'"),
        ("id,id\n1,2\n", "names a column twice"),
        ("id,text\n1\n", "row 1: 1 cells where the header has 2"),
        ("id\n1,2\n", "row 1: 2 cells where the header has 1"),
        ("id\n", "no rows"),
        (b"id\n\xff\xfe\n", "byte 3 is not UTF-8"),
        ('id\n1\n"open', "row 2: not readable as CSV"),
        ("id\n" + "x" * 1_000_001 + "\n", "row 1: a cell is longer than 1,000,000 characters"),
    ],
)
def test_an_unusable_file_is_refused_in_one_sentence(
    tmp_path: Path, content: str | bytes, says: str
) -> None:
    with pytest.raises(InputError, match=r"others\.csv") as refusal:
        read_rows(written(tmp_path, content), ["id"])
    assert says in str(refusal.value)


def test_an_absent_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.csv: cannot be read"):
        read_rows(tmp_path / "absent.csv", ["id"])


def test_literals_are_read_and_nothing_is_run() -> None:
    assert row("['a', \"b's\", '\\d']").literal("premises") == ["a", "b's", "\\d"]
    assert row("{0: 'a'}").literal("premises") == {0: "a"}


@pytest.mark.parametrize(
    "cell",
    [
        "__import__('os').system('true')",
        "[x for x in ().__class__.__bases__]",
        "=cmd|' /C calc'!A0",
        "open('/etc/passwd').read()",
        "['unclosed",
        "[" * 5_000,
        "-" * 60_000 + "1",
        "(" * 150 + "'a'" + ".b" * 20_000 + ")" * 150,
        "['a'] * 99999999",
        "f'{1}'",
        "",
        "['\x00']",
    ],
)
def test_code_in_a_literal_is_refused(cell: str) -> None:
    with pytest.raises(InputError, match=r"others\.csv, row 3, column 'premises': is not a Python"):
        row(cell).literal("premises")


def test_a_huge_literal_is_refused_unread() -> None:
    with pytest.raises(InputError, match="longer than 65,536 characters"):
        row(repr("x" * MAX_LITERAL_CHARACTERS)).literal("premises")
