"""The lint of our own arguments: what is there is clean, and each kind of fault is found."""

import csv
import io
from datetime import date

import pytest

from engine.core.errors import InputError
from engine.families.argqa.arguments import asked_arguments, own_arguments, read_argument
from engine.families.argqa.arguments.corpus import argument_paths
from engine.families.argqa.arguments.judgements import (
    digest,
    disputed,
    held,
    judgement,
    unread,
    votes,
)
from engine.families.argqa.arguments.lint import argument_faults, corpus_faults, cue_faults
from engine.families.argqa.arguments.lint import main as lint
from engine.families.argqa.arguments.reading import answered, record, sheet
from engine.families.argqa.arguments.reading import main as reading
from engine.families.argqa.arguments.wording import sentence_faults
from engine.io.review import as_csv

EXAMPLE = next(path for path in argument_paths() if path.stem == "product_reviews-001")


@pytest.fixture
def copy(tmp_path):
    path = tmp_path / EXAMPLE.name
    text = EXAMPLE.read_text(encoding="utf-8").partition("\n[[readings]]")[0]
    path.write_text(text, encoding="utf-8")
    return path


def test_our_own_arguments_have_no_fault():
    arguments = own_arguments()
    faults = [fault for own in arguments for fault in argument_faults(own)]
    assert [*faults, *corpus_faults(arguments), *cue_faults(arguments)] == []


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The lamp is dim.", "has 4 words"),
        ("The lamp of the desk is dim because the wires in the wall are old.", "because"),
        ("The lamp of the desk is dim and they say that the wires are old.", "they"),
        ("Moreover the lamp of the desk is dim in the evening of any day.", "moreover"),
        ("The lamp of the desk is not bright in the evening of any working day.", "not"),
        ("The lamp of the desk is dim; the wires in the wall of it are old.", "one plain sentence"),
    ],
)
def test_a_sentence_that_cannot_stand_alone_is_named(sentence, told):
    assert any(told in fault for fault in sentence_faults(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "The lamp on the desk in the reading room stays dim on winter evenings.",
        "A dose of 2.5 mg above the usual one lowered pain by 30% within a week.",
    ],
)
def test_a_sentence_that_stands_alone_has_no_fault(sentence):
    assert list(sentence_faults(sentence)) == []


def test_lint_prints_faults_and_says_so_by_its_exit_code(copy, capsys):
    assert lint([str(copy)]) == 0
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace("The dust cup", "This dust cup"), encoding="utf-8")
    assert lint([str(copy)]) == 1
    assert "n2 has 'this'" in capsys.readouterr().out
    assert lint([str(copy.with_name("essays-001.toml"))]) == 2


def test_a_word_that_shows_the_place_of_a_sentence_is_named():
    own = read_argument(EXAMPLE)
    marked = {
        one: sentence.replace("The ", "Clearly the ", 1) if number > 7 else sentence
        for number, (one, sentence) in enumerate(own.file.propositions.items(), 1)
    }
    file = own.file.model_copy(update={"propositions": marked})
    assert list(cue_faults([own])) == []
    assert any("'clearly'" in fault for fault in cue_faults([own._replace(file=file)] * 30))


def test_two_arguments_on_one_topic_are_named():
    own = read_argument(EXAMPLE)
    assert any("same topic" in fault for fault in corpus_faults([own, own]))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('skeleton = "two_roots"', 'skeleton = "ring"', "no skeleton 'ring'"),
        ("n13 =", "n14 =", "the propositions must be"),
        ('domain = "product_reviews"', 'domain = "songs"', "domain"),
        ('writer = "', 'singer = "', "writer"),
    ],
)
def test_a_file_of_another_form_is_refused(copy, old, new, told):
    copy.write_text(copy.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=told):
        read_argument(copy)


def test_a_reading_is_recorded_blind_and_kept_with_the_wording_that_was_read(
    copy, tmp_path, capsys
):
    own = read_argument(copy)
    assert len(unread(own)) > 40
    header, *rows = csv.reader(io.StringIO(as_csv(sheet([own]))))
    ids = {own.graph.text(one): one for one in own.graph.ids}
    told = [[*row[:4], _as_graphed(own, ids[row[2]], ids[row[3]]), ""] for row in rows]
    filled = tmp_path / "sheet.csv"
    with filled.open("w", newline="") as file:
        csv.writer(file).writerows([header, *told])
    found = answered([own], filled)
    record(copy, "a reader", date(2026, 11, 22), found[own.file.id])
    assert lint([str(copy)]) == 0
    read = read_argument(copy)
    assert unread(read) == ()
    assert held(read) == votes(read).keys()
    with pytest.raises(InputError, match="a reader has judged"):
        record(copy, "a reader", date(2026, 11, 22), found[own.file.id])
    text = copy.read_text(encoding="utf-8")
    copy.write_text(text.replace("The dust cup", "A dust cup"), encoding="utf-8")
    assert lint([str(copy)]) == 1
    assert "have changed since a reader read them" in capsys.readouterr().out


def _as_graphed(own, first, second):
    if own.graph.is_direct(first, second):
        return ">"
    return "<" if own.graph.is_direct(second, first) else "|"


def test_a_pair_seen_otherwise_is_disputed_until_another_reader_sees_it_as_graphed(copy):
    source, target = min(read_argument(copy).graph.edges)
    for reader, sign in (("one", "|"), ("another", ">")):
        own = read_argument(copy)
        line = judgement(f"{source}{sign}{target}")._replace(read=digest(own, source, target))
        record(copy, reader, date(2026, 11, 22), [line])
        pair = frozenset((source, target))
        assert (pair in held(read_argument(copy))) is (sign == ">")
        assert (pair in map(frozenset, disputed(read_argument(copy)))) is (sign == "|")


def test_the_questions_are_printed_with_their_keys(capsys):
    assert reading(["questions", asked_arguments()[0].file.id]) == 0
    printed = capsys.readouterr().out
    assert printed.count("Sentence 1:") == printed.count("   _ ") == 9


def test_bad_use_is_explained(capsys):
    assert reading(["sing"]) == 2
    assert "questions ID" in capsys.readouterr().err
    assert reading(["record", "nowhere.txt", "a reader", "2026-11-22"]) == 2
    assert "cannot be read" in capsys.readouterr().err
