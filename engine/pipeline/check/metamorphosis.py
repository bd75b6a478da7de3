"""Run the metamorphic checks on a stored data set, in parallel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from engine.audit.metamorphic import CHECKS, check_item
from engine.core.errors import InputError, VerificationError
from engine.core.items import Item
from engine.core.progress import Progress, silent
from engine.core.workers import opened, results
from engine.decide import verify_item
from engine.store import (
    connect_read_only,
    find_dataset,
    item_ids,
    items_in,
    parcels,
    unpacked,
)

_ITEMS_PER_TASK = 64


@dataclass(frozen=True, slots=True)
class Slip:
    """A check that failed for an item."""

    item: str
    check: str
    problem: str


@dataclass(slots=True)
class Tally:
    """Counts for a check: its items, variants, items to which it does not apply, and failures.

    An item has a variant for each premise, label or key that the check changes.
    """

    items: int = 0
    variants: int = 0
    not_applicable: int = 0
    slipped: int = 0


@dataclass(slots=True)
class Metamorphosis:
    """The results of the checks on a data set.

    `unsound` items fail verification unchanged, so they are not checked.
    """

    dataset: str
    items: int = 0
    checks: dict[str, Tally] = field(default_factory=lambda: {name: Tally() for name in CHECKS})
    slips: list[Slip] = field(default_factory=list)
    unsound: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether every item is sound and every check succeeded."""
        return not self.slips and not self.unsound

    def add(self, item: Item) -> None:
        """Check an item and count the results."""
        self.items += 1
        name = f"{self.dataset}:{item.index}"
        if not verify_item(item).agreed:
            self.unsound.append(name)
            return
        try:
            findings = list(check_item(item))
        except VerificationError as error:
            raise VerificationError(f"{name}: {error}") from error
        for finding in findings:
            tally = self.checks[finding.check]
            tally.items += finding.n > 0
            tally.not_applicable += finding.n == 0
            tally.variants += finding.n
            if finding.problem is not None:
                tally.slipped += 1
                self.slips.append(Slip(name, finding.check, finding.problem))

    def join(self, other: Metamorphosis) -> None:
        """Add the results for other items of the set."""
        self.items += other.items
        self.slips += other.slips
        self.unsound += other.unsound
        for name, tally in other.checks.items():
            own = self.checks[name]
            own.items += tally.items
            own.variants += tally.variants
            own.not_applicable += tally.not_applicable
            own.slipped += tally.slipped


def metamorph(dataset: str, items: Sequence[Item]) -> Metamorphosis:
    """Run the checks on items in memory."""
    found = Metamorphosis(dataset)
    for item in items:
        found.add(item)
    return found


def metamorph_dataset(
    name: str,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    limit: int | None = None,
) -> Metamorphosis:
    """Check a stored data set; with a limit, at most that many items, spread evenly.

    Raises:
        InputError: there is no such data set, or its items have no formulas.
    """
    with closing(connect_read_only(db)) as con:
        dataset = find_dataset(con, name)
        ids = item_ids(con, dataset, with_formulas=True)
    if not ids:
        raise InputError(f"{dataset.name} has no formulas, so its labels cannot be derived again")
    wanted = min(limit or len(ids), len(ids))
    chosen = [ids[at * len(ids) // wanted] for at in range(wanted)]
    tasks = ((name, parcel) for parcel in parcels(db, name, chosen, _ITEMS_PER_TASK))
    n_tasks = -(-wanted // _ITEMS_PER_TASK)
    found = Metamorphosis(dataset.name)
    with opened(executor, n_tasks) as pool, progress(f"checking {name}", wanted) as advance:
        for part in results(pool, _some, tasks):
            found.join(part)
            advance(part.items)
    found.slips.sort(key=lambda slip: (slip.check, slip.item))
    found.unsound.sort()
    return found


def _some(name: str, parcel: bytes) -> Metamorphosis:
    """Check some items; runs in a worker."""
    return metamorph(name, list(items_in(unpacked(parcel))))
