"""Parts premises in two, so that what follows needs one premise more.

    Agnes will sing.    If otters scared Bruno, then Agnes will sing.    Otters scared Bruno.

Hardly any three randomly drawn sentences are all needed for anything. So an argument that needs
many premises starts as one that needs two. Then one premise after another becomes a conditional
with that premise inside, plus its condition. What was parted off may be parted again: this gives
the chains of reasoning that make an argument long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from engine.families.logicskills.language import Palette, Tree, draw_tree, nesting
from engine.families.logicskills.language.trees import Clause, Compound, Name
from engine.families.logicskills.params import PARTED_OFF, PARTING, VALIDITY, Params, turns

_FIRST_NEEDED = 2
"""Premises needed before any is parted."""


def partings(params: Params) -> int:
    """How many times a premise is parted; 0 if the types of premises do not allow it."""
    if params.task != VALIDITY or not params.can_part:
        return 0
    return max(0, params.min_premises - (_FIRST_NEEDED if params.max_depth > 1 else 1))


def parted(
    trees: Sequence[Tree], times: int, params: Params, palette: Palette, rng: Random
) -> list[Tree] | None:
    """The premises after parting `times` times, in any order; None if none can be parted."""
    allowed = set(turns(params.types))
    forms = [form for form in PARTING if form in allowed]
    conditions = [name for name in PARTED_OFF if name in allowed]
    found = list(trees)
    for _ in range(times):
        open_ones = [tree for tree in found if isinstance(tree, Clause) and nesting(tree) == 1]
        if not open_ones:
            return None
        chosen = rng.choice(open_ones)
        condition = draw_tree(rng.choice(conditions), 1, palette, rng)
        whole = _FORMS[rng.choice(forms)](condition, chosen)
        if whole is None:
            return None
        found[found.index(chosen)] = whole
        found.append(condition)
    rng.shuffle(found)
    return found


def _conditional(condition: Tree, chosen: Clause) -> Tree | None:
    return Compound("conditional_if_then", (condition, chosen))


def _disjunction(condition: Tree, chosen: Clause) -> Tree | None:
    """“Agnes will not sing or …”, from a condition about a name, which can be negated."""
    if not isinstance(condition, Clause) or not isinstance(condition.subject, Name):
        return None
    denied = replace(condition.verb, is_denied=not condition.verb.is_denied)
    return Compound("disjunction_simple", (replace(condition, verb=denied), chosen))


_FORMS: dict[str, Callable[[Tree, Clause], Tree | None]] = {
    "conditional_if_then": _conditional,
    "disjunction_simple": _disjunction,
}
