"""How replies were read: strict, lenient and extracted, of each run and of the reading corpus.

The corpus, `data/readings/replies.jsonl`, holds replies of real models; those with a hand reading
measure the reader. A hand reading is a list of acceptable readings; null in it is *no answer*.
Rules are written on the replies of some models (part *rules*); others check them (*check*).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from engine.analysis.sources.query import Row, open_rows
from engine.core.items import Option
from engine.core.resources import data_file
from engine.grade import read_choice, read_label
from engine.grade.core import sentences_as_words
from engine.grade.formulas.key import vocabulary_of
from engine.grade.formulas.reading import read_formula
from engine.grade.grade import is_cut
from engine.grade.sets.reading import read_set
from engine.logic import show

LARGEST_GAP = 0.03
"""Differences between readings of one run from which on the report warns."""

_SHORT = 3
"""Words of a reply that shows little about the reader: a bare answer."""

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

    Of `n` finished replies, `n_answers` give an answer by hand and `n_read` by the rules; `n_right`
    of these are a hand reading. `n_agreed` counts all replies read as by hand, those without an
    answer too. The `n` replies are `n_distinct` texts, and `n_long` of them have more than three
    words. `n_cut` more replies were cut off, and never have an answer.
    """

    part: str
    kind: str
    model: str
    n: int
    n_answers: int
    n_read: int
    n_right: int
    n_agreed: int
    n_distinct: int
    n_long: int
    n_cut: int

    @property
    def precision(self) -> float | None:
        """The share of readings that are right."""
        return self.n_right / self.n_read if self.n_read else None

    @property
    def recall(self) -> float | None:
        """The share of answers that are read."""
        return self.n_right / self.n_answers if self.n_answers else None


def corpus_figures() -> tuple[CorpusFigure, ...]:
    """The figures of the reader on the corpus, by part, kind of answer and model."""
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for reply in corpus():
        if reply["hand_reading"] is not None:
            groups[reply["part"], reply["kind"], reply["model"]].append(reply)
    return tuple(_figure(key, groups[key]) for key in sorted(groups))


def _figure(key: tuple[str, str, str], replies: list[dict[str, Any]]) -> CorpusFigure:
    """The figure of the hand-read replies of one group. Any: as in the file."""
    finished = [reply for reply in replies if not is_cut(reply["finish_reason"])]
    read = [(reading_of(reply), reply["hand_reading"]) for reply in finished]
    is_right = [found is not None and found in hand for found, hand in read]
    texts = [reply["reply"].strip() for reply in finished]
    return CorpusFigure(
        *key,
        n=len(read),
        n_answers=sum(
            None not in hand or right for (_, hand), right in zip(read, is_right, strict=True)
        ),
        n_read=sum(found is not None for found, _ in read),
        n_right=sum(is_right),
        n_agreed=sum(found in hand for found, hand in read),
        n_distinct=len(set(texts)),
        n_long=sum(len(text.split()) > _SHORT for text in texts),
        n_cut=len(replies) - len(finished),
    )


def corpus() -> Iterator[dict[str, Any]]:
    """The replies of the corpus. Any: texts, options and hand readings, as in the file."""
    for line in data_file("readings/replies.jsonl").read_bytes().splitlines():
        yield orjson.loads(line)


_SYMBOL = re.compile(r"(?m)^([A-Z]\([a-z](?:, [a-z])*\)|[a-z]): ")
"""A symbol of the key in a question of symbolization."""


def reading_of(reply: dict[str, Any]) -> str | None:
    """What the rules read in a reply of the corpus; None if cut off, and of structures."""
    kind, raw, question = reply["kind"], reply["reply"], reply["question"]
    if is_cut(reply["finish_reason"]) or kind == "structure":
        return None
    for key, text in reply["options"]:
        question = question.replace(f"{key}. {text}", "")
    asked = partial(str, "\n".join(sentences_as_words(question)))
    if kind == "formula":
        formula = read_formula(raw, vocabulary_of(tuple(_SYMBOL.findall(question))), asked).lenient
        return None if formula is None else show(formula)
    options = tuple(Option(key, text, "open") for key, text in reply["options"])
    readers = {"label": read_label, "choice": read_choice, "set": read_set}
    return readers[kind](options, raw, asked).lenient
