"""Every wording of DivLogicEval's propositions has one meaning, whatever stands in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from engine.core.items import Symbol
from engine.language import Lexicon
from engine.language.expressions import Form
from engine.language.templates import (
    conclusion_readings,
    form_of,
    template_readings,
    templates,
)
from engine.logic import And, Formula, Implies, Not, Or, Predicate

CLAUSES = ("the ptarmigan sings", "the quagga walks", "the raven flies")
NEGATIONS = ("the ptarmigan does not sing", "the quagga does not walk", "the raven does not fly")
SYMBOLS = tuple(map(Symbol, "pqr", CLAUSES, NEGATIONS))
LEXICON = Lexicon(SYMBOLS)
JOINS_TO_A_CLAUSE = re.compile(
    r"\} (only|if|unless|when|whenever|where|wherever|while|whilst|as|once|because|since|until|till"
    r"|before|after|so|lest|though|although|provided|supposing|assuming|except|barring|than"
    r"|the|in|on|at|for|by|with|without|to)\b"
)
EXCEPTIONS = re.compile(r"\b(except|exception|barring|everywhere but|short of|supplied)\b")
ATOMS = tuple(map(Predicate, "pqr"))
MEANING: dict[Form, Callable[..., Formula]] = {
    Form.BASIC: lambda a: a,
    Form.CONDITIONAL: Implies,
    Form.NOT_BOTH: lambda a, b, c: Implies(Not(And(a, b)), c),
    Form.EITHER: lambda a, b, c: Implies(Or(a, b), c),
}


def sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def fillings(text: str, arity: int) -> Iterator[tuple[str, tuple[Formula, ...]]]:
    """The template with each slot affirmed or denied."""
    for denied in product((False, True), repeat=arity):
        clauses = [(NEGATIONS if no else CLAUSES)[at] for at, no in enumerate(denied)]
        literals = tuple(Not(ATOMS[at]) if no else ATOMS[at] for at, no in enumerate(denied))
        yield sentence(text.format(*clauses)), literals


@pytest.mark.parametrize("form", MEANING, ids=lambda form: form.value)
def test_every_template_reads_back_to_exactly_its_formula(form: Form) -> None:
    for text in set(templates().by_form[form]):
        for each, literals in fillings(text, form.arity):
            meant = MEANING[form](*literals)
            assert template_readings(each, LEXICON) == (meant,), each
            assert form_of(meant) is form


def test_wordings_vary_and_none_reads_as_an_exception_to_a_rule() -> None:
    known = templates()
    for form in (Form.CONDITIONAL, Form.NOT_BOTH, Form.EITHER):
        assert len(set(known.by_form[form])) >= 4
        assert set(known.plain[form]) <= set(known.by_form[form])
    assert set(known.questions) == {"3c1e", "3e1c", "missing"}
    for stems in known.questions.values():
        assert len(set(stems)) >= 5
    shown = [
        text for texts in (*known.by_form.values(), *known.questions.values()) for text in texts
    ]
    assert [text for text in shown if EXCEPTIONS.search(text.lower())] == []


def test_no_connective_comes_right_after_a_clause_whose_negation_could_take_it_in() -> None:
    # "The lake does not freeze whenever the wind blows" says that it never freezes in wind, or
    # that it does not always: "not" may reach over what follows its clause. So a template puts
    # such a connective before both clauses, or a comma before it, which the negation cannot cross.
    shown = [text for texts in templates().by_form.values() for text in texts]
    assert JOINS_TO_A_CLAUSE.search("{1} whenever {0}")
    assert [text for text in shown if JOINS_TO_A_CLAUSE.search(text)] == []


def test_every_lead_is_read_as_drawing_a_conclusion() -> None:
    for lead in templates().leads:
        for text in set(templates().by_form[Form.CONDITIONAL]):
            shown = sentence(lead + text.format(*CLAUSES))
            assert conclusion_readings(shown, LEXICON) == (Implies(*ATOMS[:2]),), shown
            assert template_readings(shown, LEXICON) == ()
    assert conclusion_readings("The raven flies.", LEXICON) == ()


def test_a_wording_that_leaves_its_scope_open_would_be_noticed() -> None:
    shown = "The ptarmigan sings if the quagga walks or the raven flies."
    assert len(template_readings(shown, LEXICON)) == 2
