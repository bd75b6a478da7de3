"""Words a question in English, and in symbols.

Each variable stands for a proposition of the bank, unrelated to the others, so the passage makes
sense only as logic. A variable that recurs changes its wording: text and paraphrase when affirmed;
its natural negation, then phrases that negate text and paraphrase, when negated. The next wording
depends on those used before, never on the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.core.rotations import LETTERS
from engine.decide.draft import ChoiceDraft
from engine.families.divlogiceval.params import Cell
from engine.families.divlogiceval.propositions import FORMS, VARIABLES, Proposition, formula
from engine.families.divlogiceval.question import Question
from engine.language import Proposition as Clause
from engine.language import fill
from engine.language.drawing import draw_propositions
from engine.language.lexicon import denial
from engine.language.templates import THEREFORE, templates
from engine.logic import Formula, show

ENGLISH, SYMBOLIC = "english", "symbolic"

_AFFIRMED = ("text", "paraphrase")

_NAMES = "pqrstuvw"
_PHRASED = 0.2
"""How often a phrase negates a literal whose natural negation is still unused."""


class _Shown(NamedTuple):
    """A question in the order shown; `gold` is the letter of its answer."""

    passage: tuple[Proposition, ...]
    options: tuple[Proposition, ...]
    conclusion: Proposition | None
    gold: str


def drafts_of(
    question: Question,
    cell: Cell,
    source: str,
    with_twin: bool,
    rejected: tuple[tuple[str, int], ...],
    rng: Random,
) -> tuple[ChoiceDraft, ...]:
    """The question in English and, as its twin, in symbols."""
    shown = _in_order(question, cell.key, rng)
    names = dict(enumerate(rng.sample(_NAMES, VARIABLES), 1))
    meaning = dict(zip(names, draw_propositions(source, VARIABLES, rng), strict=True))
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
        texts=tuple(map(writer.sentence, shown.options)),
        symbols=tuple(
            meaning[variable].symbol(names[variable])
            for variable in sorted(_variables(shown), key=names.__getitem__)
        ),
        premises=_formulas(shown.passage, names),
        options=_formulas(shown.options, names),
        conclusion=None if conclusion is None else formula(conclusion, names),
        intended=shown.gold,
        structure=question.structure,
        rejected=rejected,
    )
    return (english, _twin(english)) if with_twin else (english,)


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


def _variables(shown: _Shown) -> set[int]:
    conclusion = () if shown.conclusion is None else (shown.conclusion,)
    stated = (*shown.passage, *shown.options, *conclusion)
    return {abs(literal) for proposition in stated for literal in proposition.literals}


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
        """A proposition as a sentence of its own."""
        return fill(self._pattern(proposition), self._clauses(proposition))

    def conclusion(self, proposition: Proposition) -> str:
        """The same, drawn as the passage's conclusion."""
        lead = self._one_of(templates().leads)
        return fill(lead + self._pattern(proposition), self._clauses(proposition))

    def _clauses(self, proposition: Proposition) -> list[Clause]:
        return [self.meaning[abs(literal)] for literal in proposition.literals]

    def _pattern(self, proposition: Proposition) -> str:
        pattern = self._one_of(templates().by_form[FORMS[proposition.kind]])
        return pattern.format(
            *map(self._literal, *zip(*enumerate(proposition.literals), strict=True))
        )

    def _literal(self, slot: int, literal: int) -> str:
        """The pattern of a literal in a slot, such as `{0.text}`."""
        variable = abs(literal)
        if literal > 0:
            return f"{{{slot}.{self._least_used(variable, self._affirmed(variable))}}}"
        if self._is_negated(variable):
            return f"{{{slot}.negation}}"
        phrase, wording = self._denial(variable)
        return phrase.format(f"{{{slot}.{wording}}}")

    def _affirmed(self, variable: int) -> tuple[str, ...]:
        return _AFFIRMED if self.meaning[variable].paraphrase is not None else _AFFIRMED[:1]

    def _is_negated(self, variable: int) -> bool:
        """Whether to use the natural negation of a variable now, at most once."""
        meant = self.meaning[variable]
        is_open = (variable, "negation") not in self.used and meant.negation != denial(meant.text)
        if is_open and self.rng.random() >= _PHRASED:
            self.used[variable, "negation"] = 1
            return True
        return False

    def _denial(self, variable: int) -> tuple[str, str]:
        """The phrase that negates a variable and the wording in it, each the least used."""
        wording = self._least_used(variable, self._affirmed(variable))
        return self._least_used(variable, templates().denials), wording

    def _least_used(self, variable: int, texts: Sequence[str]) -> str:
        """A least used text of the variable, which is then counted."""
        counts = [self.used.get((variable, text), 0) for text in texts]
        fewest = min(counts)
        text = self._one_of([t for t, n in zip(texts, counts, strict=True) if n == fewest])
        self.used[variable, text] = fewest + 1
        return text

    def _one_of(self, texts: Sequence[str]) -> str:
        return texts[int(self.rng.random() * len(texts))]
