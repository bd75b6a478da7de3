"""Where a reply names an option of a single choice, by its letter or by its whole text.

Replies name options as "(B)", "B.", "**B**", "option b", "boxed{B}" or by the option's own words.
Each such naming is replaced by one word that no reply contains, so that what is stated, denied or
taken back of the options is read by the same rules as of any label.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core.items import Option
from engine.grade.words import Labels, Phrases, vocabulary, words

MARK = "ʘ"
"""Begins the word that stands for an option: `ʘb` is option B."""

_UNARY = "¬~∀∃"
_BINARY = "∧∨→↔⊕⇒⇔≡⊢⊨"
_OPERATORS = _UNARY + _BINARY + "<>=+*/^"

# Part of a word, an abbreviation, a compound or a formula is no letter: "Bob", "U.S.", "B → C".
_BEFORE = r"(?<![^\W_])(?<![^\W_][.'’&-])" + f"(?<![{_UNARY}{_BINARY}])" + rf"(?<![{_BINARY}]\s)"
_AFTER = rf"(?![^\W_]|[.'’&-][^\W_]|\s?[{_BINARY}])"

# An article or a pronoun is followed by another word than one of these.
_CONTINUATION = r"(?:is|isn't|are|or|and|because|since|as|but|not|nor|rather|instead)(?![^\W_])"
_ENDS = (
    rf"(?=[)\]}}>*_`\"'”’]{{0,6}}\s*"
    rf"(?:$|[.,:;!?/|–—(\[{MARK}-]|{_CONTINUATION}|[A-Y](?![^\W_])))"
)

_NO_LETTER = re.compile(r"[\W_]+")

_REACH = 16
"""Characters before a text that are looked at: more than the longest of those words."""
_REPEATED = re.compile(rf"({MARK}[a-y])(?:[\W_]{{1,12}}\1(?![^\W_]))+")


def mark(key: str) -> str:
    """The word that stands for the option with this key."""
    return MARK + key.lower()


class _Text(NamedTuple):
    """The whole text of an option: its key, a pattern for it, and the words it cannot lack.

    Of the words only those in ASCII, the longest first: it is the likeliest to be lacking.
    """

    key: str
    pattern: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The options of a single choice, as they are looked for in replies.

    `labels` name them by their marks, and strictly by their letters.
    """

    options: tuple[Option, ...]
    labels: Labels
    _letter: re.Pattern[str]
    _letters: re.Pattern[str]

    @cached_property
    def _fewest(self) -> int:
        """The letters of the shortest text: a line that is shorter holds none."""
        return min(len(_NO_LETTER.sub("", option.text)) for option in self.options)

    @cached_property
    def _texts(self) -> tuple[_Text, ...]:
        return _texts(self.options)

    def marked(self, line: str) -> str:
        """The line with every naming of an option replaced by its mark.

        The article "a" and the pronoun "I" are none: such a letter counts where no other word
        follows it, or one that follows no article ("A is …", "A or B"). A letter and the text of
        the same option after it are one naming.
        """
        text = line.replace(MARK, " ")
        if given := self._given(text):
            text = _pattern(given).sub(_named, text)
        if self._letter.search(text):
            text = self._letters.sub(_lettered, text)
        return _REPEATED.sub(r"\1", text) if MARK in text else text

    def _given(self, line: str) -> tuple[_Text, ...]:
        """The texts that can stand in a line: those all of whose words do.

        Most replies give none, and a pattern takes longer to compile than all else that is read.
        Outside ASCII a letter may match another than its own lower case, so there all texts can.
        """
        if len(line) < self._fewest:
            return ()
        if not line.isascii():
            return self._texts
        low = line.lower()
        found = []
        for text in self._texts:
            for word in text.words:
                if word not in low:
                    break
            else:
                found.append(text)
        return tuple(found)


@lru_cache(maxsize=4096)
def choice(options: tuple[Option, ...]) -> Choice:
    """The options of a single choice, ready to be looked for in many replies."""
    marks = Phrases({(mark(option.key),): option.key for option in options})
    labels = Labels(
        stated=marks,
        named=marks,
        verbatim={option.key.lower(): option.key for option in options},
        fillers=_fillers(),
        is_lettered=True,
    )
    last = options[-1].key
    return Choice(options, labels, _letter(last), _letters(last))


@lru_cache(maxsize=1)
def _fillers() -> frozenset[str]:
    return vocabulary().fillers | vocabulary().choice_fillers


