"""The label that a reply states without announcing it: in its closing or opening sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.core.items import Label
from engine.grade.core import CONTRADICTORY, DENIED, NOTHING, Found
from engine.grade.labels.choosing import chosen, left_over
from engine.grade.labels.clause_labels import (
    OPPOSITES,
    WRONG,
    alone,
    consistent,
    is_all,
    taken_back,
    without_reason,
)
from engine.grade.labels.clauses import mentions, stated
from engine.grade.labels.following import contradicts, is_three_way, stance, standing
from engine.grade.labels.listed import listed
from engine.grade.labels.polar import polar
from engine.grade.reply.sentences import CLAUSE, asks, sentences_of, unquoted_words
from engine.grade.reply.spoken import MARK
from engine.grade.reply.words import Labels, has_words, vocabulary, words


def concluded(lines: Sequence[str], labels: Labels, asked: Callable[[], str]) -> Found[str]:
    """The option that the lines state without announcing it."""
    found = _in_sentences(lines, labels, asked)
    if (
        found.answer is None
        and labels.is_lettered
        and (key := left_over(lines[-1][-CLAUSE:], labels, asked()))
    ):
        return Found(key, "closing-sentence", len(lines) - 1, len(lines) - 1)
    if found.answer is None and (key := listed(lines, labels, asked)):
        return Found(key, "all-options-judged", 0, len(lines) - 1)
    return found


def _in_sentences(lines: Sequence[str], labels: Labels, asked: Callable[[], str]) -> Found[str]:
    """The option that the closing sentence states, or else the opening one."""
    end = _end(lines)
    if not end:
        return Found(None, NOTHING)
    last = len(lines) - 1
    closing = end[-1][-CLAUSE:]
    key, rule = _closing(closing, labels, asked)
    if len(end) == 1:
        lead = _LEAD.match(closing) if labels.is_lettered and rule == NOTHING else None
        if lead is not None:
            return _led([closing], labels.stated[(lead[1],)], labels)
        return (key is None and _in_words(lines, labels)) or Found(key, rule, 0, last)
    first = next(filter(None, (sentences_of([line]) for line in lines)))[0]
    opening = alone(first[:CLAUSE], labels)
    before = end[-2][-CLAUSE:]
    if key is not None and last and (_lists(lines[-2:]) or _PLAN.search(lines[-2])):
        return Found(None, CONTRADICTORY)
    if key is not None and _SUPPOSES.match(before) and _THEN.match(closing):
        return Found(None, NOTHING)
    if key is not None and (_begins(lines) or _is_side_question(before, labels, asked)):
        return Found(None, NOTHING)
    if key is not None:
        agreed = {opening, alone(before, labels)} <= {key, None} or _revised(
            closing, labels
        ) != closing
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
    if rule == DENIED and (found := _before_denials(sentences_of(lines), labels, last, asked)):
        return found
    if rule != NOTHING:
        if not (labels.is_lettered and opening):
            return Found(None, rule)
        led = _led(sentences_of(lines)[1:], opening, labels)
        return led if led.answer else Found(None, rule)
    if opening is not None:
        later = sentences_of(lines)[1:]
        if not taken_back(later, opening, labels):
            return Found(opening, "opening-sentence", 0, 0)
        return _led(later, opening, labels) if labels.is_lettered else Found(None, CONTRADICTORY)
    found = _in_words(lines, labels) or _on_its_line(lines, labels)
    return found or _before_remarks(sentences_of(lines), labels, last, asked)


def _end(lines: Sequence[str]) -> list[str]:
    """The sentences at the end of the lines, at least the last two."""
    found: list[str] = []
    for line in reversed(lines):
        found = sentences_of([line]) + found
        if len(found) > 1:
            break
    return found


_LEAD = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])\s*[^\w\s]{{0,3}}\s*[.):,;–—-][^\w\n]{{0,4}}\s")
_FIRST = re.compile(rf"[^\w\n]{{0,8}}({MARK}[a-y])(?![^\W_])")


_PLAN = re.compile(r"(?i)\b(?:each|every|let['’]s|step by step)\b.*:\W*$")
"""A line that begins to go through the options."""


_BEGINS = re.compile(
    r"(?i)\b(?:let['’]s|let us|(?:i|we)(?:['’]ll| will| need to| must| have to"
    r"| should))\b.*[.:]\W*$"
)
_ITEM = re.compile(rf"[^\w\n]{{0,8}}{MARK}[a-y]\s*[.):]")


_SUPPOSES = re.compile(r"(?i)\W*(?:if|suppose|assume|imagine|let['’]?s (?:suppose|assume|say))\b")
_THEN = re.compile(r"(?i)\W*(?:then|in (?:this|that) case)\b")


def _begins(lines: Sequence[str]) -> bool:
    """Whether the last line is the first item of the work that the line before announces."""
    is_item = len(lines) > 1 and _ITEM.match(lines[-1]) is not None
    return is_item and _BEGINS.search(lines[-2]) is not None


_WHETHER = re.compile(r"(?i)\b(?:check|see|ask|consider|examine|verify)\b.*\b(?:whether|if)\b")
_ON_CONCLUSION = re.compile(
    r"(?i)infer|follow|conclu|entail|deduc|deriv|impl(?:y|ie)|valid|prove|answer|statement"
    r"|argument|claim|\b(?:that|this|it|so)\W*$"
)


def _is_side_question(sentence: str, labels: Labels, asked: Callable[[], str]) -> bool:
    """Whether a sentence asks yes or no of something else than the conclusion."""
    if not labels.is_polar or not (asks(sentence) or _WHETHER.search(sentence)):
        return False
    return not _ON_CONCLUSION.search(sentence) and " ".join(words(sentence)) not in asked()


def _lists(lines: Sequence[str]) -> bool:
    """Whether two lines list options: the second begins with the next letter."""
    former, last = (_FIRST.match(line) for line in lines)
    return former is not None and last is not None and ord(last[1][-1]) == ord(former[1][-1]) + 1


def _led(sentences: list[str], key: str, labels: Labels) -> Found[str]:
    """The letter before a text that opens a reply, unless another letter is named undenied."""
    denying = vocabulary().negators | WRONG | {"no"}
    for sentence in sentences:
        named = {mention.key for mention in mentions(words(sentence), labels.stated)}
        if named - {key} and denying.isdisjoint(words(sentence)):
            return Found(None, CONTRADICTORY)
        if named == {key} and not denying.isdisjoint(words(sentence)):
            return Found(None, CONTRADICTORY)
    return Found(key, "opening-sentence", 0, 0)


def _in_words(lines: Sequence[str], labels: Labels) -> Found[str] | None:
    """Yes or no, if the reply says in words whether the conclusion follows."""
    if not (labels.is_polar or is_three_way(labels)):
        return None
    can_occur = labels.stated.can_occur
    named = (mentions(unquoted_words(x), labels.stated) for x in lines if can_occur(x.lower()))
    if any(named):
        return None
    if not labels.is_polar:
        key = standing(lines[-1])
        return None if key is None else Found(key, "in-words", len(lines) - 1, len(lines) - 1)
    stances = {number: stance(line) for number, line in enumerate(lines)}
    places = [number for number, key in stances.items() if key is not None]
    if not places:
        return None
    if len({stances[number] for number in places}) > 1:
        return Found(None, CONTRADICTORY)
    return Found(_POLAR[stances[places[-1]] is True], "in-words", places[-1], places[-1])


def _before_denials(
    sentences: list[str], labels: Labels, last: int, asked: Callable[[], str]
) -> Found[str] | None:
    """The option stated before closing sentences that only deny others: “It is not true, …”."""
    lexicon, denied = vocabulary(), set[str]()
    for sentence in reversed(sentences):
        unquoted = unquoted_words(sentence[-CLAUSE:])
        key, rule = _closing(sentence[-CLAUSE:], labels, asked)
        if key is not None and denied:
            return None if key in denied else Found(key, "closing-sentence", 0, last)
        if rule != DENIED or lexicon.negators.isdisjoint(unquoted):
            return None
        if not lexicon.suspenders.isdisjoint(unquoted):
            return None
        denied |= {mention.key for mention in mentions(unquoted, labels.stated)}
    return None


_SHORT = 60
"""More characters than a line has that is only an option."""
_OPENS = re.compile(rf"\s*#|.*:\W*$|[^\w(\[]*{MARK}[a-y]\s*[.)]")
"""A line with only an option that a text on it follows."""


def _on_its_line(lines: Sequence[str], labels: Labels) -> Found[str] | None:
    """The only option on a line of its own, if no later line names another or takes it back."""
    places = [
        place
        for place, line in enumerate(lines)
        if len(line) < _SHORT
        and len(words(line)) == 1
        and not _OPENS.match(line)
        and alone(line, labels)
    ]
    if len(places) != 1:
        return None
    key = alone(lines[places[0]], labels)
    later = sentences_of(lines[places[0] + 1 :])
    named = {m.key for one in later for m in mentions(unquoted_words(one), labels.stated)}
    if key is None or named - {key} or taken_back(later, key, labels):
        return None
    return Found(key, "closing-sentence", places[0], places[0])


_REMARKS = 2
"""Sentences that may follow a conclusion: "So it is false. I checked it twice."."""


def _before_remarks(
    sentences: list[str], labels: Labels, last: int, asked: Callable[[], str]
) -> Found[str]:
    """The conclusion before one or two sentences that mention no option."""
    for number in range(len(sentences) - 2, max(0, len(sentences) - 2 - _REMARKS), -1):
        sentence = sentences[number][-CLAUSE:]
        if mentions(unquoted_words(sentence), labels.stated):
            concludes = vocabulary().turns.intersection(words(sentence)[:2])
            key, _ = _closing(sentence, labels, asked)
            later = sentences[number + 1 :]
            if key is None or not concludes or taken_back(later, key, labels):
                break
            return Found(key, "closing-sentence", max(0, last - len(later)), last)
    return Found(None, NOTHING)


def _closing(sentence: str, labels: Labels, asked: Callable[[], str]) -> tuple[str | None, str]:
    key, rule = consistent(sentence, labels, *_closed(sentence, labels, asked))
    is_wordy = labels.is_polar and not mentions(unquoted_words(sentence), labels.stated)
    if rule != NOTHING or not is_wordy or asks(sentence):
        return key, rule
    follows = stance(sentence)
    return (None, NOTHING) if follows is None else (_POLAR[follows], "in-words")


_POLAR = {True: "yes", False: "no"}


def _closed(sentence: str, labels: Labels, asked: Callable[[], str]) -> tuple[str | None, str]:
    if not labels.stated.can_occur(sentence.lower()) or asks(sentence):
        return None, NOTHING
    if answered := polar(sentence, labels):
        return answered, "closing-sentence"
    revised = _revised(sentence, labels)
    sentence = without_reason(revised, labels)
    unquoted = unquoted_words(sentence)
    found = mentions(unquoted, labels.stated)
    if not found:
        return None, NOTHING
    keys = stated(unquoted, found)
    if is_all(unquoted, found, keys, labels):
        return keys.pop(), "closing-sentence"
    if drawn := _drawn(revised, labels):
        return drawn, "closing-sentence"
    if labels.is_lettered and (key := chosen(sentence, labels, asked)):
        return key, "closing-sentence"
    if len(keys) > 1:
        return None, CONTRADICTORY
    if not keys:
        return None, DENIED
    lexicon = vocabulary()
    last = found[-1]
    before = unquoted[: last.start]
    subject = max((i for i, word in enumerate(before) if word in lexicon.subjects), default=None)
    if subject is None or last.key not in keys or last.end != len(unquoted):
        return None, NOTHING
    is_called = before[-1] in lexicon.subjects and _AFTER_COLON.search(sentence)
    if not (is_called or before[-1] in lexicon.copulas or _CALLING.search(sentence)):
        return None, NOTHING
    is_denied = _NONE.intersection(words(_NO.sub("", sentence)))
    if is_denied or lexicon.others.intersection(before[subject:]):
        return None, NOTHING
    return last.key, "closing-sentence"


_CALLING = re.compile(
    r"(?i)(?:^|[,;:–—])\W*(?:(?:so|thus|hence|therefore|and|overall),? )?(?:this|that|which|it"
    r"|(?:the )?(?:passage|(?:passage['’]s )?premises)|(?:i|we)(?: would| have to| must)?|i['’]d)"
    r" (?:makes?|renders?|calls?|labels?|marks?|finds?|deems?|considers?) (?:the|this) \w+"
    r"\W+\w+\W*$"
)
"""What stands directly before the label of a statement: “this makes the statement …”."""
_AFTER_COLON = re.compile(r":\W*\w+\W*$")
_NO = re.compile(r"(?i)\bno,\s")
"""An answer to an earlier question: “So no, the statement is …”."""
_NONE = OPPOSITES | {
    *("no", "nothing", "nobody", "none", "nowhere", "without", "fail", "fails", "lacks", "little"),
    *("few", "doubt"),
}
_DRAWN = re.compile(
    r"(?i)(?:(?P<reason>\W*(?:since|because|as(?! (?:some|many|one|you)\b)|given|by|due to"
    r"|considering)\b.*),|(?P<also>.*);"
    r"|.*[,;:–—]\s*(?:and |but )?(?:so|hence|thus|therefore|consequently|which (?:means|makes)"
    r"|meaning|making|(?:and )?(?:i['’]d|i would|i|we) (?:say|conclude)))(?=\W)(?P<drawn>.*)$"
)
_OTHER_CASE = re.compile(
    r"(?i)\b(?:if|suppos\w*|assum\w*|unless|models? \d|cases? \d|worlds? \d)\b"
)


_OF_PREMISES = {"premise", "antecedent", "consequent", "conditional"}


def _drawn(sentence: str, labels: Labels) -> str | None:
    """The option that the last clause draws from the ones before: “p holds, so it is true”."""
    drawn = _DRAWN.match(sentence)
    if drawn is None or _OTHER_CASE.search(sentence, 0, drawn.start("drawn")):
        return None
    if mentions(words(drawn["reason"] or ""), labels.stated):
        return None
    before, last = (set(words(part)) for part in (sentence[: drawn.start("drawn")], drawn["drawn"]))
    if "it" in last and before & _OF_PREMISES and before.isdisjoint(vocabulary().subjects):
        return None
    if before & OPPOSITES and vocabulary().subjects.isdisjoint(last):
        return None
    key = alone(drawn["drawn"], labels)
    is_other = drawn["also"] and vocabulary().subjects.isdisjoint(last)
    return None if is_other and key != Label.UNCERTAIN else key


_REVISED = re.compile(
    r"(?i)^\W*(?:(?:oh|no|hmm+|wait|actually|sorry|scratch that|correction|i mean|rather|oops"
    r"|hold on)\b[\s,:.;–—…-]+){1,3}"
)


def _revised(sentence: str, labels: Labels) -> str:
    """A sentence without the words by which it takes back an earlier one."""
    return sentence if labels.is_polar else _REVISED.sub("", sentence)
