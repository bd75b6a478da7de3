"""The messages that ask a model one item."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import orjson

from engine.ask.prompts.files import Prompt, Wording, our_prompt
from engine.ask.prompts.probes import (
    NO_CONTEXT,
    NO_LOGIC,
    NONE,
    REWORDINGS,
    WITHHELD_OPTION,
    probed,
    probes_of,
)
from engine.ask.prompts.styles import COT, PAPER, Style, style
from engine.core.errors import InputError
from engine.core.items import Item
from engine.core.kinds import FORMAL, QuestionKind, has_graph
from engine.core.kinds import question_of as kind_of

Message = dict[str, str]


def messages(
    item: Item, prompt: str, probe: str, examples: Sequence[Item] = ()
) -> tuple[Message, ...]:
    """The chat messages that ask `item` in the style `prompt` under `probe`.

    The system message explains the task, each example is a pair of messages, and the last message
    has only the item. Examples keep their order; zero-shot prompts show none. In the style of the
    papers that ask for labels or choices, all of that is one message.

    Raises:
        InputError: the prompt or probe is unknown, or prompt, probe and item are incompatible.
    """
    chosen = style(prompt)
    check_probe(chosen, probe, kind_of(item))
    kind = kind_of(item)
    worded, wording = _worded(chosen, kind, has_graph(item))
    asked = [{"role": "system", "content": worded.instructions(item, probe, wording)}]
    for example in examples if chosen.shots else ():
        shown = worded.body(probed(example, probe), probe, wording)
        asked.append({"role": "user", "content": shown})
        if chosen.base == COT:
            wording["reasoning"] = _reasoning(example)
        asked.append({"role": "assistant", "content": worded.answered(example, probe, wording)})
    shown = worded.body(probed(item, probe), probe, wording)
    asked.append({"role": "user", "content": shown})
    return _as_one(asked) if chosen.base == PAPER and kind not in FORMAL.values() else tuple(asked)


def _as_one(asked: Sequence[Message]) -> tuple[Message, ...]:
    """All messages as one of the user's, each answer on the line below its question."""
    text = ""
    for message in asked:
        between = "\n" if message["role"] == "assistant" else "\n\n"
        text = f"{text}{between}{message['content']}"
    return ({"role": "user", "content": text.strip()},)


def target(item: Item, prompt: str) -> str:
    """The right reply as the prompt asks for it: with the proof in words if it asks for steps.

    Raises:
        InputError: the prompt asks for steps, and there are no words for them.
    """
    chosen, kind = style(prompt), kind_of(item)
    worded, wording = _worded(chosen, kind, has_graph(item))
    if chosen.base == COT:
        wording["reasoning"] = _reasoning(item)
    return worded.answered(item, NONE, wording)


def _reasoning(item: Item) -> str:
    # late, because only chains of thought need logic and language
    from engine.ask.prompts.reasoning import reasoning

    return reasoning(item)


def _worded(
    chosen: Style, kind: QuestionKind, is_of_argument: bool = False
) -> tuple[Prompt, Wording]:
    """The prompt file of a style for a kind of question, and what its templates see."""
    if chosen.own:
        return chosen.own, {}
    return our_prompt(kind), {
        "style": chosen.base,
        "forms": chosen.with_forms,
        "reasoning": None,
        "bare": chosen.is_bare,
        "argument": is_of_argument,
    }


def check_probe(chosen: Style, probe: str, kind: QuestionKind) -> None:
    """Raise an InputError if prompt, probe and kind of question are incompatible."""
    probed_as = probes_of(kind)
    if probe not in probed_as:
        raise InputError(
            f"there is no probe {probe!r} for questions of this kind ({kind}); choose one of "
            + ", ".join(probed_as)
        )
    _check_kind(chosen, kind)
    if chosen.base == PAPER and kind not in FORMAL.values() and probe != NONE:
        raise InputError(
            f"the prompt {chosen.name!r} is the paper's for the plain question; use zero-shot or"
            f" few-shot with the probe {probe!r}"
        )
    if chosen.is_bare and (kind in FORMAL.values() or probe == WITHHELD_OPTION):
        raise InputError(
            f"these questions ({kind if probe == NONE else probe}) have no stated answers to score;"
            " leave out --answer-by logprobs"
        )
    if probe == NO_CONTEXT and (chosen.with_forms or chosen.base == COT):
        raise InputError(
            f"the prompt {chosen.name!r} reasons from a passage, which the probe {probe!r} leaves "
            "out; use zero-shot or few-shot with it"
        )
    if probe == NO_LOGIC and (chosen.with_forms or chosen.base == COT):
        raise InputError(
            f"the prompt {chosen.name!r} asks for logical reasoning, which the probe {probe!r}"
            " forbids; use zero-shot or few-shot with it"
        )
    if probe == WITHHELD_OPTION and chosen.shots:
        raise InputError(
            f"the probe {probe!r} asks for the words of an option and takes no examples; use"
            " zero-shot"
        )


def _check_kind(chosen: Style, kind: QuestionKind) -> None:
    """Raise an InputError if a prompt is worded for other kinds of questions."""
    if kind is not QuestionKind.STATEMENT and chosen.with_forms:
        raise InputError(
            f"the prompt {chosen.name!r} names forms of argument, and these questions test"
            " other rules; use zero-shot, few-shot or cot with them"
        )


def question(item: Item, probe: str) -> str:
    """The message with the item in our wording, which is the same in every style."""
    worded, wording = _worded(style("zero-shot"), kind_of(item))
    return worded.body(probed(item, probe), probe, wording)


def answer_line(label: str) -> str:
    """The last line in the format that all our prompts ask for, such as `Answer: true`."""
    return f"Answer: {label}"


@lru_cache(maxsize=64)
def prompt_id(name: str, probe: str, kind: QuestionKind = QuestionKind.STATEMENT) -> str:
    """The prompt's name and version with a hash of its wording, such as `cot v1@1f03a9c2`.

    Runs with equal ids ask the same items in the same words.
    """
    chosen = style(name)
    worded, wording = _worded(chosen, kind)
    if chosen.own:
        return f"{chosen.name}@{worded.digest[:8]}"
    used: list[object] = [*worded.specimen(probe, wording), chosen.shots]
    if chosen.base == PAPER and kind is QuestionKind.CHOICE:
        used += worded.specimen(probe, {**wording, "argument": True})
    if chosen.shots:
        used.append("the last examples in turn")
    if chosen.base == COT and chosen.shots:
        from engine.ask.prompts.formal_reasoning import formal_wording
        from engine.ask.prompts.reasoning import reasoning_wording

        used.append(formal_wording() if kind in FORMAL.values() else reasoning_wording())
    if probe in REWORDINGS:
        used.append(probe)
    content = orjson.dumps(used, option=orjson.OPT_SORT_KEYS)
    return f"{name} v{worded.version}@{hashlib.sha256(content).hexdigest()[:8]}"
