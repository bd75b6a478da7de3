"""The formula of a tree, in first-order logic with only the variables x and y.

The subject of a sentence binds x, its object y, an object within a relative clause x again. That is
always possible: a relative clause is about its noun only and, if it says “it”, about the subject of
the sentence, whose variable is still in scope then.
"""

from __future__ import annotations

from functools import lru_cache

from engine.families.logicskills.language.trees import (
    Clause,
    Ellipsis,
    Identical,
    Name,
    Phrase,
    Pronoun,
    Quantifier,
    There,
    Tree,
    Verb,
)
from engine.families.logicskills.language.wordings import wordings
from engine.logic import (
    And,
    Binary,
    Constant,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    Predicate,
    Term,
    Variable,
    negate,
    parse,
)

X, Y = Variable("x"), Variable("y")
OTHER = {X: Y, Y: X}


@lru_cache(maxsize=1 << 14)
def formula_of(tree: Tree) -> Formula:
    """The formula of a tree."""
    match tree:
        case Clause(subject=subject, verb=verb):
            if isinstance(subject, Name):
                return verb_formula(Constant(subject.letter), verb, X)
            return quantified(subject, X, verb_formula(X, verb, Y))
        case There(noun=noun, is_denied=is_denied, subject=subject, relation=relation):
            about = quantified(subject, Y, Predicate(relation, (Y, X)))
            found = Exists(X, And(Predicate(noun, (X,)), about))
            return Not(found) if is_denied else found
        case Identical(formula=formula):
            return parse(formula)
        case Ellipsis(form=form, names=names, verb=verb):
            parts = [verb_formula(Constant(name.letter), verb, X) for name in names]
            return joined(wordings().ellipsis[form].means, dict(zip("ab", parts, strict=True)))
    slots = dict(zip("abc", map(formula_of, tree.parts), strict=False))
    return joined(wordings().connectives[tree.form].means, slots)


def verb_formula(subject: Term, verb: Verb, free: Variable, it: Term | None = None) -> Formula:
    """What a verb phrase says about its subject; `free` is for its object, `it` for “it”."""
    match verb.object:
        case None:
            formula: Formula = Predicate(verb.letter, (subject,))
        case Name(letter=letter):
            formula = Predicate(verb.letter, (subject, Constant(letter)))
        case Pronoun.ITSELF:
            formula = Predicate(verb.letter, (subject, subject))
        case Pronoun.IT:
            if it is None:
                raise ValueError("“it” occurs outside a relative clause of the main object")
            formula = Predicate(verb.letter, (subject, it))
        case Phrase() as phrase:
            atom = Predicate(verb.letter, (subject, free))
            formula = quantified(phrase, free, atom, subject)
    return Not(formula) if verb.is_denied else formula


def quantified(
    phrase: Phrase, variable: Variable, predicate: Formula, it: Term | None = None
) -> Formula:
    """The `predicate` of the variable, quantified by the phrase."""
    restricted: Formula = Predicate(phrase.noun, (variable,))
    if phrase.that is not None:
        restricted = And(restricted, verb_formula(variable, phrase.that, OTHER[variable], it))
    return bound(phrase.quantifier, variable, restricted, predicate)


def bound(
    quantifier: Quantifier, variable: Variable, restricted: Formula, predicate: Formula
) -> Formula:
    """What is said about the individuals to which a noun phrase restricts a variable."""
    match quantifier:
        case Quantifier.EVERY:
            return Forall(variable, Implies(restricted, predicate))
        case Quantifier.SOME:
            return Exists(variable, And(restricted, predicate))
        case Quantifier.NO:
            return Not(Exists(variable, And(restricted, predicate)))
        case Quantifier.NOT_EVERY:
            return Not(Forall(variable, Implies(restricted, predicate)))
        case Quantifier.ONLY:
            return Forall(variable, Implies(predicate, restricted))


def joined(means: Formula, parts: dict[str, Formula]) -> Formula:
    """A wording's formula with formulas in its slots, without double negation."""
    match means:
        case Predicate(name=name):
            return parts[name]
        case Not(operand=operand):
            return negate(joined(operand, parts))
        case Binary(left=left, right=right):
            return type(means)(joined(left, parts), joined(right, parts))
    raise ValueError(f"a wording cannot mean {means}")


def constraint_of(kinds: tuple[str, str, str]) -> Formula:
    """The domain constraint: everything is of exactly one of three nonempty kinds."""
    first, second, third = (Predicate(kind, (X,)) for kind in kinds)
    claims: list[Formula] = [
        Forall(X, Or(Or(first, second), third)),
        *(
            Not(Exists(X, And(one, other)))
            for one, other in ((first, second), (first, third), (second, third))
        ),
        *(Exists(X, kind) for kind in (first, second, third)),
    ]
    whole = claims[0]
    for claim in claims[1:]:
        whole = And(whole, claim)
    return whole
