"""English sentences for formulas with quantifiers over people.

The writer lists the wordings of a formula with how heavy each is. The sentence is the lightest in
which the reader, who brackets at will, finds one reading; equals are drawn by lot.

The outermost variable is named by the subject of its quantifier (“every baker sings”), else “they”;
with two in scope, “the former” and “the latter”. A verb is never denied right after “everyone”,
“every”, “not” or “no one”, where English leaves the scope of the negation open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.families.logicasker.language.canonical import BOUND, canonical
from engine.families.logicasker.language.phrases import (
    EVERYONE_SOMEONE,
    Phrases,
    Worded,
    is_loose_or,
    known,
)
from engine.families.logicasker.language.reading import readings
from engine.families.logicasker.language.terms import TRUTH, Vocabulary, vocabulary_of
from engine.families.logicasker.language.wordings import Form, of
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
_MOST = 40
"""Wordings of a part that are tried: the lightest, and the heaviest, which is never misread."""
_GENERIC = 4
"""The weight of “it is true of everyone that”, which fits any body."""


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
    symbols, meant = tuple(vocabulary), canonical(formula)
    options = _Writer(vocabulary_of(symbols)).clause(meant, 0)
    rng.shuffle(options)
    for option in sorted(options, key=lambda one: one.weight):
        text = f"{option.text[0].upper()}{option.text[1:]}."
        if readings(text, symbols) == (meant,):
            return text
    raise InputError(f"no English sentence has {meant} as its only reading")


class _Writer:
    """Words the formulas of one item; `depth` is the number of variables in scope."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._words = vocabulary
        self._phrases = Phrases(vocabulary)

    def clause(self, formula: Formula, depth: int) -> list[Worded]:
        """Wordings of the formula as a clause, with pronouns for the variables in scope."""
        if (plain := self._plain(formula, depth)) is not None:
            return [Worded(0, plain)]
        them = list(self._of_them(formula, depth))
        others = [
            one._replace(weight=one.weight + bool(them)) for one in self._compounds(formula, depth)
        ]
        return _lightest([*them, *others])

    def _compounds(self, formula: Formula, depth: int) -> Iterator[Worded]:
        match formula:
            case Not(operand=Quantified() as inner):
                yield from self._options(inner, depth, is_denied=True)
            case Quantified():
                yield from self._options(formula, depth)
            case Not(operand=And() | Or() as inner):
                is_and = isinstance(inner, And)
                form = Form.NOT_CONJUNCTION if is_and else Form.NOT_DISJUNCTION
                yield from self._joined(inner, form, depth)
                yield from self._denied(inner, depth)
            case Not(operand=operand):
                yield from self._denied(operand, depth)
            case Implies(left=left, right=right):
                befores = [_not_after_if(one) for one in self.clause(left, depth)]
                yield from _compound(
                    Form.CONDITIONAL, {"plain": 0}, befores, self.clause(right, depth)
                )
            case Iff(left=left, right=right):
                parts = self.clause(left, depth), self.clause(right, depth)
                yield from _compound(Form.BICONDITIONAL, {"short": 0}, *parts)
                befores = [_not_after_if(one) for one in parts[0]]
                yield from _compound(Form.BICONDITIONAL, {"closed": 3}, befores, parts[1])
            case And():
                yield from self._joined(formula, Form.CONJUNCTION, depth)
            case Or():
                yield from self._joined(formula, Form.DISJUNCTION, depth)
            case _:
                raise InputError(f"no English for {type(formula).__name__}")

    def _denied(self, formula: Formula, depth: int) -> Iterator[Worded]:
        weight = 0 if depth == 1 else 1  # “it is not true that they sing and are tall”
        yield from _compound(Form.NEGATION, {"plain": weight}, self.clause(formula, depth))

    def _of_them(self, formula: Formula, depth: int) -> Iterator[Worded]:
        """“They sing and are tall”, where that is all a compound says."""
        if depth == 1:
            for verb in self._phrases.verbs(formula, 0, is_plural=True):
                yield Worded(verb.weight, f"they {verb.text}", verb.is_single)

    def _joined(self, formula: Binary, form: Form, depth: int) -> Iterator[Worded]:
        """Both parts, the first two kinds of wording without opening words."""
        is_open = form in (Form.CONJUNCTION, Form.DISJUNCTION)
        parts = self.clause(formula.left, depth), self.clause(formula.right, depth)
        for left, right in product(*parts):
            is_pair = left.is_single and right.is_single
            closed = "closed" if is_pair else "closed_long"
            kinds = {closed: 0 if depth == 0 else 1}
            if is_open:
                is_loose = form is Form.CONJUNCTION and (is_loose_or(left) or is_loose_or(right))
                kinds = {"long": 3 * is_loose, closed: 1 if form is Form.DISJUNCTION else 3}
                kinds = {"short": 0, **kinds, "long": 1} if is_pair else kinds
            yield from _compound(form, kinds, [left], [right])

    def _plain(self, formula: Formula, depth: int) -> str | None:
        """A clause without connectives, about names and pronouns; None if there is none."""
        if isinstance(formula, Top | Bottom):
            return TRUTH[type(formula)]
        is_denied = isinstance(formula, Not)
        atom = formula.operand if isinstance(formula, Not) else formula
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

    def _options(
        self, formula: Quantified, depth: int, *, is_denied: bool = False
    ) -> Iterator[Worded]:
        """Wordings with the variable as a subject, and one with pronouns that fits any body."""
        body = formula.body
        if isinstance(formula, Exists):
            form = Form.NOT_EXISTENTIAL if is_denied else Form.EXISTENTIAL
        else:
            form = Form.NOT_UNIVERSAL if is_denied else Form.UNIVERSAL
        yield from self._of_verbs(form, body, depth)
        yield from self._of_relations(form, formula, depth)
        if form is Form.UNIVERSAL:
            if isinstance(body, Not):
                yield from self._of_verbs(Form.UNIVERSAL_DENIAL, body.operand, depth)
                yield from self._generic(Form.UNIVERSAL_DENIAL, body.operand, depth)
            if isinstance(body, Implies) and isinstance(body.right, Not):
                denied = Implies(body.left, body.right.operand)
                yield from self._of_verbs(Form.UNIVERSAL_DENIAL, denied, depth)
        if form is Form.EXISTENTIAL and isinstance(body, Not):
            yield from self._generic(Form.EXISTENTIAL_DENIAL, body.operand, depth)
        if depth == 0:
            yield from self._of_conditions(form, body)
        if form is Form.NOT_UNIVERSAL:
            yield from self._denied(formula, depth)
        yield from self._generic(form, body, depth)

    def _generic(self, form: Form, body: Formula, depth: int) -> Iterator[Worded]:
        is_denial = form in (Form.UNIVERSAL_DENIAL, Form.EXISTENTIAL_DENIAL)
        weight = _GENERIC - is_denial  # lighter than a denial within the clause
        yield from _compound(form, {"clause": weight}, self.clause(body, depth + 1))
        if isinstance(body, And) and form in (Form.UNIVERSAL, Form.EXISTENTIAL):
            parts = [self.clause(part, depth + 1) for part in body.children]
            yield from _compound(form, {"clauses": weight}, *parts)

    def _of_verbs(self, form: Form, body: Formula, depth: int) -> Iterator[Worded]:
        """What is said of everyone, of someone, or of those who do something."""
        is_strict = form not in (Form.EXISTENTIAL, Form.NOT_EXISTENTIAL)
        for verb in self._phrases.verbs(body, depth):
            if not (is_strict and verb.is_denied):
                weight = verb.weight + 2 * (form is Form.UNIVERSAL_DENIAL and verb.is_loose)
                yield from _worded(form, "verb", weight, verb.is_single, v=verb.text)
            elif form is Form.UNIVERSAL_DENIAL and verb.is_single:
                yield from _worded(form, "verb", 1, v=verb.text)
            yield from _worded(form, "that", verb.weight, verb.is_single, v=verb.text)
        joiner = And if form is Form.EXISTENTIAL else Implies
        if isinstance(body, joiner):
            noun = self._phrases.noun(body.left)
            pairs = product(*(self._phrases.verbs(part, depth) for part in body.children))
            for doer, doing in pairs:
                if "," not in doer.text and not (is_strict and doing.is_denied):
                    if noun is not None:
                        yield from _worded(form, "noun", doing.weight, n=noun, v=doing.text)
                    yield from self._of_those(form, "who", doer, doing, noun)
                if "," not in doer.text and form is Form.UNIVERSAL:
                    yield from self._of_those(form, "any", doer, doing, noun)
            if form is Form.UNIVERSAL and depth == 0 and isinstance(body, Implies):
                yield from self._of_anyone(body)

    def _of_those(
        self, form: Form, kind: str, doer: Worded, doing: Worded, noun: str | None
    ) -> Iterator[Worded]:
        """“No one who sings is tall”; heavier where “no baker” says it, or “is not … is not”."""
        weight = doer.weight + doing.weight + (noun is not None)
        if form is Form.UNIVERSAL_DENIAL:
            weight += doer.is_denied + 2 * doing.is_loose
        yield from _worded(form, kind, weight, doing.is_single, v=doer.text, w=doing.text)

    def _of_anyone(self, body: Implies) -> Iterator[Worded]:
        """“If someone sings, they are tall”; “unless someone both sings and …, they are tall”."""
        form, kind, doers = Form.UNIVERSAL, "condition", self._phrases.verbs(body.left, 0)
        if not doers and isinstance(body.left, Not) and isinstance(body.left.operand, And):
            form, kind = Form.UNIVERSAL_EXCEPTION, "unless"
            doers = self._phrases.verbs(body.left.operand, 0)
        for doer, doing in product(doers, self._phrases.verbs(body.right, 0, is_plural=True)):
            weight = doer.weight + doing.weight + 2 * (kind == "unless" and doer.is_loose)
            yield from _worded(form, kind, weight, False, v=doer.text, t=doing.text)

    def _of_relations(self, form: Form, formula: Quantified, depth: int) -> Iterator[Worded]:
        """“Someone is admired by everyone”, “Karen admires everyone”, “there is someone whom …”."""
        body = formula.body
        verb = self._phrases.phrase_with_quantified_object(body, depth)
        if verb is not None and isinstance(body, type(formula)):
            yield from _worded(form, "verb", 0, v=verb)
        if verb is not None and isinstance(body, Forall):
            yield from _worded(form, "that", 0, v=verb)
        if (pair := self._phrases.subject_and_verb(body, depth)) is not None:
            yield from _worded(form, "whom", 1, s=pair[0], r=pair[1])
        match body:
            case Predicate(args=(Constant() | Variable() as doer, Variable() as done)):
                is_object = done == formula.variable != doer and depth < len(BOUND[:3])
                if is_object and form in (Form.UNIVERSAL, Form.EXISTENTIAL):
                    subject = self._phrases.subject(doer, depth)
                    verb = self._phrases.verb(body, False, is_plural=subject == "they")
                    yield Worded(0, f"{subject} {verb} {EVERYONE_SOMEONE[type(formula)]}")

    def _of_conditions(self, form: Form, body: Formula) -> Iterator[Worded]:
        """“A person sings if and only if they …”, “at least one person sings if they …”."""
        if not isinstance(body, Implies | Iff):
            return
        before, after, kind = body.left, body.right, "if"
        if isinstance(body, Iff):
            before, after, kind = body.right, body.left, "iff"
        if BOUND[0] not in free_variables(before):
            return
        for verb, clause in product(self._phrases.verbs(after, 0), self.clause(before, 1)):
            if kind == "if" and form is Form.UNIVERSAL and verb.is_denied:
                continue
            weight = verb.weight + clause.weight + 2 * (kind == "if" and form is Form.UNIVERSAL)
            yield from _worded(form, kind, weight, False, v=verb.text, a=clause.text)


def _compound(form: Form, kinds: dict[str, int], *parts: Sequence[Worded]) -> Iterator[Worded]:
    """Wordings of these kinds, with how heavy they are, for every choice of the parts."""
    for chosen in product(*parts):
        slots = {name: part.text for name, part in zip("ab", chosen, strict=False)}
        for kind, weight in kinds.items():
            whole = weight + sum(part.weight for part in chosen)
            yield from _worded(form, kind, whole, False, **slots)


def _worded(
    form: Form, kind: str, weight: int, is_single: bool = True, **slots: str
) -> Iterator[Worded]:
    for text in of(form, kind):
        yield Worded(weight, text.format(**slots), is_single)


def _not_after_if(clause: Worded) -> Worded:
    """The clause as it can follow “if”, which never stands twice."""
    if not clause.text.startswith("if "):
        return clause
    (text,) = of(Form.AFFIRMATION, "plain")
    return Worded(clause.weight + 1, text.format(a=clause.text), False)


def _lightest(options: list[Worded]) -> list[Worded]:
    options.sort(key=lambda one: one.weight)
    return options if len(options) <= _MOST else [*options[: _MOST - 1], options[-1]]
