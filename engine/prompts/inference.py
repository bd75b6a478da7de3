"""How a question on a skill is put: does the conclusion follow from the premises (LogicAsker)?

The paper's own wording is "Can we infer the following from them? Answer yes or no" (§4.1); ours
says what an inference is, that "or" allows both, and in which format to answer.
"""

from __future__ import annotations

from engine.items import Item
from engine.prompts.kinds import QuestionKind
from engine.prompts.styles import Style, wording

_FORMAL = "formal"


def instructions(kind: QuestionKind, chosen: Style) -> list[str]:
    """The parts of the system message."""
    texts = wording()["inference"]
    ending = texts["ending"][chosen.base].format(labels=texts[kind]["labels"])
    return [texts[kind]["task"], texts["conventions"], ending]


def body(shown: Item, kind: QuestionKind) -> str:
    """The premises and the conclusion; formulas stand line by line."""
    between = "\n" if shown.traits.language == _FORMAL else " "
    template: str = wording()["inference"][kind]["question"]
    return template.format(premises=between.join(shown.passage), conclusion=shown.question)


def used(kind: QuestionKind, chosen: Style) -> list[object]:
    """All wording that a prompt uses, for its id."""
    texts = wording()["inference"]
    return [
        texts[kind],
        texts["conventions"],
        texts["ending"][chosen.base],
        wording()["answer"],
        chosen.shots,
    ]
