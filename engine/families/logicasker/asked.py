"""The questions on a sound argument: the argument itself, or one edit away from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.families.logicasker.arguments import Rejected, Sound, decided
from engine.families.logicasker.edits import KINDS, edited
from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.rules.refuting import contradictories, fault_of_contradiction
from engine.families.logicasker.weights import Weighed, drawn, drawn_of, table_name
from engine.logic import Exists, Forall, Formula, Not, Predicate, Standing
from engine.logic.judging import our_standing, z3_standing
from engine.logic.syntax import Variable


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: premises in the order of the sound argument, and a conclusion.

    `passed_over` are the reasons why earlier edits were rejected.
    """

    kind: str
    premises: tuple[Formula, ...]
    query: Formula
    edit: str
    passed_over: tuple[str, ...] = ()


def correct(sound: Sound) -> Asked:
    """Ask the argument itself."""
    return Asked("correct", sound.premises, sound.conclusion, "none")


def contrast(kind: str, question: str, sounds: Sequence[Sound], rng: Random) -> tuple[Sound, Asked]:
    """Choose one of the sound arguments, and the edit of it to ask as its contrast.

    For a fallacy the edit is the fallacy's own. Otherwise one change makes the premises refute the
    conclusion (contradiction) or leave it open (unrelated). Refuting an existential takes a
    universal, which would give itself away if it were always the conclusion; so a premise may be
    edited too.

    Raises:
        Rejected: there is no such edit, or it makes no item.
    """
    length = sounds[0].derivation.length
    table = table_name(question, kind, length)
    if kind == "fallacy":
        return _of_fallacies(sounds, table, rng)
    wanted = Standing.REFUTED if kind == "contradiction" else Standing.UNDETERMINED
    passed_over: list[str] = []
    arguments = [Weighed((*sound.premises, sound.conclusion), sound.next_names) for sound in sounds]
    for at, edit in drawn(arguments, table, wanted, rng):
        *premises, query = edited(arguments[at].formulas, edit)
        if our_standing(premises, query) is not wanted:
            continue
        if wanted is Standing.REFUTED:
            fault = fault_of_contradiction(premises, query, length)
            if fault is not None:
                passed_over.append(fault)
                continue
        if z3_standing(premises, query) is Standing.UNKNOWN:
            raise Rejected("undecided")
        return sounds[at], Asked(kind, tuple(premises), query, edit.name, tuple(passed_over))
    raise Rejected(f"no edit makes it {wanted}")


def _of_fallacies(sounds: Sequence[Sound], table: str, rng: Random) -> tuple[Sound, Asked]:
    """A fallacy and the sound argument it is mistaken for."""
    if len(sounds) == 1:
        return sounds[0], fallacy(sounds[0])
    possible: list[tuple[Sound, Asked]] = []
    for sound in sounds:
        try:
            possible.append((sound, fallacy(sound)))
        except Rejected as reason:
            fault = reason
    if not possible:
        raise fault
    pairs = [
        ((*sound.premises, sound.conclusion), (*asked.premises, asked.query))
        for sound, asked in possible
    ]
    return possible[drawn_of(pairs, table, rng)]


def negation(sound: Sound) -> Asked:
    """As published: the negated conclusion, with ¬ behind the quantifier of a lifted rule.

    Where that denies a premise, as by the law of quantifier negation, ¬ comes before the whole.
    """
    for query in reversed(contradictories(sound.conclusion)):
        fault = fault_of_contradiction(sound.premises, query, sound.derivation.length)
        if fault is None:
            break
    else:
        raise Rejected(fault)
    if query in sound.premises:
        raise Rejected("repeated formula")
    decided(sound.premises, query, Standing.REFUTED)
    return Asked("contradiction", sound.premises, query, "the conclusion contradicted")


def fallacy(sound: Sound) -> Asked:
    """Apply the edit that makes the argument a fallacy."""
    formulas = [*sound.premises, sound.conclusion]
    for at, formula in sound.edited:
        formulas[at] = formula
    return left_open("fallacy", tuple(formulas), "the fallacy's form")


def new_statement(sound: Sound, rng: Random) -> Asked:
    """As published: replace the conclusion by a statement on something else."""
    new = dict(zip(KINDS, sound.next_names, strict=True))
    quantifier = type(sound.conclusion)
    x = Variable("x")
    atom = Predicate(new["P"], (x,)) if quantifier in (Forall, Exists) else Predicate(new["p"])
    literal: Formula = Not(atom) if rng.random() < 0.5 else atom
    if quantifier is Forall:
        literal = Forall(x, literal)
    elif quantifier is Exists:
        literal = Exists(x, literal)
    return left_open("unrelated", (*sound.premises, literal), "a new statement")


def left_open(kind: str, formulas: Formulas, edit: str) -> Asked:
    """A question that the premises leave open; the conclusion comes last.

    Raises:
        Rejected: a formula is repeated, or the premises settle the conclusion.
    """
    *premises, query = formulas
    if len(set(formulas)) < len(formulas):
        raise Rejected("repeated formula")
    decided(tuple(premises), query, Standing.UNDETERMINED)
    return Asked(kind, tuple(premises), query, edit)


def refuted(formulas: Formulas, edit: str, length: int) -> Asked:
    """A question that the premises refute in `length` steps; the conclusion comes last.

    Raises:
        Rejected: they do not, or not properly (`engine.families.logicasker.rules.refuting`).
    """
    *premises, query = formulas
    fault = fault_of_contradiction(premises, query, length)
    if fault is not None:
        raise Rejected(fault)
    decided(tuple(premises), query, Standing.REFUTED)
    return Asked("contradiction", tuple(premises), query, edit)
