"""Which edits do what is wanted of them, as far as sampled structures show it.

That the premises are true and the conclusion is true in one structure, and false in another, proves
that it is left open. So what weights are drawn by is made of edits that are known to do it already:
to find out of each in turn by elimination would take as long as to weigh them all.
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
    """The edits that leave an argument true as a whole in no structure seen."""
    places = {edit.at for edit in possible}
    others = {at: where_all_hold((*formulas[:at], *formulas[at + 1 :])) for at in places}
    return [edit for edit in possible if not others[edit.at] & where_true(edit.formula)]


def seen_as(formulas: Formulas, possible: Sequence[Edit], wanted: Standing) -> Sequence[Edit]:
    """The edits that leave the conclusion, which comes last, refuted or open, as it looks.

    What is open holds in some structure and fails in some; what is refuted only fails in some, and
    has to be proven. Hardly any that serve are passed over, where there are few premises: of ten
    steps, one in five of those that leave the conclusion open.
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
    """What edits make of an argument of a length, where it is for certain what is wanted."""
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
