"""LogicSkills' result files: model replies, extracted answers and published verdicts.

A result file has `results`, a list of question_id, question_type, model_response, extracted_answer
and is_correct, and a `summary` with the model's name and the language. Every reply is judged three
ways: as published; by our rules from what the published extractor (a language model) extracted; and
by our rules from the reply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from engine.core.errors import InputError
from engine.core.items import Grade, Item, Origin, Outcome
from engine.core.left_out import STRICT, LeftOut
from engine.core.outside import read_json
from engine.families.logicskills.published.dataset import LANGUAGES, Record
from engine.grade import grade

PROMPT = "published"
EXTRACTED = "published, as extracted"
"""The names of the prompts: for replies, and for what was extracted from them."""

_MODELS = {
    "meta-llama/Llama-3.1-8B-Instruct": "Llama-3.1-8B",
    "meta-llama/Llama-3.1-70B-Instruct": "Llama-3.1-70B",
    "Qwen/Qwen2.5-Math-72B-Instruct": "Qwen2.5-Math-72B",
    "anthropic/claude-3.7-sonnet": "Claude-3.7-Sonnet",
    "openai/gpt-4o": "GPT-4o",
    "google/gemini-2.5-flash": "Gemini-2.5-Flash",
    "deepseek/deepseek-chat": "DeepSeek-Chat",
    "microsoft/phi-4": "Phi-4",
    "Qwen/Qwen3-32B": "Qwen3-32B",
    "openai/o3": "OpenAI o3",
}
"""Model names as in the paper's tables; other models get the last part of their id."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply: its item, its text, what was extracted, and the published verdict."""

    item: Item
    raw: str
    extracted: str
    was_right: bool


@dataclass(frozen=True, slots=True)
class PublishedReplies:
    """The replies of one result file."""

    file: str
    model: str
    language: str | None
    replies: tuple[Reply, ...]

    def graded(self, prompt: str, origin: Origin) -> Iterator[tuple[Reply, str, Grade]]:
        """Every reply with the judged text and its verdict."""
        for reply in self.replies:
            if origin is Origin.REPRODUCED:
                yield reply, reply.raw, _reproduced(reply)
            else:
                text = reply.extracted if prompt == EXTRACTED else reply.raw
                yield reply, text, grade(reply.item, text)


JUDGEMENTS = (
    (PROMPT, Origin.REPRODUCED),
    (PROMPT, Origin.REGRADED),
    (EXTRACTED, Origin.REGRADED),
)
"""The ways every reply is judged."""


def result_files(folder: Path, left_out: LeftOut = STRICT) -> dict[Path, Record]:
    """The result files of a folder. Damaged JSON is refused, or noted; other JSON is skipped."""
    found: dict[Path, Record] = {}
    for path in sorted(folder.rglob("*.json")):
        if not path.name.startswith("questions_"):
            with left_out.noted():
                match read_json(path):
                    case {"results": [*_], "summary": dict()} as content:
                        found[path] = content
    return found


def read_replies(
    results: Mapping[Path, Record],
    task: str,
    items: Sequence[Item],
    left_out: LeftOut = STRICT,
) -> tuple[tuple[PublishedReplies, ...], tuple[str, ...]]:
    """The result files of a task that answer these items, and the names of those that do not.

    Replies of another shape are refused, or noted in `left_out`; files that repeat another are
    skipped.
    """
    known = {item.source_id: item for item in items}
    found: dict[tuple[object, ...], PublishedReplies] = {}
    strays: list[str] = []
    for path, content in results.items():
        if content["summary"].get("question_type") != task:
            continue
        replies = _replies(path, content["results"], known, left_out)
        if replies is None:
            strays.append(path.name)
            continue
        summary = content["summary"]
        name = str(summary.get("model_name") or path.stem)
        model = _MODELS.get(name, name.rpartition("/")[2])
        language = LANGUAGES.get(str(summary.get("language")))
        read = PublishedReplies(path.name, model, language, replies)
        found.setdefault((model, language, tuple(reply.raw for reply in replies)), read)
    return tuple(found.values()), tuple(strays)


def _replies(
    path: Path, rows: Sequence[Any], known: Mapping[str | None, Item], left_out: LeftOut
) -> tuple[Reply, ...] | None:
    """The replies to known items; None if one has another item, or there are none. Any: JSON."""
    replies = []
    for place, row in enumerate(rows, 1):
        item = known.get(str(row.get("question_id"))) if isinstance(row, dict) else None
        if item is None:
            return None
        with left_out.noted():
            raw = row.get("model_response")
            if not isinstance(raw, str | None):
                raise InputError(f"{path.name}, result {place}: `model_response` is not a text")
            extracted = _extracted(row.get("extracted_answer"))
            replies.append(Reply(item, raw or "", extracted, row.get("is_correct") is True))
    return tuple(replies) or None


def _extracted(answer: object) -> str:
    """What was extracted, as the text of a reply."""
    match answer:
        case {"formula": str(formula)}:
            return formula
        case dict():
            return orjson.dumps(answer).decode()
        case "Indeterminate" | "ERROR" | None:
            return ""
        case _:
            return f"Answer: {str(answer).lower()}"


def _reproduced(reply: Reply) -> Grade:
    """The published verdict, which is only right or wrong."""
    outcome = Outcome.RIGHT if reply.was_right else Outcome.WRONG
    text = reply.extracted.removeprefix("Answer: ") or None
    return Grade(text, text, outcome, outcome, "published-extraction")
