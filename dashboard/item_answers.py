"""What models said to one question: a table of all, and one reply as it is, never interpreted."""

from __future__ import annotations

import orjson
import streamlit as st

from dashboard import (
    choice_views,
    choosing,
    finding,
    formal_views,
    notices,
    reply_views,
    tables,
)
from dashboard.snapshot import Row
from dashboard.words import OUTCOMES, plain, visible
from engine.ask.prompts import messages
from engine.core.items import Item
from engine.core.rotations import is_single_choice, rotated

_COLUMNS = {
    "who": "Model", "verdict": "Outcome", "answer": "Answer", "strict_answer": "Strict reading",
    "prompt": "Prompt", "probe": "Probe", "sample": "Sample", "extraction_rule": "Read by",
    "origin": "Origin",
}  # fmt: skip
_MARKS = {key: f"{choice_views.SIGNS[key]} {words}" for key, words in OUTCOMES.items()}


def show_answers(item: Item, item_id: int, dataset: str) -> None:
    """A table of what everybody answered, and one answer in full."""
    st.subheader("What models said")
    answers = finding.answers(item_id)
    if not answers:
        st.text("Nobody has answered this question. This command asks the built-in respondents:")
        st.code(notices.evaluate_command(dataset), language=None, wrap_lines=True)
        return
    wrong = sum(row["outcome"] != "right" for row in answers)
    st.text(f"{wrong} of {len(answers)} answers are not right; the right answer is {item.gold}.")
    if is_single_choice(item):
        choice_views.show_chosen(item, answers)
    else:
        tables.show(
            [{**row, "who": row["model"], "verdict": _MARKS[row["outcome"]]} for row in answers],
            _COLUMNS,
            alt="What each model answered",
            pinned="who",
        )
    named = {_answer_name(row): row for row in answers}
    chosen = choosing.one_of("One answer in full", "answer", list(named))
    _show_reply(item, item_id, named[chosen])


def _answer_name(row: Row) -> str:
    """The name of the run as the list of questions has it, and which of its answers it is."""
    several = f", sample {row['sample']}, rotation {row['rotation']}"
    shown = f"{row['name']} ({row['origin']})"
    return shown + several if row["sample"] or row["rotation"] else shown


def _show_reply(item: Item, item_id: int, answer: Row) -> None:
    reply = finding.reply(item_id, answer["run_id"], answer["sample"], answer["rotation"])
    st.markdown("**What it saw**")
    if reply["messages"]:
        for message in orjson.loads(reply["messages"]):
            st.caption(plain(str(message["role"])))
            reply_views.verbatim(str(message["content"]), f"message-{message['role']}")
    else:
        st.caption("The exact messages are not stored for this answer; it was given this question.")
        reply_views.verbatim(_question(item, answer["rotation"]), "question")
    if reply["reasoning"]:
        st.markdown("**Its reasoning, as the endpoint returned it**")
        reply_views.verbatim(reply["reasoning"], "reasoning")
    st.markdown("**What it said**")
    if reply["raw"] is None:
        st.text(visible(f"No reply: {reply['error_kind'] or 'error'}. {reply['error'] or ''}"))
    else:
        reply_views.show(item, reply["raw"], answer["rotation"], reply["lenient"])
    tables.show_facts(_facts(reply))
    for found in finding.extractions(
        item_id, answer["run_id"], answer["sample"], answer["rotation"]
    ):
        taken = found["answer"] or found["error_kind"] or "none"
        st.text(
            visible(
                f"Extracted by {found['extractor']} ({found['prompt']}), beside our rules: {taken},"
                f" {OUTCOMES[found['outcome']]}"
            )
        )
    if formal_views.is_formal(item):
        formal_views.show_mistake(item, reply["lenient"], reply["mistake"], reply["evidence"])


def _question(item: Item, rotation: int) -> str:
    """Passage and question, and the options of a single choice in the order that was shown."""
    if formal_views.is_formal(item):
        return messages(item, "zero-shot", "none")[-1]["content"]
    parts = [" ".join(item.passage), item.question]
    if is_single_choice(item):
        shown = rotated(item, rotation).options
        parts.append("\n".join(f"{option.key}. {option.text}" for option in shown))
    return "\n\n".join(parts)


def _facts(reply: Row) -> dict[str, object]:
    return {
        "Outcome": OUTCOMES[reply["outcome"]],
        "Read leniently": reply["lenient"] or "no answer",
        "Read strictly": reply["strict"] or "no answer",
        "Rule of reading": reply["rule"],
        "Finish reason": reply["finish_reason"],
        "Latency": f"{reply['latency_ms']:,.1f} ms" if reply["latency_ms"] is not None else None,
        "Tokens in": reply["prompt_tokens"],
        "Tokens out": reply["completion_tokens"],
        "Asked": f"{reply['asked_at']:%Y-%m-%d %H:%M:%S} UTC" if reply["asked_at"] else None,
        "Source": reply["source"],
        "Command": reply["command"],
    }
