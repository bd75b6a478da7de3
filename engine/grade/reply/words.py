"""The vocabulary for reading replies, and the options of an item as phrases."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

from engine.core.items import Option
from engine.core.resources import data_file

Phrase = tuple[str, ...]

# A word keeps inner hyphens and apostrophes: "non-true" and "isn't" are single words.
# No two parts of the pattern can match the same character, so it runs in linear time.
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_START = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The lexicon `answers.toml`; its comments explain each list."""

    heads: frozenset[str]
    links: tuple[str, ...]
    negators: frozenset[str]
    suspenders: frozenset[str]
    turns: frozenset[str]
    doubts: frozenset[str]
    retractions: frozenset[str]
    asides: frozenset[str]
    revisions: frozenset[str]
    reasons: frozenset[str]
    subjects: frozenset[str]
    others: frozenset[str]
    copulas: frozenset[str]
    fillers: frozenset[str]
    synonyms: dict[str, tuple[Phrase, ...]]
    choice_fillers: frozenset[str]
    relation_fillers: frozenset[str]
    choice_heads: frozenset[str]
    choice_subjects: frozenset[str]
    choosers: frozenset[str]
    foreign_heads: frozenset[str]
    foreign_links: frozenset[str]
    supposing: frozenset[str]
    formula_heads: frozenset[str]


class Phrases:
    """Phrases that name options, found by their first word."""

    __slots__ = ("_keys", "_lengths", "_starts", "_starts_in_ascii", "first_words")

    def __init__(self, keys: dict[Phrase, str]) -> None:
        self._keys = keys
        lengths: dict[str, set[int]] = {}
        for phrase in keys:
            lengths.setdefault(phrase[0], set()).add(len(phrase))
        self._lengths = {word: sorted(of, reverse=True) for word, of in lengths.items()}
        self.first_words = frozenset(lengths)
        self._starts = [_START.findall(word)[0] for word in lengths]
        self._starts_in_ascii = list(filter(str.isascii, self._starts))

    def can_occur(self, low: str) -> bool:
        """Whether a text in lower case has the beginning of a phrase, even within a word."""
        starts = self._starts_in_ascii if low.isascii() else self._starts
        return any(map(low.__contains__, starts))

    def at(self, clause: Sequence[str], start: int) -> tuple[str, int] | None:
        """The key of the longest phrase starting at a word, and the index of the next word."""
        for length in self._lengths.get(clause[start], ()):
            key = self._keys.get(tuple(clause[start : start + length]))
            if key is not None:
                return key, start + length
        return None

    def __getitem__(self, phrase: Phrase) -> str:
        """The key of a phrase; KeyError if none."""
        return self._keys[phrase]


@dataclass(frozen=True, slots=True)
class Labels:
    """An item's options as phrases. `stated` are keys and texts, `named` synonyms as well.

    `verbatim` maps the names allowed in the requested format to keys; `fillers` are words that may
    surround a label without changing it. In a single choice (`is_lettered`) the phrases are the
    marks that replace options in the reply. If the options are yes and no, the labels are polar.
    For these, and for options that are entailment statuses, the question is whether the conclusion
    follows (`is_on_following`).
    """

    stated: Phrases
    named: Phrases
    verbatim: dict[str, str]
    fillers: frozenset[str]
    is_lettered: bool = False
    is_polar: bool = False
    is_on_following: bool = False


def words(text: str) -> list[str]:
    """The words of `text` in lower case; punctuation, quotation marks and mark-up drop out.

    >>> words("**Answer**: «True» / isn't non-true")
    ['answer', 'true', "isn't", 'non-true']
    """
    return _WORD.findall(text.lower().replace("’", "'"))


def has_words(text: str) -> bool:
    """Whether `text` contains a word."""
    return _WORD.search(text) is not None


_SET = "frozenset[str]"


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary for reading replies."""
    with data_file("lexicon/answers.toml").open("rb") as file:
        lists = tomllib.load(file)
    synonyms = {text: tuple(map(_phrase, others)) for text, others in lists["synonyms"].items()}
    return Vocabulary(
        links=tuple(lists["links"]),
        synonyms=synonyms,
        **{one.name: frozenset(lists[one.name]) for one in fields(Vocabulary) if one.type == _SET},
    )


@lru_cache(maxsize=4096)
def labels_of(options: tuple[Option, ...]) -> Labels:
    """The ways a reply can name options such as true and false."""
    stated = dict(_named(options))
    synonyms = vocabulary().synonyms
    meant = {
        other: option.key
        for option in options
        for other in synonyms.get(option.text.lower(), ())
        if other not in stated
    }
    verbatim = {name.lower(): o.key for o in options for name in (o.text, o.key)}
    lexicon = vocabulary()
    is_relation = "follows" in verbatim  # the options are entailment statuses of a conclusion
    is_polar = verbatim.keys() == {"yes", "no"}
    return Labels(
        stated=Phrases(stated),
        named=Phrases(stated | meant),
        verbatim=verbatim,
        fillers=lexicon.fillers | lexicon.relation_fillers if is_relation else lexicon.fillers,
        is_polar=is_polar,
        is_on_following=is_polar or is_relation,
    )


def _named(options: tuple[Option, ...]) -> Iterable[tuple[Phrase, str]]:
    for option in options:
        for name in (option.text, option.key):
            if phrase := _phrase(name):
                yield phrase, option.key


def _phrase(text: str) -> Phrase:
    return tuple(words(text))
