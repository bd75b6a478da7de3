"""Predicts from sampled structures whether edits do what is wanted.

If the premises are true in two structures, and the conclusion true in one and false in the other,
the conclusion is open. So the weighted draw starts from edits already known to serve; deciding
every edit by elimination would take as long as weighing them all.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.families.logicasker.edits import Edit, edited
from engine.families.logicasker.looks import Formulas
from engine.families.logicasker.rules.refuting import fault_of_contradiction
from engine.logic import Standing
from engine.logic.first_order.sampled import where_all_hold, where_true
from engine.logic.judging import our_standing


def not_seen_to_hold(formulas: Formulas, possible: Sequence[Edit]) -> Sequence[Edit]:
    """The edits whose argument is true as a whole in no sampled structure."""
    places = {edit.at for edit in possible}
    others = {at: where_all_hold((*formulas[:at], *formulas[at + 1 :])) for at in places}
    return [edit for edit in possible if not others[edit.at] & where_true(edit.formula)]


def seen_as(formulas: Formulas, possible: Sequence[Edit], wanted: Standing) -> Sequence[Edit]:
    """The edits that appear to leave the conclusion, which comes last, refuted or open.

    An open conclusion holds in some structure and fails in some. A refuted one only fails, and
    still has to be proven. With few premises hardly any suitable edit is missed; with ten steps,
    one in five of those that leave the conclusion open.
    """
    *premises, _ = formulas
    own, is_open = where_true(formulas[-1]), wanted is Standing.UNDETERMINED
    places = {edit.at for edit in possible}
    others = {at: where_all_hold([*premises[:at], *premises[at + 1 :]]) for at in places}
    found = []
    for edit in possible:
        stated, asked = others[edit.at], where_true(edit.formula)
        if edit.at < len(premises):
            stated, asked = stated & asked, own
        if stated & ~asked and bool(stated & asked) is is_open:
            found.append(edit)
    return found


def serving(
    formulas: Formulas, possible: Sequence[Edit], wanted: Standing, length: int
) -> list[Formulas]:
    """The arguments that edits make whose status is certainly the `wanted` one."""
    if length > 1:
        possible = seen_as(formulas, possible, wanted)
    changed = [edited(formulas, edit) for edit in possible]
    if wanted is Standing.UNDETERMINED and length > 1:
        return changed
    return [one for one in changed if _serves(one, wanted, length)]


def _serves(formulas: Formulas, wanted: Standing, length: int) -> bool:
    premises, query = formulas[:-1], formulas[-1]
    if our_standing(premises, query) is not wanted:
        return False
    return wanted is not Standing.REFUTED or not fault_of_contradiction(premises, query, length)
