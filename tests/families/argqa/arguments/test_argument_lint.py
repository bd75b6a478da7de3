"""The lint of our own arguments: what is there is clean, and each kind of fault is found."""

import pytest

from engine.core.errors import InputError
from engine.families.argqa.arguments import asked_arguments, own_arguments, read_argument
from engine.families.argqa.arguments.corpus import argument_paths
from engine.families.argqa.arguments.judgements import current_readings, held
from engine.families.argqa.arguments.lint import argument_faults, corpus_faults
from engine.families.argqa.arguments.lint import main as lint
from engine.families.argqa.arguments.reading import letters
from engine.families.argqa.arguments.reading import main as reading
from engine.families.argqa.arguments.wording import sentence_faults

EXAMPLE = next(path for path in argument_paths() if path.stem == "essays-131")


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """An argument alone in a folder of its own, unread."""
    path = tmp_path / EXAMPLE.name
    text = EXAMPLE.read_text(encoding="utf-8").partition("\n[[readings]]")[0]
    path.write_text(text, encoding="utf-8")
    monkeypatch.setattr("engine.families.argqa.arguments.reading.argument_paths", lambda: (path,))
    return path


def test_our_own_arguments_have_no_fault():
    arguments = own_arguments()
    faults = [fault for own in arguments for fault in argument_faults(own)]
    assert [*faults, *corpus_faults(arguments)] == []


@pytest.mark.parametrize(
    ("sentence", "form", "fault"),
    [
        ("The lamp is dim.", "fact", "has 4 words"),
        ("The lamp of the desk is dim because the wires are old.", "fact", "because"),
        ("Moreover the lamp of the desk is dim in the evening.", "fact", "leans on"),
        ("The lamp on the desk is dim; the wires in it are old.", "fact", "one plain sentence"),
        ("The lamp on the desk should be brighter in the evening.", "fact", "form, advice"),
        ("The lamp on the desk is dimmer than a candle at night.", "verdict", "form, comparison"),
        ("The lamp on the desk is dim on every evening in winter.", "figure", "none of its words"),
    ],
)
def test_a_sentence_that_cannot_stand_alone_or_has_another_form_is_named(sentence, form, fault):
    assert any(fault in found for found in sentence_faults(sentence, form))


@pytest.mark.parametrize(
    ("sentence", "form"),
    [
        ("The lamp on the desk in the reading room stays dim on winter evenings.", "fact"),
        ("A dose of 2.5 mg above the usual one lowered pain within a week.", "figure"),
        ("My sister reads by one candle, whatever the weather is like outside.", "own"),
        ("The lamp is as bright as a candle in the US at night.", "comparison"),
    ],
)
def test_a_sentence_that_stands_alone_has_no_fault(sentence, form):
    assert list(sentence_faults(sentence, form)) == []


def test_lint_prints_faults_and_says_so_by_its_exit_code(copy, capsys):
    assert lint([str(copy)]) == 0
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace("Most small children", "These small children"), encoding="utf-8")
    assert lint([str(copy)]) == 1
    assert "n2 has 'these'" in capsys.readouterr().out
    assert lint([str(copy.with_name("essays-001.toml"))]) == 2


def test_topics_and_beginnings_that_come_twice_are_named():
    own = read_argument(EXAMPLE)
    other = own._replace(file=own.file.model_copy(update={"id": "essays-999"}))
    faults = list(corpus_faults([own, other]))
    assert "essays-131 and essays-999 have the same topic." in faults
    assert sum("begins like" in fault for fault in faults) == len(own.graph.ids)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('skeleton = "upward"', 'skeleton = "ring"', "no skeleton 'ring'"),
        ("n10 =", "n11 =", "the propositions must be"),
        ('domain = "essays"', 'domain = "songs"', "domain"),
        ('writer = "', 'singer = "', "writer"),
        ('forms = ["advice", ', "forms = [", "a form for each"),
    ],
)
def test_a_file_of_another_form_is_refused(copy, old, new, fault):
    copy.write_text(copy.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=fault):
        read_argument(copy)


def test_a_reading_is_recorded_blind_and_counts_for_the_wording_that_was_read(
    copy, tmp_path, capsys
):
    sheet, answers = tmp_path / "sheet.md", tmp_path / "answers.txt"
    own = read_argument(copy)
    assert reading(["sheet", str(sheet)]) == 0
    shown = sheet.read_text(encoding="utf-8")
    assert all(sentence in shown for sentence in own.file.propositions.values())
    assert not any(one in shown for one in ("n10", "upward"))
    at = {one: letter for letter, one in letters(own).items()}
    seen = " ".join(f"{at[a]}>{at[b]}" for a, b in sorted(own.graph.edges))
    answers.write_text(f"{own.file.id} {seen} ok 4\n", encoding="utf-8")
    assert reading(["record", str(answers), "a reader", "2026-11-27"]) == 0
    (found,) = current_readings(read_argument(copy))
    assert found.graph(own.graph).edges == own.graph.edges
    assert (found.reader, found.is_sound, found.natural) == ("a reader", True, 4)
    assert len(held(read_argument(copy))) == 45
    assert lint([str(copy)]) == 0
    assert reading(["record", str(answers), "a reader", "2026-11-27"]) == 2
    assert "has read it already" in capsys.readouterr().err
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace("Most small", "Many small"), encoding="utf-8")
    assert current_readings(read_argument(copy)) == ()
    assert lint([str(copy)]) == 1
    assert "have changed since a reader read them" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("essays-131 A>C fine", "is not like"),
        ("essays-999 A>C ok 4", "is not like"),
        ("essays-131 A>C C>A ok 4", "in a circle"),
    ],
)
def test_an_answer_that_cannot_be_read_is_named(copy, tmp_path, capsys, line, fault):
    answers = tmp_path / "answers.txt"
    answers.write_text(f"{line}\n", encoding="utf-8")
    assert reading(["record", str(answers), "a reader", "2026-11-27"]) == 2
    assert fault in capsys.readouterr().err


def test_the_questions_are_printed_with_their_keys(capsys):
    assert reading(["questions", asked_arguments()[0].file.id]) == 0
    printed = capsys.readouterr().out
    assert printed.count("Sentence 1:") == 9 + printed.count("by both Sentence 1")
    assert printed.count("   _ ") == 9


def test_bad_use_is_explained(capsys):
    assert reading(["sing"]) == 2
    assert "questions ID" in capsys.readouterr().err
    assert reading(["record", "nowhere.txt", "a reader", "2026-11-22"]) == 2
    assert "cannot be read" in capsys.readouterr().err
