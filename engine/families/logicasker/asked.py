"""What is asked of a sound argument: the argument itself, or one edit away from it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engine.families.logicasker.arguments import Rejected, Sound, decided
from engine.families.logicasker.weights import drawn, edited, table_name
from engine.logic import Exists, Forall, Formula, Not, Predicate, Standing
from engine.logic.judging import our_standing, z3_standing
from engine.logic.refuting import contradictories, fault_of_contradiction
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


def contradiction(sound: Sound, question: str, rng: Random) -> Asked:
    """The argument with one thing changed, so that the premises rule the conclusion out.

    It may be changed in a premise too: what rules out that somebody is so has to speak of all, and
    would give itself away if it were always in the conclusion.
    """
    return _edited(sound, question, "contradiction", rng)


def unrelated(sound: Sound, question: str, rng: Random) -> Asked:
    """The argument with one thing changed, so that nothing is settled any more."""
    return _edited(sound, question, "unrelated", rng)


def _edited(sound: Sound, question: str, kind: str, rng: Random) -> Asked:
    formulas = (*sound.premises, sound.conclusion)
    table = table_name(question, kind, sound.derivation.length)
    wanted = Standing.REFUTED if kind == "contradiction" else Standing.UNDETERMINED
    passed_over: list[str] = []
    for edit in drawn(formulas, sound.fresh.next_names, table, wanted, rng):
        *premises, query = edited(formulas, edit)
        if our_standing(premises, query) is not wanted:
            continue
        if wanted is Standing.REFUTED:
            fault = fault_of_contradiction(premises, query, sound.derivation.length)
            if fault is not None:
                passed_over.append(fault)
                continue
        if z3_standing(premises, query) is Standing.UNKNOWN:
            raise Rejected("undecided")
        return Asked(kind, tuple(premises), query, edit.name, tuple(passed_over))
    raise Rejected(f"no edit makes it {wanted}")


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
    return _open("fallacy", tuple(formulas), "the fallacy's form")


def new_statement(sound: Sound, rng: Random) -> Asked:
    """As published: the conclusion replaced by a statement on something else."""
    fresh = sound.fresh
    quantifier = type(sound.conclusion)
    x = Variable("x")
    if quantifier in (Forall, Exists):
        atom: Formula = Predicate(fresh.name("P"), (x,))
    else:
        atom = Predicate(fresh.name("p"))
    literal = Not(atom) if rng.random() < 0.5 else atom
    if quantifier is Forall:
        literal = Forall(x, literal)
    elif quantifier is Exists:
        literal = Exists(x, literal)
    return _open("unrelated", (*sound.premises, literal), "a new statement")


def _open(kind: str, formulas: tuple[Formula, ...], edit: str) -> Asked:
    *premises, query = formulas
    if len(set(formulas)) < len(formulas):
        raise Rejected("repeated formula")
    decided(tuple(premises), query, Standing.UNDETERMINED)
    return Asked(kind, tuple(premises), query, edit)
