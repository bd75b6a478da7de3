"""What commands print: exactly the text they were given, whoever wrote it."""

from __future__ import annotations

import pytest

from engine.show.terminal.output import say, show_table
from engine.show.terminal.progress import progress

HOSTILE = "a:b: [red]x[/red] \\[y] :smile:"


def test_a_sentence_is_printed_to_the_letter(capsys: pytest.CaptureFixture[str]) -> None:
    say(HOSTILE)
    assert capsys.readouterr().out == f"{HOSTILE}\n"


def test_what_could_command_a_terminal_is_spelt_out(capsys: pytest.CaptureFixture[str]) -> None:
    say("one\x1b[2J\u202etwo")
    assert capsys.readouterr().out == "one\\x1b[2J\\u202etwo\n"


def test_titles_headings_and_cells_of_a_table_are_text(capsys: pytest.CaptureFixture[str]) -> None:
    show_table(HOSTILE, (HOSTILE, "n"), [(HOSTILE, 1), (None, 12)])
    assert capsys.readouterr().out.count(HOSTILE) == 3


def test_a_bar_stays_on_one_line_of_a_narrow_window(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for work in ("constant-true on justlogic-faithful", "a name that fills the window " * 4):
        with progress(work, 315) as advance:
            advance(315)
        shown = capsys.readouterr().err.strip()
        assert "\n" not in shown
        assert shown.startswith(work[:20])
        assert "315" in shown


def test_a_bar_names_its_work_to_the_letter(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(HOSTILE, 2) as advance:
        advance(2)
    shown = capsys.readouterr()
    assert HOSTILE in shown.err
    assert "2/2" in shown.err
    assert shown.out == ""
