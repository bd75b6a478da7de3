"""Published answers to JustLogic's test items, judged twice.

A result file repeats the data columns and adds `predicted`, what its authors extracted from each
reply, and sometimes `full_completion`, the reply. Rows without a prediction were not asked.

    reproduced   their labels, their extraction: their figures to the digit
    regraded     our labels, and our reading of the reply (of their extraction, where they kept
                 nothing else)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core.errors import InputError
from engine.core.items import Grade, Item, Origin, Outcome
from engine.core.left_out import STRICT, LeftOut
from engine.families.justlogic.published.dataset import PublishedDataset, Track, dataset_from_rows
from engine.families.justlogic.published.rows import COLUMNS
from engine.grade import grade
from engine.io.published.files import Row, read_rows

DATASET = "justlogic-published-test"
"""The test items have no file of their own; every result file repeats them."""

_UNASKED = frozenset({"", "nan", "none"})


@dataclass(frozen=True, slots=True)
class Answer:
    """One published answer: what its authors extracted, and the reply if they kept it."""

    item: int
    sample: int
    predicted: str
    completion: str | None

    @property
    def raw(self) -> str:
        """The fullest known text of the reply."""
        return self.predicted if self.completion is None else self.completion


@dataclass(frozen=True, slots=True)
class PublishedResults:
    """The items in the result files of one model and prompt, and their answers."""

    dataset: PublishedDataset
    answers: tuple[Answer, ...]
    files: tuple[str, ...]

    def graded(self, origin: Origin) -> Iterator[tuple[Answer, Grade]]:
        """Every answer with its verdict by the published labels, or by our labels and rules."""
        judge = reproduced_grade if origin is Origin.REPRODUCED else regraded
        for answer in self.answers:
            yield answer, judge(self.dataset.items[answer.item], answer)


def read_results(
    paths: Sequence[Path], track: Track = iter, left_out: LeftOut = STRICT
) -> PublishedResults:
    """Read one or more result files, each another sample of answers to the same items.

    Faulty rows are refused, or noted in `left_out`.

    Raises InputError for files that cannot be read or that have different items.
    """
    dataset: PublishedDataset | None = None
    answers: list[Answer] = []
    for sample, path in enumerate(paths):
        rows = read_rows(path, (*COLUMNS, "predicted"), left_out)
        read = dataset_from_rows(rows, "test", track, left_out)
        if dataset is not None and _hashes(read) != _hashes(dataset):
            raise InputError(f"{path.name} has other items than {paths[0].name}; import it alone")
        dataset = dataset or read
        answers += _answers(rows, read, sample)
    if dataset is None:
        raise InputError("no result file is named")
    if not answers:
        raise InputError(f"{paths[0].name}: no row has a prediction")
    return PublishedResults(dataset, tuple(answers), tuple(path.name for path in paths))


def _hashes(dataset: PublishedDataset) -> list[str]:
    return [item.hash for item in dataset.items]


def _answers(rows: Sequence[Row], dataset: PublishedDataset, sample: int) -> Iterator[Answer]:
    places = {item.source_id: place for place, item in enumerate(dataset.items)}
    for row in rows:
        place = places.get(row["id"].strip())
        predicted = row["predicted"].strip()
        if place is not None and predicted.lower() not in _UNASKED:
            completion = row.cells.get("full_completion", "").strip() or None
            yield Answer(place, sample, predicted, completion)


def reproduced_grade(item: Item, answer: Answer) -> Grade:
    """The published verdict: the extracted label is the published label, ignoring case."""
    label = answer.predicted.lower()
    outcome = Outcome.RIGHT if label == item.published_label else Outcome.WRONG
    return Grade(label, label, outcome, outcome, "published-extraction")


def regraded(item: Item, answer: Answer) -> Grade:
    """Our verdict, under our label.

    A prediction without its reply is just an answer, so the strict reading is the same.
    """
    verdict = grade(item, answer.raw)
    if answer.completion is not None:
        return verdict
    return replace(verdict, strict=verdict.lenient, strict_outcome=verdict.outcome)
