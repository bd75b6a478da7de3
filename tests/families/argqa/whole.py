"""Groups of ArgQA that are asked one question of each type, for tests that need them all."""

from functools import lru_cache

from engine.arguments import QUESTION_TYPES
from engine.families.argqa import Params, draft, stock
from engine.generation import canonical_json


@lru_cache(maxsize=1)
def whole_groups() -> tuple[int, ...]:
    """The numbers, under seed 1, of the groups with one question of each type."""
    params = canonical_json(Params())
    drafts = {group: draft(Params(), params, 1, group) for group in range(stock(Params()))}
    return tuple(
        group
        for group, nine in drafts.items()
        if len({one.question_type for one in nine}) == len(QUESTION_TYPES)
    )
