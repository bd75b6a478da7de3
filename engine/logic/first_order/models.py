"""Search small domains for the least structure in a fixed order, the same on every machine.

Structures are ordered by size; then by the elements that constants and free variables stand for,
lexicographically in order of first occurrence; then by their ground atoms, false before true,
predicate by predicate in order of first occurrence and row by row in lexicographic order. Of
structures that differ only in the numbering of named elements, only those are looked at whose
names take new elements in ascending order; of those that differ only in the numbering of nameless
ones, as far as the first predicates of one place tell, only the least. The least of all is always
among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, takewhile

from engine.core.errors import InputError, VerificationError
from engine.logic.first_order.structures import (
    Assignment,
    Signature,
    Structure,
    holds,
    instantiate,
    rows,
    signature,
)
from engine.logic.occurrences import constants, free_variables
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.elimination import ClauseSet
from engine.logic.propositional.literals import negate
from engine.logic.propositional.valuations import least_model
from engine.logic.syntax import (
    And,
    Binary,
    Bottom,
    Constant,
    Equals,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Top,
    Variable,
)
from engine.logic.traversal import postorder

_MAX_ATOMS = 20_000
_KEPT = 128
_GROUNDED = 256


def find_model(
    formulas: Sequence[Formula], max_size: int, *, min_size: int = 1, choices: int | None = None
) -> Structure | None:
    """The least structure of `min_size` to `max_size` elements in which all formulas are true.

    Raises:
        InputError: the search space is too large for an exact search, or the search makes more than
            `choices` choices for one size and one way to name its elements.
    """
    for size in range(min_size, max_size + 1):
        found = find_model_of(formulas, size, choices)
        if found is not None:
            return found
    return None


def find_model_of(
    formulas: Sequence[Formula], size: int, choices: int | None = None
) -> Structure | None:
    """The least structure of exactly that size in which all formulas are true; raises as above."""
    return next(_models(formulas, size, choices), None)


def find_countermodel(
    premises: Sequence[Formula], conclusion: Formula, max_size: int
) -> Structure | None:
    """The least structure in which the premises are true and the conclusion is false."""
    return find_model([*premises, negate(conclusion)], max_size)


def _models(formulas: Sequence[Formula], size: int, choices: int | None) -> Iterator[Structure]:
    """The models of this size, at most the least for each choice of what the names stand for."""
    names = _names(formulas)
    predicates = signature(formulas)
    count = sum(size**places for _, places in predicates)
    if count > _MAX_ATOMS:
        raise InputError(f"a domain of {size} makes {count:,} atoms; search a smaller one")
    order = [_ground_name(name, row) for name, n in predicates for row in rows(size, n)]
    held, last = tuple(formulas[:-1]), formulas[-1:]
    leading = tuple(name for name, n in takewhile(lambda one: one[1] < 2, predicates) if n)
    for elements in _numberings(len(names), size):
        meaning = dict(zip(names, elements, strict=True))
        clauses = _clauses(held, size, tuple(meaning.items()), tuple(order), leading)
        claims = [_grounded(one, size, meaning) for one in last]
        true = least_model(clauses, claims, order, choices)
        if true is not None:
            structure = _structure(size, meaning, predicates, frozenset(true))
            if not all(holds(structure, formula) for formula in formulas):
                raise VerificationError("the model search and the evaluator disagree")
            yield structure


@lru_cache(maxsize=_KEPT)
def _clauses(
    formulas: tuple[Formula, ...],
    size: int,
    meaning: tuple[tuple[Term, int], ...],
    order: tuple[str, ...],
    leading: tuple[str, ...],
) -> ClauseSet:
    """Formulas about the elements of a domain in clause form: kept, as many are asked about one."""
    grounded = [_grounded(formula, size, dict(meaning)) for formula in formulas]
    named = {element for _, element in meaning}
    nameless = [element for element in range(size) if element not in named]
    return ClauseSet([*grounded, *_ascending(nameless, leading)], Clausifier(order))


def _ascending(nameless: Sequence[int], leading: Sequence[str]) -> Iterator[Formula]:
    """What holds in the least structure, which no exchange of nameless elements makes less.

    Of the `leading` predicates, of one place and before all others, the first that is true of just
    one of two neighbours is true of the latter.
    """
    for one, other in pairwise(nameless):
        alike: Formula = Top()
        for name in leading:
            first, second = (Predicate(_ground_name(name, (at,))) for at in (one, other))
            yield Implies(And(alike, first), second)
            alike = And(alike, Iff(first, second))


def _names(formulas: Sequence[Formula]) -> list[Term]:
    found: dict[Term, None] = {}
    for formula in formulas:
        found.update(dict.fromkeys(constants(formula)))
    for formula in formulas:
        free = free_variables(formula)
        found.update((v, None) for v in _variables(formula) if v in free)
    return list(found)


def _variables(formula: Formula) -> Iterator[Variable]:
    for node in postorder(formula):
        match node:
            case Predicate(args=args):
                yield from (term for term in args if isinstance(term, Variable))
            case Equals(left=left, right=right):
                yield from (term for term in (left, right) if isinstance(term, Variable))


def _numberings(names: int, size: int) -> Iterator[tuple[int, ...]]:
    """All ways to name elements in which new elements come in ascending order."""
    stack: list[tuple[int, ...]] = [()]
    while stack:
        chosen = stack.pop()
        if len(chosen) == names:
            yield chosen
            continue
        newest = min(max(chosen, default=-1) + 1, size - 1)
        stack.extend((*chosen, element) for element in range(newest, -1, -1))


def _ground_name(name: str, row: tuple[int, ...]) -> str:
    return name if not row else f"{name}({','.join(map(str, row))})"


def _grounded(formula: Formula, size: int, meaning: Mapping[Term, int]) -> Formula:
    """The formula as a propositional one about the elements of the domain."""
    named = {*constants(formula), *free_variables(formula)}
    return _grounded_by(formula, size, tuple([one for one in meaning.items() if one[0] in named]))


@lru_cache(maxsize=_GROUNDED)
def _grounded_by(formula: Formula, size: int, meant: tuple[tuple[Term, int], ...]) -> Formula:
    """The same, kept: what some premises entail is asked of each part of them."""
    meaning = dict(meant)

    def element(term: Term, env: Assignment) -> int:
        return env[term] if isinstance(term, Variable) else meaning[term]

    def leaf(node: Formula, env: Assignment) -> Formula:
        match node:
            case Predicate(name=name, args=args):
                return Predicate(_ground_name(name, tuple(element(t, env) for t in args)))
            case Equals(left=left, right=right):
                return Top() if element(left, env) == element(right, env) else Bottom()
            case _:
                return node

    free = {term: number for term, number in meaning.items() if isinstance(term, Variable)}
    return instantiate(formula, size, free, leaf, _rebuilt)


def _rebuilt(node: Formula, parts: Sequence[Formula]) -> Formula:
    match node:
        case Not():
            return Not(parts[0])
        case Quantified():
            different = list(dict.fromkeys(parts))  # alike if the variable is not in the formula
            return _balanced(And if isinstance(node, Forall) else Or, different)
        case Binary():
            return type(node)(parts[0], parts[1])
        case _:
            return node


def _balanced(kind: type[Binary], parts: list[Formula]) -> Formula:
    """A long conjunction or disjunction as a balanced tree, to keep it shallow."""
    while len(parts) > 1:
        pairs = [kind(a, b) for a, b in zip(parts[::2], parts[1::2], strict=False)]
        parts = pairs + parts[2 * len(pairs) :]
    return parts[0]


def _structure(
    size: int,
    meaning: Mapping[Term, int],
    predicates: Sequence[Signature],
    true: frozenset[str],
) -> Structure:
    extensions = {
        (name, places): frozenset(r for r in rows(size, places) if _ground_name(name, r) in true)
        for name, places in predicates
    }
    return Structure(
        size,
        extensions,
        {term.name: e for term, e in meaning.items() if isinstance(term, Constant)},
        {term.name: e for term, e in meaning.items() if isinstance(term, Variable)},
    )
