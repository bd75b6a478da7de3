"""Mark where a reply names an option of a single choice, by letter or whole text.

Replies name options as "(B)", "B.", "**B**", "option b", "boxed{B}" or by the option's own words.
Each naming is replaced by one word that no reply contains, so that the rules for labels also decide
which options are stated, denied or retracted.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from engine.core.items import Option
from engine.grade.reply.spoken import CLOSE, MARK, OPEN
from engine.grade.reply.words import Labels, Phrases, vocabulary, words

_UNARY = "¬~∀∃"
_BINARY = "∧∨→↔⊕⇒⇔≡⊢⊨"
_OPERATORS = _UNARY + _BINARY + "<>=+*/^"

# A letter in a word, abbreviation, compound or formula names no option: "Bob", "U.S.", "B → C".
_BEFORE = r"(?<![^\W_])(?<![^\W_][.'’&-])" + f"(?<![{_UNARY}{_BINARY}])" + rf"(?<![{_BINARY}]\s)"
_AFTER = rf"(?![^\W_]|[.'’&-][^\W_]|\s?[{_BINARY}])"

# A letter is no article or pronoun before a word that follows neither: "A is", "A supports".
_FUNCTION = (
    "is|isn't|are|or|and|because|since|as|but|not|nor|rather|instead|does|doesn't|do|did|can|can't"
    "|cannot|could|must|would|should|will|won't|may|might|has|have|had|was|were|be|been|the|this"
    "|that|these|those|it|its|if|unless|every|each|no|all|any|some|only|alone|there|which|who|with"
    "|without|for|by|in|on|at|of|from|to|than|through|via|per|among|out|over|under|after|before"
    "|due|given|so|then|thus|hence|therefore|while|where|when|whereas|although|though|also|even"
    "|indeed|definitely|certainly|clearly|obviously|exactly|seem|appear|follow|he|she|they|we|you|i"
)
_VERB = (
    "(?!(?:gas|lens|series|species|news|always|perhaps|this|various)(?![^\\W_]))[a-z]+[^sui\\W\\d]s"
)
_CONTINUATION = rf"(?i:(?:{_FUNCTION})(?![^\W_])|{_VERB}(?![^\W_]))"
_AFTER_I = rf"(?:is|isn't|does|doesn't|has|was|alone|only|{_VERB})(?![^\W_])"
_SIGNS = r"[^\w\s=<>+^'’&]"


def _ends(continuation: str) -> str:
    """What may follow a letter that is an option."""
    return (
        rf"(?=[)\]}}>*_`\"'”’]{{0,6}}\s*"
        rf"(?:$|{_SIGNS}|{MARK}|{continuation}|[A-Y](?![^\W_])|[\u3040-\u9fff\uac00-\ud7af]))"
    )


_ENDS, _ENDS_I = _ends(_CONTINUATION), _ends(_AFTER_I)
_TEXT_ENDS = _ends(r"(?:is|isn't|are|or|and|because|since|as|but|not|nor|rather|instead)(?![^\W_])")

_NO_LETTER = re.compile(r"[\W_]+")

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_ORDINAL = re.compile(
    rf"(?i)(?<![^\W_])(?:the\s)?({'|'.join(_ORDINALS)})\s(?:option|choice)(?![^\W_])"
)
_ABOUT = re.compile(
    r"(?i)(?<![^\W_])the (?:one|option|choice|statement|conclusion) (?:about|on)"
    r" (?P<named>(?:[^\W_]+(?:['’-][^\W_]+)*\s){0,7}?[^\W_]+(?:['’-][^\W_]+)*)"
    r"(?=\s+(?:follows|is|does|cannot|can|must)\b|\W*$|\s*[,;(])"
)
"""An option named by some of its words: “the one about the Gulf of Bothnia”."""
_REACH = 16
"""Characters to inspect before a text: more than the longest of those words."""
_MOSTLY = 0.6
"""The share of words in common from which on a text garbles an option's."""
_ITEM = re.compile(rf"\W*(?P<key>{MARK}[a-y])\s*[.):]\s(?P<text>[^{MARK}]+)$")
"""A line with a letter and a text that names no option."""
_REPEATED = re.compile(rf"({MARK}[a-y])(?:[\W_]{{1,12}}\1(?![^\W_]))+")


