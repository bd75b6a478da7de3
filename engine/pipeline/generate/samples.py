"""Sample items to print on pages, from a reserved seed, because models may read what is printed.

If a family makes the same items from every seed, it names the groups reserved for printing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.core.items import Item
from engine.families import family
from engine.pipeline.generate.generation import Spec, make_items, make_spec
from engine.show.texts.cards import Sample
from engine.show.texts.families import card_of

_SEED = 0
_GROUP, _MOST = 2, 3
"""The group of a data set to show (the third, so the third depth or length of recipes that cycle
through them), and the most items of it."""


def sampled(family_name: str, sample: Sample) -> tuple[Item, ...]:
    """The items of a sample that its settings can make."""
    spec = make_spec(family_name, dict(sample.settings), _SEED)
    return _made(spec, tuple(index for index in sample.items if index < spec.n_items))


def sampled_group(spec: Spec) -> tuple[Item, ...]:
    """Items of one group from the recipe of a data set; none is in the data set."""
    first = _GROUP % spec.n_groups * spec.members
    indexes = tuple(range(first, first + min(_MOST, spec.members)))
    return _made(replace(spec, seed=_SEED), indexes)


@lru_cache(maxsize=64)
def _made(spec: Spec, indexes: tuple[int, ...]) -> tuple[Item, ...]:
    """The items of a recipe at indexes, which count only groups that may be printed."""
    groups: Sequence[int] = range(spec.n_groups)
    if (printable := card_of(spec.family).printable) is not None:
        params = family(spec.family).params.model_validate_json(spec.params)
        groups = printable(params, spec.params, spec.seed)
    places = [divmod(index, spec.members) for index in indexes]
    wanted = [(groups[at], member) for at, member in places if at < len(groups)]
    made = make_items(spec, dict.fromkeys(group for group, _ in wanted))
    by_index = {item.index: item for item in made}
    return tuple(by_index[group * spec.members + member] for group, member in wanted)
