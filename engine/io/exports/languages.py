"""The languages of questions: their names and BCP 47 tags.

Carroll’s questions have English grammar and words of its form, but the nouns, names and verbs are
made up. No code names such a language, so that its tag is English with a private part.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple


class Language(NamedTuple):
    """A language: its name after “in”, its tag, and a note for readers."""

    name: str
    tag: str
    about: str


class _Languages(dict[str, Language]):
    """The languages of the built-in families; of others only the name is known."""

    def __missing__(self, name: str) -> Language:
        return Language(name, name, name)


LANGUAGES = _Languages(
    {
        "en": Language("English", "en", "English"),
        "carroll": Language(
            "Carroll’s words",
            "en-x-carroll",
            "words made up after Lewis Carroll in English grammar, which are in no dictionary",
        ),
        "symbolic": Language("symbols", "en", "formulas, with an English question"),
        "formal": Language("formulas", "en", "formulas, with an English question"),
    }
)
"""Look up a language by its name in items."""


def tags(languages: Collection[str]) -> list[str]:
    """The distinct tags of languages, English if none is known."""
    return sorted({LANGUAGES[one].tag for one in languages}) or ["en"]


def languages_in_full(counts: Mapping[str, int]) -> str:
    """A sentence with the number of questions by language."""
    parts = [f"{n:,} are in {LANGUAGES[one].about}" for one, n in counts.items()]
    return f"Of the questions {'; '.join(parts)}." if len(parts) > 1 else _all_in(counts)


def _all_in(counts: Mapping[str, int]) -> str:
    return "".join(f"They are in {LANGUAGES[one].about}." for one in counts)
