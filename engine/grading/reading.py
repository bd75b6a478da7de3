r"""Reading one label out of a reply, as a careful reader would.

The prompt asks for a last line `Answer: true`. **Strict**: the last line is just that, in any
letter case, a full stop allowed. **Lenient**: the first of these that applies; where it is met
but does not state exactly one option, there is no answer, and no further rule is tried.

1. Text up to `</think>` is not the reply. Thinking that never ends leaves no reply.
2. `answer-line`: the last line that announces an answer (`Final answer: …`, `**Answer**: …`,
   `the answer is …`, `"answer": "…"`, `Answer:` with the label on the next line). Answer lines
   that follow each other directly must agree; after further reasoning the last one counts.
3. `closing-sentence`: the last sentence is a label among filler words (`Thus, it is **True**.`),
   or is about the statement and ends in a label (`the statement that … is false.`).
   A label alone directly before it, or at the start of the reply, must agree with it, unless
   the sentence openly replaces it ("on reflection, …").
4. `opening-sentence`: the reply begins with nothing but a label, and no later sentence states
   another or takes it back.

A question states nothing ("True? No." is no answer). On an answer line a denial or a condition
after the label leaves no answer ("true is wrong", "true if p", "true unless p", "true, or not"),
and so does a later sentence that takes it back ("Or false.", "No, …", "Actually, that is wrong.").
But a reason is no condition ("true, because if p then q"); the denial of another option is none
of this one ("false, not true"); "uncertain whether p or q" is uncertain; and a later sentence
with a condition and a consequence of its own ("The answer is true. If p held, it would be
false.") speaks of another case, so the answer stands.

Not answers: "UNTRUE" (another word), "not true" (false or uncertain?), "neither true nor false",
"True or False", "probably true", "whether it is true", a label inside other text. "False, not
true" is false. Other words for an option ("unknown" for uncertain) count on answer lines only.
Emphasis, quotation marks of any language and full-width letters make no difference.

Yes and no are read where they stand before what they answer ("No, it need not") or after it (", so
yes"), whatever follows but a condition or the other one; "no" before a noun is neither.

Lettered options are found first, by letter or whole text (`engine.grading.marking`), and then read
by the same rules; "the statement that does not follow is C" and "the best choice is C" announce an
answer too, and "the answer is clear from the text" announces none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise, takewhile

from engine.grading.clauses import before_reasons, doubted, mentions, stated
from engine.grading.headings import headings, is_mere_link
from engine.grading.marking import MARK, choice_labels, marked
from engine.grading.polar import polar, without_determiners
from engine.grading.words import Labels, fillers, labels_of, vocabulary, words
from engine.items import Label, Option

_THOUGHT = "</think>"
# An answer is stated within this many characters or it is not a plain answer.
_CLAUSE = 600
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
# Quoted text of more than two words is the statement or a premise, not the answer.
_QUOTED = re.compile(
    r"(?<!\w)(?:\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|„[^“”\n]{0,400}[“”]"
    r"|['‘](?:[^'’\n]|(?<=\w)['’](?=\w)){0,400}['’])(?!\w)"
)
_SENTENCE_END = re.compile(r"[.!?][\"'*_`”’»」』)\]]{0,6}(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: option keys, or None; and the rule that decided the lenient reading."""

    strict: str | None
    lenient: str | None
    rule: str


def read_label(options: tuple[Option, ...], raw: str) -> Reading:
    """Read which one of `options` the reply `raw` states, strictly and leniently."""
    labels = labels_of(options)
    return _read(raw, labels, without_determiners if labels.is_polar else str)


def read_choice(options: tuple[Option, ...], raw: str) -> Reading:
    """The same where the options are lettered, and named by letter or by their whole text.

    Strict is the letter alone. The article "a" and the pronoun "I" are no letters; a letter with
    the text of another option states nothing; a part of an option's text is none of it.
    """
    return _read(raw, choice_labels(options), lambda line: marked(line, options))


