"""Grade a reply to the contamination probe: is it the withheld option?"""

from __future__ import annotations

import re

from engine.core.items import Grade, Option, Outcome
from engine.grade.core import EMPTY, UNFINISHED
from engine.grade.reply.spoken import spoken

_MARKS = " \t\"'“”‘’«»*_`"
_NAME = r"(?i:option|answer|the withheld option(?: is)?)"


def grade_withheld(option: Option, raw: str) -> Grade:
    """Whether the reply is the text of the withheld `option`, word for word.

    Strict: character for character. Lenient: ignoring letter case, spacing, emphasis, quotation
    marks, a final full stop and the option's letter before it. A reply that says more, or less, is
    a different text. The answers of the grade are the texts read; `right` means that they match.
    """
    part = spoken(raw)
    text = raw[part.start : part.end].strip()
    if not text:
        nothing = Outcome.NO_ANSWER
        return Grade(None, None, nothing, nothing, UNFINISHED if part.is_open else EMPTY)
    lenient = _bare(text, option.key)
    return Grade(
        strict=text,
        lenient=lenient,
        outcome=_outcome(lenient == _bare(option.text, option.key)),
        strict_outcome=_outcome(text == option.text),
        rule="withheld-option",
    )


def _bare(text: str, key: str) -> str:
    """The text without markup, for comparison."""
    named = re.sub(rf"^[\s*_`\"'(\[]*(?:{_NAME}\s*)?(?:\(?{key}\s?[).:]|:)[\s*_`]*", "", text)
    return " ".join(named.casefold().strip(_MARKS).removesuffix(".").strip(_MARKS).split())


def _outcome(is_match: bool) -> Outcome:
    return Outcome.RIGHT if is_match else Outcome.WRONG
