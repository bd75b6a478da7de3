"""Makes and stores sentences from a spec: a pure function of pair numbers, run in shards."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.items import Symbol
from engine.core.progress import Progress, silent
from engine.core.seeding import group_rng
from engine.core.workers import opened, results, without_collector
from engine.families.logicskills.inventory.classes import SentenceClass, class_of
from engine.families.logicskills.inventory.spec import (
    NAME,
    VERSION,
    InventorySpec,
    params_of,
    quotas,
)
from engine.families.logicskills.language import (
    LANGUAGES,
    Palette,
    draw_tree,
    draw_words,
    formula_of,
    letters_of,
    nesting,
    outline,
    sentence,
    symbol_of,
    words_of,
)
from engine.logic import show
from engine.store import (
    Inventory,
    InventoryMeta,
    SentenceRow,
    as_shard,
    connect,
    ingest_sentences,
    sentences_table,
)

PAIRS_PER_SHARD = 2_048


@dataclass(frozen=True, slots=True)
class Pair:
    """One sentence in both languages; `n_unsettled` trees before it could not be classified."""

    idx: int
    type: str
    depth: int
    formula: str
    tree: str
    kind: SentenceClass
    surfaces: tuple[str, ...]
    keys: tuple[tuple[Symbol, ...], ...]
    n_unsettled: int


def make_pair(spec: InventorySpec, number: int) -> Pair:
    """Make the pair of that number: a pure function of the arguments and the version."""
    params, types = params_of(spec), quotas(spec)
    rng = group_rng(NAME, VERSION, spec.params, spec.seed, number)
    entries = draw_words(rng, is_small=params.lexicon == "small")
    name, n_unsettled = types[number % len(types)], 0
    while True:
        tree = draw_tree(name, rng.randint(1, params.max_depth), Palette(), rng)
        formula = formula_of(tree)
        kind = class_of(formula)
        if kind is not SentenceClass.UNKNOWN:
            break
        n_unsettled += 1
    letters = letters_of([formula])
    keys = tuple(
        tuple(symbol_of(letter, entries[letter], language) for letter in letters)
        for language in LANGUAGES
    )
    return Pair(
        idx=number,
        type=name,
        depth=nesting(tree),
        formula=show(formula),
        tree=outline(tree),
        kind=kind,
        surfaces=tuple(sentence(tree, words_of(key)) for key in keys),
        keys=keys,
        n_unsettled=n_unsettled,
    )


def store_inventory(
    spec: InventorySpec,
    name: str,
    db: Path,
    executor: Executor | None = None,
    progress: Progress = silent,
    *,
    replace: bool = False,
) -> Inventory:
    """Make an inventory and store it in one transaction.

    Raises:
        InputError: another inventory has the name.
        VerificationError: the solvers disagree about a sentence.
    """
    starts = range(0, spec.n, PAIRS_PER_SHARD)
    tasks = ((spec, start, min(start + PAIRS_PER_SHARD, spec.n)) for start in starts)
    with opened(executor, len(starts)) as pool:
        connect(db).close()  # created while the workers start; it creates the folder too
        with TemporaryDirectory(prefix="sentences-", dir=db.parent) as folder:
            paths, unsettled = [], 0
            with progress(f"making {spec.n:,} pairs of sentences", spec.n) as advance:
                for start, n, n_unsettled, shard in results(pool, _make_shard, tasks):
                    paths.append(Path(folder) / f"{start:09d}.parquet")
                    paths[-1].write_bytes(shard)
                    unsettled += n_unsettled
                    advance(n)
            with closing(connect(db)) as con:
                meta = inventory_meta(spec, name)
                return ingest_sentences(con, meta, sorted(paths), unsettled, replace=replace)


def inventory_meta(spec: InventorySpec, name: str) -> InventoryMeta:
    """Metadata of the inventory that a spec makes."""
    return InventoryMeta(name, VERSION, spec.params, spec.seed, spec.n)


def _make_shard(spec: InventorySpec, start: int, stop: int) -> tuple[int, int, int, bytes]:
    """Pairs: the first number, how many, how many trees were not settled, and Parquet.

    Runs in a worker.
    """
    with without_collector():
        pairs = [make_pair(spec, number) for number in range(start, stop)]
    rows = [row for pair in pairs for row in _rows(pair)]
    n_unsettled = sum(pair.n_unsettled for pair in pairs)
    return start, len(pairs), n_unsettled, as_shard(sentences_table(rows))


def _rows(pair: Pair) -> Iterator[SentenceRow]:
    for language, surface, key in zip(LANGUAGES, pair.surfaces, pair.keys, strict=True):
        yield SentenceRow(
            idx=pair.idx,
            language=language,
            surface=surface,
            formula=pair.formula,
            tree=pair.tree,
            symbols=key,
            type=pair.type,
            depth=pair.depth,
            kind=pair.kind,
        )