def mark(key: str) -> str:
    """The word that replaces the option with this key."""
    return MARK + key.lower()


class _Text(NamedTuple):
    """The whole text of an option: its key, a pattern, and the words any match must contain.

    Only ASCII words, the longest first, because it is the likeliest to be missing.
    """

    key: str
    pattern: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """The options of a single choice, prepared for searching replies.

    `labels` name them by their marks, and in strict reading by their letters.
    """

    options: tuple[Option, ...]
    labels: Labels
    _letter: re.Pattern[str]
    _letters: re.Pattern[str]

    @cached_property
    def fewest(self) -> int:
        """The length of the shortest text: a shorter line contains none."""
        return min(len(_NO_LETTER.sub("", option.text)) for option in self.options)

    @cached_property
    def _texts(self) -> tuple[_Text, ...]:
        return _texts(self.options)

    def marked(self, line: str) -> str:
        """The line with every naming of an option replaced by its mark.

        The article "a" and the pronoun "I" do not count: such a letter needs no following word, or
        one that cannot follow an article ("A is …", "A or B"). A letter followed by the text of the
        same option is one naming; with a text that garbles another option's it names both.
        """
        text = line.replace(MARK, " ")
        if given := self._given(text):
            text = _pattern(given).sub(_named, text)
        if "option" in text or "choice" in text:
            text = _ORDINAL.sub(self._at, text)
        if " about " in text or " on " in text:
            text = _ABOUT.sub(self._about, text)
        if self._letter.search(text):
            text = self._letters.sub(_lettered, text)
        if MARK not in text:
            return text
        item = _ITEM.match(text) if len(text) >= self.fewest else None
        if item and (other := self._garbled(item["key"], item["text"])):
            return f"{item['key']} . {other}"
        return _REPEATED.sub(r"\1", text)

    def _at(self, found: re.Match[str]) -> str:
        """The mark of the option at a place in words, if there is one."""
        number = _ORDINALS.index(found[1].lower())
        return _spaced(self.options[number].key) if number < len(self.options) else found[0]

    def _about(self, found: re.Match[str]) -> str:
        """The mark of the only option whose text has all words that a reply names it by."""
        named = {word for word in words(found["named"]) if word not in ("a", "an", "the")}
        keys = [key for key, of in self._words.items() if named <= of]
        return f" {keys[0]} " if named and len(keys) == 1 else found[0]

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        """The words of each option's text, by its mark."""
        return {mark(one.key): frozenset(of) for one in self.options if (of := words(one.text))}

    def _garbled(self, own: str, text: str) -> str | None:
        """The mark of another option whose words the text behind a letter mostly has."""
        found = set(words(text))
        shared = {key: len(found & of) / len(found | of) for key, of in self._words.items()}
        nearest = max(shared, key=shared.__getitem__, default=own)
        is_other = shared.get(nearest, 0) >= _MOSTLY and shared[nearest] > 2 * shared.get(own, 0)
        return nearest if is_other else None

    def _given(self, line: str) -> tuple[_Text, ...]:
        """The option texts a line can contain: those whose words all occur in it.

        Most replies contain none, and compiling a pattern takes longer than all other reading.
        Outside ASCII a letter can match something other than its lower case, so then all texts are
        possible.
        """
        if len(line) < self.fewest:
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
    """The options of a single choice, prepared for searching many replies."""
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

    One-letter texts are left out, as they look like keys, and so are duplicates, as they name
    neither option.
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
    return re.compile(rf"(?<![^\W_])(?:{names})(?![^\W_]){_TEXT_ENDS}", re.IGNORECASE)


