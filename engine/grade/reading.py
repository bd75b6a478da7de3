r"""Extract one label from a reply, as a careful reader would.

The prompt asks for a last line `Answer: true`. **Strict**: the last line is exactly that, in any
letter case, with an optional full stop; if options are lettered, also a last sentence `The answer
is (B)`, as papers request it. **Lenient**: the first of these rules that applies. If it applies but
does not find exactly one stated option, there is no answer, and no further rule is tried.

1. Text up to `</think>` is not the reply. Thinking that never ends leaves no reply.
2. `answer-line`: the last line that announces an answer (`Final answer: …`, `**Answer**: …`,
   `the answer is …`, `"answer": "…"`, `Answer:` with the label on the next line). Answer lines
   that follow each other directly must agree; after further reasoning the last one counts.
3. `closing-sentence`: the last sentence is a label among filler words (`Thus, it is **True**.`),
   or is about the statement and ends in a label (`the statement that … is false.`).
   A label alone directly before it, or at the start of the reply, must agree with it, unless
   the sentence openly replaces it ("on reflection, …").
4. `opening-sentence`: the reply begins with just a label, and no later sentence states another or
   retracts it.

A question states nothing ("True? No." is no answer). On an answer line, a denial or a condition
after the label leaves no answer ("true is wrong", "true if p", "true unless p", "true, or not"),
and so does a later sentence that retracts it ("Or false.", "No, …", "Actually, that is wrong.").
But a reason is not a condition ("true, because if p then q"); the denial of another option does not
count ("false, not true"); "uncertain whether p or q" is uncertain; and a later sentence with a
condition and its own consequence ("The answer is true. If p held, it would be false.") is about
another case, so the answer stays.

Not answers: "UNTRUE" (another word), "not true" (false or uncertain?), "neither true nor false",
"True or False", "probably true", "whether it is true", a label inside other text. "False, not
true" is false. Other words for an option ("unknown" for uncertain) count on answer lines only.
Emphasis, quotation marks of any language and full-width letters make no difference.

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
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from engine.core.items import Item, Label, Option
from engine.core.rotations import is_single_choice
from engine.grade.clauses import Mention, before_reasons, doubted, mentions, stated
from engine.grade.following import contradicts
from engine.grade.headings import headings, is_mere_link
from engine.grade.last_line import after_thinking, is_unfinished, stated_label
from engine.grade.marking import MARK, choice
from engine.grade.polar import polar, without_determiners
from engine.grade.sentences import CLAUSE, asks, clause_from, said_in, sentences_of
from engine.grade.words import Labels, has_words, labels_of, vocabulary, words

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    0x00A0: " ",
    0x200B: None,
    0x200C: None,
    0x200D: None,
    0x2060: None,
    0xFEFF: None,
    0x3002: ". ",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """The answers read, as option keys or None, and the rule that decided the lenient reading."""

    strict: str | None
    lenient: str | None
    rule: str


def read_label(options: tuple[Option, ...], raw: str) -> Reading:
    """Read which of `options` the reply `raw` states, strictly and leniently."""
    labels = labels_of(options)
    return _read(raw, labels, without_determiners if labels.is_polar else str)


def read_choice(options: tuple[Option, ...], raw: str) -> Reading:
    """Read which lettered option a reply states, by letter or by whole text.

    Strict reading accepts only the letter. The article "a" and the pronoun "I" are not letters; a
    letter with the text of another option states nothing; part of an option's text does not count.
    """
    asked = choice(options)
    return _read(raw, asked.labels, asked.marked)


def names_in_format(item: Item) -> dict[str, str]:
    """The names allowed after `Answer:` in a last line, in lower case, with the keys they name."""
    if is_single_choice(item):
        return dict(choice(item.options).labels.verbatim)
    return dict(labels_of(item.options).verbatim)


def _read(raw: str, labels: Labels, naming: Callable[[str], str]) -> Reading:
    if is_unfinished(raw):
        return Reading(None, None, "unfinished-thinking")
    text = raw if raw.isascii() else raw.translate(_FULL_WIDTH)
    lines = [naming(line) for line in after_thinking(text).splitlines() if line.strip()]
    if not lines:
        return Reading(None, None, "empty")
    lenient, rule = _lenient(lines, labels)
    asked = stated_label(raw, labels.verbatim, is_lettered=labels.is_lettered)
    return Reading(asked if asked == lenient else None, lenient, rule)


def _lenient(lines: list[str], labels: Labels) -> tuple[str | None, str]:
    for number in range(len(lines) - 1, -1, -1):
        announced = _announced(lines, number, labels)
        if announced is None:
            continue
        answer, rule, rest = announced
        if answer is None:
            return None, rule
        former = _announced(lines, number - 1, labels) if number else None
        if former is not None and former.answer not in (answer, None):
            return None, "contradictory"
        after = sentences_of([rest, *lines[number + 1 :]])[1:]
        return (None, "contradictory") if _taken_back(after, answer, labels) else (answer, rule)
    return _unannounced(lines, labels)


class _Announced(NamedTuple):
    """The option an answer line states, the rule, and the text after its last heading."""

    answer: str | None
    rule: str
    rest: str


def _announced(lines: list[str], number: int, labels: Labels) -> _Announced | None:
    """The statement of an answer line, or None if it is not one."""
    line = lines[number]
    low = line.lower()
    ends = headings(low, labels)
    if not ends:
        return None
    # In a few scripts lower-casing changes the length of a line; then letter case is kept.
    source = line if len(line) == len(low) else low
    rest = source[ends[-1] :]
    clause = clause_from(rest, 0)
    if labels.is_lettered and is_mere_link(low, ends[-1]) and MARK not in clause:
        return None  # "the answer is clear from the text" announces nothing
    if not has_words(rest[:CLAUSE]):
        following = (line for line in lines[number + 1 :] if has_words(line))
        return _Announced(*_answer(clause_from(next(following, ""), 0), labels), rest)
    last, rule = _answer(clause, labels)
    if len(ends) > 1 and last is not None:
        first, _ = _answer(clause_from(source, ends[0]), labels)
        if first not in (last, None):
            return _Announced(None, "contradictory", rest)
    return _Announced(last, rule, rest)


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
        return None, "contradictory"
    return key, rule


def _named(clause: str, labels: Labels) -> tuple[str | None, str]:
    if asks(clause):
        return None, "nothing-stated"
    if labels.is_lettered and (key := _leading(clause, labels)):
        return key, "answer-line"
    if answered := polar(clause, labels):
        return answered, "answer-line"
    aside = _ASIDE.search(clause)
    if aside and mentions(said_in(clause[: aside.start()]), labels.named):
        key_before, rule = _answer(clause[: aside.start()], labels)
        if key_before is not None and _takes_back(clause[aside.end() :], key_before, labels):
            return None, "contradictory"
        return key_before, rule
    said = before_reasons(said_in(clause), labels)
    found = mentions(said, labels.named)
    keys = stated(said, found)
    if len(keys) == 1:
        if doubted(said, found, keys):
            return None, "denied-or-suspended"
        return keys.pop(), "answer-line"
    if keys:
        return None, "contradictory"
    return None, "denied-or-suspended" if found else "nothing-stated"


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


def _unannounced(lines: list[str], labels: Labels) -> tuple[str | None, str]:
    """The option that the closing sentence states, or else the opening one."""
    sentences = sentences_of(lines)
    if not sentences:
        return None, "nothing-stated"
    closing = sentences[-1][-CLAUSE:]
    key, rule = _closing(closing, labels)
    if sentences == [closing]:
        return key, rule
    opening = _alone(sentences[0][:CLAUSE], labels)
    if key is not None:
        before = sentences[-2][-CLAUSE:] if len(sentences) > 1 else ""
        agreed = {opening, _alone(before, labels)} <= {key, None}
        if labels.is_on_following and contradicts(before, key):
            agreed = False
        if agreed or vocabulary().revisions.intersection(words(closing)):
            return key, rule
        return None, "contradictory"
    if rule != "nothing-stated":
        return None, rule
    if opening is None:
        return None, "nothing-stated"
    if _taken_back(sentences[1:], opening, labels):
        return None, "contradictory"
    return opening, "opening-sentence"


def _closing(sentence: str, labels: Labels) -> tuple[str | None, str]:
    return _consistent(sentence, labels, *_closed(sentence, labels))


def _closed(sentence: str, labels: Labels) -> tuple[str | None, str]:
    if asks(sentence):
        return None, "nothing-stated"
    if answered := polar(sentence, labels):
        return answered, "closing-sentence"
    said = said_in(sentence)
    found = mentions(said, labels.stated)
    if not found:
        return None, "nothing-stated"
    keys = stated(said, found)
    if _is_all(said, found, keys, labels):
        return keys.pop(), "closing-sentence"
    if len(keys) > 1:
        return None, "contradictory"
    if not keys:
        return None, "denied-or-suspended"
    lexicon = vocabulary()
    last = found[-1]
    before = said[: last.start]
    subject = max((i for i, word in enumerate(before) if word in lexicon.subjects), default=None)
    if subject is None or last.key not in keys or last.end != len(said):
        return None, "nothing-stated"
    if before[-1] not in lexicon.copulas or lexicon.others.intersection(before[subject:]):
        return None, "nothing-stated"
    return last.key, "closing-sentence"


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
