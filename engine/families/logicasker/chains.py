"""Chains: a rule and then conditionals, in two paths that lead to the statement asked about.

Each path starts from premises of the same rule and continues its conclusion by conditionals to the
statement. One arrives at what is asked, the other at its opposite, with *misfits*: *joints* where a
conditional takes the negation of what comes before. In the contrast the ends are exchanged
(contradiction), or each path has half of the misfits (unrelated). With four joints or more, each
half is two neighbouring joints: that is one conditional with both sides negated. `paths` has the
proof of what that hides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

from engine.families.logicasker.asked import Asked, Proof, in_order, proof_of
from engine.families.logicasker.kinds import CONTRADICTION, CORRECT, UNRELATED
from engine.families.logicasker.letters import Letters
from engine.families.logicasker.paths import Coins, Path, design, misfits, signs
from engine.families.logicasker.rules.instances import with_terms
from engine.families.logicasker.rules.lifting import Lift, Schema, X
from engine.families.logicasker.rules.skills import schemas
from engine.logic import (
    And,
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
    constants,
    negate,
    postorder,
)
from engine.logic.judging import interned


class _Level(NamedTuple):
    """How the statements of a chain are quantified, and the rules that its conditionals need."""

    quantifier: type[Quantified] | None
    constant: Constant | None
    suffixes: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Whether statements are about x."""
        return self.quantifier is not None or self.constant is not None

    def whole(self, body: Formula) -> Formula:
        """The body as a closed statement."""
        if self.constant is not None:
            return interned(with_terms(body, {X: self.constant}))
        return interned(body if self.quantifier is None else self.quantifier(X, body))

    def conditional(self, before: Formula, after: Formula) -> Formula:
        """One statement implying another."""
        made = Implies(before, after)
        return interned(Forall(X, made) if self.is_open else made)


def chain(schema: Schema, length: int, kinds: Sequence[str], rng: Random) -> list[Asked]:
    """The chain that follows, and its contrasts of these kinds, in one order of the premises."""
    letters = Letters(rng)
    is_plain = _reads_best_affirmed(schema)
    first = letters.instance_of(schema, is_plain=is_plain)
    names = [name for given in (*first[0], first[1]) for name in constants(given)]
    starts = [first, letters.instance_of(schema, list(dict.fromkeys(names)), is_plain=is_plain)]
    level = _level(schema, first[1])
    kind = "P" if level.is_open else "p"
    args = (X,) if level.is_open else ()
    inner = [[Predicate(letters.name(kind), args) for _ in range(length - 2)] for _ in starts]
    end: Formula = Predicate(letters.name(kind), args)
    if letters.coin():
        end = Not(end)
    coins = [
        Coins(
            tuple(letters.coin() for _ in range(length - 2)),
            tuple(letters.coin() for _ in range(length - 1)),
        )
        for _ in starts
    ]
    halves = rng.choice(misfits(length - 1))
    parts = [
        _Part(given, _body(level, concluded), statements, one)
        for (given, concluded), statements, one in zip(starts, inner, coins, strict=True)
    ]
    rng.shuffle(order := list(range(2 * (len(schema.premises) + length - 1))))
    found: list[Asked] = []
    for wanted in (CORRECT, *kinds):
        paths = design(wanted, halves)
        found.append(_asked(wanted, schema, level, parts, paths, end, order, found))
    return found


@cache
def _reads_best_affirmed(schema: Schema) -> bool:
    """Whether letters of a rule are affirmed: where “not” makes a sentence hard to read.

    That is within what the conclusion joins, about someone, and within what is joined of everyone.
    """
    formulas = (*schema.premises, schema.conclusion)
    nodes = [node for formula in formulas for node in postorder(formula)]
    joined = [
        node
        for formula in formulas
        if formula is schema.conclusion or isinstance(formula, Quantified)
        for node in postorder(formula)
    ]
    return any(isinstance(node, Exists) for node in nodes) or any(
        isinstance(node, And | Or | Iff) for node in joined
    )


