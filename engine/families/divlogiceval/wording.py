"""Words a question in English, and in symbols.

Each variable stands for a proposition of the bank, unrelated to the others, so the passage makes
sense only as logic. A variable that recurs changes its wording if it is affirmed, from its text to
its paraphrase and back; denied, it is its own negative sentence. No wording depends on the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from random import Random
from typing import NamedTuple

from engine.core.rotations import LETTERS
from engine.decide.draft import ChoiceDraft
from engine.families.divlogiceval.params import Cell, Params
from engine.families.divlogiceval.propositions import FORMS, Proposition, formula
from engine.families.divlogiceval.question import Question
from engine.language import Proposition as Clause
from engine.language import fill
from engine.language.drawing import draw_propositions
from engine.language.expressions import Form
from engine.language.templates import THEREFORE, templates
from engine.logic import Formula, show

ENGLISH, SYMBOLIC = "english", "symbolic"

_AFFIRMED = ("text", "paraphrase")

_NAMES = "hijklmnopqrstuvw"
_LONGEST = 30
"""The most words of a sentence."""
_FEWEST = 2
"""The words that the shortest templates add to their clauses."""
_DRAWS = 60
"""Draws of propositions before those with the shortest sentences are taken."""


class _Shown(NamedTuple):
    """A question in the order shown; `gold` is the letter of its answer."""

    passage: tuple[Proposition, ...]
    options: tuple[Proposition, ...]
    conclusion: Proposition | None
    gold: str

    @property
    def stated(self) -> tuple[Proposition, ...]:
        """All propositions that it shows."""
        conclusion = () if self.conclusion is None else (self.conclusion,)
        return (*self.passage, *conclusion, *self.options)


def drafts_of(
    question: Question,
    cell: Cell,
    params: Params,
    rejected: tuple[tuple[str, int], ...],
    rng: Random,
) -> tuple[ChoiceDraft, ...]:
    """The question in English and, with twins, in symbols."""
    shown = _in_order(question, cell.key, rng)
    variables = sorted({abs(literal) for one in shown.stated for literal in one.literals})
    letters = rng.sample(_NAMES[-len(variables) :], len(variables))
    names = dict(zip(variables, letters, strict=True))
    meaning = _meanings(shown, variables, params.source, rng)
    writer = _Writer(meaning, rng)
    conclusion = shown.conclusion
    english = ChoiceDraft(
        role=ENGLISH,
        language="en",
        split=cell.split,
        question_type=cell.question_type,
        passage=(
            *map(writer.sentence, shown.passage),
            *([] if conclusion is None else [writer.conclusion(conclusion)]),
        ),
        question=rng.choice(templates().questions[cell.question_type]),
        texts=tuple(map(writer.plain, shown.options)),
        symbols=tuple(
            meaning[variable].symbol(names[variable])
            for variable in sorted(variables, key=names.__getitem__)
        ),
        premises=_formulas(shown.passage, names),
        options=_formulas(shown.options, names),
        conclusion=None if conclusion is None else formula(conclusion, names),
        intended=shown.gold,
        structure=question.structure,
        rejected=rejected,
    )
    return (english, _twin(english)) if params.twins else (english,)


def _in_order(question: Question, key: str, rng: Random) -> _Shown:
    """Passage and wrong options in random order, the right one at its letter."""
    passage = [_either_way(one, rng) for one in question.passage]
    rng.shuffle(passage)
    options = [_either_way(one, rng) for one in question.others]
    rng.shuffle(options)
    options.insert(LETTERS.index(key), _either_way(question.key, rng))
    return _Shown(tuple(passage), tuple(options), question.conclusion, key)


def _either_way(proposition: Proposition, rng: Random) -> Proposition:
    """The literals of a compound antecedent in either order."""
    kind, literals = proposition
    if len(literals) == 3 and rng.random() < 0.5:
        return Proposition(kind, (literals[1], literals[0], literals[2]))
    return proposition


def _formulas(propositions: Sequence[Proposition], names: Mapping[int, str]) -> tuple[Formula, ...]:
    return tuple(formula(proposition, names) for proposition in propositions)


def _twin(english: ChoiceDraft) -> ChoiceDraft:
    """The same question in symbols: the same stem, letters and order, formulas for sentences."""
    conclusion = english.conclusion
    return english._replace(
        role=SYMBOLIC,
        language="symbolic",
        passage=(
            *map(show, english.premises),
            *([] if conclusion is None else [f"{THEREFORE}{show(conclusion)}"]),
        ),
        texts=tuple(map(show, english.options)),
        rejected=(),
    )


class _Writer:
    """Words propositions one after another, varying the wording of those that recur."""

    def __init__(self, meaning: Mapping[int, Clause], rng: Random) -> None:
        self.meaning = meaning
        self.rng = rng
        self.used: dict[tuple[int, str], int] = {}

    def sentence(self, proposition: Proposition) -> str:
        """A proposition as a sentence of its own, in a template short enough for its clauses."""
        left = _LONGEST - sum(map(_room, self._clauses(proposition)))
        return self._in(_fitting(FORMS[proposition.kind], max(left, _FEWEST)), proposition)

    def plain(self, proposition: Proposition, lead: str = "") -> str:
        """The same in a plain template, as options have it."""
        return self._in(templates().plain[FORMS[proposition.kind]], proposition, lead)

    def conclusion(self, proposition: Proposition) -> str:
        """The same, drawn as the passage's conclusion."""
        return self.plain(proposition, self._one_of(templates().leads))

    def _in(self, texts: Sequence[str], proposition: Proposition, lead: str = "") -> str:
        pattern = self._one_of(texts)
        wordings = map(self._wording, proposition.literals)
        slots = [f"{{{slot}.{wording}}}" for slot, wording in enumerate(wordings)]
        return fill(lead + pattern.format(*slots), self._clauses(proposition))

    def _clauses(self, proposition: Proposition) -> list[Clause]:
        return [self.meaning[abs(literal)] for literal in proposition.literals]

    def _wording(self, literal: int) -> str:
        """The negation of a negated literal, else the text or paraphrase that is used less."""
        variable = abs(literal)
        if literal < 0:
            return "negation"
        if self.meaning[variable].paraphrase is None:
            return "text"
        counts = [self.used.get((variable, text), 0) for text in _AFFIRMED]
        fewest = min(counts)
        wording = self._one_of([t for t, n in zip(_AFFIRMED, counts, strict=True) if n == fewest])
        self.used[variable, wording] = fewest + 1
        return wording

    def _one_of(self, texts: Sequence[str]) -> str:
        return texts[int(self.rng.random() * len(texts))]


