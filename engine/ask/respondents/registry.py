"""The built-in respondents by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from engine.ask.baselines.bag import BagOfWords
from engine.ask.baselines.choices import (
    OptionRule,
    OptionWords,
    longest,
    overlap,
    shortest,
    unlikeness,
)
from engine.ask.baselines.cues import (
    Shortcut,
    atom_polarity,
    bare_statement,
    negation_cue,
    substring,
)
from engine.ask.baselines.formal import Uniform
from engine.ask.baselines.naive import Chance, Constant, Majority
from engine.ask.baselines.provers import LONGEST, Prover, Solver
from engine.ask.baselines.signs import SIGN_RULES
from engine.ask.prompts import QuestionKind
from engine.ask.respondents.protocol import Respondent
from engine.core.errors import InputError
from engine.core.items import Label

PREFIX = "baseline:"
_REFERENCES = (Constant, Shortcut)
_LIKENESS = 0.7
"""The similarity of `constant-x` to `constant-true`; names of real models are far below."""

_FOR_STATEMENTS: dict[str, Callable[[], Respondent]] = {
    "random": Chance,
    "majority": Majority,
    **{f"constant-{label}": partial(Constant, label) for label in Label},
    "negation-cue": partial(Shortcut, "negation-cue", negation_cue),
    "bare-statement": partial(Shortcut, "bare-statement", bare_statement),
    "substring": partial(Shortcut, "substring", substring),
    "atom-polarity": partial(Shortcut, "atom-polarity", atom_polarity),
    "bag-of-words": BagOfWords,
    **{f"prover-{steps}": partial(Prover, steps) for steps in range(1, LONGEST + 1)},
    "solver": Solver,
}
_FOR_CHOICES: dict[str, Callable[[], Respondent]] = {
    "random": Chance,
    "majority": Majority,
    "longest-option": partial(OptionRule, "longest-option", longest),
    "shortest-option": partial(OptionRule, "shortest-option", shortest),
    "most-overlap": partial(OptionRule, "most-overlap", overlap),
    "least-overlap": partial(OptionRule, "least-overlap", unlikeness),
    "option-words": OptionWords,
    "solver": Solver,
}

_FOR_ALL_INFERENCES: dict[str, Callable[[], Respondent]] = {
    "random": Chance,
    "majority": Majority,
    "negation-cue": partial(Shortcut, "negation-cue", negation_cue),
    "bare-statement": partial(Shortcut, "bare-statement", bare_statement),
    "substring": partial(Shortcut, "substring", substring),
    **{name: partial(Shortcut, name, rule) for name, rule in SIGN_RULES.items()},
    "bag-of-words": BagOfWords,
    "solver": Solver,
}


def _with_constants(*answers: str) -> dict[str, Callable[[], Respondent]]:
    """The respondents for questions whether a conclusion follows, with a constant per answer."""
    constants = {f"constant-{answer}": partial(Constant, answer) for answer in answers}
    return {**constants, **_FOR_ALL_INFERENCES}


_FOR_COUNTERMODELS: dict[str, Callable[[], Respondent]] = {
    "all-true": partial(Uniform, "all-true", True),
    "all-false": partial(Uniform, "all-false", False),
    "solver": Solver,
}
_FOR_SETS: dict[str, Callable[[], Respondent]] = {
    name: _FOR_CHOICES[name]
    for name in ("random", "longest-option", "shortest-option", "most-overlap", "least-overlap")
} | {"solver": Solver}

_FOR: dict[QuestionKind, dict[str, Callable[[], Respondent]]] = {
    QuestionKind.STATEMENT: _FOR_STATEMENTS,
    QuestionKind.CHOICE: _FOR_CHOICES,
    QuestionKind.TWO_WAY: _with_constants("yes", "no"),
    QuestionKind.THREE_WAY: _with_constants("follows", "contradicts", "neither"),
    QuestionKind.SYMBOLIZATION: {"solver": Solver},
    QuestionKind.COUNTERMODEL: _FOR_COUNTERMODELS,
    QuestionKind.VALIDITY: _FOR_SETS,
}

BASELINES = {name: made for named in _FOR.values() for name, made in named.items()}
"""Every built-in respondent by name; each value makes a new one."""


def baselines_for(kind: QuestionKind) -> tuple[str, ...]:
    """The names of the built-in respondents that answer questions of one kind."""
    return tuple(_FOR[kind])


def references_for(kind: QuestionKind) -> tuple[str, ...]:
    """The constants and shortcut rules shown on every board of one kind of question.

    Only questions whether a conclusion follows have them. Their scores put accuracy into
    perspective and cost nothing.
    """
    if kind not in (QuestionKind.TWO_WAY, QuestionKind.THREE_WAY):
        return ()
    return tuple(name for name, made in _FOR[kind].items() if isinstance(made(), _REFERENCES))


def is_baseline(name: str) -> bool:
    """Whether a name is that of a built-in respondent, such as `random` or `baseline:random`."""
    return name.startswith(PREFIX) or name in BASELINES


def name_problem(name: str) -> str | None:
    """Why a submitted or imported model cannot have a name, as a sentence; None if it can.

    A model named like a built-in respondent would take its place.

    >>> name_problem("Prover-7 ")
    'the name begins or ends with a blank'
    >>> name_problem("Prover-7")
    "'Prover-7' is the name of a built-in respondent; give another"
    >>> name_problem("deepseek-prover-v2")
    """
    if not name.strip():
        return "the name is blank"
    if name != name.strip():
        return "the name begins or ends with a blank"
    if not name.isprintable():
        return f"the name {name!r} has unprintable characters"
    plain = unicodedata.normalize("NFKC", name).casefold()
    if is_baseline(plain) or re.fullmatch(r"prover-\d+", plain):
        return f"{name!r} is the name of a built-in respondent; give another"
    return None


def resembles_baseline(name: str) -> bool:
    """Whether a name looks like a misspelt built-in respondent.

    >>> resembles_baseline("prover-99"), resembles_baseline("deepseek-prover-v2")
    (True, False)
    """
    return bool(get_close_matches(name.casefold(), BASELINES, n=1, cutoff=_LIKENESS))


def respondent(name: str) -> Respondent:
    """The built-in respondent with a name, which may start with `baseline:`.

    Raises:
        InputError: there is no such respondent.
    """
    short = name.removeprefix(PREFIX)
    if short not in BASELINES:
        raise InputError(
            f"there is no built-in respondent {short!r}; choose one of {', '.join(BASELINES)}"
        )
    return BASELINES[short]()
