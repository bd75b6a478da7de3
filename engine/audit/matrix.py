"""Surface counts of a whole data set as one matrix."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.audit.surface import Counts

_SHARE_SEEN = 0.004


@dataclass(frozen=True, slots=True)
class Matrix:
    """One row per item and one column per count; `names` are the columns' names."""

    names: tuple[str, ...]
    rows: NDArray[np.float32]


def count_matrix(counts: Sequence[Counts], share_seen: float = _SHARE_SEEN) -> Matrix:
    """The counts as a matrix.

    Counts that are 0 in more than 99.6% of items, or all but `share_seen` of them, are left out: no
    leaf of a decision tree with enough items could use them.
    """
    seen = Counter(name for one in counts for name in one)
    names = tuple(sorted(name for name, n in seen.items() if n >= share_seen * len(counts)))
    return Matrix(names, _filled(names, counts))


def _filled(names: Sequence[str], counts: Iterable[Counts]) -> NDArray[np.float32]:
    columns = {name: number for number, name in enumerate(names)}
    listed = list(counts)
    rows = np.zeros((len(listed), len(names)), dtype=np.float32)
    for row, one in zip(rows, listed, strict=True):
        known = [(columns[name], value) for name, value in one.items() if name in columns]
        row[[column for column, _ in known]] = [value for _, value in known]
    return rows
