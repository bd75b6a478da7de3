"""The download folder of a data set: its machine-readable card and its items.

    card.json        the card, as rows
    croissant.json   Croissant 1.1: every file with its hash, and every column
    README.md        the card for the Hugging Face Hub; the folder can be pushed as it is
    data/…           the items as Parquet, one file per split
    eval.yaml        a task for Inspect, if a scorer of the Hub can grade the answers
    asked/…          the items of that task, with their messages

An imported set has only its card, because we may not redistribute others' items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pyarrow.parquet as pq

from engine.analysis.datasets.composition import ITEMS, first_english, splits
from engine.analysis.sources.reading import Dataset, Reading
from engine.core.canary import canary
from engine.io.exports import (
    ASKED,
    CardFacts,
    Exported,
    Known,
    as_yaml,
    description,
    evaluation,
    file_object,
    known,
    readme,
    schema_of,
    write_document,
    write_split_with_question,
    write_text,
)
from engine.show.links.slugs import slug

DATASETS = "datasets"
"""The folder of all data sets."""

LICENCE = "Apache-2.0"
"""The licence of everything generated here."""

COLUMNS = "The columns are"
SCORING = (
    "`sorites export DATASET --to huggingface` writes the same items with the messages that put"
    " them to a model, and `eval.yaml` where a scorer of the Hub can judge the answers."
)
N_ASKED = 500
"""The most items that `eval.yaml` asks: enough for a board, and quick to write for any set."""
_ASKED = (
    "`eval.yaml` asks the first {n:,} English items of the split {split}, which the configuration"
    " `asked` holds with their messages. It judges by the last line alone, `Answer: …`. "
)


@dataclass(frozen=True, slots=True)
class FolderFile:
    """A file of a data set: its address in the site, its rows (None: not one table), its hash."""

    address: str
    n_rows: int | None
    n_bytes: int
    sha256: str

    @property
    def name(self) -> str:
        """The path inside the folder of the data set."""
        return "/".join(self.address.split("/")[3:])

    @property
    def has_items(self) -> bool:
        """Whether it holds all items of a split."""
        return self.name.startswith("data/")


Folders = Mapping[str, Sequence[FolderFile]]
"""The files of each data set, by its name."""

Cards = Callable[[Dataset], Mapping[str, Any]]
"""Gives the card of a data set as JSON. Any: JSON."""


def write_folders(reading: Reading, cards: Cards, files: Path, root: str) -> Folders:
    """Write the folders of all data sets below `files`, which the site serves at `root`."""
    return {
        dataset.name: tuple(_folder(reading, dataset, cards(dataset), files, root))
        for dataset in reading.datasets
    }


def _folder(
    reading: Reading, dataset: Dataset, card: Mapping[str, Any], files: Path, root: str
) -> Iterator[FolderFile]:
    own = f"{DATASETS}/{slug(dataset.name)}"
    folder = files / own
    write_document(folder / "card.json", card)
    written: list[tuple[str, int | None]] = [("card.json", None)]
    if dataset.source == "generated":
        counts = _counts(reading, dataset)
        described = [_split(reading, dataset, split, folder) for split in counts]
        columns = schema_of().names
        shown = description(dataset, _known(reading, dataset), described, columns)
        write_document(folder / "croissant.json", shown)
        asked = _write_asked(reading, dataset, folder)
        write_text(folder / "README.md", readme(card_facts(reading, dataset, asked)))
        written += [("croissant.json", None), ("README.md", None)]
        if asked:
            written += [("eval.yaml", None), (f"{ASKED}/{asked.split}.parquet", asked.n)]
        written += [(f"data/{split}.parquet", n) for split, n in counts.items()]
    for name, n_rows in written:
        yield folder_file(folder / name, f"{root}/{own}/{name}", n_rows)


def folder_file(path: Path, address: str, n_rows: int | None) -> FolderFile:
    """The description of a file that the site serves at an address."""
    content = path.read_bytes()
    return FolderFile(address, n_rows, len(content), hashlib.sha256(content).hexdigest())


def _split(reading: Reading, dataset: Dataset, split: str, folder: Path) -> dict[str, object]:
    """Write the items of a split as Parquet, in columns that `sorites.item_from` reads."""
    if reading.snapshot is None:
        raise ValueError("there are data sets only in a snapshot")
    path = folder / "data" / f"{split}.parquet"
    path.parent.mkdir(exist_ok=True)
    values = {"key": dataset.dataset_id, "split": split, "canary": canary()}
    items = reading.snapshot.table(ITEMS, **values)
    pq.write_table(items.select(schema_of().names), path, compression="zstd")
    return file_object(split, path)


class _Asked(NamedTuple):
    """The split that `eval.yaml` asks, and the number of its items."""

    split: str
    n: int


def _write_asked(reading: Reading, dataset: Dataset, folder: Path) -> _Asked | None:
    """Write `eval.yaml` and the items it asks; None if no scorer of the Hub can grade them."""
    splits = list(_counts(reading, dataset))
    split = "test" if "test" in splits else splits[-1]
    items = reading.items(dataset.name, first_english(reading, dataset, split, N_ASKED))
    exported = Exported(dataset, _known(reading, dataset), items, "zero-shot")
    task = evaluation(exported, ASKED)
    if task is None:
        return None
    write_text(folder / "eval.yaml", as_yaml(task))
    write_split_with_question(exported, split, folder / ASKED / f"{split}.parquet")
    return _Asked(split, len(items))


def card_facts(reading: Reading, dataset: Dataset, asked: _Asked | None = None) -> CardFacts:
    """The facts for the Hub card of a data set."""
    counts, known_of = _counts(reading, dataset), _known(reading, dataset)
    if asked is None:
        return CardFacts(dataset, known_of, counts, COLUMNS, SCORING)
    shown = _ASKED.format(n=asked.n, split=asked.split) + SCORING
    return CardFacts(dataset, known_of, counts, COLUMNS, shown, asked.split)


def _known(reading: Reading, dataset: Dataset) -> Known:
    if reading.snapshot is None:
        raise ValueError("there are data sets only in a snapshot")
    with reading.snapshot.cursor() as cursor:
        return known(cursor, dataset)


def _counts(reading: Reading, dataset: Dataset) -> dict[str, int]:
    """The items of each split."""
    return {row["split"]: row["n"] for row in splits(reading, dataset)}


def linked_data(reading: Reading, dataset: Dataset) -> str:
    """The description of a data set for search engines, without files and columns."""
    shown = description(dataset, _known(reading, dataset), [], [])
    text = orjson.dumps(shown).decode().replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>'
