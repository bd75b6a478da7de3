"""Models' answers to one question: a table of all, and one reply verbatim."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import orjson
import streamlit as st

from dashboard.components.choices import choosing
from dashboard.components.questions import item_views, replies
from dashboard.components.results import tables
from dashboard.components.source import notices
from dashboard.components.source.snapshot import rows, rows_once
from engine.analysis.items import questions
from engine.analysis.sources.query import Row
from engine.core.items import Item
from engine.core.rotations import is_single_choice, own_key, shown_key
from engine.show.evidence.replies import asked_text
from engine.show.texts.escaping import plain, visible
from engine.show.texts.names import OUTCOMES, SIGNS

_COLUMNS = {
    "who": "Model", "verdict": "Outcome", "answer": "Answer", "prompt": "Prompt",
    "probe": "Probe", "sample": "Sample", "strict_answer": "Strict reading",
    "extraction_rule": "Read by", "origin": "Provenance",
}  # fmt: skip
_MARKS = {key: f"{SIGNS[key]} {words}" for key, words in OUTCOMES.items()}


def show_answers(item: Item, item_id: int, dataset: str) -> None:
    """A table of all answers, and one answer in full."""
    st.header("Answers")
    answers = questions.answers(rows, item_id)
    if not answers:
        st.text("This question has no answers yet. This command asks the built-in baselines:")
        st.code(notices.evaluate_command(dataset), language=None, wrap_lines=True)
        return
    wrong = sum(row["outcome"] != "right" for row in answers)
    st.text(f"{wrong} of {len(answers)} answers are not right; the right answer is {item.gold}.")
    if is_single_choice(item):
        _show_chosen(item, answers)
    else:
        tables.show(
            [{**row, "who": row["model"], "verdict": _MARKS[row["outcome"]]} for row in answers],
            _COLUMNS,
            alt="Answers of each model",
            pinned="who",
        )
    named = {_answer_name(row): row for row in answers}
    chosen = choosing.one_of("One answer in full", "answer", list(named))
    _show_reply(item, item_id, named[chosen])


def _answer_name(row: Row) -> str:
    """The run's name as in the list of questions, and which of its answers it is."""
    several = f", sample {row['sample']}, rotation {row['rotation']}"
    shown = f"{row['name']} ({row['origin']})"
    return shown + several if row["sample"] or row["rotation"] else shown


def _show_chosen(item: Item, answers: Sequence[Row]) -> None:
    """For single choice, a row per run with its choice in each circular order of options."""
    k = len(item.options)
    orders = {
        f"order-{rotation}": " ".join(own_key(option.key, rotation, k) for option in item.options)
        for rotation in sorted({row["rotation"] for row in answers})
    }
    st.caption(
        plain(
            "Each column is an order of the options, top to bottom. Cells show the option chosen"
            " by its letter above, and its letter in that order if different."
        )
    )
    lines = []
    for _, group in groupby(answers, lambda row: (row["run_id"], row["sample"])):
        own = list(group)
        n_right = sum(row["outcome"] == "right" for row in own)
        cells = {f"order-{row['rotation']}": _cell(item, row) for row in own}
        facts = {name: own[0][name] for name in ("prompt", "probe", "sample", "origin")}
        counted = f"{n_right} of {len(own)}"
        lines.append(
            {**dict.fromkeys(orders), "who": own[0]["model"], "n_right": counted, **cells, **facts}
        )
    several = {"sample": "Sample"} if len({row["sample"] for row in answers}) > 1 else {}
    tables.show(
        lines,
        {"who": "Model", "n_right": "Right", **orders, "prompt": "Prompt", "probe": "Probe",
         **several, "origin": "Provenance"},
        alt="Each model’s choice in each order of the options",
        pinned="who",
    )  # fmt: skip


def _cell(item: Item, answer: Row) -> str:
    """The choice, such as `✗ B (as A)`."""
    sign, chosen = SIGNS[answer["outcome"]], answer["answer"]
    if chosen not in {option.key for option in item.options}:
        return f"{sign} {chosen or OUTCOMES[answer['outcome']]}".strip()
    shown = shown_key(chosen, answer["rotation"], len(item.options))
    return f"{sign} {chosen}" if shown == chosen else f"{sign} {chosen} (as {shown})"


def _show_reply(item: Item, item_id: int, answer: Row) -> None:
    which = (item_id, answer["run_id"], answer["sample"], answer["rotation"])
    reply = questions.reply(rows_once, *which)
    st.markdown("**Prompt**")
    if reply["messages"]:
        for message in orjson.loads(reply["messages"]):
            st.caption(plain(str(message["role"])))
            replies.verbatim(str(message["content"]), f"message-{message['role']}")
    else:
        st.caption("The exact messages are not stored for this answer. The question:")
        replies.verbatim(asked_text(item, answer["rotation"]), "question")
    if reply["reasoning"]:
        st.markdown("**Reasoning, as returned by the endpoint**")
        replies.verbatim(reply["reasoning"], "reasoning")
    st.markdown("**Reply**")
    if reply["raw"] is None:
        st.text(visible(f"No reply: {reply['error_kind'] or 'error'}. {reply['error'] or ''}"))
    else:
        replies.show(item, reply["raw"], answer["rotation"], reply["lenient"])
    tables.show_facts(_facts(reply))
    for found in questions.extractions(rows, *which):
        taken = found["answer"] or found["error_kind"] or "none"
        st.text(
            visible(
                f"Extracted by {found['extractor']} ({found['prompt']}), in addition to our rules:"
                f" {taken},"
                f" {OUTCOMES[found['outcome']]}"
            )
        )
    item_views.show_mistake(item, reply["lenient"], reply["mistake"], reply["evidence"])


def _facts(reply: Row) -> dict[str, object]:
    return {
        "Outcome": OUTCOMES[reply["outcome"]],
        "Read leniently": reply["lenient"] or "no answer",
        "Read strictly": reply["strict"] or "no answer",
        "Extraction rule": reply["rule"],
        "Finish reason": reply["finish_reason"],
        "Latency": f"{reply['latency_ms']:,.1f} ms" if reply["latency_ms"] is not None else None,
        "Tokens in": reply["prompt_tokens"],
        "Tokens out": reply["completion_tokens"],
        "Asked": f"{reply['asked_at']:%Y-%m-%d %H:%M:%S} UTC" if reply["asked_at"] else None,
        "Source": reply["source"],
        "Command": reply["command"],
    }
