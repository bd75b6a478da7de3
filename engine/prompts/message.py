"""The messages that put one item to a model."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import InputError
from engine.items import Item
from engine.prompts.probes import NO_CONTEXT, probed
from engine.prompts.reasoning import reasoning
from engine.prompts.styles import Style, style, wording

Message = dict[str, str]


def messages(
    item: Item, prompt: str, probe: str, examples: Sequence[Item] = ()
) -> tuple[Message, ...]:
    """The chat messages that ask `item` in the style `prompt` under `probe`.

    The system message explains the task; each example is a pair of messages; the last message
    holds the item alone. Examples are shown in the order given; zero-shot prompts show none.

    Raises:
        InputError: the prompt or probe is unknown, or the two do not go together.
    """
    chosen = style(prompt)
    check_probe(chosen, probe)
    shown = examples if chosen.shots else ()
    asked = [{"role": "system", "content": _instructions(chosen, probe)}]
    for example in shown:
        asked.append({"role": "user", "content": question(example, probe)})
        asked.append({"role": "assistant", "content": _model_answer(example, chosen)})
    asked.append({"role": "user", "content": question(item, probe)})
    return tuple(asked)


def check_probe(chosen: Style, probe: str) -> None:
    """Refuse prompts that argue from a passage where the probe shows none."""
    if probe == NO_CONTEXT and (chosen.with_forms or chosen.base == "cot"):
        raise InputError(
            f"the prompt {chosen.name!r} reasons from a passage, which the probe {probe!r} leaves "
            "out; use zero-shot or few-shot with it"
        )


def question(item: Item, probe: str) -> str:
    """The one message that holds the item itself."""
    shown = probed(item, probe)
    template: str = wording()["question"][_setting(probe)]
    text = template.format(passage=" ".join(shown.passage), statement=shown.question)
    return text.strip()


def answer_line(label: str) -> str:
    """The last line in the asked format, such as `Answer: true`."""
    line: str = wording()["answer"]["line"]
    return line.format(label=label)


def _instructions(chosen: Style, probe: str) -> str:
    texts = wording()
    parts = [texts["task"][_setting(probe)], texts["styles"][chosen.base]["ending"]]
    if chosen.with_forms:
        parts.insert(1, texts["forms"]["preamble"])
    return "\n\n".join(part.strip() for part in parts)


def _model_answer(example: Item, chosen: Style) -> str:
    answer = answer_line(example.gold)
    return f"{reasoning(example)}\n\n{answer}" if chosen.base == "cot" else answer


def _setting(probe: str) -> str:
    return probe if probe == NO_CONTEXT else "passage"
