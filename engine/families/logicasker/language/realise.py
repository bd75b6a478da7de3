"""English sentences for formulas with quantifiers over people.

The outermost variable is named by the subject of its quantifier (“every baker sings”), else “they”;
with two in scope, “the former” and “the latter”. A verb is never negated right after “everyone”,
“every”, “not” or “no one”, where English leaves the scope of the negation open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from random import Random
from typing import NamedTuple

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicasker.language.canonical import BOUND, canonical
from engine.families.logicasker.language.phrases import EVERYONE_SOMEONE, Phrases, known
from engine.families.logicasker.language.terms import Vocabulary, vocabulary_of
from engine.families.logicasker.language.wordings import Form, kinds_of, of
from engine.logic.occurrences import free_variables
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
    Constant,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Top,
    Variable,
)

MAX_WORDED_DEPTH = 40
TRUTH = {Top: "zero equals zero", Bottom: "zero equals one"}
"""The clauses for ⊤ and ⊥, which are true and false whatever people do."""

# How often ∀x R(a, x) has everyone as its subject (“everyone is admired by Karen”).
_SHARE_AS_SUBJECT = 0.5
_CONNECTIVES: dict[type[Formula], Form] = {
    And: Form.CONJUNCTION,
    Or: Form.DISJUNCTION,
}


def sentence(formula: Formula, vocabulary: Iterable[Symbol], rng: Random) -> str:
    """The formula in English, with a capital letter and a full stop.

    Raises:
        InputError: a symbol is missing, or English has no sentence for the formula: see
            `canonical`, and there is none for a third variable outside a clause of its own.
    """
    if formula.depth > MAX_WORDED_DEPTH:
        raise InputError(
            f"a formula nested {formula.depth} deep cannot be put into readable English; "
            f"keep it within {MAX_WORDED_DEPTH}"
        )
    writer = _Writer(vocabulary_of(tuple(vocabulary)), rng)
    text = writer.whole(canonical(formula))
    return f"{text[0].upper()}{text[1:]}."


class _Place(Enum):
    """Where a clause stands: its neighbours decide how it may be worded."""

    WHOLE = "a sentence of its own"
    ANTECEDENT = "between “if” and its comma"
    FIRST = "between the opening words of a compound and the comma before its second part"
    BODY = "after “such that”"
    CLOSED = "anywhere else"


class _Clause(NamedTuple):
    """A clause, and whether it is a single one that contains no other."""

    text: str
    is_single: bool


class _Writer:
    """Words the formulas of one item; `depth` is the number of variables in scope."""

    def __init__(self, vocabulary: Vocabulary, rng: Random) -> None:
        self._words = vocabulary
        self._draw = rng.random
        self._phrases = Phrases(vocabulary, self._choose)

    def whole(self, formula: Formula) -> str:
        """The formula as a sentence, without capital and stop."""
        return self.clause(formula, 0, _Place.WHOLE).text

    def clause(self, formula: Formula, depth: int, place: _Place = _Place.CLOSED) -> _Clause:
        """The formula as a clause, with pronouns for the variables in scope."""
        if (plain := self._plain(formula, depth)) is not None:
            return _Clause(plain, True)
        if (said := self._of_them(formula, depth)) is not None:
            return said
        match formula:
            case Not(operand=Quantified() as inner):
                return self._quantified(inner, depth, is_denied=True)
            case Quantified():
                return self._quantified(formula, depth)
            case Not(operand=And() as inner):
                return self._joined(inner, Form.NOT_CONJUNCTION, depth, _Place.CLOSED)
            case Not(operand=Iff() as inner):
                return self._compound(Form.NEGATION, "plain", self._equated(inner, depth, place))
            case Not(operand=operand):
                return self._compound(Form.NEGATION, "plain", self.clause(operand, depth))
            case Implies(left=left, right=right):
                antecedent = self._after(("if ",), self.clause(left, depth, _Place.ANTECEDENT))
                return self._compound(
                    Form.CONDITIONAL, "plain", antecedent, self.clause(right, depth)
                )
            case Iff():
                return self._equated(formula, depth, place)
            case And() | Or():
                return self._joined(formula, _CONNECTIVES[type(formula)], depth, place)
            case _:
                raise InputError(f"no English for {type(formula).__name__}")

    def _of_them(self, formula: Formula, depth: int) -> _Clause | None:
        """“They both sing and are tall”, where that is all a compound says."""
        inner = formula.operand if isinstance(formula, Not) else formula
        if depth != 1 or not isinstance(inner, And | Or):
            return None
        verb = self._phrases.phrase(inner, 0, is_plural=True)
        if verb is None:
            return None
        said = _Clause(f"they {verb}", False)
        return said if inner is formula else self._compound(Form.NEGATION, "plain", said)

    def _joined(self, formula: Binary, form: Form, depth: int, place: _Place) -> _Clause:
        is_denied = form is Form.NOT_CONJUNCTION
        left = self.clause(formula.left, depth, _Place.CLOSED if is_denied else _Place.FIRST)
        right = self.clause(formula.right, depth)
        kind = "long"
        if left.is_single and right.is_single:
            kind = "open" if _is_open(formula, place) else "short"
        if form is Form.DISJUNCTION:
            left = self._after(("either ",), left)
        return self._compound(form, kind, left, right)

    def _equated(self, formula: Iff, depth: int, place: _Place) -> _Clause:
        """“If and only if” between single clauses that nothing precedes, else before both."""
        left = self.clause(formula.left, depth, _Place.ANTECEDENT)
        right = self.clause(formula.right, depth)
        if left.is_single and right.is_single and _is_open(formula, place):
            return self._compound(Form.BICONDITIONAL, "open", left, right)
        return self._compound(Form.BICONDITIONAL, "closed", self._after(("if ",), left), right)

    def _after(self, words: tuple[str, ...], clause: _Clause) -> _Clause:
        """Prefix words to the clause, such that none of them repeats right after another."""
        if not clause.text.startswith(words):
            return clause
        return self._compound(Form.AFFIRMATION, "plain", clause)

    def _compound(self, form: Form, kind: str, *parts: _Clause) -> _Clause:
        slots = {name: part.text for name, part in zip("ab", parts, strict=False)}
        return _Clause(self._choose(of(form, kind)).format(**slots), False)

    def _choose(self, texts: Sequence[str]) -> str:
        return texts[int(self._draw() * len(texts))]

    def _plain(self, formula: Formula, depth: int) -> str | None:
        """A clause without connectives, about names and pronouns; None if there is none."""
        if isinstance(formula, Top | Bottom):
            return TRUTH[type(formula)]
        is_denied = isinstance(formula, Not)
        atom = formula.operand if isinstance(formula, Not) else formula
        if isinstance(atom, Quantified):
            return None if is_denied else self._with_quantified_object(atom, depth)
        if not isinstance(atom, Predicate):
            return None
        if not atom.args:
            proposition = known(self._words.propositions, atom.name)
            return proposition.negation if is_denied else proposition.text
        subject = self._phrases.subject(atom.args[0], depth)
        verb = self._phrases.verb(atom, is_denied, is_plural=subject == "they")
        if len(atom.args) == 1:
            return f"{subject} {verb}"
        if atom.args[0] == atom.args[1] and subject == "they":
            return f"{subject} {verb} themselves"
        return f"{subject} {verb} {self._phrases.object_(atom.args[1], depth)}"

    def _with_quantified_object(self, formula: Quantified, depth: int) -> str | None:
        """“Karen admires everyone”, for a name or pronoun."""
        match formula.body:
            case Predicate(args=(Constant() | Variable() as doer, Variable() as done)):
                if done != formula.variable or doer == formula.variable or depth > 2:
                    return None
                if self._draw() < _SHARE_AS_SUBJECT:
                    return None
                subject = self._phrases.subject(doer, depth)
                verb = self._phrases.verb(formula.body, False, is_plural=subject == "they")
                return f"{subject} {verb} {EVERYONE_SOMEONE[type(formula)]}"
        return None

    def _quantified(self, formula: Quantified, depth: int, *, is_denied: bool = False) -> _Clause:
        options = self._options(formula, depth, is_denied)
        if not options:
            return self._generic(formula, depth, is_denied)
        return options[int(self._draw() * len(options))]

    def _generic(self, formula: Quantified, depth: int, is_denied: bool) -> _Clause:
        """A wording that fits any body, with pronouns for the variable."""
        inner = self._inner(formula.body, depth + 1)
        texts = of(_form(formula, is_denied), "clause")
        return _Clause(self._choose(texts).format(a=inner.text), False)

    def _inner(self, body: Formula, depth: int) -> _Clause:
        """What follows “that”: existentials are worded “there is”, to stay inside."""
        inner = body.operand if isinstance(body, Not) else body
        if isinstance(inner, Exists):
            there = [
                option
                for option in self._options(inner, depth, inner is not body)
                if option.text.startswith("there is ")
            ]
            if not there:
                return self._generic(inner, depth, inner is not body)
            return there[int(self._draw() * len(there))]
        return self.clause(body, depth, _Place.BODY)

    def _options(self, formula: Quantified, depth: int, is_denied: bool) -> list[_Clause]:
        """Wordings in which the variable is a subject and needs no pronoun, or only after “if”."""
        form, body = _form(formula, is_denied), formula.body
        if form is Form.UNIVERSAL and (denied := self._of_no_one(body, depth)) is not None:
            return denied
        return [*self._of_verbs(form, formula, depth), *self._of_conditions(form, body, depth)]

    def _of_no_one(self, body: Formula, depth: int) -> list[_Clause] | None:
        """Of ∀x ¬v and ∀x (… → ¬v): “no one …”; None for anything else, and for ¬¬."""
        said = body.right if isinstance(body, Implies) else body
        if not isinstance(said, Not) or isinstance(said.operand, Not | Implies | Iff):
            return None
        inner = said.operand
        if isinstance(body, Implies):
            affirmed: Formula = Implies(body.left, inner)
        else:
            affirmed = inner
        form = Form.UNIVERSAL_DENIAL
        quantified = Forall(BOUND[depth], affirmed)
        found = [*self._of_verbs(form, quantified, depth)]
        return [*found, *self._of_conditions(form, affirmed, depth)] or None

    def _of_verbs(self, form: Form, formula: Quantified, depth: int) -> list[_Clause]:
        body, kinds = formula.body, kinds_of(form)
        is_strict = form is not Form.EXISTENTIAL
        found: list[_Clause] = []

        def add(kind: str, is_single: bool = True, **slots: str) -> None:
            if kind in kinds:
                texts = of(form, kind)
                found.extend(_Clause(text.format(**slots), is_single) for text in texts)

        is_plain = not isinstance(body, And | Or)
        if (verb := self._phrases.phrase(body, depth)) is not None:
            if not (is_strict and isinstance(body, Not)):
                add("verb", is_plain, v=verb)
            add("that", is_plain, v=verb)
        verb = self._phrases.phrase_with_quantified_object(body, depth)
        if verb is not None and form is not Form.UNIVERSAL_DENIAL:
            if isinstance(body, type(formula)):
                add("verb", v=verb)
            if isinstance(body, Forall):
                add("that", v=verb)
        if isinstance(body, Implies if isinstance(formula, Forall) else And):
            left, right = body.children
            is_plain = not isinstance(right, And | Or)
            doer, doing = self._phrases.phrase(left, depth), self._phrases.phrase(right, depth)
            if doer and doing and not (is_strict and isinstance(right, Not)):
                add("who", is_plain, v=doer, w=doing)
                if (noun := self._phrases.noun(left)) is not None:
                    add("noun", is_plain, n=noun, v=doing)
        if (pair := self._phrases.subject_and_verb(body, depth)) is not None:
            add("whom", s=pair[0], r=pair[1])
        return found

    def _of_conditions(self, form: Form, body: Formula, depth: int) -> list[_Clause]:
        """“Everyone … if they …”, where who they are takes a clause."""
        if depth or "if" not in kinds_of(form) or not isinstance(body, Implies | Iff):
            return []
        before, after, kind = body.left, body.right, "if"
        if isinstance(body, Iff):
            before, after, kind = body.right, body.left, "iff"
        elif self._phrases.phrase(before, 0) is not None and form is not Form.EXISTENTIAL:
            return []  # which “everyone who …” says better
        if kind not in kinds_of(form):
            return []
        is_strict = form is not Form.EXISTENTIAL and isinstance(after, Not)
        verb = self._phrases.phrase(after, 0)
        if verb is None or is_strict or BOUND[0] not in free_variables(before):
            return []
        clause = self.clause(before, 1)
        return [_Clause(text.format(v=verb, a=clause.text), False) for text in of(form, kind)]


def _form(formula: Quantified, is_denied: bool) -> Form:
    if isinstance(formula, Forall):
        return Form.NOT_UNIVERSAL if is_denied else Form.UNIVERSAL
    return Form.NOT_EXISTENTIAL if is_denied else Form.EXISTENTIAL


def _is_open(formula: Binary, place: _Place) -> bool:
    """Whether single clauses can be joined here without an opening word.

    Not if the first has a quantifier whose scope could include the second. After “such that” they
    can if the second has a pronoun, which means nothing outside.
    """
    first = formula.left.operand if isinstance(formula.left, Not) else formula.left
    if isinstance(first, Quantified):
        return False
    if place is _Place.BODY:
        return bool(free_variables(formula.right))
    if isinstance(formula, Iff):
        return place is _Place.WHOLE
    is_first = place is _Place.FIRST and isinstance(formula, And)
    return is_first or place in (_Place.WHOLE, _Place.ANTECEDENT)
