"""The shortcuts for questions on arguments, and how much each may gain.

Can the key be picked by length, by words shared with the sentences, by words common in the
argument, by negation words, or by the wording of the options alone?
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from statistics import fmean

from engine.audit.choices import LENGTHS, only_negation
from engine.audit.suite import Suite, constant, preferring
from engine.audit.trained import plain_text, reading_options
from engine.core.items import Item, Option, Symbol
from engine.families.argqa.arguments import stems

MARGIN = 0.05
"""How far above chance the lower bound of a shortcut may be: among four options, up to 30%."""

OPTIONS, BY_TYPE = "options-only", "options-by-type"
"""Words and pairs of words of the options alone; and the same trained for each type of question,
which would find a tone in which reasons differ from claims.
"""


def _shared(option: str, shown: str) -> float:
    mine = stems(option)
    return len(mine & stems(shown)) / max(len(mine), 1)


def _central(item: Item, option: Option) -> float:
    counts = _counted(item.symbols)
    return fmean([counts[stem] for stem in stems(option.text)] or [0])


@lru_cache(maxsize=16)
def _counted(symbols: tuple[Symbol, ...]) -> Counter[str]:
    """In how many propositions of the argument each word occurs."""
    return Counter(stem for symbol in symbols for stem in stems(symbol.text))


def _typed(item: Item, option: Option) -> str:
    """The option's words, each marked with this type of question."""
    code = (item.traits.question_type or "").replace(".", "")
    return " ".join(f"{word.strip('.,')}_{code}" for word in option.text.lower().split())


RULES = (
    *LENGTHS,
    preferring("overlap-with-sentence-1", lambda item, o: _shared(o.text, item.passage[0])),
    preferring("overlap-with-sentence-2", lambda item, o: _shared(o.text, item.passage[1])),
    preferring("overlap-with-both", lambda item, o: _shared(o.text, " ".join(item.passage))),
    preferring("least-overlap-with-sentence-1", lambda item, o: -_shared(o.text, item.passage[0])),
    preferring("least-overlap-with-sentence-2", lambda item, o: -_shared(o.text, item.passage[1])),
    preferring("least-overlap", lambda item, o: -_shared(o.text, " ".join(item.passage))),
    preferring("central-words", _central),
    preferring("only-negation", only_negation),
)
_SUITE = Suite(
    shortcuts=(
        constant(),
        *RULES,
        reading_options(OPTIONS, plain_text),
        reading_options(BY_TYPE, _typed),
    ),
    margin=MARGIN,
    parts=("question_type",),
)


def suite(items: Sequence[Item]) -> Suite:
    """The shortcuts for these items."""
    return _SUITE