def _read(raw: str, labels: Labels, naming: Callable[[str], str]) -> Reading:
    text = raw if raw.isascii() else raw.translate(_FULL_WIDTH)
    if "<think>" in text and _THOUGHT not in text:
        return Reading(None, None, "unfinished-thinking")
    lines = [naming(line) for line in text.rpartition(_THOUGHT)[2].splitlines() if line.strip()]
    if not lines:
        return Reading(None, None, "empty")
    lenient, rule = _lenient(lines, labels)
    asked = _asked(raw, labels)
    return Reading(asked if asked == lenient else None, lenient, rule)


def _asked(raw: str, labels: Labels) -> str | None:
    """The option of a last line in the asked format, `Answer: true` or `Answer: B`."""
    line = raw.rstrip()[-_CLAUSE:].rpartition("\n")[2].strip().lower()
    if not line.startswith("answer:"):
        return None
    name = line.removeprefix("answer:").strip()
    return labels.verbatim.get(name) or labels.verbatim.get(name.removesuffix("."))


def _lenient(lines: list[str], labels: Labels) -> tuple[str | None, str]:
    for number in range(len(lines) - 1, -1, -1):
        announced = _announced(lines, number, labels)
        if announced is None:
            continue
        answer, rule = announced
        former = _announced(lines, number - 1, labels) if answer is not None and number else None
        if former is not None and former[0] not in (answer, None):
            return None, "contradictory"
        if answer is not None and _taken_back(_after(lines, number, labels), answer, labels):
            return None, "contradictory"
        return answer, rule
    return _unannounced(lines, labels)


def _announced(lines: list[str], number: int, labels: Labels) -> tuple[str | None, str] | None:
    """What an answer line states, or None where the line is none."""
    line = lines[number]
    low = line.lower()
    ends = headings(low, labels)
    if not ends:
        return None
    # Lower-casing can change the length of a line in a few scripts; then letter case is given up.
    source = line if len(line) == len(low) else low
    first = _answer(_clause(source, ends[0]), labels)
    rest = source[ends[-1] : ends[-1] + _CLAUSE]
    if labels.is_lettered and is_mere_link(low, ends[-1]) and MARK not in _clause(rest, 0):
        return None  # "the answer is clear from the text" announces nothing
    if not words(rest):
        following = (line for line in lines[number + 1 :] if words(line))
        return _answer(_clause(next(following, ""), 0), labels)
    last = _answer(_clause(source, ends[-1]), labels)
    if None not in (first[0], last[0]) and first[0] != last[0]:
        return None, "contradictory"
    return last


def _after(lines: list[str], number: int, labels: Labels) -> list[str]:
    """The sentences after the one that states the answer of answer line `number`."""
    low = lines[number].lower()
    start = headings(low, labels)[-1]
    source = lines[number] if len(lines[number]) == len(low) else low
    return _sentences([source[start:], *lines[number + 1 :]])[1:]


def _taken_back(sentences: list[str], key: str, labels: Labels) -> bool:
    """Whether one of the sentences after an answer states another or takes it back."""
    return any(_takes_back(sentence[:_CLAUSE], key, labels) for sentence in sentences)


def _takes_back(sentence: str, key: str, labels: Labels) -> bool:
    lexicon = vocabulary()
    said = _said(sentence)
    if not said:
        return False
    if said[0] in lexicon.retractions or (_NO.match(sentence) and key != "no"):
        return True
    if _alone(sentence, labels) not in (key, None):
        return True
    found = mentions(said, labels.stated)
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = {word for position, word in enumerate(said) if position not in named}
    if rest - fillers(labels) - lexicon.asides - lexicon.doubts - lexicon.suspenders:
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


def _asks(clause: str) -> bool:
    """Whether a clause ends in a question mark, whatever marks surround it."""
    marks = takewhile(lambda mark: not mark.isalnum(), reversed(clause))
    return "?" in marks


def _clause(line: str, start: int) -> str:
    """The first sentence from `start` on that has a word in it."""
    rest = line[start : start + _CLAUSE]
    for end in _SENTENCE_END.finditer(rest):
        if words(rest[: end.start()]):
            return rest[: end.end()]
    return rest


