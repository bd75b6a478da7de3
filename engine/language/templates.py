"""Wordings of whole sentences around literals, from `data/lexicon/templates.toml`.

A template is a whole sentence around literals: unlike the wordings of `expressions`, which nest,
it stands for one of the three kinds of proposition that the paper's inference rules start
from (Equations 1a to 1c), or for a literal.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Any, NamedTuple

from engine.core.errors import InputError
from engine.core.resources import data_file
from engine.language.chart import Grammar
from engine.language.expressions import Form, Place, Slot, Wording
from engine.language.lexicon import Lexicon
from engine.language.reading import readings
from engine.logic.syntax import And, Formula, Implies, Not, Or

_FILE = "lexicon/templates.toml"
THEREFORE = "∴ "
"""What stands before a conclusion in symbols."""

_FORMS = {
    "literal": Form.BASIC,
    "conditional": Form.CONDITIONAL,
    "not-both": Form.NOT_BOTH,
    "either": Form.EITHER,
}


@dataclass(frozen=True, slots=True)
class Templates:
    """All templates, by the form that they express; written with slots {0}, {1} and {2}.

    In `by_form` each is as often as it weighs; `plain` has those of options and conclusions.
    `leads` come before a conclusion; `questions` are stems by type of question.
    """

    by_form: dict[Form, tuple[str, ...]]
    plain: dict[Form, tuple[str, ...]]
    leads: tuple[str, ...]
    questions: dict[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def templates() -> Templates:
    """The templates of the data file.

    Raises:
        InputError: one does not use each slot of its form once.
    """
    tables = _tables()
    return Templates(
        by_form={
            form: tuple(
                _numbered(form, text)
                for text, weight in tables["propositions"][name].items()
                for _ in range(weight)
            )
            for name, form in _FORMS.items()
        },
        plain={
            form: tuple(_numbered(form, text) for text in tables["plain"][name])
            for name, form in _FORMS.items()
        },
        leads=tuple(text.removesuffix("{conclusion}") for text in tables["conclusion"]["leads"]),
        questions={name: tuple(texts) for name, texts in tables["questions"].items()},
    )


class FirstWords(NamedTuple):
    """What tells of a sentence's first word whether it is a verb; in lower case."""

    verbs: frozenset[str]
    nouns_in_ing: frozenset[str]


@lru_cache(maxsize=1)
def first_words() -> FirstWords:
    """The word lists by which sentences that begin with a verb are left out (Appendix C)."""
    table = _tables()["first-word"]
    return FirstWords(frozenset(table["verbs"]), frozenset(table["nouns-in-ing"]))


def form_of(formula: Formula) -> Form | None:
    """The form whose templates word a formula over literals; None if there is none."""
    match formula:
        case Implies(left=Not(operand=And())):
            return Form.NOT_BOTH
        case Implies(left=Or()):
            return Form.EITHER
        case Implies():
            return Form.CONDITIONAL
        case _:
            return Form.BASIC


def template_readings(sentence: str, lexicon: Lexicon) -> tuple[Formula, ...]:
    """All formulas that a sentence can mean, by the templates and all other wordings together."""
    return readings(sentence, lexicon, _grammar())


def leads(sentence: str) -> list[str]:
    """The leads with which a sentence begins, as one does that draws a conclusion."""
    lowered = sentence[:1].lower() + sentence[1:]
    return [lead for lead in templates().leads if lowered.startswith(lead)]


def conclusion_readings(sentence: str, lexicon: Lexicon) -> tuple[Formula, ...]:
    """All formulas that a sentence can state as a conclusion, with a lead before it."""
    found = [
        formula
        for lead in leads(sentence)
        for formula in template_readings(sentence[len(lead) :], lexicon)
    ]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1)
def _tables() -> dict[str, Any]:  # Any: the values are texts and tables of texts
    return tomllib.loads(data_file(_FILE).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _grammar() -> Grammar:
    """The templates as wordings: free to stand in each other, as a reader might take them."""
    known = templates()
    of_forms = [
        _wording(form, text)
        for form, texts in known.by_form.items()
        for text in dict.fromkeys(texts)
        if text != "{0}"
    ]
    return Grammar(tuple(of_forms))


def _wording(form: Form, text: str) -> Wording:
    texts, slots = [""], []
    for literal, name, _, _ in Formatter().parse(text):
        texts[-1] += literal
        if name is not None:
            slots.append(Slot(int(name), Place.PLAIN))
            texts.append("")
    return Wording(form, Place.WHOLE, tuple(texts), tuple(slots))


def _numbered(form: Form, text: str) -> str:
    names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    if sorted(names) != list("abc"[: form.arity]):
        raise InputError(
            f"templates.toml: the {form.value} wording {text!r} must use each of its"
            f" {form.arity} slots exactly once"
        )
    return text.format(a="{0}", b="{1}", c="{2}")
