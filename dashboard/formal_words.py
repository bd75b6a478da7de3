"""Words for tasks, languages and mistakes of questions whose answers are formulas or structures."""

from __future__ import annotations

TASKS = {
    "symbolization": "Symbolization",
    "countermodel": "Countermodel",
    "validity": "Validity",
}
LANGUAGES = {"en": "English", "carroll": "Carroll", "formal": "formulas"}

MISTAKES = {
    "ill_formed": "does not parse",
    "unknown_symbol": "a symbol that the key does not have",
    "wrong_arity": "a letter with the wrong number of places",
    "free_variable": "a variable that is not bound",
    "not_equivalent": "well formed, and not equivalent",
    "wrong_domain": "another domain than the one asked for",
    "missing_interpretation": "a symbol left out",
    "malformed": "an extension of the wrong shape",
    "outside_domain": "individuals outside the domain",
    "false_premise": "well formed, and a premise is false",
    "true_conclusion": "well formed, and the conclusion is true",
    "superset": "all right options, and others",
    "subset": "some right options, and no others",
    "overlap": "some right options, and others",
    "disjoint": "no right option, but others",
    "none": "none chosen",
    "no_answer": "no readable answer",
    "error": "no reply",
    "undecided": "not settled",
    "wrong": "wrong",
}
"""What is wrong with an answer, as the view `mistakes` has it."""


def cell(task: str, language: str) -> str:
    """A task in one language."""
    return TASKS[task] if language == "formal" else f"{TASKS[task]}, {LANGUAGES[language]}"