def _said(text: str) -> list[str]:
    """The words of `text`, without quoted sentences."""
    return words(_QUOTED.sub(lambda quoted: _short(quoted[0]), text))


def _short(quotation: str) -> str:
    return quotation if len(words(quotation)) <= 2 else " "


def _answer(clause: str, labels: Labels) -> tuple[str | None, str]:
    """The one option that an answer line states, and the rule that says so."""
    if _asks(clause):
        return None, "nothing-stated"
    if labels.is_lettered and (key := _leading(clause, labels)):
        return key, "answer-line"
    if answered := polar(clause, labels):
        return answered, "answer-line"
    aside = _ASIDE.search(clause)
    if aside and mentions(_said(clause[: aside.start()]), labels.named):
        key_before, rule = _answer(clause[: aside.start()], labels)
        if key_before is not None and _takes_back(clause[aside.end() :], key_before, labels):
            return None, "contradictory"
        return key_before, rule
    said = before_reasons(_said(clause), labels)
    found = mentions(said, labels.named)
    keys = stated(said, found)
    if len(keys) == 1:
        if doubted(said, found, keys):
            return None, "denied-or-suspended"
        return keys.pop(), "answer-line"
    if keys:
        return None, "contradictory"
    return None, "denied-or-suspended" if found else "nothing-stated"


# What a dash, bracket or semicolon adds to an answer is its reason, unless it takes it back.
_ASIDE = re.compile(r"\s[-–—]\s|[;(]")
_LEADING = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])(?=\s*(?:[.):]|[–—-]\s|$))")
_NAMING = re.compile(rf"{MARK}[a-y]")


def _leading(clause: str, labels: Labels) -> str | None:
    """The lettered option that begins a clause, set off from its text, if it is the only one."""
    leading = _LEADING.match(clause)
    if leading is None or set(_NAMING.findall(clause)) != {leading[1]}:
        return None
    return labels.stated[(leading[1],)]


def _unannounced(lines: list[str], labels: Labels) -> tuple[str | None, str]:
    """The option that the closing sentence, or failing that the opening one, states."""
    sentences = _sentences(lines)
    if not sentences:
        return None, "nothing-stated"
    closing = sentences[-1][-_CLAUSE:]
    opening = _alone(sentences[0][:_CLAUSE], labels)
    key, rule = _closing(closing, labels)
    if key is not None:
        former = _alone(sentences[-2][-_CLAUSE:], labels) if len(sentences) > 1 else None
        agreed = {opening, former} <= {key, None}
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
    if _asks(sentence):
        return None, "nothing-stated"
    if alone := _alone(sentence, labels):
        return alone, "closing-sentence"
    said = _said(sentence)
    found = mentions(said, labels.stated)
    if not found:
        return None, "nothing-stated"
    keys = stated(said, found)
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
    """The option of a sentence that is one label among filler words."""
    if _asks(sentence):
        return None
    if answered := polar(sentence, labels):
        return answered
    said = _said(sentence)
    found = mentions(said, labels.stated)
    keys = stated(said, found)
    named = {position for mention in found for position in range(mention.start, mention.end)}
    rest = (word for position, word in enumerate(said) if position not in named)
    if len(keys) != 1 or not fillers(labels).issuperset(rest):
        return None
    return keys.pop()


_LIST_MARK = re.compile(r"\s*\d{1,3}[.)]\s+")


def _sentences(lines: list[str]) -> list[str]:
    """The sentences of the lines that have a word in them, without the numbers of a list."""
    found: list[str] = []
    for line in lines:
        mark = _LIST_MARK.match(line)
        start = mark.end() if mark else 0
        ends = [end.end() for end in _SENTENCE_END.finditer(line, start)]
        bounds = sorted({start, *ends, len(line)})
        found += (line[a:b] for a, b in pairwise(bounds) if words(line[a:b]))
    return found
