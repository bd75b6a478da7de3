"""Items made for pages, by a seed of their own: what is printed is what models will have read.

Where items are the same under every seed, the family names those for training, and no others are
made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine.core.items import Item
from engine.families import family
from engine.pipeline.generation import Spec, make_items, make_spec
from engine.show.cards import Sample
from engine.show.families import card_of

_SEED = 0
_GROUP, _MOST = 2, 3
"""Of a data set the third group is shown, where its recipe goes through depths or lengths in turn
the third of these; and of its items so many."""


def sampled(family_name: str, sample: Sample) -> tuple[Item, ...]:
    """The items of a sample, so far as its settings make so many."""
    spec = make_spec(family_name, dict(sample.settings), _SEED)
    return _made(spec, tuple(index for index in sample.items if index < spec.n_items))


def sampled_group(spec: Spec) -> tuple[Item, ...]:
    """Items of one group by the recipe of a data set, none of which is in it."""
    first = _GROUP % spec.n_groups * spec.members
    indexes = tuple(range(first, first + min(_MOST, spec.members)))
    return _made(replace(spec, seed=_SEED), indexes)


@lru_cache(maxsize=64)
def _made(spec: Spec, indexes: tuple[int, ...]) -> tuple[Item, ...]:
    """Items of a recipe by their indexes, counted through the groups that may be printed."""
    groups: Sequence[int] = range(spec.n_groups)
    if (printable := card_of(spec.family).printable) is not None:
        params = family(spec.family).params.model_validate_json(spec.params)
        groups = printable(params, spec.params, spec.seed)
    places = [divmod(index, spec.members) for index in indexes]
    wanted = [(groups[at], member) for at, member in places if at < len(groups)]
    made = make_items(spec, dict.fromkeys(group for group, _ in wanted))
    by_index = {item.index: item for item in made}
    return tuple(by_index[group * spec.members + member] for group, member in wanted)
