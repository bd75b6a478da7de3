"""How a statement is put: judge it by the passage (JustLogic, §3.3)."""

from __future__ import annotations

from engine.items import Item
from engine.prompts.probes import NO_CONTEXT
from engine.prompts.styles import Style, wording


def instructions(chosen: Style, probe: str) -> list[str]:
    """The parts of the system message."""
    texts = wording()
    forms = [texts["forms"]["preamble"]] if chosen.with_forms else []
    return [texts["task"][setting(probe)], *forms, texts["styles"][chosen.base]["ending"]]


def body(shown: Item, probe: str) -> str:
    """The item as the probe shows it."""
    template: str = wording()["question"][setting(probe)]
    return template.format(passage=" ".join(shown.passage), statement=shown.question)


def setting(probe: str) -> str:
    """Which of the wordings a probe uses: with the passage or without."""
    return probe if probe == NO_CONTEXT else "passage"


def used(chosen: Style, probe: str) -> list[object]:
    """All wording that a prompt uses, for its id."""
    texts = wording()
    return [
        texts["task"][setting(probe)],
        texts["question"][setting(probe)],
        texts["forms"]["preamble"] if chosen.with_forms else None,
        texts["styles"][chosen.base]["ending"],
        texts["answer"],
        texts["reasoning"] if chosen.base == "cot" else None,
        chosen.shots,
    ]
