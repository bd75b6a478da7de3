"""Sample files of the lm-evaluation-harness (`--log_samples`): a JSON line per question.

{"doc": {"id": …, "prompt": …, …}, "resps": [["…"]], "metrics": ["graded"], "graded": 1.0, …}
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import orjson

from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.io.published.harness_log import HarnessAnswer, HarnessLog

Json = dict[str, Any]  # Any: a sample is JSON that others wrote


def read_lm_eval_samples(path: Path, model: str, metric: str | None) -> HarnessLog:
    """Read a sample file; the verdicts are those of the metric named, or of the first.

    Raises:
        InputError: the file holds no such samples, or no such metric.
    """
    if not model.strip():
        raise InputError("a sample file does not say who answered; name it with --model")
    try:
        rows = [orjson.loads(line) for line in path.read_bytes().splitlines() if line.strip()]
        metric = _metric(rows, metric, path)
        answers = tuple(one for row in rows for one in _answers(row, metric))
        prompts = {str(row["doc"].get("prompt", "unknown")).partition("@")[0] for row in rows}
    except (KeyError, TypeError, ValueError, OSError) as error:
        raise InputError(
            f"{path}: not a sample file of lm-eval that can be read ({error})"
        ) from None
    command = ["sorites", "import", "lm-eval-samples", path.name, "--model", model]
    return HarnessLog(
        tool="lm-eval",
        scorer=metric,
        model=model,
        prompt=", ".join(sorted(prompts)),
        file=path.name,
        command=shlex.join([*command, "--metric", metric]),
        answers=answers,
    )


def _metric(rows: list[Json], wanted: str | None, path: Path) -> str:
    if not rows:
        raise InputError(f"{path} holds no samples")
    known = list(map(str, rows[0]["metrics"]))
    if wanted is not None and wanted not in known:
        raise InputError(f"{path} has no metric {wanted!r}; it has {', '.join(known)}")
    return wanted or known[0]


def _answers(row: Json, metric: str) -> list[HarnessAnswer]:
    """Each reply to a question; the harness's one verdict is on the first."""
    item, verdict = str(row["doc"]["id"]), Outcome.RIGHT if row[metric] == 1 else Outcome.WRONG
    replies = row["resps"][0]
    return [HarnessAnswer(item, 0, str(replies[0]), verdict)]
