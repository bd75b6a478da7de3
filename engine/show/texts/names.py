"""Display names: traits and their values, kinds of respondents, outcomes, mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.families import find_family
from engine.io.exports import words_of
from engine.logic.proofs.rules import rules

ORIGINS = {
    "measured": "Measured here",
    "reproduced": "Reproduced: others' answers and verdicts",
    "regraded": "Regraded: others' answers, our labels and rules",
    "reported": "Reported by others",
}
"""Titles of the provenances, whose scores are ranked together only on request."""

KINDS = {
    "endpoint": "model",
    "baseline": "baseline",
    "oracle": "oracle",
    "human": "human",
    "published": "model, as published",
}

OUTCOMES = {
    "right": "right",
    "wrong": "wrong",
    "no_answer": "no answer",
    "declined": "declined",
    "cut_off": "cut off",
    "contradictory": "contradictory",
    "error": "error",
    "undecided": "undecided",
}

SIGNS = {
    "right": "✓",
    "wrong": "✗",
    **dict.fromkeys(("no_answer", "declined", "cut_off", "contradictory"), "–"),
    "error": "!",
    "undecided": "?",
}
"""A symbol for each outcome, where a word would be too long."""

MISTAKES = {
    "ill_formed": "does not parse",
    "unknown_symbol": "a symbol not in the key",
    "wrong_arity": "a symbol with the wrong arity",
    "free_variable": "an unbound variable",
    "not_equivalent": "well formed, not equivalent",
    "wrong_domain": "not the required domain",
    "missing_interpretation": "a symbol left out",
    "malformed": "an extension of the wrong shape",
    "outside_domain": "individuals outside the domain",
    "false_premise": "well formed, a premise is false",
    "true_conclusion": "well formed, the conclusion is true",
    "superset": "all right options, and others",
    "subset": "some right options, and no others",
    "overlap": "some right options, and others",
    "disjoint": "no right option, but others",
    "none": "none chosen",
    "no_answer": "no readable answer",
    "declined": "declined to answer",
    "cut_off": "cut off",
    "contradictory": "several answers",
    "error": "no reply",
    "undecided": "not settled",
    "wrong": "wrong",
}
"""Kinds of mistakes, as in the view `mistakes`."""

TRAITS = {
    "depth": "Depth",
    "height": "Height",
    "root_form": "Argument form",
    "form_depth1": "Argument form at depth 1",
    "question_type": "Question type",
    "rule": "Rule",
    "category": "Category",
    "skill": "Skill",
    "role": "Role",
    "gold": "Right answer",
    "query_shape": "Shape of the statement",
    "structure": "Structure",
    "domain": "Domain",
    "language": "Language",
    "logic": "Logic",
    "n_premises": "Premises",
    "n_atoms": "Letters",
    "n_distractors": "Premises outside the proof",
    "distractors": "Distractor premises",
    "shown_accurate": "Statement true in the real world",
    "split": "Split",
}
"""Titles of traits, in the order of choice."""

LANGUAGES = {
    "en": "English",
    "carroll": "Carroll",
    "symbolic": "symbols",
    "formal": "formulas",
}

MEASURES = {
    "accuracy": "Accuracy",
    "response_accuracy": "Response accuracy",
    "circular": "Circular",
    "partial_circular": "PartialCircular",
}


def value_name(trait: str, key: str, family: str | None = None) -> str:
    """The label of a trait's value, from its family if it provides one."""
    known = find_family(family) if family else None
    own = known.value_name(trait, key) if known and known.value_name else None
    if own is not None:
        return own
    match trait:
        case "root_form" | "form_depth1":
            rule = rules().get(key)
            name = rule.name if rule else key.replace("_", " ")
            return name[:1].upper() + name[1:]
        case "shown_accurate":
            return {"true": "yes", "false": "no"}.get(key, key)
        case "question_type" if family:
            return words_of(family).tasks.get(key, key)
        case "language":
            return LANGUAGES.get(key, key)
        case _:
            return key


def value_names(trait: str, keys: Iterable[str], family: str | None = None) -> dict[str, str]:
    """The labels of values by key; ambiguous labels include the key.

    >>> value_names("root_form", ["modus_tollens"])
    {'modus_tollens': 'Modus tollens'}
    """
    names = {key: value_name(trait, key, family) for key in keys}
    often = Counter(names.values())
    return {key: name if often[name] == 1 else f"{name} ({key})" for key, name in names.items()}


def form(key: str, family: str | None = None) -> str:
    """The name of an argument form at the beginning of a line, such as `Modus ponens`."""
    return value_name("root_form", key, family)


def points(difference: float) -> str:
    """A difference of two shares in points, with its sign.

    >>> points(-0.125)
    '-12.5'
    """
    return f"{100 * difference:+.1f}"


def between(low: float, high: float) -> str:
    """The ends of the interval of a difference, in points."""
    return f"{points(low)} to {points(high)}"


def ends(low: float | None, high: float | None) -> str:
    """The ends of the interval of a share, or a dash if there is none.

    >>> ends(0.25, 0.5)
    '25.0–50.0%'
    """
    return "–" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}%"
