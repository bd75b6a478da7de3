"""Prompt styles by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace

from engine.ask.prompts.files import SUFFIX, Prompt, own_prompt
from engine.core.errors import InputError
from engine.core.items import Traits

FEW_SHOT, COT = "few-shot", "cot"
STYLES = ("zero-shot", FEW_SHOT, COT)
PAPER = "paper"
"""The style that asks as the family's paper does: its structure and format, in our own words."""
_FORMS = "+forms"
BARE = " by likelihood"
"""The suffix of prompts that ask for the bare answer, whose likelihood is then scored."""
_NAME = re.compile(
    r"(?P<style>[a-z-]+)(?P<forms>\+forms)?(?::(?P<shots>[0-9]{1,2}))?"
    r"(?:~(?P<selection>[0-9]{1,9}|[a-z_]+))?"
)
_TRAITS = frozenset(field.name for field in fields(Traits)) - {"forms"}


@dataclass(frozen=True, slots=True)
class Style:
    """A parsed prompt name: `cot+forms:2` is chain of thought, naming the forms, with two triples.

    `shots` counts groups of examples: whole triples or three single items for statements,
    one example of each question type for single choices; `cot:0` asks to reason without any.
    `selection` says how they are chosen, as in few-shot:2~7 and few-shot~depth: a number is a seed
    to draw them by, and a trait chooses examples that share it with the item; None is the fixed
    choice. `own` is the user's prompt file, if the name ends in .toml. `is_bare`: the answer is
    asked for without the line around it.
    """

    name: str
    base: str
    with_forms: bool
    shots: int
    selection: str | None = None
    own: Prompt | None = None
    is_bare: bool = False


def style(name: str) -> Style:
    """The style with a prompt name.

    Raises:
        InputError: no style has that name.
    """
    if name.endswith(BARE):
        return _bare(style(name.removesuffix(BARE)))
    if name.endswith(SUFFIX):
        own = own_prompt(name)
        return Style(f"{own.id} v{own.version}", "own", False, own.shots, own=own)
    match = _NAME.fullmatch(name)
    if match is None or match["style"] not in (*STYLES, PAPER):
        known = ", ".join((*prompt_names(), PAPER))
        raise InputError(
            f"there is no prompt {name!r}; choose one of {known}, or give the path of a prompt file"
        )
    base = match["style"]
    shots = int(match["shots"] or base in (FEW_SHOT, COT))
    if (base == FEW_SHOT and not shots) or (base == "zero-shot" and shots):
        raise InputError(
            f"the prompt {name!r} cannot have {shots} groups of examples; zero-shot takes none,"
            " few-shot at least one, as in few-shot:2"
        )
    if base == PAPER and match["forms"]:
        raise InputError(
            f"the prompt {name!r} does not exist: the papers' prompts have no variants"
        )
    return Style(name, base, match["forms"] is not None, shots, _selection(name, match, shots))


def _bare(chosen: Style) -> Style:
    if chosen.base not in ("zero-shot", "few-shot", "own"):
        raise InputError(
            f"the prompt {chosen.name!r} asks for reasoning first or in the paper's own format, so"
            " the answer does not begin the reply; use zero-shot or few-shot with --answer-by"
            " logprobs"
        )
    return replace(chosen, name=chosen.name + BARE, is_bare=True)


def _selection(name: str, match: re.Match[str], shots: int) -> str | None:
    selection = match["selection"]
    if selection is None:
        return None
    if not shots:
        raise InputError(f"the prompt {name!r} shows no examples, so there are none to choose")
    if not selection.isdecimal() and selection not in _TRAITS:
        raise InputError(
            f"the prompt {name!r} chooses examples by {selection!r}, which is not a trait; use a"
            f" seed (a number) or one of {', '.join(sorted(_TRAITS))}"
        )
    return selection


def prompt_names() -> tuple[str, ...]:
    """The names of all prompts, without counts of examples."""
    return tuple(base + forms for base in STYLES for forms in ("", _FORMS))
