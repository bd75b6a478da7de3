"""Make verified items from a recipe and a seed: a pure function, run in shards.

An item depends only on (family, version, params, seed, index). So shards can be made in any order,
in parallel, on any machine. Each becomes a Parquet file, and a single transaction ingests them all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path

from pydantic import BaseModel, ValidationError

from engine.core.durable import write_durably
from engine.core.errors import InputError, SoritesError, VerificationError
from engine.core.items import Certificate, Item, Traits
from engine.core.progress import Step
from engine.core.settings import canonical_json
from engine.core.workers import results, without_collector
from engine.decide import finish_group, finish_groups, intended_group
from engine.decide.draft import Drafts, GroupId
from engine.decide.malformed import Draft, fault_of
from engine.families import Family, family, find_family
from engine.store import Dataset, as_shard, items_table

ITEMS_PER_SHARD = 512
"""The default; with fewer items, the overhead of a file exceeds the work of making them."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Everything that determines a data set; `params` is canonical JSON."""

    family: str
    version: int
    params: str
    seed: int
    n_groups: int
    members: int

    @property
    def n_items(self) -> int:
        """The number of items."""
        return self.n_groups * self.members

    @property
    def groups_per_shard(self) -> int:
        """Groups per shard."""
        chosen, params = _resolved(self.family, self.params)
        several = chosen.items_per_shard
        return -(-(ITEMS_PER_SHARD if several is None else several(params)) // self.members)

    @property
    def n_shards(self) -> int:
        """The number of shards."""
        return -(-self.n_groups // self.groups_per_shard)

    @property
    def recipe(self) -> str:
        """The recipe that the params name."""
        return str(json.loads(self.params).get("recipe", ""))


def make_spec(family_name: str, settings: dict[str, str], seed: int, n: int | None = None) -> Spec:
    """A spec from user input; `n` items are rounded up to whole groups.

    Raises:
        InputError: an unknown family or setting, a value out of bounds, or more items than the
            family has material for.
    """
    chosen = family(family_name)
    try:
        params = chosen.params.model_validate(settings)
    except ValidationError as error:
        raise InputError(_in_one_sentence(error, chosen)) from None
    members = chosen.members(params)
    wanted = chosen.default_size(params) if n is None else n
    if wanted < 1:
        raise InputError(f"cannot generate {wanted} items; ask for at least one with -n")
    if chosen.stock is not None and wanted > members * chosen.stock(params):
        raise InputError(
            f"{chosen.name} has material for only {members * chosen.stock(params):,} items with"
            f" these settings, not for {wanted:,}; ask for fewer with -n"
        )
    canonical = canonical_json(params)
    return Spec(
        family=chosen.name,
        version=chosen.version_for(canonical),
        params=canonical,
        seed=seed,
        n_groups=-(-wanted // members),
        members=members,
    )


def reseeded(dataset: Dataset, seed: int) -> Spec | None:
    """The recipe of a data set with another seed; None if imported or of another version."""
    chosen = find_family(dataset.family) if dataset.source == "generated" else None
    if chosen is None or chosen.version_for(dataset.params) != dataset.version:
        return None
    members = chosen.members(chosen.params.model_validate_json(dataset.params))
    n_groups = dataset.n // members
    return Spec(chosen.name, dataset.version, dataset.params, seed, n_groups, members)


def _resolved(family_name: str, params: str) -> tuple[Family, BaseModel]:
    chosen = family(family_name)
    return chosen, _validated(chosen.params, params)


@lru_cache(maxsize=64)
def _validated(kind: type[BaseModel], params: str) -> BaseModel:
    return kind.model_validate_json(params)


def make_group(spec: Spec, group: int) -> tuple[Item, ...]:
    """The verified items of one group, in the order of their roles.

    Raises:
        VerificationError: the solvers disagree with each other or with the construction.
    """
    with _faults_named(spec, [group]):
        return next(_made(spec, [group]))


def _made(spec: Spec, groups: Iterable[int]) -> Iterator[tuple[Item, ...]]:
    """The verified items of groups, processed in batches where that is faster."""
    return finish_groups((_drafts(spec, group), _group_id(spec, group)) for group in groups)


def _drafts(spec: Spec, group: int) -> Drafts:
    chosen, params = _resolved(spec.family, spec.params)
    drafts = chosen.draft(params, spec.params, spec.seed, group)
    if not isinstance(drafts, list | tuple) or len(drafts) != spec.members:
        given = len(drafts) if isinstance(drafts, list | tuple) else type(drafts).__name__
        raise InputError(
            f"{_group_id(spec, group)}: its draft gives {given}, not a tuple of {spec.members}"
            " drafts, as many as `members` of its Params says"
        )
    return drafts


@contextmanager
def _faults_named(spec: Spec, groups: Iterable[int]) -> Iterator[None]:
    """Name the group and item whose draft is malformed, whatever error that leads to.

    Raises:
        InputError: the sentence about it.
    """
    try:
        yield
    except VerificationError:
        raise
    except Exception as error:
        if isinstance(error, SoritesError) and str(error).startswith(spec.family):
            raise
        raise InputError(
            next(
                filter(None, (_fault_of_group(spec, group) for group in groups)),
                f"{spec.family} seed {spec.seed}: {type(error).__name__}: {error}",
            )
        ) from error


def _fault_of_group(spec: Spec, group: int) -> str | None:
    """What is wrong with the drafts of a group, if anything."""
    drafts, made = _drafts(spec, group), _group_id(spec, group)
    for at, draft in enumerate(drafts):
        if isinstance(draft, Draft) and (fault := fault_of(draft)):
            return f"{made.item(at, len(drafts))}: {fault}"
    try:
        items_table(finish_group(drafts, made))
    except Exception as error:  # noqa: BLE001 - drafts may lead to any
        return f"{made}: its drafts cannot be labelled: {type(error).__name__}: {error}"
    return None


def _group_id(spec: Spec, group: int) -> GroupId:
    return GroupId(spec.family, spec.version, spec.params, spec.seed, group)


def difference_from_remade(item: Item) -> str | None:
    """How a stored item differs from what its seed makes; None if it does not.

    Labels and certificates from solvers are not compared, because `verify_item` derives them. The
    members of a group are made together, so the last groups are cached.
    """
    if item.version != family(item.family).version_for(item.params):
        return None  # this engine no longer has that generator
    try:
        members = _remade_group(item.family, item.version, item.params, item.seed, item.index)
    except (ValidationError, RuntimeError, SoritesError) as error:
        return f"cannot be regenerated: {str(error).splitlines()[0]}"
    again = members[item.index % len(members)]
    again = replace(again, certificate=_as_far_as_stored(again.certificate, item.certificate))
    if item == again:
        return None
    wrong = [f.name for f in fields(Item) if getattr(item, f.name) != getattr(again, f.name)]
    wrong += [
        f.name
        for f in fields(Traits)
        if getattr(item.traits, f.name) != getattr(again.traits, f.name)
    ]
    return f"differs from its seed in {', '.join(name for name in wrong if name != 'traits')}"


def _as_far_as_stored(again: Certificate, stored: Certificate) -> Certificate:
    """The remade certificate, with stored valuations where only solvers can find them.

    Older sets did not count rejected candidates, so these are not compared there.
    """
    if again.kind != "proof" or stored.kind != "proof":
        return again
    if not again.steps:
        again = replace(again, holds=stored.holds, fails=stored.fails)
    return again if stored.rejected is not None else replace(again, rejected=None)


def _remade_group(name: str, version: int, params: str, seed: int, index: int) -> tuple[Item, ...]:
    chosen, resolved = _resolved(name, params)
    members = chosen.members(resolved)
    return _kept_group(Spec(name, version, params, seed, 1, members), index // members)


@lru_cache(maxsize=4)
def _kept_group(spec: Spec, group: int) -> tuple[Item, ...]:
    return intended_group(_drafts(spec, group), _group_id(spec, group))


def make_items(spec: Spec, groups: Iterable[int] | None = None) -> Iterator[Item]:
    """The items of the given groups, or of all by default."""
    for group in range(spec.n_groups) if groups is None else groups:
        yield from make_group(spec, group)


def make_shard(spec: Spec, start: int, stop: int) -> tuple[int, int, bytes]:
    """The items of groups `start` to `stop` (exclusive): `start`, their number, and Parquet.

    Runs in a worker.
    """
    # the items are freed before the collector starts again
    with without_collector(), _faults_named(spec, range(start, stop)):
        table = items_table(list(chain.from_iterable(_made(spec, range(start, stop)))))
    return start, table.num_rows, as_shard(table)


def make_shards(spec: Spec, folder: Path, executor: Executor, advance: Step) -> list[Path]:
    """The files of all shards in the order of their groups; those in the folder stay as they are.

    This process alone writes them, so workers need no access to its disk.
    """
    size = spec.groups_per_shard
    starts = range(0, spec.n_groups, size)
    paths = {start: folder / f"{start:09d}.parquet" for start in starts}
    tasks = [
        (spec, start, min(start + size, spec.n_groups))
        for start, path in paths.items()
        if not path.exists()
    ]
    n_missing = spec.members * sum(stop - start for _, start, stop in tasks)
    if n_missing < spec.n_items:
        advance(0, found=spec.n_items - n_missing)
    for start, n, content in results(executor, make_shard, tasks):
        write_durably(paths[start], content)
        advance(n)
    return list(paths.values())


def _in_one_sentence(error: ValidationError, chosen: Family) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"]) or "the settings"
    known = ", ".join(chosen.params.model_fields)
    return (
        f"{chosen.name}: {name}: {first['msg'].lower()} (got {first.get('input')!r}); "
        f"the settings are: {known}"
    )
