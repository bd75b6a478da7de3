"""What the task's YAML calls: the questions, and both readings of a reply as metrics."""

from __future__ import annotations

import sys
from pathlib import Path

import datasets

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER))

import sorites_scoring as scoring  # noqa: E402


def load(**_: object) -> dict:
    """The questions as the only split; whatever the harness hands over is not needed."""
    questions = scoring.read_lines(FOLDER)
    return {"test": datasets.Dataset.from_list(questions)}


def process_results(doc: dict, results: list[str]) -> dict[str, float]:
    """Each reading that there is here; the harness leaves the others out."""
    return {
        reading: float(scoring.is_right(reading, results[0] or "", doc))
        for reading in scoring.readings(doc)
    }
