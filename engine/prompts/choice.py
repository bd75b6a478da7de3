"""How a single choice is put: passage, question and lettered options (DivLogicEval, Appendix I)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.items import Item, Option
from engine.prompts.probes import NO_LOGIC, NONE, REWORDINGS, WITHHELD_OPTION
from engine.prompts.styles import Style, wording

_SYMBOLIC = "symbolic"


def instructions(probe: str, options: Sequence[Option]) -> list[str]:
    """The parts of the system message; the format of the answer names the letters on offer."""
    texts = wording()["choice"]
    letters = [option.key for option in options]
    ending = texts["ending"].format(letters=f"{', '.join(letters[:-1])} or {letters[-1]}")
    return [texts["task"][setting(probe)], *([] if probe == WITHHELD_OPTION else [ending])]


def body(shown: Item) -> str:
    """The item as the probe shows it: what is empty is left out, formulas stand line by line."""
    options = "\n".join(map(_line, shown.options))
    between = "\n" if shown.traits.language == _SYMBOLIC else " "
    parts = (between.join(shown.passage), shown.question, options)
    return "\n\n".join(part for part in parts if part)


def _line(option: Option) -> str:
    texts = wording()["choice"]
    line: str = texts["option"].format(key=option.key, text=option.text or texts["withheld"])
    return line


def setting(probe: str) -> str:
    """Which of the wordings a probe uses: the question is the same with and without logic."""
    return "passage" if probe in (NONE, NO_LOGIC, *REWORDINGS) else probe


def used(chosen: Style, probe: str) -> list[object]:
    """All wording that a prompt uses, for its id."""
    texts = wording()["choice"]
    return [
        texts["task"][setting(probe)],
        texts["ending"],
        texts["option"],
        texts["withheld"] if probe == WITHHELD_OPTION else None,
        wording()["answer"],
        chosen.shots,
    ]
