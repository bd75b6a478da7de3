"""Inspect's own model of a Hub task, filled from eval.yaml, and its scorer tried on replies."""

import asyncio
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import yaml
from inspect_ai._eval.loader import scorer_from_spec
from inspect_ai._eval.task.hf import HFTask
from inspect_ai.scorer import Target
from inspect_ai.scorer._scorer import ScorerSpec

folder, replies = sys.argv[1:]
[entry] = yaml.safe_load((Path(folder) / "eval.yaml").read_text(encoding="utf-8"))["tasks"]
task = HFTask.model_validate(entry)
[wanted] = task.scorers
scorer = scorer_from_spec(ScorerSpec(scorer=wanted.name), task_path=None, **wanted.args)


async def judged(reply: str, target: str) -> bool:
    state = SimpleNamespace(output=SimpleNamespace(completion=reply))
    return (await scorer(state, Target(target))).value == "C"


found = [asyncio.run(judged(reply, target)) for reply, target in json.loads(replies)]
sys.stdout.write(
    json.dumps({"split": task.split, "solvers": [s.name for s in task.solvers], "right": found})
)
