"""How replies were read: strict, lenient and extracted, of each run and of the reading corpus.

The corpus, `data/readings/replies.jsonl`, holds replies of real models; those with a hand reading
measure the reader. A hand reading is a list of acceptable readings; null in it is *no answer*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.query import Row, open_rows
from engine.core.items import Option
from engine.core.resources import data_file
from engine.grade import read_choice, read_label
from engine.grade.grade import is_cut
from engine.grade.set_reading import read_set

LARGEST_GAP = 0.03
"""Differences between readings of one run from which on the report warns."""

_RUNS = """
SELECT a.run_hash, a.model, a.dataset, a.prompt, a.probe, a.n, a.strict_value AS strict,
    a.value AS lenient, max(e.extracted_value) AS extracted, a.n_no_answer AS n_unread,
    max(o.outcomes) AS outcomes
FROM accuracy a
LEFT JOIN extracted_accuracy e USING (run_id)
JOIN (
    SELECT run_id, histogram(outcome) AS outcomes FROM question_responses GROUP BY run_id
) o USING (run_id)
WHERE ($dataset IS NULL OR a.dataset = $dataset) AND ($model IS NULL OR a.model = $model)
GROUP BY ALL
ORDER BY a.dataset, a.model, a.prompt, a.run_hash
"""


def run_readings(db: Path, dataset: str | None = None, model: str | None = None) -> list[Row]:
    """Per run its accuracy by each reading, its outcomes, and whether the readings lie far apart.

    Strict accuracy is low where a model does not keep to the format asked for; where lenient and
    extracted accuracy differ, the rules may have missed answers.
    """
    with open_rows(db) as rows:
        found = rows(_RUNS, dataset=dataset, model=model)
    for row in found:
        given = [row[name] for name in ("strict", "lenient", "extracted") if row[name] is not None]
        row["warns"] = max(given) - min(given) > LARGEST_GAP
    return found


@dataclass(frozen=True, slots=True)
class CorpusFigure:
    """The reader on the hand-read replies of one kind of answer by one model.

    `n_answers` replies give an answer by hand and `n_read` by the rules; `n_right` of these are a
    hand reading. `n_agreed` counts all replies read as by hand, those without an answer too.
    """

    kind: str
    model: str
    n: int
    n_answers: int
    n_read: int
    n_right: int
    n_agreed: int

    @property
    def precision(self) -> float | None:
        """The share of readings that are right."""
        return self.n_right / self.n_read if self.n_read else None

    @property
    def recall(self) -> float | None:
        """The share of answers that are read."""
        return self.n_right / self.n_answers if self.n_answers else None


def corpus_figures() -> tuple[CorpusFigure, ...]:
    """The figures of the reader on the corpus, by kind of answer and model."""
    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0] * 5)
    for reply in corpus():
        hand = reply["hand_reading"]
        if hand is None:
            continue
        read = reading_of(reply)
        is_right = read is not None and read in hand
        agreed = read in hand
        parts = (1, None not in hand or is_right, read is not None, is_right, agreed)
        for place, part in enumerate(parts):
            counts[reply["kind"], reply["model"]][place] += part
    return tuple(CorpusFigure(*key, *counts[key]) for key in sorted(counts))


def corpus() -> Iterator[dict[str, Any]]:
    """The replies of the corpus. Any: texts, options and hand readings, as in the file."""
    for line in data_file("readings/replies.jsonl").read_bytes().splitlines():
        yield orjson.loads(line)


def reading_of(reply: dict[str, Any]) -> str | None:
    """What the rules read in a reply of the corpus; None if cut off, and of formulas."""
    options = tuple(Option(key, text, "open") for key, text in reply["options"])
    readers = {"label": read_label, "choice": read_choice, "set": read_set}
    if is_cut(reply["finish_reason"]) or reply["kind"] not in readers:
        return None
    return readers[reply["kind"]](options, reply["reply"]).lenient
