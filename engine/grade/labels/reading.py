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
   retracts it; or only one line is just an option, and no later one names another.
3. `in-words`: the reply says in other words whether the statement holds or follows.
4. `all-options-judged`: a list judges every option and calls one right.

Another case ("had it sung, the answer would be no") and another's mistake ("one might think …")
state nothing, nor do the options repeated, nor a side question with its answer.

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

Lettered options are first marked, by letter or whole text (`engine.grade.labels.marking`), and then
read by the same rules; "the statement that does not follow is C" and "the best choice is C"
announce an answer too, and "the answer is clear from the text" announces none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from engine.core.items import Item, Option
from engine.core.rotations import LETTERS, is_single_choice
from engine.grade.core import (
    FEWEST,
    FIELD,
    NOTHING,
    Found,
    Kind,
    Reading,
    Stated,
    decide,
    is_asked,
    read,
)
from engine.grade.labels.clause_labels import stated_option, taken_back
from engine.grade.labels.conclusions import concluded
from engine.grade.labels.following import can_say, is_three_way, standing
from engine.grade.labels.listed import unboxed, without_options
from engine.grade.labels.marking import Choice, choice
from engine.grade.labels.polar import without_conclusion, without_determiners
from engine.grade.reply.announcing import Announcing, Heads
from engine.grade.reply.last_line import stated_label
from engine.grade.reply.sentences import CLAUSE, clause_from, self_answered, sentences_of
from engine.grade.reply.spoken import MARK, OPEN
from engine.grade.reply.words import has_words, labels_of, vocabulary, words


def read_label(
    options: tuple[Option, ...], raw: str, asked: Callable[[], str] = str
) -> Reading[str]:
    """Read which of `options` the reply `raw` states; `asked` gives the words of the question."""
    if _is_short(raw):
        return _short_label(options, raw)
    return read(raw, _LabelKind(options, asked))


def read_choice(
    options: tuple[Option, ...], raw: str, asked: Callable[[], str] = str
) -> Reading[str]:
    """Read which lettered option a reply states, by letter or by whole text.

    Strict reading accepts only the letter. The article "a" and the pronoun "I" are not letters; a
    letter with the text of another option states nothing; part of an option's text does not count.
    """
    chosen = choice(options)
    is_alone = _is_short(raw) and raw.isascii() and len(raw) < chosen.fewest
    if is_alone and not can_say(raw.lower()):
        return _short_choice(len(options), raw)
    return read(raw, _LabelKind(options, asked, chosen))


def _is_short(raw: str) -> bool:
    """Whether a reply is too short to repeat the question: then its reading is remembered."""
    return len(raw) <= _SHORT and raw.count(" ") < FEWEST - 1


_SHORT = 80


@lru_cache(maxsize=8192)
def _short_label(options: tuple[Option, ...], raw: str) -> Reading[str]:
    return read(raw, _LabelKind(options))


@lru_cache(maxsize=8192)
def _short_choice(n_options: int, raw: str) -> Reading[str]:
    """The reading of a reply shorter than any option's text: by letter alone."""
    return read(raw, _by_letter(n_options))


def _by_letter(n_options: int) -> _LabelKind:
    options = tuple(Option(key, "", "") for key in LETTERS[:n_options])
    return _LabelKind(options, str, choice(options))


@lru_cache(maxsize=8192)
def _decided(options: tuple[Option, ...] | int, *lines: str) -> Found[str]:
    """What short lines give that do not repeat the question; lettered options by their number."""
    kind = _by_letter(options) if isinstance(options, int) else _LabelKind(options)
    kind.text = "\n".join(lines)
    return decide(list(lines), kind)


def names_in_format(item: Item) -> dict[str, str]:
    """The names allowed after `Answer:` in a last line, in lower case, with the keys they name."""
    if is_single_choice(item):
        return dict(choice(item.options).labels.verbatim)
    return dict(labels_of(item.options).verbatim)