def _spelt(text: str) -> tuple[str, tuple[str, ...]]:
    """A pattern for a text, and the lower-case words that every match contains.

    Between words anything except a letter is allowed; a formula must match exactly.
    """
    if any(sign in text for sign in _OPERATORS):
        signs = tuple(_SIGN.findall(text))
        return r"\s*".join(map(re.escape, signs)), tuple(sign.lower() for sign in signs)
    parts = tuple(words(text))
    pattern = r"[^\w\n]{1,8}".join(re.escape(word).replace("'", "['’]") for word in parts)
    return pattern, tuple(part.lower() for part in parts)


_SIGN = re.compile(r"\w+|[^\w\s]")
# A text is preceded by nothing, a mark, a letter, or a word that links it to a statement about it.
_INTRODUCTION = re.compile(
    rf"(?:^|[^\w\s{_UNARY}{_BINARY}]"
    r"|(?<![^\W_])(?:[a-z]|is|be|that|or|and|but|not|nor))\s*$",
    re.IGNORECASE,
)


def _named(found: re.Match[str]) -> str:
    """The mark, unless the text is only part of a longer sentence."""
    before = found.string[max(0, found.start() - _REACH) : found.start()]
    return _spaced(found.lastgroup or "") if _INTRODUCTION.search(before) else found[0]


@lru_cache(maxsize=32)
def _letter(last: str) -> re.Pattern[str]:
    """A letter on its own, not before a word that makes it an article or a pronoun.

    A quick test: every naming by letter contains one, and most lines do not.
    """
    every = f"A-{last}a-{last.lower()}"
    article = rf"\s+(?!{MARK}|{_CONTINUATION})[^\W_\u3040-\u9fff\uac00-\ud7af]{{2}}"
    return re.compile(
        rf"[{every}](?![^\W_])(?<![^\W_].)(?:(?<=(?i:ion|ons|ice|ter)\s.)|(?!{article}))"
    )


@lru_cache(maxsize=32)
def _letters(last: str) -> re.Pattern[str]:
    """Every unambiguous way to write a letter from A to `last`, the same for each of them."""
    upper = f"A-{last}"
    every = f"{upper}{upper.lower()}"
    plain = f"(?!I)[{upper}]"
    forms = (
        rf"(?P<noun>(?<![^\W_])(?i:options?|choices?|letter)(?i:\s+is)?[\s:=*_`\"'“(\[]{{1,8}})"
        rf"(?P<chosen>[{upper}]){_AFTER}",
        rf"(?P<before>(?<![^\W_])(?i:options?|choices?|letter|answer)(?i:\s+is)?"
        rf"[\s:=→*_`\"'“(\[]{{1,8}})(?P<named>[{every}]){_AFTER}{_ENDS}",
        rf"^[^\w\n{OPEN}]{{0,8}}(?P<first>[{every}])(?=[).:]\s|[^\w\n]{{0,8}}$"
        r"|\s(?:→|->|=>)\s(?:[a-z]{2}|[✓✔✅☑❌✗✘]))",
        rf"[(\[{{<]\s?(?P<enclosed>[{every}])\s?[)\]}}>]",
        rf"(?<={OPEN})\s?\(?(?P<boxed>[{every}])\)?\.?\s?(?={CLOSE}|$)",
        rf"(?:\*\*|__|[*`])(?P<stressed>[{upper}])(?=[.:)]?(?:\*\*|__|[*`]))",
        rf"{_BEFORE}(?P<wordlike>{plain}){_AFTER}{_ENDS}",
        rf"{_BEFORE}(?P<pronoun>I(?<=[{upper}])){_AFTER}{_ENDS_I}",
    )
    return re.compile("|".join(forms))


def _lettered(found: re.Match[str]) -> str:
    return (found["noun"] or found["before"] or "") + _spaced(found[found.lastgroup or ""])


def _spaced(key: str) -> str:
    return f" {mark(key)} "
