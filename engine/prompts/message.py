"""The messages that put one item to a model."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import orjson

from engine.errors import InputError
from engine.items import Item
from engine.prompts import choice, formal, inference, statement
from engine.prompts.kinds import FORMAL, INFERENCES, QuestionKind, kind_of
from engine.prompts.probes import (
    NO_CONTEXT,
    NO_LOGIC,
    REWORDINGS,
    SYMBOLIC,
    WITHHELD_OPTION,
    probed,
    probes_of,
)
from engine.prompts.reasoning import reasoning
from engine.prompts.styles import PUBLISHED_STYLE, Style, style, wording

Message = dict[str, str]


def messages(
    item: Item, prompt: str, probe: str, examples: Sequence[Item] = ()
) -> tuple[Message, ...]:
    """The chat messages that ask `item` in the style `prompt` under `probe`.

    The system message explains the task; each example is a pair of messages; the last message
    holds the item alone. Examples are shown in the order given; zero-shot prompts show none.

    Raises:
        InputError: the prompt or probe is unknown, or the two or the item do not go together.
    """
    chosen = style(prompt)
    check_probe(chosen, probe, kind_of(item))
    shown = examples if chosen.shots else ()
    asked = [{"role": "system", "content": _instructions(item, chosen, probe)}]
    for example in shown:
        asked.append({"role": "user", "content": _question(example, chosen, probe)})
        asked.append({"role": "assistant", "content": _model_answer(example, chosen, probe)})
    asked.append({"role": "user", "content": _question(item, chosen, probe)})
    return tuple(asked)


def check_probe(chosen: Style, probe: str, kind: QuestionKind) -> None:
    """Refuse a prompt and a probe that do not go with each other or with the kind of question."""
    probed_as = probes_of(kind)
    if probe not in probed_as:
        raise InputError(
            f"there is no probe {probe!r} for questions of this kind ({kind}); choose one of "
            + ", ".join(probed_as)
        )
    _check_kind(chosen, kind)
    if probe == NO_CONTEXT and (chosen.with_forms or chosen.base == "cot"):
        raise InputError(
            f"the prompt {chosen.name!r} reasons from a passage, which the probe {probe!r} leaves "
            "out; use zero-shot or few-shot with it"
        )
    if probe == NO_LOGIC and (chosen.with_forms or chosen.base == "cot"):
        raise InputError(
            f"the prompt {chosen.name!r} asks for logical reasoning, and the probe {probe!r} to do "
            "without; use zero-shot or few-shot with it"
        )
    if probe == WITHHELD_OPTION and chosen.shots:
        raise InputError(
            f"the probe {probe!r} asks for one option's words and takes no examples; use zero-shot"
        )


def _check_kind(chosen: Style, kind: QuestionKind) -> None:
    """Refuse a prompt that is worded for questions of another kind."""
    shows_proofs = chosen.with_forms or chosen.base == "cot"
    if kind in FORMAL and shows_proofs:
        raise InputError(
            f"the prompt {chosen.name!r} shows reasoning that these questions ({kind}) do not come"
            " with; use zero-shot or few-shot, which invite it, or published-style"
        )
    if kind not in FORMAL and chosen.base == PUBLISHED_STYLE:
        raise InputError(
            f"the prompt {chosen.name!r} is for questions that ask for formulas, structures or"
            " sets; use zero-shot, few-shot or cot with these"
        )
    if kind is QuestionKind.CHOICE and shows_proofs:
        raise InputError(
            f"the prompt {chosen.name!r} teaches proofs of single statements, and these are single "
            "choices; use zero-shot or few-shot with them"
        )
    if kind in INFERENCES and chosen.with_forms:
        raise InputError(
            f"the prompt {chosen.name!r} names the forms of JustLogic, and these questions test"
            " other rules; use zero-shot, few-shot or cot with them"
        )


def _question(item: Item, chosen: Style, probe: str) -> str:
    return chosen.own.body(probed(item, probe), probe) if chosen.own else question(item, probe)


def question(item: Item, probe: str) -> str:
    """The one message that holds the item itself, in our own words."""
    shown = probed(item, probe)
    kind = kind_of(item)
    if kind is QuestionKind.CHOICE:
        return choice.body(shown).strip()
    if kind in INFERENCES:
        return inference.body(shown, kind).strip()
    if kind in FORMAL:
        return formal.body(shown, kind).strip()
    return statement.body(shown, probe).strip()


def answer_line(label: str) -> str:
    """The last line in the asked format, such as `Answer: true`."""
    line: str = wording()["answer"]["line"]
    return line.format(label=label)


@lru_cache(maxsize=64)
def prompt_id(name: str, probe: str, kind: QuestionKind = QuestionKind.STATEMENT) -> str:
    """The prompt's name with a hash of all the wording it uses, such as `cot@1f03a9c2`.

    Two runs with equal ids put the same items in the same words.
    """
    chosen = style(name)
    if chosen.own:
        return f"{chosen.name}@{chosen.own.digest[:8]}"
    if kind in INFERENCES:
        own = inference.used(kind, chosen)
    elif kind in FORMAL:
        own = formal.used(kind, chosen)
    else:
        own = (choice if kind is QuestionKind.CHOICE else statement).used(chosen, probe)
    used = [*own, *_asked_besides(probe), *([probe] if probe in REWORDINGS else [])]
    content = orjson.dumps(used, option=orjson.OPT_SORT_KEYS)
    return f"{name}@{hashlib.sha256(content).hexdigest()[:8]}"


def _instructions(item: Item, chosen: Style, probe: str) -> str:
    kind = kind_of(item)
    if chosen.own:
        return chosen.own.instructions(item, probe)
    if kind in INFERENCES:
        task, *rest = inference.instructions(kind, chosen)
    elif kind in FORMAL:
        task, *rest = formal.instructions(kind, chosen)
    elif kind is QuestionKind.CHOICE:
        task, *rest = choice.instructions(probe, item.options)
    else:
        task, *rest = statement.instructions(chosen, probe)
    return "\n\n".join(part.strip() for part in (task, *_asked_besides(probe), *rest))


def _asked_besides(probe: str) -> list[str]:
    """What a probe adds to the task, whatever is asked."""
    return [wording()["probes"][probe]] if probe in (NO_LOGIC, SYMBOLIC) else []


def _model_answer(example: Item, chosen: Style, probe: str) -> str:
    if chosen.own:
        return chosen.own.answered(example, probe)
    answer = answer_line(example.gold)
    return f"{reasoning(example)}\n\n{answer}" if chosen.base == "cot" else answer
