"""LogicAsker's English is read in all the ways that its templates allow."""

from __future__ import annotations

import pytest

from engine.families.logicasker.published.clauses import clause_at
from engine.families.logicasker.published.english import Names, readings
from engine.families.logicasker.published.shapes import arguments, of_its_rule
from engine.logic import parse, show


def read(*sentences: str) -> list[set[str]]:
    names = Names(sentences)
    return [{show(formula) for formula in readings(sentence, names)} for sentence in sentences]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada plays chess", "Ada is playing chess"),
        ("Ada takes a nap", "Ada will take a nap"),
        ("Ada goes swimming", "Ada is swimming"),
        ("Ada runs", "Ada is running"),
        ("Ada carries hay", "Ada is carrying hay"),
        ("Ada watches birds", "Ada will watch birds"),
        ("Ada were a potter", "Ada is a potter"),
        ("Ada were tall", "Ada is tall"),
        ("it hails", "it is hailing"),
        ("it will hail", "It is hailing"),
        ("x_2 is a potter", "X_2 is a potter"),
    ],
)
def test_tense_and_mood_change_nothing(one: str, other: str) -> None:
    shown = [clause_at(text.split(), 0) for text in (one, other)]
    first, second = (clause and (clause[0].name, clause[0].predicate) for clause in shown)
    assert first is not None
    assert first == second


def test_a_denied_clause_keeps_its_predicate() -> None:
    for text in ("Ada is not playing chess", "Ada will not play chess", "Ada does not play chess"):
        found = clause_at(text.split(), 0)
        assert found is not None
        assert (found[0].predicate, found[0].is_denied, found[1]) == ("play chess", True, 5)


@pytest.mark.parametrize(
    "text", ["Chess , played by Ada", "nobody is tall", "it is not true that", "Ada"]
)
def test_what_is_no_clause(text: str) -> None:
    assert clause_at(text.split(), 0) is None


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("If Ada plays chess, then it is foggy", "p1 → p2"),
        ("Ada is tall if and only if it is not foggy", "p1 ↔ ¬p2"),
        ("Neither Ada is tall nor Bo is tall", "¬(p1 ∨ p2)"),
        (
            "The claim that it hails and the claim that it snows cannot both be true",
            "¬(p1 ∧ p2)",
        ),
        ("The fact that Ada plays chess does not imply that it is foggy", "¬(p1 → p2)"),
        ("It is not true that Ada is tall if and only if it is foggy", "¬(p1 ↔ p2)"),
        ("For all x_1, x_1 is not a potter", "∀x ¬P1(x)"),
        ("Not for all x, x is a potter", "¬∀x P1(x)"),
        ("There is no z for which z will swim", "¬∃x P1(x)"),
        ("There is at least one x for which x is tall or x is a potter", "∃x (P1(x) ∨ P2(x))"),
        ("Some potters are bakers", "∃w (P1(w) ∧ P2(w))"),
        ("Some taxi drivers will play chess", "∃w (P1(w) ∧ P2(w))"),
        ("Ada is tall, and either it is foggy or it hails", "p1 ∧ (p2 ∨ p3)"),
        (
            "both Ada is tall or it is foggy and Ada is tall or it hails are true",
            "(p1 ∨ p2) ∧ (p1 ∨ p3)",
        ),
        ("X is a potter", "P1(x)"),
    ],
)
def test_each_template_is_read(sentence: str, formula: str) -> None:
    [found] = read(sentence)
    assert formula in {rename(text) for text in found}


def rename(text: str) -> str:
    """The atoms renamed in order of their occurrence."""
    order: dict[str, str] = {}
    out = []
    for at, char in enumerate(text):
        if char in "pP" and text[at + 1 : at + 2].isdigit():
            letter = sum(name[0] == char for name in order) + 1
            out.append(order.setdefault(text[at : at + 2], f"{char}{letter}"))
        elif not (char.isdigit() and text[at - 1] in "pP"):
            out.append(char)
    return "".join(out)


def test_commas_bind_loosest_and_other_scopes_stay_open() -> None:
    assert read("Ada is tall, or it is foggy and it hails") == [{"p1 ∨ p2 ∧ p3"}]
    [open_scope] = read("Ada is tall or it is foggy or it hails")
    assert open_scope == {"p1 ∨ (p2 ∨ p3)", "p1 ∨ p2 ∨ p3"}


def test_not_true_can_be_stated_of_a_whole_or_of_its_beginning() -> None:
    [denied] = read("It is not true that Ada is tall if and only if it is foggy")
    assert denied == {"¬(p1 ↔ p2)", "¬p1 ↔ p2"}


def test_a_sentence_far_longer_than_any_published_one_does_no_harm() -> None:
    [many] = read("Ada is tall" + " and it is foggy or it hails" * 8)
    assert len(many) == 32
    assert read("Ada is tall" + " and it is foggy" * 60) == [set()]


def test_what_is_general_in_an_item_is_stated_of_names() -> None:
    assert read("For all x, x is tall", "Ada is tall", "Ada is a potter") == [
        {"∀x P1(x)"},
        {"P1(a1)"},
        {"p1"},
    ]


def test_readings_with_free_variables_are_the_last_resort() -> None:
    assert read("For all x, x is tall or x is a potter") == [{"∀x (P1(x) ∨ P2(x))"}]
    assert read("Some potters will play chess or x will swim") == [{"∃w (P1(w) ∧ P2(w)) ∨ P3(x)"}]


def test_of_several_readings_the_rule_has_the_word() -> None:
    ways = [("p → q ∧ (q → p)", "p ↔ q"), ("(p → q) ∧ (q → p)", "p ↔ q")]
    found = [tuple(map(parse, way)) for way in ways]
    skill_id = "propositional.equivalence.biconditional_laws"
    assert of_its_rule(f"{skill_id}.inference", found) == found[1]
    denied = [(first, parse("¬(p ↔ q)")) for first, _ in found]
    assert of_its_rule(f"{skill_id}.contradiction", denied) == denied[1]
    unrelated = [(first, parse("r")) for first, _ in found]
    assert of_its_rule(f"{skill_id}.unrelated", unrelated) == unrelated[1]
    assert of_its_rule(f"{skill_id}.inference", [(parse("p"), parse("q"))] * 2)[0] == parse("p")


def test_every_way_to_read_a_row_is_tried() -> None:
    p, q, r = map(parse, "pqr")
    assert arguments([(p,), (q, r)]) == ((p, q), (p, r))
