"""Attackers that cannot infer, because they see only what an erasure leaves of an item.

For each erasure one is trained on all counts of its graph; two more on the neighbourhoods in it.
What is blind to connectives sees less than what is blind to directions, so it is contained. Two
rules need no training: of labels, *connectivity*; of choices, the distance of an option's two
statements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audit.erasures import View, views
from engine.audit.graphs import (
    Counts,
    blocks,
    distance,
    form_counts,
    graph_counts,
    neighbourhoods,
)
from engine.audit.matrix import count_matrix
from engine.audit.trained import Attacker, always, boosting, never
from engine.core.items import Item, Label, Option

Count = Callable[[View], Counts]
Limited = Callable[[Sequence[Item]], bool]

_SHARE_SEEN = 0.02
_WIDTH = 1 << 13
"""Hashes of neighbourhoods are counted modulo this number."""


def beyond_one_step(items: Sequence[Item]) -> bool:
    """Whether no item has depth 1, where the signs of single premises are all there is to see."""
    return all(item.traits.depth != 1 for item in items)


def beyond_four_steps(items: Sequence[Item]) -> bool:
    """Whether all items ask for a label and are deep enough for misfits in pairs on every path."""
    return all((one.traits.depth or 0) > 4 and len(one.query) < len(one.options) for one in items)


_INNER = "inner-directions"
_LIMITED: Mapping[str, Limited] = {
    "links": beyond_one_step,
    "names": beyond_one_step,
    _INNER: beyond_four_steps,
    "forms": never,
}


def limited(erasure: str) -> Limited:
    """Where an attacker has a limit that sees only what this erasure leaves.

    If it sees the signs of the statement it has none at depth 1, if also the directions there, none
    up to depth 4 and for choices, and after `forms` it has none.
    """
    return _LIMITED.get(erasure, always)


def blind_attackers(options: bool = False) -> tuple[Attacker, ...]:
    """The blind attackers, and *premise-forms*, which is only reported.

    It sees the signs and directions of each premise, so it can take one step of inference.
    """

    def boosted(name: str, erasure: str, count: Count) -> Attacker:
        look = partial(_counted, erasure, count, options)
        return Attacker(name, look, boosting, options, limited(erasure))

    def kernel(erasure: str) -> Attacker:
        look = partial(_hashed, erasure, options)
        return Attacker(f"kernel-blind-to-{erasure}", look, _regression, options)

    return (
        *(boosted(f"blind-to-{one}", one, graph_counts) for one in ("signs", "directions")),
        boosted("blind-to-links", "links", graph_counts),
        boosted("blind-to-names", "names", form_counts),
        *(() if options else (boosted(f"blind-to-{_INNER}", _INNER, graph_counts),)),
        *(kernel(one) for one in ("signs", "directions")),
        boosted("premise-forms", "forms", form_counts),
    )


def _views(items: Sequence[Item], erasure: str, options: bool) -> list[list[View]] | None:
    """The views of each item; None if an item lacks formulas."""
    if not all(len(one.query) >= (len(one.options) if options else 1) for one in items):
        return None
    return [views(item, erasure) for item in items]


def _counted(
    erasure: str, count: Count, options: bool, items: Sequence[Item]
) -> NDArray[Any] | None:
    found = _views(items, erasure, options)
    if found is None:
        return None
    rows = count_matrix([count(view) for own in found for view in own], _SHARE_SEEN).rows
    return compared(rows, [len(own) for own in found]) if options else rows


def compared(rows: NDArray[Any], sizes: Sequence[int]) -> NDArray[Any]:
    """Each option's counts, their differences from the item's mean, and their ranks."""
    parts = []
    for own in np.split(rows, np.cumsum(sizes)[:-1]):
        ranks = (own[:, None, :] > own[None, :, :]).sum(axis=1)
        parts.append(np.hstack([own, own - own.mean(axis=0), ranks]))
    return np.vstack(parts)


def _hashed(erasure: str, options: bool, items: Sequence[Item]) -> Any:  # a sparse matrix, or None
    from scipy.sparse import csr_matrix  # type: ignore[import-untyped]

    found = _views(items, erasure, options)
    if found is None:
        return None
    counts = [neighbourhoods(view) for own in found for view in own]
    ends = np.cumsum([0, *map(len, counts)])
    places = np.fromiter((key % _WIDTH for one in counts for key in one), np.int32, ends[-1])
    times = np.fromiter((n for one in counts for n in one.values()), np.float32, ends[-1])
    return csr_matrix((np.sqrt(times), places, ends), shape=(len(counts), _WIDTH))


def _regression() -> Any:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=0.3, tol=1e-3, max_iter=300)


@lru_cache(maxsize=1 << 14)
def connectivity(item: Item) -> Label:
    """Decide by how many premises are linked with the statement, ignoring what they say.

    Uncertain if they have no more premises minus shared statements than the rest; else by the sign
    of the statement in the block that hangs on it with most premises minus shared statements.
    """
    [view] = views(item, "links")
    found = blocks(view)
    own = [block for block in found if block.ends]
    rest = sum(block.surplus for block in found if not block.ends)
    linked = sum(block.surplus for block in own) - len(set(view.statement.atoms))
    if not own or linked <= rest:
        return Label.UNCERTAIN
    ends = max(own, key=lambda block: (block.surplus, block.ends)).ends
    agreeing, opposed = ends.count("+"), ends.count("-")
    if agreeing == opposed:
        return Label.UNCERTAIN
    return Label.TRUE if agreeing > opposed else Label.FALSE


def nearness(item: Item, option: Option) -> float:
    """The negative number of premises between the statements of an option."""
    return -float(_distances(item)[[one.key for one in item.options].index(option.key)])


@lru_cache(maxsize=1 << 14)
def _distances(item: Item) -> tuple[int, ...]:
    if len(item.query) < len(item.options):
        return (0,) * len(item.options)
    return tuple(distance(view) for view in views(item, "links"))
