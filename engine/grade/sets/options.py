"""Find which options of one question a line, a list or a conclusion states as following."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.core.items import NONE_FOLLOWS
from engine.grade.core import CONTRADICTORY, NOTHING, Found, Stated
from engine.grade.reply.judged import judged, verdict_on
from engine.grade.reply.last_line import key_list
from engine.grade.sets import words as phrases
from engine.grade.sets.affirming import affirming, only_judge
from engine.grade.sets.copies import Copies, is_another, is_denied, is_garbled
from engine.grade.sets.key_lists import listed_keys, naming_patterns

_MAX_LINE = 600
_BULLETS = "-*•+> "


class OptionSet:
    """The options of one question, and the patterns that find which of them a text states."""

    def __init__(self, options: tuple[tuple[str, str], ...]) -> None:
        self.keys = tuple(key for key, _ in options)
        self._list = key_list(self.keys)
        self._texts = {key: phrases.plain(text) for key, text in options}
        copies = Copies(self._texts)
        self._key_of, self._copies = copies.key_of, copies.within
        self._uncopied = copies.taken_out
        self._affirming = affirming(self.keys)
        patterns = naming_patterns(self.keys)
        self._named, self._after_is, self._pointing = patterns[:3]
        self._verdict, self._ending, self._item = patterns[3:]

    def stated(self, text: str, after: Sequence[str]) -> Stated[str]:
        """The set of the text of a candidate, or of the list of lines after it."""
        text = text.strip()
        if (alone := listed_keys(text, self.keys)) is not None:
            if text.endswith(":") and alone == NONE_FOLLOWS and after:
                return Stated(None, NOTHING)
            return Stated(alone, "")
        if text.startswith("[") and "]" not in text:
            joined = " ".join([text, *after[:20]]).partition("]")[0]
            return self._answer(listed_keys(joined[1:], self.keys), 0)
        if not text or text.endswith(":"):
            head = phrases.WITHOUT.sub("", text.rpartition(". ")[2])
            if phrases.DENIED.search(head):
                return Stated(None, NOTHING)
            return self._listed(after)
        if own := self._key_of(text.lstrip(_BULLETS)):
            return Stated(own, "")
        if item := self._item.match(text):
            return Stated(self._numbered([(item["keys"], text[item.end() :])])[0], "")
        if alone := self._before_reason(text):
            return Stated(alone, "")
        return self._answer(self._in_sentence(text), 0)

    @staticmethod
    def _answer(answer: str | None, n_after: int) -> Stated[str]:
        return Stated(answer, NOTHING if answer is None else "", n_after)

    def _in_sentence(self, text: str) -> str | None:
        """The keys that a sentence gives."""
        bare = phrases.ASIDE.sub(" ", self._uncopied(text, " "))
        bare = phrases.SOURCE.sub("", phrases.OTHERS.sub("", bare))
        if not phrases.DENIED.search(bare) and (alone := listed_keys(bare, self.keys)):
            return alone
        if (pointing := self._pointing.search(bare)) and not phrases.CANNOT.search(bare):
            return self._list.joined(self._list.found(pointing["keys"]))
        named = self._names(bare)
        if (
            named
            and (reason := phrases.BECAUSE.search(bare))
            and self._names(bare[: reason.start()])
        ):
            bare = bare[: reason.start()]
            named = self._names(bare)
        if phrases.NOTHING.search(bare) and not named and not phrases.EXCEPT.search(bare):
            return NONE_FOLLOWS
        if named and phrases.DENIED.search(bare):
            return self._affirmed(bare)
        if named:
            return self._list.joined(named)
        whole = phrases.ALL_FOLLOW.search(bare)
        if whole and not phrases.DENIED.search(bare):
            return ",".join(self.keys)
        reason = phrases.BECAUSE.search(text)
        own = [key for at, _, key in self._copies(text) if not reason or at < reason.start()]
        if own and not phrases.DENIED.search(bare):
            return self._list.joined(own)
        return None

    def _names(self, text: str) -> list[str]:
        found = [m["keys"] for m in self._named.finditer(text)]
        found += [m["keys"] for m in self._after_is.finditer(text)]
        listed = (listed_keys(many, self.keys) or "" for many in found)
        return [key for keys in listed for key in keys.split(",") if key]

    def _affirmed(self, text: str) -> str | None:
        """The keys that a clause calls true, if another clause denies all others named."""
        true: list[str] = []
        false: list[str] = []
        for clause in phrases.CLAUSE.split(text):
            is_denied = phrases.DENIED.search(clause) is not None
            if not is_denied and not phrases.OF_TRUTH.search(clause):
                continue
            (false if is_denied else true).extend(self._names(clause))
        is_clear = true and set(true).isdisjoint(false)
        is_whole = {*true, *false} == set(self._names(text))
        return self._list.joined(true) if is_clear and is_whole else None

    def _numbered(self, items: Sequence[tuple[str, str]]) -> list[str]:
        """The keys of a list's lines, given as their numbers and texts.

        A list may have numbers of its own, 1, 2, …; then the options' texts decide.
        """
        named = [self._list.joined([number]) for number, _ in items]
        own = [self._key_of(text.strip()) for _, text in items]
        is_renumbered = list(self.keys[: len(items)]) == named and None not in own
        return [key for key in own if key] if is_renumbered else named

    def _listed(self, lines: Sequence[str]) -> Stated[str]:
        """The keys of a list, up to the first line that is not a list item."""
        alone = listed_keys(lines[0].lstrip("-*• "), self.keys) if lines else None
        if alone is not None and not self._goes_on(lines[1:2]):
            return Stated(alone, "", 1)
        ended: list[str] = []
        items: list[tuple[str, str]] = []
        n_lines = 0
        for place, line in enumerate(lines):
            if (keys := self._ended(line)) is not None:
                ended += keys
            elif item := self._item.match(line):
                items.append((item["keys"], line[item.end() :]))
            elif n_lines and phrases.BULLET.match(line):
                if items and phrases.REMARK.search(line[:80]) and not self._copies(line):
                    items.pop()
                continue
            else:
                break
            n_lines = place + 1
        if not n_lines and lines:
            return self._answer(self._in_sentence(lines[0]) if self._names(lines[0]) else None, 1)
        keys = self._numbered(items)
        found = [
            key
            for key, (_, text) in zip(keys, items, strict=True)
            if not is_denied(self._uncopied(text), self._texts[key])
        ]
        found += ended
        return Stated(self._list.joined(found), "", n_lines) if found else Stated(None, NOTHING)

    def _goes_on(self, lines: Sequence[str]) -> bool:
        """Whether a list has a next line."""
        return any(self._item.match(line) or self._ended(line) is not None for line in lines)

    def _ended(self, line: str) -> list[str] | None:
        """The keys of a line that ends with one and does not deny it, or is an option's text."""
        text = line.lstrip(_BULLETS)
        if ending := self._ending.search(text):
            is_denied = phrases.DENIED.search(self._uncopied(text)) is not None
            return [] if is_denied else [ending["keys"]]
        key = self._key_of(text)
        return None if key is None else [key]

    def concluded(self, lines: Sequence[str]) -> Found[str]:
        """The set of the last conclusion, or of a reply that is only options.

        A conclusion that affirms one statement without "only" is added to the others that do.
        """
        found = self._drawn(lines)
        if found.rule != "conclusion" or not self._affirming.is_one_of_many(
            lines[found.first], str(found.answer)
        ):
            return found
        answer, first, last = self._affirming.added_up(self._affirming.sentences(lines))
        return found if answer == found.answer else Found(answer, found.rule, first, last)

    def _drawn(self, lines: Sequence[str]) -> Found[str]:
        last = len(lines) - 1
        if _is_broken(lines[-1]):
            return Found(None, NOTHING)
        for place in range(last, -1, -1):
            line = lines[place][:_MAX_LINE]
            if self._item.match(line) and not self._verdict.fullmatch(line):
                continue
            if phrases.SUPPOSED.match(line):
                continue
            if (alone := self._closing(lines, place)) is not None:
                return self._unless_retracted(alone, place, lines)
            verdict = self._verdict_of(line, is_alone=len(lines) == 1)
            if verdict is not None:
                return self._unless_retracted(verdict, place, lines)
            for sentence in reversed(phrases.SENTENCES.split(line)):
                concludes = phrases.CONCLUDING.search(sentence) and (
                    phrases.OF_TRUTH.search(sentence) or phrases.ONLY_DRAWS.fullmatch(sentence)
                )
                if not concludes and not self._pointing.search(sentence):
                    continue
                if (one := self._affirming.verdict(sentence)) and one.is_true is None:
                    continue
                if phrases.PLAN.search(sentence) or sentence.rstrip().endswith("?"):
                    continue
                is_end = line.rstrip().endswith(sentence.rstrip())
                stated = self._conclusion(sentence, lines[place + 1 :] if is_end else ())
                if stated.answer is not None:
                    return self._unless_retracted(stated.answer, place, lines, stated.n_after)
                if is_end and phrases.ONLY.search(sentence):
                    return Found(None, NOTHING)
        return self._whole(lines)

    def _closing(self, lines: Sequence[str], place: int) -> str | None:
        """The keys of a last sentence that is a list of them, or that draws one."""
        line, before = lines[place][:_MAX_LINE], lines[max(0, place - 1) : place]
        sentence = phrases.SENTENCES.split(line)[-1]
        if " not " in sentence:
            return None
        if phrases.DRAWING.match(sentence):
            return listed_keys(sentence, self.keys)
        is_whole = not before and sentence == line
        if place < len(lines) - 1 or is_whole or phrases.BULLET.match(line):
            return None
        is_list = self._goes_on(before) or any(listed_keys(b, self.keys) for b in before)
        return None if is_list else listed_keys(sentence, self.keys)

    def _conclusion(self, sentence: str, after: Sequence[str]) -> Stated[str]:
        """The set of a sentence that concludes."""
        text = sentence.strip()
        is_open = text.endswith(":") or (phrases.OPEN_END.search(text) is not None and bool(after))
        if is_open:
            if phrases.DENIED.search(phrases.WITHOUT.sub("", text)):
                return Stated(None, NOTHING)
            return self._listed(after)
        return self._answer(self._in_sentence(text), 0)

    def _verdict_of(self, line: str, *, is_alone: bool) -> str | None:
        """The keys of a line stating that these, and nothing else, follow.

        If there are several lines, it must state that only these follow, because lines may discuss
        one option after another.
        """
        if phrases.NONE_AT_ALL.fullmatch(line):
            return NONE_FOLLOWS
        found = self._verdict.fullmatch(line)
        if found is None or not (found["only"] or is_alone or "," in found["keys"]):
            return None
        return listed_keys(found["keys"], self.keys)

    def _whole(self, lines: Sequence[str]) -> Found[str]:
        """The set of a reply that is only a list of keys or of options."""
        last = len(lines) - 1
        is_short = len(lines) < _FEW and not self._key_of(lines[0])
        if only_judge(judging := self._affirming.sentences(lines) if is_short else []):
            chosen, first, end = self._affirming.added_up(judging)
            is_clear = chosen and self._affirming.judge_all(judging)
            return Found(chosen, "each-judged", first, end) if is_clear else Found(None, NOTHING)
        alone = self._opening(lines[0])
        if alone is not None and not self._names_more(lines[1:], alone):
            return Found(alone, "whole-reply", 0, 0)
        if (each := self._judged(lines)).answer is not None:
            return each
        parts = [
            self._closing([part], 0) or self._verdict_of(part, is_alone=True)
            for part in phrases.SENTENCES.split(lines[0])
        ]
        if not last and len(parts) > 1 and None not in parts:
            return Found(
                self._list.joined(",".join(map(str, parts)).split(",")), "whole-reply", 0, 0
            )
        if (claimed := self._claimed(lines)) is not None:
            return claimed
        found = self._written_out(lines)
        if found is None or (last and found == ",".join(self.keys)):
            return each  # the latter is the question repeated
        return Found(found, "whole-reply", 0, last)

    def _claimed(self, lines: Sequence[str]) -> Found[str] | None:
        """The set of a list about which the next line says "These statements must be true"."""
        n = next((place for place, line in enumerate(lines) if not self._item.match(line)), 0)
        is_claim = phrases.THESE.match(lines[n]) and not phrases.DENIED.search(
            self._uncopied(lines[n])
        )
        found = self._written_out(lines[:n]) if n and is_claim else None
        return None if found is None else Found(found, "conclusion", 0, n)

    def _written_out(self, lines: Sequence[str]) -> str | None:
        """The keys of lines that are options, by text or by number, without a remark on them."""
        if len(lines) > 1 and all(ended := [self._ended(line) for line in lines]):
            return self._list.joined([key for keys in ended for key in keys or ()])
        if len(lines) == 1 and (own := self._key_of(lines[0].lstrip(_BULLETS))):
            return own
        items = [item for line in lines if (item := self._item.match(line))]
        if len(items) < len(lines):
            return None
        texts = [(item["keys"], item.string[item.end() :]) for item in items]
        keys = self._numbered(texts)
        may_be_renumbered = [number for number, _ in texts] == list(self.keys[: len(texts)])
        if may_be_renumbered and len(set(keys)) < len(keys):
            return None
        for key, (_, text) in zip(keys, texts, strict=True):
            if may_be_renumbered and is_another(text, key, self._texts):
                return None
            remark = self._uncopied(text)
            is_broken = remark != text and remark.rstrip()[-1:].isalpha()
            if (
                is_broken
                or _SAYS_IS.match(text)
                or is_denied(remark, self._texts[key])
                or phrases.CALLED_TRUE.match(remark)
            ):
                return None
        return self._list.joined(keys)

    def _judged(self, lines: Sequence[str]) -> Found[str]:
        """The options called right where the reply judges each of them."""
        pieces = (piece for line in lines for piece in _FIELDS.split(line))
        right = judged(map(self._judging, pieces), self.keys)
        if right is None or not (right or self._item.match(lines[0])):
            return Found(None, NOTHING)
        chosen = self._list.joined(right) if right else NONE_FOLLOWS
        return Found(chosen, "each-judged", 0, len(lines) - 1)

    def _judging(self, line: str) -> tuple[str | None, str]:
        """The option that a line begins with, and what else the line says."""
        item = self._item.match(line)
        if item is None or len(self._list.found(item["keys"])) != 1:
            return None, line.lstrip(_BULLETS)
        key, rest = self._list.found(item["keys"])[0], self._uncopied(line[item.end() :])
        return key, "" if is_garbled(rest, self._texts) else rest

    def _opening(self, line: str) -> str | None:
        """The keys of a line that is a list of them, with a reason after it or not."""
        line = phrases.REVISED.split(line[:_MAX_LINE])[-1]
        if " not " in line and phrases.OF_TRUTH.search(line):
            return None
        if (alone := listed_keys(line, self.keys)) is not None:
            return alone
        if _FIELDS.search(line) or self._item.match(line):
            return None
        return self._before_reason(line)

    def _before_reason(self, text: str) -> str | None:
        """The keys of a list before a reason."""
        reasons = phrases.REASON.finditer(text[:_MAX_LINE])
        lists = (listed_keys(text[: reason.start()], self.keys) for reason in reasons)
        return next(filter(None, lists), None)

    def _names_more(self, lines: Sequence[str], answer: str) -> bool:
        """Whether later lines list keys, or judge one otherwise than the answer does."""
        if any(listed_keys(line, self.keys) for line in lines):
            return True
        judging = (self._judging(line) for line in lines)
        chosen = answer.split(",")
        return any(key and verdict_on(rest) is not (key in chosen) for key, rest in judging)

    def is_retracted(self, after: Sequence[str], answer: str) -> bool:
        """Whether a later line retracts the answer and names options."""
        for line in after:
            is_named = self._named.search(line) or (
                phrases.CANNOT.search(line) and self._copies(line)
            )
            if phrases.RETRACTING.match(line) and is_named:
                if set(self._names(line)) <= set(answer.split(",")) and not phrases.DENIED.search(
                    line
                ):
                    continue
                return True
        return False

    def _unless_retracted(
        self, answer: str, place: int, lines: Sequence[str], n_after: int = 0
    ) -> Found[str]:
        later = lines[place + 1 + n_after :]
        if self.is_retracted(later, answer):
            return Found(None, CONTRADICTORY)
        if place and any(self._item.match(line) and self._copies(line) for line in later):
            return Found(None, NOTHING)  # the options are gone through once more
        return Found(answer, "conclusion", place, min(place + n_after, len(lines) - 1))


_FEW = 20
"""More lines than a reply has that only judges statements."""
_SAYS_IS = re.compile(r"\W*is\b")
_FIELDS = re.compile(r"[{,]\s*(?=[\"']\w{1,3}[\"']\s*:)")
"""Between the fields of a JSON object with a field for each option."""


def _is_broken(line: str) -> bool:
    """Whether a reply's last line breaks off in a sentence."""
    return len(line.split()) >= 12 and line.rstrip()[-1].isalpha()


@lru_cache(maxsize=256)
def option_set(options: tuple[tuple[str, str], ...]) -> OptionSet:
    """The patterns of these options, given by key and text."""
    return OptionSet(options)
