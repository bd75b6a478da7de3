"""Candidates for the sound argument of a given length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from random import Random

from engine.families.logicasker.contrast import Contrast, contrasts
from engine.families.logicasker.derivation import Derivation, derivation
from engine.families.logicasker.fresh import Fresh
from engine.families.logicasker.growth import Argument, grown
from engine.families.logicasker.language import canonical
from engine.families.logicasker.params import Cell, Params
from engine.families.logicasker.roots import Root, as_asked, draw_root
from engine.families.logicasker.rules.instances import instance, is_schema_instance
from engine.families.logicasker.rules.lifting import Schema
from engine.families.logicasker.rules.skills import Problem
from engine.families.logicasker.signs import excess, to_be_hidden
from engine.families.logicasker.steps import Step, derivation_by
from engine.logic import Formula, Not, Standing, atoms
from engine.logic.judging import (
    can_be_left_out,
    in_order_of_occurrence,
    interned,
    our_standing,
    with_names,
    z3_standing,
)

_TRIES = 40
"""Arguments grown, before any is proven, in search of one whose signs reveal nothing."""


class Rejected(Exception):
    """A candidate that is rejected; the message is the reason, by which rejections are counted."""


@dataclass(frozen=True, slots=True)
class Sound:
    """A valid argument with its shortest derivation.

    Where the leaf is a fallacy, `contrast` is the pair of fallacy and sound rule, and `edited` are
    the formulas the fallacy changes, by index. `next_names` are unused symbols, one of each kind
    (`edits.KINDS`).
    """

    premises: tuple[Formula, ...]
    conclusion: Formula
    root: Schema
    derivation: Derivation
    contrast: Contrast | None
    edited: tuple[tuple[int, Formula], ...] = ()
    next_names: tuple[str, ...] = ()


def sound_argument(cell: Cell, params: Params, rng: Random, chosen: Root | None = None) -> Sound:
    """Draw a candidate for the sound argument of a cell; `chosen` fixes its root.

    Raises:
        Rejected: it has another length, or a fault.
    """
    if chosen is None:
        chosen = draw_root(cell.leaf, cell.length, params.recipe == "faithful", rng)
    if cell.length == 1 and chosen.signs is not None:
        order = list(range(len(as_asked(chosen.schema).premises)))
        rng.shuffle(order)
        return _of_one_step(chosen, tuple(order))
    argument = _drawn_argument(chosen, cell, params, rng)
    if argument is None:
        raise Rejected("dead end")
    order = list(range(len(argument.premises)))
    rng.shuffle(order)
    return _in_order(argument, chosen, order, cell.length)


def _drawn_argument(chosen: Root, cell: Cell, params: Params, rng: Random) -> Argument | None:
    """The first argument drawn whose signs reveal nothing, else the least revealing one."""
    if params.recipe != "sound" or cell.length == 1 or params.chain_rules:
        return grown_argument(chosen, cell, params, rng)
    least: tuple[int, Argument] | None = None
    for _ in range(_TRIES):
        found = grown_argument(chosen, cell, params, rng)
        if found is None:
            continue
        revealed = _revealed(found, chosen, cell.problem)
        if not revealed:
            return found
        if least is None or revealed < least[0]:
            least = (revealed, found)
    return least and least[1]


def grown_argument(chosen: Root, cell: Cell, params: Params, rng: Random) -> Argument | None:
    """Grow an argument of the cell's length that ends in a root, unproven; None at a dead end."""
    fresh = Fresh(rng)
    root, contrast = as_asked(chosen.schema), contrasts().get(chosen.schema.key)
    bound = fresh.bind((*root.premises, root.conclusion), {})
    is_sound = params.recipe == "sound"
    hidden = to_be_hidden(root, contrast, cell.problem) if is_sound else None
    fixed = _fixed(root, contrast)
    return grown(root, cell.length, params.chain_rules, fixed, bound, fresh, hidden)


def _revealed(argument: Argument, chosen: Root, problem: Problem) -> int:
    """How much the signs reveal about a fallacy or a refuted conclusion; 0 if nothing.

    A refuted conclusion is revealed most where every letter occurs an even number of times,
    whatever else the argument has. Then a valid conclusion has an even number of ¬ and ∨ together
    (`looks.parity_mark`), whether letters are negated or not, and a refuted one an odd number. With
    a letter that occurs three times, as after an addition or a simplification, odd and even are
    equally likely.
    """
    sound = [*argument.premises, argument.conclusion]
    formulas = list(sound)
    mistaken = _mistaken(argument, chosen)
    for at, formula in mistaken:
        formulas[at] = formula
    if mistaken:
        return excess(formulas, sound)
    if problem is not Problem.CONTRADICTION:
        return 0
    times = Counter([atom.name for formula in formulas for atom in atoms(formula)])
    are_even = all(n % 2 == 0 for n in times.values())
    formulas[-1] = Not(argument.conclusion)
    return 2 * are_even + excess(formulas, sound)


@lru_cache(maxsize=1 << 13)
def _of_one_step(chosen: Root, order: tuple[int, ...]) -> Sound:
    """The argument that is just an instance of a root."""
    return instance_of(chosen, Fresh(Random(0), list(chosen.signs or "")), order)


