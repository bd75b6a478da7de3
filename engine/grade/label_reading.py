r"""Read labels and lettered choices: the clauses that state, deny or retract one of them.

The prompt asks for a last line `Answer: true`. **Strict**: the last line is exactly that, in any
letter case, with an optional full stop; if options are lettered, also a last sentence `The answer
is (B)`, as papers request it. **Lenient**: `engine.grade.core`, and without an announced answer the
first of these rules that applies. If it applies but does not find exactly one stated option, there
is no answer, and no further rule is tried.

1. `closing-sentence`: the last sentence is a label among filler words (`Thus, it is **True**.`), is
   about the statement and ends in a label (`the statement that … is false.`), or, of a conclusion,
   says in words that it follows or does not. A label alone directly before it, or at the start of
   the reply, must agree with it, unless the sentence openly replaces it ("on reflection, …").
2. `opening-sentence`: the reply begins with just a label, and no later sentence states another or
   retracts it.

A question states nothing ("True? No." is no answer). In an announced answer, a denial or a
condition after the label leaves no answer ("true is wrong", "true if p", "true unless p", "true, or
not"), and so does a later sentence that retracts it ("Or false.", "No, …", "Actually, that is
wrong."). But a reason is not a condition ("true, because if p then q"); the denial of another
option does not count ("false, not true"); "uncertain whether p or q" is uncertain; and a later
sentence with a condition and its own consequence ("The answer is true. If p held, it would be
false.") is about another case, so the answer stays.

Not answers: "UNTRUE" (another word), "not true" (false or uncertain?), "neither true nor false",
"True or False", "probably true", "whether it is true", a label inside other text. "False, not
true" is false. Other words for an option ("unknown" for uncertain) count in announced answers only.

Yes and no are read before what they answer ("No, it need not") or after it (", so yes"), unless a
condition or the other one follows; "no" before a noun is neither. A yes that says in words that the
conclusion does not follow is no answer, nor is a no that says it does; the same holds for *follows*
and the other entailment statuses.

Lettered options are first marked, by letter or whole text (`engine.grade.marking`), and then read
by the same rules; "the statement that does not follow is C" and "the best choice is C" announce an
answer too, and "the answer is clear from the text" announces none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.core.items import Item, Label, Option
from engine.core.rotations import is_single_choice
from engine.grade.announcing import Head, head_pattern, heads_in
from engine.grade.clauses import Mention, before_reasons, doubted, mentions, stated
from engine.grade.core import (
    ANNOUNCED,
    CONTRADICTORY,
    DENIED,
    NOTHING,
    Found,
    Kind,
    Reading,
    Said,
    read,
)
from engine.grade.following import contradicts, stance
from engine.grade.last_line import stated_label
from engine.grade.marking import MARK, choice
from engine.grade.polar import polar, without_determiners
from engine.grade.sentences import CLAUSE, asks, clause_from, said_in, sentences_of
from engine.grade.words import Labels, has_words, labels_of, vocabulary, words


def read_label(
    options: tuple[Option, ...], raw: str, asked: Callable[[], str] = str
) -> Reading[str]:
    """Read which of `options` the reply `raw` states; `asked` gives the words of the question."""
    labels = labels_of(options)
    return read(raw, _LabelKind(labels, without_determiners if labels.is_polar else str, asked))


def read_choice(
    options: tuple[Option, ...], raw: str, asked: Callable[[], str] = str
) -> Reading[str]:
    """Read which lettered option a reply states, by letter or by whole text.

    Strict reading accepts only the letter. The article "a" and the pronoun "I" are not letters; a
    letter with the text of another option states nothing; part of an option's text does not count.
    """
    chosen = choice(options)
    return read(raw, _LabelKind(chosen.labels, chosen.marked, asked))


def names_in_format(item: Item) -> dict[str, str]:
    """The names allowed after `Answer:` in a last line, in lower case, with the keys they name."""
    if is_single_choice(item):
        return dict(choice(item.options).labels.verbatim)
    return dict(labels_of(item.options).verbatim)


class _LabelKind(Kind[str]):
    """Labels, or the marks of lettered options."""

    def __init__(
        self, labels: Labels, naming: Callable[[str], str], asked: Callable[[], str]
    ) -> None:
        self.labels, self.asked = labels, asked
        self._naming = naming

    def lines(self, text: str) -> list[str]:
        lines = text.splitlines()
        return lines if self._naming is str else list(map(self._naming, lines))

    def heads(self, line: str) -> list[Head]:
        low = line.lower()
        for hint in _hints(line.isascii()):
            if hint in low:
                return heads_in(line, low, _heads(self.labels.is_lettered))
        return []

    def stated(self, text: str, after: Sequence[str], rule: str) -> Said[str]:
        del rule
        if not has_words(text[:CLAUSE]):
            text = next((line for line in after if has_words(line)), "")
        key, rule = _answer(clause_from(text, 0), self.labels)
        return Said(key, rule)

    def is_retracted(self, rest: str, after: Sequence[str], answer: str) -> bool:
        return _taken_back(sentences_of([rest, *after])[1:], answer, self.labels)

    def concluded(self, lines: Sequence[str]) -> Found[str]:
        return _unannounced(lines, self.labels)

    def strict(self, text: str, answer: str) -> str | None:
        return stated_label(text, self.labels.verbatim, is_lettered=self.labels.is_lettered)


@lru_cache(maxsize=2)
def _hints(is_ascii: bool) -> tuple[str, ...]:
    """Parts of words without which a line has no head; most lines have none."""
    lexicon = vocabulary()
    own = {"ans", "verdict", "label", "truth value", "classification", "response"}
    own |= (
        {"correct", "right", "best", "final"}
        | lexicon.choice_heads
        | ({MARK} if not is_ascii else set())
    )
    foreign = {head for head in lexicon.foreign_heads if head.isascii() or not is_ascii}
    hints = sorted(own | foreign, key=len)
    return tuple(h for h in hints if not any(o in h for o in hints if o != h))


_LINKED = (
    r"(?:answer|(?:correct|right|final|best|appropriate) (?:label|classification|choice|option"
    r"|verdict"
    r"|conclusion)|truth value(?: of the (?:statement|conclusion|claim))?)"
)


@lru_cache(maxsize=2)
def _heads(is_lettered: bool) -> re.Pattern[str]:
    """A heading with a colon; `answer`, or the right choice, also with a link such as "is"."""
    lexicon = vocabulary()
    if not is_lettered:
        return head_pattern(lexicon.heads, _LINKED)
    heads = lexicon.heads | lexicon.choice_heads
    chosen = "|".join(sorted(lexicon.choice_heads))
    subjects = "|".join(sorted(lexicon.choice_subjects))
    linked = rf"(?:answer|(?:correct|right|best|final)\s(?:{chosen}|one|letter))"
    # "the conclusion that does not follow is C": the negation describes C
    named = rf"(?=[\s:(*\"'`]{{1,8}}(?:(?:option|choice)[\s(*\"'`]{{1,8}})?{MARK})"
    said = rf"\s[^.!?:;\n{MARK}]{{1,120}}?\sis{named}"
    choosers = "|".join(sorted(lexicon.choosers, key=len, reverse=True))
    others = (
        rf"|(?<![^\W_])(?:{subjects})\s(?:that|which|least|most){said}"
        rf"|(?<![^\W_])(?:least|most){said}"
        rf"|(?<![^\W_])(?:{choosers})(?=[\s:(*\"'`]{{0,8}}(?:(?:the )?(?:option|choice|answer"
        rf"|letter)[\s(*\"'`]{{1,8}})?{MARK})"
    )
    return head_pattern(heads, linked, others)


def _taken_back(sentences: list[str], key: str, labels: Labels) -> bool:
    """Whether a sentence after an answer states another or retracts it."""
    return any(_takes_back(sentence[:CLAUSE], key, labels) for sentence in sentences)


def _takes_back(sentence: str, key: str, labels: Labels) -> bool:
    lexicon = vocabulary()
    said = said_in(sentence)
    if not said:
        return False
    if labels.is_on_following and contradicts(sentence, key):
        return True
    if said[0] in lexicon.retractions or (_NO.match(sentence) and key != "no"):
        return True
    if _alone(sentence, labels) not in (key, None):
        return True
    found = mentions(said, labels.stated)
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = {word for position, word in enumerate(said) if position not in named}
    if rest - labels.fillers - lexicon.asides - lexicon.doubts - lexicon.suspenders:
        return False
    if found:  # "Maybe false." after true, "Not true." after true; "It is not false." agrees
        denied = bool(rest & (lexicon.negators | _WRONG | {"no"}))
        return any((mention.key == key) == denied for mention in found)
    if key == Label.FALSE and "statement" in said:
        return False  # "The statement is wrong." says the same again
    return bool(rest & _WRONG) or {"not", "right"} <= rest or {"not", "correct"} <= rest


_WRONG = frozenset({"wrong", "incorrect", "mistaken"})
# "No, …" answers; "No premise says so." explains.
_NO = re.compile(r"\W*no\s*(?:[^\w\s]|$)", re.IGNORECASE)


def _answer(clause: str, labels: Labels) -> tuple[str | None, str]:
    """The one option that an answer line states, and the rule."""
    return _consistent(clause, labels, *_named(clause, labels))


def _consistent(
    sentence: str, labels: Labels, key: str | None, rule: str
) -> tuple[str | None, str]:
    """An answer and its rule, unless its own sentence says the opposite in words."""
    if key is not None and labels.is_on_following and contradicts(sentence, key):
        return None, CONTRADICTORY
    return key, rule


def _named(clause: str, labels: Labels) -> tuple[str | None, str]:
    if asks(clause):
        return None, NOTHING
    if labels.is_lettered and (key := _leading(clause, labels)):
        return key, ANNOUNCED
    if answered := polar(clause, labels):
        return answered, ANNOUNCED
    aside = _ASIDE.search(clause)
    if aside and mentions(said_in(clause[: aside.start()]), labels.named):
        key_before, rule = _answer(clause[: aside.start()], labels)
        if key_before is not None and _takes_back(clause[aside.end() :], key_before, labels):
            return None, CONTRADICTORY
        return key_before, rule
    said = before_reasons(said_in(clause), labels)
    found = mentions(said, labels.named)
    keys = stated(said, found)
    if len(keys) == 1:
        if doubted(said, found, keys):
            return None, DENIED
        return keys.pop(), ANNOUNCED
    if keys:
        return None, CONTRADICTORY
    return None, DENIED if found else NOTHING


# Text after a dash, bracket or semicolon is the reason of an answer, unless it retracts it.
_ASIDE = re.compile(r"\s[-–—]\s|[;(]")
_LEADING = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])(?=\s*(?:[.):]|[–—-]\s|$))")
_NAMING = re.compile(rf"{MARK}[a-y]")


def _leading(clause: str, labels: Labels) -> str | None:
    """The only lettered option of a clause, at its start and set off from its text."""
    leading = _LEADING.match(clause)
    if leading is None or set(_NAMING.findall(clause)) != {leading[1]}:
        return None
    return labels.stated[(leading[1],)]


def _unannounced(lines: Sequence[str], labels: Labels) -> Found[str]:
    """The option that the closing sentence states, or else the opening one."""
    sentences = sentences_of(lines)
    if not sentences:
        return Found(None, NOTHING)
    last = len(lines) - 1
    closing = sentences[-1][-CLAUSE:]
    key, rule = _closing(closing, labels)
    if sentences == [closing]:
        lead = _LEAD.match(closing) if labels.is_lettered and rule == NOTHING else None
        if lead is not None:
            return _led(sentences, labels.stated[(lead[1],)], labels)
        return Found(key, rule, 0, last)
    opening = _alone(sentences[0][:CLAUSE], labels)
    if key is not None and last and _lists(lines[-2:]):
        return Found(None, CONTRADICTORY)
    if key is not None:
        before = sentences[-2][-CLAUSE:] if len(sentences) > 1 else ""
        agreed = {opening, _alone(before, labels)} <= {key, None}
        if labels.is_on_following and contradicts(before, key):
            agreed = False
        if agreed or vocabulary().revisions.intersection(words(closing)):
            return Found(key, rule, last, last)
        return Found(None, CONTRADICTORY)
    lead = _LEAD.match(lines[0]) if labels.is_lettered else None
    if lead is not None and has_words(lines[0][lead.end() :]):
        return _led(
            sentences_of([lines[0][lead.end() :], *lines[1:]]), labels.stated[(lead[1],)], labels
        )
    if rule != NOTHING:
        led = _led(sentences[1:], opening, labels) if labels.is_lettered and opening else None
        return led if led and led.answer else Found(None, rule)
    if opening is not None:
        if not _taken_back(sentences[1:], opening, labels):
            return Found(opening, "opening-sentence", 0, 0)
        return (
            _led(sentences[1:], opening, labels)
            if labels.is_lettered
            else Found(None, CONTRADICTORY)
        )
    return _in_words(lines, labels) or _before_remarks(sentences, labels, last)


_LEAD = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])\s*[^\w\s]{{0,3}}\s*[.):,;–—-][^\w\n]{{0,4}}\s")
_FIRST = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])(?![^\W_])")


def _lists(lines: Sequence[str]) -> bool:
    """Whether two lines list options: they begin with different letters."""
    former, last = (_FIRST.match(line) for line in lines)
    return former is not None and last is not None and former[1] != last[1]


def _led(sentences: list[str], key: str, labels: Labels) -> Found[str]:
    """The letter before a text that opens a reply, unless another letter is named undenied."""
    denying = vocabulary().negators | _WRONG | {"no"}
    for sentence in sentences:
        named = {mention.key for mention in mentions(words(sentence), labels.stated)}
        if named - {key} and denying.isdisjoint(words(sentence)):
            return Found(None, CONTRADICTORY)
        if named == {key} and not denying.isdisjoint(words(sentence)):
            return Found(None, CONTRADICTORY)
    return Found(key, "opening-sentence", 0, 0)


def _in_words(lines: Sequence[str], labels: Labels) -> Found[str] | None:
    """Yes or no, if the reply says in words whether the conclusion follows."""
    if not labels.is_polar or any(mentions(said_in(line), labels.stated) for line in lines):
        return None
    said = {number: stance(line) for number, line in enumerate(lines)}
    places = [number for number, key in said.items() if key is not None]
    if not places:
        return None
    if len({said[number] for number in places}) > 1:
        return Found(None, CONTRADICTORY)
    return Found(_POLAR[said[places[-1]] is True], "in-words", places[-1], places[-1])


_REMARKS = 2
"""Sentences that may follow a conclusion: "So it is false. I checked it twice."."""


def _before_remarks(sentences: list[str], labels: Labels, last: int) -> Found[str]:
    """The conclusion before one or two sentences that mention no option."""
    for number in range(len(sentences) - 2, max(0, len(sentences) - 2 - _REMARKS), -1):
        sentence = sentences[number][-CLAUSE:]
        if mentions(said_in(sentence), labels.stated):
            concludes = vocabulary().turns.intersection(words(sentence)[:2])
            key, _ = _closing(sentence, labels)
            later = sentences[number + 1 :]
            if key is None or not concludes or _taken_back(later, key, labels):
                break
            return Found(key, "closing-sentence", max(0, last - len(later)), last)
    return Found(None, NOTHING)


def _closing(sentence: str, labels: Labels) -> tuple[str | None, str]:
    key, rule = _consistent(sentence, labels, *_closed(sentence, labels))
    is_wordy = labels.is_polar and not mentions(said_in(sentence), labels.stated)
    if rule != NOTHING or not is_wordy or asks(sentence):
        return key, rule
    follows = stance(sentence)
    return (None, NOTHING) if follows is None else (_POLAR[follows], "in-words")


_POLAR = {True: "yes", False: "no"}


def _closed(sentence: str, labels: Labels) -> tuple[str | None, str]:
    if asks(sentence):
        return None, NOTHING
    if answered := polar(sentence, labels):
        return answered, "closing-sentence"
    reason = _BECAUSE.search(sentence)
    if reason is not None and mentions(said_in(sentence[: reason.start()]), labels.stated):
        sentence = sentence[: reason.start()]
    said = said_in(sentence)
    found = mentions(said, labels.stated)
    if not found:
        return None, NOTHING
    keys = stated(said, found)
    if _is_all(said, found, keys, labels):
        return keys.pop(), "closing-sentence"
    if len(keys) > 1:
        return None, CONTRADICTORY
    if not keys:
        return None, DENIED
    lexicon = vocabulary()
    last = found[-1]
    before = said[: last.start]
    subject = max((i for i, word in enumerate(before) if word in lexicon.subjects), default=None)
    if subject is None or last.key not in keys or last.end != len(said):
        return None, NOTHING
    if before[-1] not in lexicon.copulas or lexicon.others.intersection(before[subject:]):
        return None, NOTHING
    return last.key, "closing-sentence"


_BECAUSE = re.compile(r"(?i),?\s(?:because|since)\b|,\sas\b")


def _alone(sentence: str, labels: Labels) -> str | None:
    """The option of a sentence made of one label and filler words."""
    if asks(sentence):
        return None
    if answered := polar(sentence, labels):
        return _consistent(sentence, labels, answered, "")[0]
    said = said_in(sentence)
    found = mentions(said, labels.stated)
    keys = stated(said, found)
    return keys.pop() if _is_all(said, found, keys, labels) else None


def _is_all(said: list[str], found: list[Mention], keys: set[str], labels: Labels) -> bool:
    """Whether the words are only one option and filler words."""
    if len(keys) != 1:
        return False
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = (word for position, word in enumerate(said) if position not in named)
    return labels.fillers.issuperset(rest)
