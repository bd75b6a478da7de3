"""Measured results in the format of Every Eval Ever (schema 0.3.0): runs with their answers.

    data/SET/DEVELOPER/MODEL/ID.json            model, data set, settings, score and interval
    data/SET/DEVELOPER/MODEL/ID_samples.jsonl   each question with its reply and the verdict

The id derives from the run's hash, so the same run always has the same files. Only scores measured
here are written.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import orjson
from duckdb import DuckDBPyConnection

from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import BUILT_IN
from engine.core.writing import write_document, write_lines
from engine.store import Dataset, connect_read_only, digest_of, find_dataset
from engine.store.responses.measured import answers_of, plain_runs

SCHEMA = "0.3.0"
_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
OURS, UNKNOWN = "sorites", "unknown"
"""The developers given for built-in respondents and for models whose name has none."""


_SENT = {"temperature": float, "top_p": float, "max_tokens": int}


def write_every_eval_ever(db: Path, name: str, folder: Path) -> dict[str, int]:
    """Write every measured run of a data set; returns the number of answers by run.

    Raises:
        InputError: there is no such data set, or nothing was measured on it.
    """
    with closing(connect_read_only(db)) as con:
        dataset = find_dataset(con, name)
        runs = plain_runs(con, dataset.name)
        if not runs:
            raise InputError(f"nothing was measured on {name}; ask it with `sorites evaluate`")
        return {
            f"{run['model']} {run['run_hash'][:8]}": _write(con, run, dataset, folder)
            for run in runs
        }


def _write(con: DuckDBPyConnection, run: dict[str, Any], dataset: Dataset, folder: Path) -> int:
    developer, _, model = _model_id(run).rpartition("/")
    place = "/".join(("data", *map(_folder, (dataset.name, developer, model))))
    stem = f"{place}/{UUID(bytes=bytes.fromhex(run['run_hash'])[:16], version=4)}"
    samples = folder / f"{stem}_samples.jsonl"
    n = write_lines(samples, _samples(con, run))
    detail = {
        "format": "jsonl",
        "file_path": f"{stem}_samples.jsonl",
        "hash_algorithm": "sha256",
        "checksum": digest_of(samples),
        "total_rows": n,
    }
    document = {**result(run, dataset), "detailed_evaluation_results": detail}
    write_document(folder / f"{stem}.json", document)
    return n


def _folder(name: str) -> str:
    """A folder name of the datastore, spelt like the model's id if possible."""
    return _ODD.sub("_", name).strip("_.") or UNKNOWN


def result(run: dict[str, Any], dataset: Dataset) -> dict[str, Any]:
    """The document of a run: a row of the view accuracy with its settings."""
    # a run that is not finished has no time of its own
    finished = run["finished"] or dataset.created_at.replace(tzinfo=UTC).timestamp()
    when = str(finished)
    return {
        "schema_version": SCHEMA,
        "evaluation_id": _evaluation_id(run),
        "evaluation_timestamp": datetime.fromtimestamp(finished, UTC).isoformat(),
        "retrieved_timestamp": when,
        "source_metadata": {
            "source_name": "Sorites",
            "source_type": "evaluation_run",
            "source_organization_name": "whoever ran it",
            "evaluator_relationship": "other",
            "additional_details": {"run_hash": run["run_hash"], "canary": canary()},
        },
        "eval_library": {"name": "sorites", "version": run["engine_version"]},
        "model_info": {
            "name": run["model"],
            "id": _model_id(run),
            "additional_details": {
                "deployment_type": "unknown",
                "model_availability": "unknown",
                "kind": run["kind"],
                "endpoint": ", ".join(run["endpoints"] or ()) or "built in",
            },
        },
        "evaluation_results": [_score(run, dataset, reading) for reading in ("lenient", "strict")],
    }


def _model_id(run: dict[str, Any]) -> str:
    """The developer and the model, as the schema names it."""
    name: str = run["model"]
    if "/" in name:
        return name
    return f"{OURS if run['kind'] in BUILT_IN else UNKNOWN}/{name}"


def _evaluation_id(run: dict[str, Any]) -> str:
    return f"{run['dataset']}/{run['model']}/{run['run_hash'][:16]}"


def _score(run: dict[str, Any], dataset: Dataset, reading: str) -> dict[str, Any]:
    is_lenient = reading == "lenient"
    interval = {
        "confidence_interval": {
            "lower": run["low"],
            "upper": run["high"],
            "confidence_level": 0.95,
            "method": "Wilson, for the trials that the groups are worth",
        }
    }
    return {
        "evaluation_result_id": f"{_evaluation_id(run)}/{reading}",
        "evaluation_name": f"{run['dataset']} ({reading} reading)",
        "source_data": {
            "dataset_name": run["dataset"],
            "source_type": "other",
            "additional_details": {
                "content_hash": dataset.content_hash,
                "family": dataset.family,
                "seed": str(dataset.seed),
                "params": dataset.params,
                "split": run["split"] or "all",
                "items": str(run["n_items"]),
            },
        },
        "metric_config": {
            "metric_id": f"accuracy_{reading}",
            "metric_name": "accuracy",
            "metric_kind": "accuracy",
            "metric_unit": "proportion",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": 0,
            "max_score": 1,
        },
        "score_details": {
            "score": run["value"] if is_lenient else run["strict_value"],
            "uncertainty": {"num_samples": run["n"], **(interval if is_lenient else {})},
        },
        "generation_config": {
            "generation_args": _arguments(run),
            "additional_details": {"prompt": run["prompt"], "settings": run["settings"]},
        },
    }


def _arguments(run: dict[str, Any]) -> dict[str, Any]:
    settings = orjson.loads(run["settings"])
    sent = {name: kind(settings[name]) for name, kind in _SENT.items() if name in settings}
    return {**sent, **({"execution_command": run["command"]} if run["command"] else {})}


def _samples(con: DuckDBPyConnection, run: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for row in answers_of(con, run["run_id"]):
        messages = orjson.loads(row["messages"]) if row["messages"] else []
        asked = messages[-1]["content"] if messages else ""
        read = row["answer"]
        yield {
            "schema_version": SCHEMA,
            "evaluation_id": _evaluation_id(run),
            "model_id": _model_id(run),
            "evaluation_name": f"{run['dataset']} (lenient reading)",
            "evaluation_result_id": f"{_evaluation_id(run)}/lenient",
            "sample_id": f"{row['item']}:{row['sample']}",
            "sample_hash": hashlib.sha256(f"{asked}{row['gold']}".encode()).hexdigest(),
            "interaction_type": "single_turn",
            "input": {
                "raw": asked,
                "formatted": "\n\n".join(one["content"] for one in messages) or None,
                "reference": [row["gold"]],
                "choices": [option["key"] for option in row["options"]] or None,
            },
            "output": {"raw": [row["raw"] or ""], "reasoning_trace": None},
            "messages": None,
            "answer_attribution": [
                {
                    "turn_idx": 0,
                    "source": "output.raw",
                    "extracted_value": "" if read is None else read,
                    "extraction_method": row["extraction_rule"],
                    "is_terminal": True,
                }
            ],
            "evaluation": {
                "score": float(row["is_right"]),
                "is_correct": row["is_right"],
            },
            "error": row["error_kind"],
            "metadata": {"item": row["item"], "outcome": row["outcome"], "canary": canary()},
        }