class _Part(NamedTuple):
    """What a path is made of, whatever is asked."""

    given: tuple[Formula, ...]
    start: Formula
    inner: Sequence[Formula]
    coins: Coins


def _asked(
    kind: str,
    schema: Schema,
    level: _Level,
    parts: Sequence[_Part],
    paths: Sequence[Path],
    end: Formula,
    order: Sequence[int],
    earlier: Sequence[Asked],
) -> Asked:
    links = [_links(level, part, path, end) for part, path in zip(parts, paths, strict=True)]
    stated = [*parts[0].given, *links[0], *parts[1].given, *links[1]]
    premises = tuple(interned(stated[at]) for at in order)
    query = level.whole(end)
    if kind == UNRELATED:
        proof = earlier[0].proof
    else:
        proof = _proof(schema, level, parts[0], links[0], premises, paths[0], end)
    n_idle = len(premises) - len(parts[0].given) - len(links[0])
    return Asked(kind, premises, query, schema.key, _EDITS[kind], proof, n_idle)


_EDITS = {
    CORRECT: "none",
    CONTRADICTION: "ends exchanged",
    UNRELATED: "misfits moved",
}


def _links(level: _Level, part: _Part, path: Path, end: Formula) -> list[Formula]:
    """The conditionals of a path."""
    bodies = [part.start, *part.inner, end]
    found: list[Formula] = []
    for at, (before, after) in enumerate(signs(path, part.coins)):
        one, other = _signed(bodies[at], before), _signed(bodies[at + 1], after)
        if part.coins.turned[at]:
            one, other = negate(other), negate(one)
        found.append(level.conditional(one, other))
    return found


def _signed(formula: Formula, is_affirmed: bool) -> Formula:
    return formula if is_affirmed else negate(formula)


def _proof(
    schema: Schema,
    level: _Level,
    part: _Part,
    links: Sequence[Formula],
    premises: tuple[Formula, ...],
    path: Path,
    end: Formula,
) -> Proof:
    """The derivation along a path that fits."""
    known = level.whole(part.start)
    steps: list[tuple[Schema, Sequence[Formula], Formula]] = [(schema, part.given, known)]
    bodies = [*part.inner, end]
    for body, link, (_, after) in zip(bodies, links, signs(path, part.coins), strict=True):
        made = level.whole(_signed(body, after))
        rule = next(one for one in _detaching(level.suffixes) if in_order(one, (link, known), made))
        steps.append((rule, (link, known), made))
        known = made
    return proof_of(premises, steps)


_RULES = (
    "modus_ponens",
    "modus_tollens",
    "modus_tollens_of_negation",
    "modus_tollens_of_negated_antecedent",
    "modus_tollens_of_two_negations",
)


@cache
def _detaching(suffixes: tuple[str, ...]) -> tuple[Schema, ...]:
    """Modus ponens and modus tollens in all their forms, as quantified."""
    prefix = "" if suffixes != _INDIVIDUAL else "universal_"
    return tuple(schemas()[f"{prefix}{rule}{suffix}"] for rule in _RULES for suffix in suffixes)


_INDIVIDUAL = ("", "")
_SUFFIXES: Mapping[Lift, tuple[str, ...]] = {
    Lift.NONE: ("",),
    Lift.UNIVERSAL: (".universal",),
    Lift.EXISTENTIAL: (".existential.1", ".existential.2"),
}


def _level(schema: Schema, concluded: Formula) -> _Level:
    """The level of a chain whose rule concludes that."""
    if schema.lift is not Lift.NONE:
        quantifier = Forall if schema.lift is Lift.UNIVERSAL else Exists
        return _Level(quantifier, None, _SUFFIXES[schema.lift])
    if named := constants(concluded):
        return _Level(None, named[0], _INDIVIDUAL)
    return _Level(None, None, _SUFFIXES[Lift.NONE])


def _body(level: _Level, concluded: Formula) -> Formula:
    """What a rule's conclusion says about x, or the whole of it."""
    if level.constant is not None:
        return with_terms(concluded, {level.constant: X})
    if level.quantifier is not None and isinstance(concluded, Quantified):
        return concluded.body
    return concluded
