"""Sample files of the lm-evaluation-harness (`--log_samples`): a JSON line per question.

{"doc": {"id": …, "prompt": …, …}, "resps": [["…"]], "metrics": ["graded"], "graded": 1.0, …}

With `repeats`, a question has several replies and still one verdict.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.core.errors import InputError
from engine.core.items import Outcome
from engine.core.left_out import STRICT, LeftOut, MisshapenError, shaped
from engine.core.outside import lines_of, parse_json
from engine.io.published.harness_log import HarnessAnswer, HarnessLog

Json = dict[str, Any]  # Any: a sample is JSON that others wrote


_SAMPLE = "a sample of lm-eval, which has doc.id, metrics, and resps with one list of texts"


def read_lm_eval_samples(
    path: Path, model: str, metric: str | None, left_out: LeftOut = STRICT
) -> HarnessLog:
    """Read a sample file; the verdicts are those of the metric named, or of the first.

    Faulty samples are refused, or noted in `left_out`.

    Raises:
        InputError: the file holds no such samples, or no such metric.
    """
    if not model.strip():
        raise InputError("a sample file does not say who answered; name it with --model")
    metrics: list[str] = []
    answers: list[HarnessAnswer] = []
    prompts: set[str] = set()
    for number, line in lines_of(path):
        where = f"{path}, line {number}"
        with left_out.noted(), shaped(where, _SAMPLE):
            row = parse_json(line, where)
            metrics = metrics or list(map(str, row["metrics"]))
            answers += _answers(row, _metric(metrics, metric, path))
            prompts.add(str(row["doc"].get("prompt", "unknown")).partition("@")[0])
    left_out.require(answers, str(path))
    if not answers:
        raise InputError(f"{path} holds no samples")
    metric = _metric(metrics, metric, path)
    command = ["sorites", "import", "lm-eval-samples", path.name, "--model", model]
    return HarnessLog(
        tool="lm-eval",
        scorer=metric,
        model=model,
        prompt=", ".join(sorted(prompts)),
        file=path.name,
        command=shlex.join([*command, "--metric", metric]),
        answers=tuple(answers),
    )


def _metric(known: list[str], wanted: str | None, path: Path) -> str:
    if not known or (wanted is not None and wanted not in known):
        raise InputError(f"{path} has no metric {wanted!r}; it has {', '.join(known) or 'none'}")
    return wanted or known[0]


def _answers(row: Json, metric: str) -> Iterator[HarnessAnswer]:
    """All replies to a question, first the one that the harness kept: its one verdict is on it."""
    item, verdict = str(row["doc"]["id"]), Outcome.RIGHT if row[metric] == 1 else Outcome.WRONG
    [replies] = row["resps"]
    if not replies or not all(isinstance(reply, str) for reply in replies):
        raise MisshapenError("its replies are no texts")
    kept = (row.get("filtered_resps") or replies)[0]
    judged = replies.pop(replies.index(kept) if kept in replies else 0)
    yield HarnessAnswer(item, 0, judged, verdict)
    for number, reply in enumerate(replies, 1):
        yield HarnessAnswer(item, number, reply, None)