def _texts(options: tuple[Option, ...]) -> tuple[_Text, ...]:
    """The whole texts of the options, the longest first.

    A text of one letter would be taken for a key, and a text given twice names neither option.
    """
    spelt = {option.key: _spelt(option.text) for option in options}
    times = Counter(pattern for pattern, _ in spelt.values())
    usable = [
        _Text(key, pattern, tuple(sorted(filter(str.isascii, parts), key=len, reverse=True)))
        for key, (pattern, parts) in spelt.items()
        if len(pattern) > 1 and times[pattern] == 1
    ]
    return tuple(sorted(usable, key=lambda text: len(text.pattern), reverse=True))


@lru_cache(maxsize=4096)
def _pattern(texts: tuple[_Text, ...]) -> re.Pattern[str]:
    names = "|".join(f"(?P<{text.key}>{text.pattern})" for text in texts)
    return re.compile(rf"(?<![^\W_])(?:{names})(?![^\W_]){_ENDS}", re.IGNORECASE)


def _spelt(text: str) -> tuple[str, tuple[str, ...]]:
    """A pattern for a text, and the words that every text it matches has in lower case.

    Between words anything but a letter may stand, and a formula is spelt to the sign.
    """
    if any(sign in text for sign in _OPERATORS):
        signs = tuple(_SIGN.findall(text))
        return r"\s*".join(map(re.escape, signs)), tuple(sign.lower() for sign in signs)
    parts = tuple(words(text))
    pattern = r"[^\w\n]{1,8}".join(re.escape(word).replace("'", "['’]") for word in parts)
    return pattern, tuple(part.lower() for part in parts)


_SIGN = re.compile(r"\w+|[^\w\s]")
# Before a text stands nothing, a mark, a letter, or a word that joins it to what is said of it.
_INTRODUCTION = re.compile(
    rf"(?:^|[^\w\s{_UNARY}{_BINARY}]"
    r"|(?<![^\W_])(?:[a-z]|is|be|that|or|and|but|not|nor))\s*$",
    re.IGNORECASE,
)


def _named(found: re.Match[str]) -> str:
    """The mark, unless the text is only a part of a longer sentence."""
    before = found.string[max(0, found.start() - _REACH) : found.start()]
    return _spaced(found.lastgroup or "") if _INTRODUCTION.search(before) else found[0]


@lru_cache(maxsize=32)
def _letter(last: str) -> re.Pattern[str]:
    """A letter that stands by itself and, if it is an A, before no word but one of `_ENDS`.

    Every writing of a letter holds one, and most lines none; this finds it out in less time.
    """
    every = f"A-{last}a-{last.lower()}"
    article = rf"\s+(?!{MARK}|{_CONTINUATION})[^\W_]{{2}}"
    return re.compile(rf"[{every}](?![^\W_])(?<![^\W_].)(?:(?<![Aa])|(?!{article}))")


@lru_cache(maxsize=32)
def _letters(last: str) -> re.Pattern[str]:
    """Every way to write a letter from A to `last` that can be nothing else."""
    every = f"A-{last}a-{last.lower()}"
    plain = "".join(chr(code) for code in range(ord("B"), ord(last) + 1) if chr(code) != "I")
    wordlike = "AI" if last >= "I" else "A"
    forms = (
        rf"(?P<before>(?<![^\W_])(?i:options?|choices?|letter|answer)(?i:\s+is)?"
        rf"[\s:=*_`\"'“(\[]{{1,8}})(?P<named>[{every}]){_AFTER}{_ENDS}",
        rf"^[^\w\n]{{0,8}}(?P<first>[{every}])(?=[).:]\s|[^\w\n]{{0,8}}$)",
        rf"[(\[{{<]\s?(?P<enclosed>[{every}])\s?[)\]}}>]",
        rf"(?:\*\*|__|[*`])(?P<stressed>[{wordlike}])(?=[.:)]?(?:\*\*|__|[*`]))",
        rf"{_BEFORE}(?P<plain>[{plain}]){_AFTER}",
        rf"{_BEFORE}(?P<wordlike>[{wordlike}]){_AFTER}{_ENDS}",
    )
    return re.compile("|".join(forms))


def _lettered(found: re.Match[str]) -> str:
    return (found["before"] or "") + _spaced(found[found.lastgroup or ""])


def _spaced(key: str) -> str:
    return f" {mark(key)} "
