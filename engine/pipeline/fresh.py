"""The same questions on newly seeded items: is a public set easier only because it is public?

Fresh items are made from a held-out seed by the recipe of the public set and kept in a database of
their own, in the folder `held-out` beside the other, which nothing publishes. Of what becomes of
them the database learns the outcomes by index alone; the view `freshness` compares them in pairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from engine.ask.runs import Material, Plan, Summary, Tally, load_material, make_plan, standing
from engine.ask.runs.spool import Items
from engine.core.errors import InputError
from engine.core.progress import Progress, silent
from engine.families import family
from engine.pipeline.datasets import find_generated, generate_dataset
from engine.pipeline.generation import Spec
from engine.pipeline.held_out import HeldOutSeed, make_seed, read_seed
from engine.store import (
    Dataset,
    connect,
    connect_read_only,
    find_dataset,
    load_items,
)
from engine.store.responses.fresh import FreshRun, outcomes_by_index, write_fresh_outcomes

FOLDER = "held-out"
SEED_FILE = "seed.json"


def private_folder(db: Path) -> Path:
    """The folder, open to its owner alone, of the fresh items, the replies and their seed."""
    folder = db.parent / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def known_fresh(
    db: Path, plans: Sequence[Plan], seed_file: Path | None, wanted: bool
) -> dict[str, Tally]:
    """What earlier starts came to on fresh items, by the hashes of those runs."""
    path = seed_file or db.parent / FOLDER / SEED_FILE
    if not wanted or (not seed_file and not path.is_file()):
        return {}
    seed = read_seed(path)
    known = filter(None, (known_fresh_plan(db, plan, seed) for plan in plans))
    return {fresh.run.run_hash: standing(private, fresh) for private, fresh in known}


def ask_fresh(
    db: Path,
    plans: Sequence[Plan],
    seed_file: Path | None,
    make_run: Callable[[Plan, Path], Summary],
    executor: Executor | None,
    progress: Progress,
    tell: Callable[[str], None],
) -> list[Summary]:
    """Make each run on fresh items, and take over what became of them.

    When one is stopped or halted, its outcomes wait until it is whole, and those after it are not
    begun.
    """
    path = seed_file or private_folder(db) / SEED_FILE
    seed = read_seed(path) if seed_file or path.is_file() else make_seed(path)
    tell(f"fresh items of the seed sealed as {seed.seal}")
    summaries = []
    for plan in plans:
        private, fresh = fresh_plan(db, plan, seed, executor, progress)
        summary = make_run(fresh, private)
        summaries.append(replace(summary, dataset=f"fresh items of {summary.dataset}"))
        if summary.stopped or summary.halted:
            break
        if not summary.postponed:
            record_fresh(db, private, plan, fresh, seed)
    return summaries


def fresh_plan(
    db: Path,
    plan: Plan,
    seed: HeldOutSeed,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> tuple[Path, Plan]:
    """The database of the fresh items, and the run of a plan put to these instead.

    Raises:
        InputError: the set was imported or made by another version.
    """
    private, public = _places(db, plan)
    spec = _spec(public.dataset, seed.seed)
    if not _is_made(private, public.dataset.name, spec):
        generate_dataset(spec, public.dataset.name, private, executor, progress, replace=True)
    return private, _put(private, public, plan)


def known_fresh_plan(db: Path, plan: Plan, seed: HeldOutSeed) -> tuple[Path, Plan] | None:
    """The same of an earlier start; None where its fresh items have not been made.

    Raises:
        InputError: as for `fresh_plan`.
    """
    private, public = _places(db, plan)
    if not _is_made(private, public.dataset.name, _spec(public.dataset, seed.seed)):
        return None
    return private, _put(private, public, plan)


def _places(db: Path, plan: Plan) -> tuple[Path, Material]:
    """The database of fresh items, and what the public run asks."""
    return private_folder(db) / db.name, load_material(db, plan.request)


def _put(private: Path, public: Material, plan: Plan) -> Plan:
    """The plan, put to the fresh items of the same indexes."""
    wanted = {item.index for item in public.items}
    with closing(connect_read_only(private)) as con:
        dataset = find_dataset(con, public.dataset.name)
        items = Items(
            item for item in load_items(con, dataset.name, certified=False) if item.index in wanted
        )
    # examples are those of the public run, so that the two differ in the items asked alone
    material = replace(public, dataset=dataset, items=items)
    return make_plan(plan.request, material, plan.where, plan.beside)


def _is_made(private: Path, name: str, spec: Spec) -> bool:
    """Whether the fresh set is there; one of another seed is to be replaced."""
    if not private.is_file():
        return False
    try:
        return find_generated(spec, name, private) is not None
    except InputError:
        return False


def _spec(dataset: Dataset, seed: int) -> Spec:
    """The recipe of a data set with another seed."""
    if dataset.source != "generated":
        raise InputError(f"{dataset.name} was imported: there is no recipe to make it anew by")
    chosen = family(dataset.family)
    if chosen.version != dataset.version:
        raise InputError(
            f"{dataset.name} was made by version {dataset.version} of {chosen.name}, and here is"
            f" {chosen.version}: what came out would not be of the same recipe"
        )
    members = chosen.members(chosen.params.model_validate_json(dataset.params))
    n_groups = dataset.n // members
    return Spec(chosen.name, chosen.version, dataset.params, seed, n_groups, members)


def record_fresh(db: Path, private: Path, public: Plan, fresh: Plan, seed: HeldOutSeed) -> int:
    """Take over what became of the fresh items, by index; gives the number of answers."""
    with closing(connect_read_only(private)) as con:
        outcomes = outcomes_by_index(con, fresh.run.run_hash)
    run = FreshRun(fresh.run.run_hash, public.run.run_hash, seed.seal, fresh.run.n_planned)
    with closing(connect(db)) as con:
        write_fresh_outcomes(con, run, outcomes)
    return len(outcomes)