class _LabelKind(Kind[str]):
    """Labels, or the marks of the lettered options of a choice."""

    def __init__(
        self,
        options: tuple[Option, ...],
        asked: Callable[[], str] = str,
        chosen: Choice | None = None,
    ) -> None:
        self.asked, self._options, self._chosen = asked, options, chosen
        self.labels = labels_of(options) if chosen is None else chosen.labels
        self._heads = _heads(self.labels.is_lettered)
        self.cues = self._heads.cues
        self._marked: dict[str, str] = {}

    def announcements(self) -> Announcing:
        return self._heads.within(self.text)

    def recalled(self, line: str) -> Reading[str] | None:
        if not _is_short(line):
            return None
        if self._chosen is None:
            return _short_label(self._options, line)
        fits = len(line) < self._chosen.fewest
        return _short_choice(len(self._options), line) if fits else None

    def prepare(self) -> bool:
        if self._chosen is not None:
            return True
        low = self.text.lower()
        stated, named = self.labels.stated, self.labels.named
        if self.labels.is_polar:
            found = words(low)
            if can_say(low) or not stated.first_words.isdisjoint(found):
                return True
            return not named.first_words.isdisjoint(found)
        if stated.can_occur(low) or (is_three_way(self.labels) and standing(low)):
            return True
        return bool(self.announcing.signs or OPEN in low) and named.can_occur(low)

    def lines(self, text: str) -> list[str]:
        lines = list(map(unboxed, text.splitlines())) if "[" in text else text.splitlines()
        if not self.labels.is_polar:
            lines = list(map(self_answered, lines))
        if "{" in text and not (self.labels.is_polar or self._chosen):
            lines = [_PREDICATE.sub(" ", line) for line in lines]
        if is_three_way(self.labels) and "whether" in text:
            lines = [_EITHER.sub("whether it holds", line) for line in lines]
        if self._chosen is not None:
            marked = self._marked
            for line in lines:
                if line not in marked:
                    marked[line] = self._chosen.marked(line)
            return without_options(lines, [marked[line] for line in lines], len(self._options))
        if not self.labels.is_polar:
            return lines
        if " that " in text:
            lines = [without_conclusion(line, self.asked()) for line in lines]
        return list(map(without_determiners, lines))

    def known(self, lines: Sequence[str]) -> Found[str] | None:
        text = "\n".join(lines)
        if self._chosen is not None and MARK not in text:
            return Found(None, NOTHING)
        if (
            len(text) > _SHORT
            or (self._chosen and can_say(text.lower()))
            or any(is_asked(line, self) for line in lines)
        ):
            return None
        return _decided(self._options if self._chosen is None else len(self._options), *lines)

    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[str]:
        if rule == FIELD and self.labels.is_polar and text.lower() in _TRUTH:
            return Stated(_TRUTH[text.lower()], rule)
        if not has_words(text[:CLAUSE]):
            text = next((line for line in after if has_words(line)), "")
        key, rule = stated_option(clause_from(text, 0), self.labels)
        return Stated(key, rule)

    def is_retracted(self, rest: str, after: Sequence[str], answer: str) -> bool:
        return taken_back(sentences_of([rest, *after])[1:], answer, self.labels)

    def concluded(self, lines: Sequence[str]) -> Found[str]:
        return concluded(lines, self.labels, self.asked)

    def strict(self, text: str, answer: str) -> str | None:
        return stated_label(text, self.labels.verbatim, is_lettered=self.labels.is_lettered)


_TRUTH = {"true": "yes", "false": "no"}
"""Truth values of a field such as `"follows"` in place of yes and no."""
_ANSWERS = r"(?:final[ _]?)?(?:answer|label|verdict|conclusion|prediction|classification|result)"
_PREDICATE = re.compile(
    rf"(?i)[\"'](?!{_ANSWERS}[\"'])[\w ]+[\"']\s*:\s*(?:true|false)\b"
    r"|[\"'](?:\w+[_ ])?(?:is[_ ]\w+|follows?|valid|true|false|correct|\w+ed)[\"']\s*:\s*"
    r"[\"']?(?:true|false|yes|no)\b"
)
"""A field that says of a predicate whether it holds: `"is_false": true`."""
_EITHER = re.compile(
    r"(?i)\bwhether (?:(?:the|this) (?:statement|claim|conclusion)|it|this|that) is true,?"
    r"(?: (?:or (?:is )?)?(?:false|not(?: true)?|uncertain)\b,?)+"
)
"""Words that name several labels and state none."""
_PLANS = r"(?i)\b(?:each|every|evaluate|examine|consider|analy[sz]e|let['’]s)\b[^.:]{0,40}$"
"""Words before a heading that announces work: "Let's evaluate each option:"."""


@lru_cache(maxsize=1)
def _cues() -> frozenset[str]:
    """Parts of words without which a text has no head of a label."""
    return vocabulary().choice_heads.union(
        ("ans", "verdict", "label", "truth value", "classification", "response", "output"),
        ("status", "revis", "determination", "assessment", "judg", "assistant", "decision"),
        ("solution", "result", "correct", "right", "best", "final"),
    )


_LINKED = (
    r"(?:answer|verdict|decision|(?:correct|right|final|best|appropriate) (?:label|classification"
    r"|choice|option"
    r"|verdict|conclusion)|truth value(?: of the (?:statement|conclusion|claim))?)"
)
_LINKING = (
    *("answer", "verdict", "decision", "correct", "right", "final", "best", "appropriate"),
    "truth value",
)
"""Parts of words, one of which every head with a link has."""


@lru_cache(maxsize=2)
def _heads(is_lettered: bool) -> Heads:
    """A heading with a colon; `answer`, or the right choice, also with a link such as "is"."""
    lexicon = vocabulary()
    if not is_lettered:
        return Heads(lexicon.heads, _LINKED, _cues(), _LINKING, never_after=_PLANS)
    heads = lexicon.heads | lexicon.choice_heads
    chosen = "|".join(sorted(lexicon.choice_heads))
    subjects = "|".join(sorted(lexicon.choice_subjects))
    linked = rf"(?:answer|(?:correct|right|best|final)\s(?:{chosen}|one|letter))"
    # "the conclusion that does not follow is C": the negation describes C
    named = rf"(?=[\s:(*\"'`]{{1,8}}(?:(?:option|choice)[\s(*\"'`]{{1,8}})?{MARK})"
    ending = rf"\s[^.!?:;\n{MARK}]{{1,120}}?(?:\sis|(?=:)){named}"
    choosers = "|".join(sorted(lexicon.choosers, key=len, reverse=True))
    others = (
        rf"|(?<![^\W_])(?:{subjects})\s(?:that|which|least|most){ending}|(?<![^\W_])(?:least"
        rf"|most){ending}|(?<![a-z])(?:{choosers})(?=[\s:(*\"'`]{{0,8}}(?:(?:the )?(?:option|choice"
        rf"|answer|letter)[\s(*\"'`]{{1,8}})?{MARK})"
    )
    cues = {*_cues(), *lexicon.choosers, "that", "which", "least", "most"}
    pointing = ("is", "option", "choice", "answer", "letter", *lexicon.choosers)
    return Heads(heads, linked, cues, _LINKING, others, _PLANS, pointing)