def _meanings(
    shown: _Shown, variables: Sequence[int], source: str, rng: Random
) -> dict[int, Clause]:
    """Propositions for the variables, drawn again while a sentence may become too long."""
    stated = [tuple(map(abs, one.literals)) for one in shown.stated]
    found: list[tuple[int, dict[int, Clause]]] = []
    while not found or (found[-1][0] > _LONGEST - _FEWEST and len(found) < _DRAWS):
        drawn = draw_propositions(source, len(variables), rng)
        meaning = dict(zip(variables, drawn, strict=True))
        room = {variable: _room(clause) for variable, clause in meaning.items()}
        found.append((max(sum(map(room.__getitem__, one)) for one in stated), meaning))
    return min(found, key=itemgetter(0))[1]


@lru_cache(maxsize=1 << 15)
def _room(clause: Clause) -> int:
    """The words to allow for a clause, whatever its sign and wording: those of the longest."""
    worded = (clause.text, clause.negation, clause.paraphrase or "")
    return max(len(text.split()) for text in worded)


@lru_cache(maxsize=1 << 7)
def _fitting(form: Form, left: int) -> tuple[str, ...]:
    """The templates of a form that add at most this many words."""
    return tuple(
        text for text in templates().by_form[form] if len(text.split()) - form.arity <= left
    )
