"""A data set as a task of Inspect or of the lm-evaluation-harness.

questions.jsonl       the messages, the right answer, and the item as JSON to be graded by
export.json           data set, prompt, kinds of answers, and what cannot be judged
sorites_scoring.py   how replies are judged: in the requested format, or by `sorites.grade`
sorites_last_line.py the parser of the requested format, copied from here
task.py or NAME.yaml  the task
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import yaml

from engine.ask.prompts import kind_of, prompt_id
from engine.core.canary import canary
from engine.core.items import AnswerKind, Item
from engine.core.resources import data_file
from engine.core.rotations import is_single_choice
from engine.core.writing import write_document, write_lines, write_text
from engine.grade import names_in_format
from engine.grade.reply import last_line
from engine.io.exports.hub import put
from engine.io.exports.material import Exported, kinds
from engine.io.records import records

_BY_FORM = (AnswerKind.LABEL, AnswerKind.SET)
MAX_TOKENS = 4096
"""The harness's default limit on a reply's tokens; --gen_kwargs overrides it."""


def write_inspect(exported: Exported, folder: Path) -> dict[str, int]:
    """A task that `inspect eval task.py` runs."""
    copy_portable("inspect_task.py", folder / "task.py")
    return write_questions(exported, folder)


def write_lm_eval(exported: Exported, folder: Path) -> dict[str, int]:
    """A task that `lm_eval run --include_path FOLDER --tasks sorites_NAME` runs."""
    copy_portable("lm_eval_task.py", folder / "sorites_task.py")
    write_text(folder / f"sorites_{exported.slug}.yaml", _harness_yaml(exported))
    return write_questions(exported, folder)


def copy_portable(source: str, target: Path) -> None:
    """Copy a file that runs without our package."""
    write_text(target, data_file(f"exports/{source}").read_text(encoding="utf-8"))


def write_questions(exported: Exported, folder: Path) -> dict[str, int]:
    """Write the questions, `export.json`, and how replies are judged."""
    write_scoring(folder)
    write_document(folder / "export.json", manifest(exported))
    return {"questions": write_lines(folder / "questions.jsonl", questions(exported))}


def write_scoring(folder: Path) -> None:
    """Write the scoring files, which do not need our package."""
    copy_portable("sorites_scoring.py", folder / "sorites_scoring.py")
    code = Path(last_line.__file__).read_text(encoding="utf-8")
    write_text(folder / "sorites_last_line.py", code)


def questions(exported: Exported) -> Iterator[dict[str, Any]]:
    """The lines of `questions.jsonl`."""
    for item, record in zip(exported.items, records(exported.items), strict=True):
        yield {
            "id": item.hash,
            **put(item, exported.prompt),
            **form_of(item),
            "prompt": prompt_id(exported.prompt, "none", kind_of(item)),
            "item": orjson.dumps({**record, "certificate": None}).decode(),
            "canary": record["canary"],
        }


def form_of(item: Item) -> dict[str, Any]:
    """The parameters for reading a last line. Any: JSON."""
    is_label = item.answer_kind is AnswerKind.LABEL
    return {
        "kind": item.answer_kind.value,
        "keys": [option.key for option in item.options],
        "names": [list(named) for named in names_in_format(item).items()] if is_label else [],
        "is_lettered": is_single_choice(item),
    }


def manifest(exported: Exported) -> dict[str, Any]:
    """A description of the export, and which answers need our package to judge."""
    first = exported.items[0]
    by_form = first.answer_kind in _BY_FORM
    return {
        "name": exported.slug,
        "dataset": exported.dataset.name,
        "content_hash": exported.dataset.content_hash,
        "prompt": prompt_id(exported.prompt, "none", kind_of(first)),
        "kinds": kinds(exported),
        "readings": {
            "in_format": (
                "the last line `Answer: …` alone, by the code that reads it in sorites; there a"
                " reply that announces another answer as well has none"
                if by_form
                else None
            ),
            "graded": "by engine.grade, where the package sorites is installed",
        },
        "cannot": (
            None
            if by_form
            else f"without the package sorites: {first.answer_kind} answers are judged by what"
            " they mean"
        ),
        "canary": canary(),
    }


def _harness_yaml(exported: Exported) -> str:
    by_form = exported.items[0].answer_kind in _BY_FORM
    readings = ["in_format", "graded"] if by_form else ["graded"]
    document = {
        "task": f"sorites_{exported.slug}",
        "test_split": "test",
        "output_type": "generate_until",
        "description": "{{system}}",
        "doc_to_text": "{{input}}",
        "doc_to_target": "{{target}}",
        "generation_kwargs": {"until": [], "max_gen_toks": MAX_TOKENS, "do_sample": False},
        "metric_list": [
            {"metric": reading, "aggregation": "mean", "higher_is_better": True}
            for reading in readings
        ],
        "metadata": {"version": float(exported.dataset.version), **_versions(exported)},
    }
    called = "custom_dataset: !function sorites_task.load\n"
    called += "process_results: !function sorites_task.process_results\n"
    return called + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=100)


def _versions(exported: Exported) -> dict[str, str]:
    return {"content_hash": exported.dataset.content_hash, "canary": canary()}