def instance_of(chosen: Root, fresh: Fresh, order: Sequence[int]) -> Sound:
    """The argument that is just an instance of a root, with its premises in this order.

    Raises:
        Rejected: it has a fault.
    """
    root, contrast = as_asked(chosen.schema), contrasts().get(chosen.schema.key)
    bound = fresh.bind((*root.premises, root.conclusion), {})
    argument = grown(root, 1, frozenset(), _fixed(root, contrast), bound, fresh, None)
    assert argument is not None
    return _in_order(argument, chosen, order, 1)


def _mistaken(argument: Argument, chosen: Root) -> list[tuple[int, Formula]]:
    """The formulas a fallacy puts in place of some of an argument's, the conclusion last."""
    root, contrast = as_asked(chosen.schema), contrasts().get(chosen.schema.key)
    if contrast is None:
        return []
    places = dict(zip(_fixed(root, contrast), sorted(argument.fixed), strict=True))
    places[len(root.premises)] = len(argument.premises)
    patterns = (*contrast.fallacy.premises, contrast.fallacy.conclusion)
    return [
        (places[at], canonical(instance(patterns[at], argument.bound))) for at in contrast.edited
    ]


def _fixed(root: Schema, contrast: Contrast | None) -> list[int]:
    """The premises in which a fallacy differs."""
    return [at for at in contrast.edited if at < len(root.premises)] if contrast else []


def _in_order(
    argument: Argument,
    chosen: Root,
    order: Sequence[int],
    length: int,
) -> Sound:
    """Order the argument's premises and number its symbols as they occur."""
    root, contrast = as_asked(chosen.schema), contrasts().get(chosen.schema.key)
    fresh = argument.fresh
    given = [argument.premises[at] for at in order]
    steps = argument.steps if argument.chosen else []
    passed = [step.conclusion for step in steps]
    names = in_order_of_occurrence([*given, argument.conclusion, *passed])
    fresh.continue_after(names.values())
    premises = tuple(interned(with_names(premise, names)) for premise in given)
    conclusion = interned(with_names(argument.conclusion, names))
    renamed = [step.with_names(names) for step in steps]
    sound = proven(premises, conclusion, root, length, contrast, renamed)
    places = {at: place for place, at in enumerate((*order, len(order)))}
    edited = [(places[at], with_names(one, names)) for at, one in _mistaken(argument, chosen)]
    return replace(sound, edited=tuple(edited), next_names=fresh.next_names)


def proven(
    premises: tuple[Formula, ...],
    conclusion: Formula,
    root: Schema,
    length: int,
    contrast: Contrast | None,
    steps: Sequence[Step] = (),
) -> Sound:
    """Prove an argument in no fewer than `length` steps, by `steps` if given, and by its root.

    Raises:
        Rejected: it has no such proof, or a fault.
    """
    found = _derived(premises, conclusion, length)
    # of equally short derivations, the one by the chosen rules
    found = derivation_by(premises, steps) if steps else _by_the_root(premises, found, root)
    if root.key not in {step.form for step in found.steps}:
        raise Rejected("another rule")
    decided(premises, conclusion, Standing.ENTAILED)
    return Sound(premises, conclusion, root, found, contrast)


def _derived(premises: tuple[Formula, ...], conclusion: Formula, length: int) -> Derivation:
    """A shortest derivation of an accepted argument."""
    if len({*premises, conclusion}) <= len(premises):
        raise Rejected("repeated formula")
    standing = our_standing(premises, conclusion)
    if standing is not Standing.ENTAILED:
        raise Rejected("undecided" if standing is Standing.UNKNOWN else f"premises {standing}")
    if can_be_left_out(premises, conclusion):
        raise Rejected("redundant premise")
    found = derivation(premises, conclusion, length, True)
    if found is None:
        raise Rejected("longer")
    if found.length < length:
        raise Rejected("shorter")
    if len(found.steps) < found.length:
        raise Rejected("step used twice")
    return found


def decided(premises: tuple[Formula, ...], query: Formula, wanted: Standing) -> None:
    """Check that both procedures find the `wanted` entailment status.

    Raises:
        Rejected: one finds another, or does not decide.
    """
    found = our_standing(premises, query)
    if found is not wanted:
        raise Rejected("undecided" if found is Standing.UNKNOWN else f"{found}, not {wanted}")
    if z3_standing(premises, query) is Standing.UNKNOWN:
        raise Rejected("undecided")


def _by_the_root(premises: tuple[Formula, ...], found: Derivation, root: Schema) -> Derivation:
    """Name the derivation's last step after the root, where it is an instance of that too."""
    last = found.steps[-1]
    if last.form == root.key:
        return found
    known = [*premises, *(step.formula for step in found.steps)]
    for sources in permutations(last.sources):
        formulas = [known[source] for source in sources]
        if is_schema_instance(root, formulas, last.formula):
            named = replace(last, form=root.key, sources=sources)
            return replace(found, steps=(*found.steps[:-1], named))
    return found
