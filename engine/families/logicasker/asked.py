"""What is asked of a sound argument: the argument itself, or one edit away from it."""

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
    """What is asked: premises in the order of the sound argument's, and a conclusion.

    `passed_over` are the reasons for which edits drawn before were rejected.
    """

    kind: str
    premises: tuple[Formula, ...]
    query: Formula
    edit: str
    passed_over: tuple[str, ...] = ()


def correct(sound: Sound) -> Asked:
    """The argument itself."""
    return Asked("correct", sound.premises, sound.conclusion, "none")


def contrast(kind: str, question: str, sounds: Sequence[Sound], rng: Random) -> tuple[Sound, Asked]:
    """One of some sound arguments, and that one edit away from it which is asked beside it.

    The edit is the fallacy's; or one thing is changed so that the premises rule the conclusion out
    (contradiction), or so that nothing is settled any more (unrelated). What rules out that
    somebody is so has to speak of all, and would give itself away if it were always in the
    conclusion, so it may be changed in a premise too.

    Raises:
        Rejected: there is no such edit, or it is no item.
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
    """A fallacy and the sound argument it is taken for."""
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
    """As published: the negated conclusion, ¬ behind the quantifier of a lifted rule.

    Where that denies a premise, as by the law of quantifier negation, ¬ stands before the whole.
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
    """The argument with the edit that makes it a fallacy."""
    formulas = [*sound.premises, sound.conclusion]
    for at, formula in sound.edited:
        formulas[at] = formula
    return left_open("fallacy", tuple(formulas), "the fallacy's form")


def new_statement(sound: Sound, rng: Random) -> Asked:
    """As published: the conclusion replaced by a statement on something else."""
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
    """What premises leave open; the conclusion comes last.

    Raises:
        Rejected: a formula is repeated, or it is not left open.
    """
    *premises, query = formulas
    if len(set(formulas)) < len(formulas):
        raise Rejected("repeated formula")
    decided(tuple(premises), query, Standing.UNDETERMINED)
    return Asked(kind, tuple(premises), query, edit)


def refuted(formulas: Formulas, edit: str, length: int) -> Asked:
    """What premises refute in so many steps; the conclusion comes last.

    Raises:
        Rejected: they do not, or not as they should (`engine.families.logicasker.rules.refuting`).
    """
    *premises, query = formulas
    fault = fault_of_contradiction(premises, query, length)
    if fault is not None:
        raise Rejected(fault)
    decided(tuple(premises), query, Standing.REFUTED)
    return Asked("contradiction", tuple(premises), query, edit)
