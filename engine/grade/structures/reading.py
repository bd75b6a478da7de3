"""Read the finite structure that a reply gives, in any notation and markup.

A structure is a list of assignments: `"M": [0, 1]`, `M = {0, 1}`, `P: {(0,1), (1,2)}`, `c ↦ 2`,
`Domain: {0, 1, 2}`. They count at the start of a line or after one another, with labels such as
"Constants:" and Markdown, LaTeX and JSON markup around them; a passing mention in a sentence
("true, since c = 0") does not count. A domain also counts in a separate sentence ("The domain is
…"), even if unreadable ("Domain: the natural numbers"). A later assignment to a symbol replaces an
earlier one, so a reply that corrects its structure gives the corrected one. If the text after a
last "Answer:" gives everything needed, only that text counts. A domain alone is no structure,
unless it is written as the JSON object that was asked for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

import orjson

from engine.grade.core import NOTHING, Found, Kind, Reading, Stated, read
from engine.grade.formulas.worlds import Vocabulary
from engine.grade.reply.announcing import Announcing
from engine.grade.reply.spoken import CLOSE, OPEN
from engine.grade.reply.values import NO_VALUE, PLAIN, PLAIN_KINDS, Value, plain_value, read_value
from engine.grade.structures.respelling import OF_DOMAIN, operates, respelt
from engine.grade.structures.stated_domain import MAX_SHOWN, stated_domain

DOMAIN = ""
"""The name of the domain in a reading; no symbol has this name."""

Given = Mapping[str, Value]
"""A reply's assignments by symbol; values are as written and may have any shape."""


def read_structure(raw: str, vocabulary: Vocabulary) -> Reading[Given]:
    """Read what the reply `raw` assigns to the symbols of an argument.

    Strict is a last line `Answer: {…}`, a JSON object with the domain and every symbol, or a reply
    that is this object and nothing else.
    """
    return read(raw, _StructureKind(vocabulary))


class _StructureKind(Kind[Given]):
    """Structures for the symbols of one argument."""

    is_binding = False
    has_fields = False

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def announcements(self) -> Announcing:
        return _ANNOUNCING

    def prepare(self) -> bool:
        if OPEN in self.text or CLOSE in self.text:
            self.text = self.text.replace(OPEN, " ").replace(CLOSE, " ")
        text = self.text = self.text.replace("\\item", "-")
        self._has_heads = any(head in text and colon.search(text) for head, colon in _HEADS)
        return True

    def places(self, lines: Sequence[str]) -> Iterable[int]:
        if not self._has_heads:
            return ()
        headed = (n for n in range(len(lines) - 1, -1, -1) if _ANSWER.match(lines[n]))
        return islice(headed, _MOST_HEADS)

    def stated(self, text: str, after: Sequence[str], rule: str) -> Stated[Given]:
        del rule
        found = _given([text, *after], self._vocabulary)
        if found.answer is None or not (
            _is_complete(found.answer, self._vocabulary) or _is_as_asked(text.strip())
        ):
            return Stated(None, NOTHING)
        return Stated(found.answer, "", found.last)

    def is_retracted(self, rest: str, after: Sequence[str], answer: Given) -> bool:
        return False

    def concluded(self, lines: Sequence[str]) -> Found[Given]:
        return _given(lines, self._vocabulary)

    def strict(self, text: str, answer: Given) -> Given | None:
        is_whole = _is_complete(answer, self._vocabulary) and DOMAIN in answer
        return answer if is_whole and _is_as_asked(text.strip()) else None


_MOST_HEADS = 8
"""Announcements tried, from the last one on: each is read to the end of the reply."""
_ANSWER = re.compile(
    r"^[ \t*_#>`•-]*+(?=[FfAaCcMm])(?i:(?:final )?(?:answer|countermodel|model))[ \t*_`]*:[ \t*_`]*"
)
_HEADS = [(head, re.compile(rf"{head}[ \t*_`]*:")) for head in ("nswer", "odel", "NSWER", "ODEL")]
_ANNOUNCING = Announcing((":",), ("answer", "model"), _ANSWER, None)

_ROW = re.compile(
    r"\(\s*(?P<row>\d+(?:\s*,\s*\d+)*)\s*\)\s*(?:=|:|is|→|↦|≡)\s*"
    r"(?:(?P<true>T|[Tt]rue|TRUE|⊤|1)|F|[Ff]alse|FALSE|⊥|0)(?![^\W_])"
)
_NAMED = re.compile(r"(?:^|[\W_])([A-Za-z])\s?$")


def _by_atoms(text: str, missing: Sequence[str]) -> dict[str, Value]:
    """The extensions of predicates that are given row by row: "M(0) = T, M(1) = F"."""
    rows: dict[str, list[Value]] = {}
    for found in _ROW.finditer(text) if missing else ():
        named = _NAMED.search(text[max(0, found.start() - 3) : found.start()])
        if named and named[1] in missing:
            numbers = tuple(map(int, found["row"].split(",")))
            of = rows.setdefault(named[1], [])
            if found["true"]:
                of.append(numbers if len(numbers) > 1 else numbers[0])
    return {name: tuple(of) for name, of in rows.items()}


def _given(lines: Sequence[str], vocabulary: Vocabulary) -> Found[Given]:
    """The assignments of lines; nothing if no symbol is assigned a readable value."""
    text = "\n".join(lines)
    given, start, end = _assigned(text, vocabulary)
    has_unions = operates(text)
    lacks_domain = DOMAIN not in given and OF_DOMAIN.search(text) is not None
    has_unread = any(isinstance(value, str) for value in given.values())
    if has_unions or lacks_domain or has_unread or not _is_complete(given, vocabulary):
        plain = respelt(text, vocabulary)
        if plain != text:
            text = plain
            given, start, end = _assigned(text, vocabulary)
    if given and "(" in text:
        given |= _by_atoms(text, [n for n, _ in vocabulary.predicates if n not in given])
    if not _is_complete(given, vocabulary):
        for number, listed in _listed(text, vocabulary):
            if _is_complete(listed, vocabulary):
                return Found(given | listed, "assignments", number, number)
            given = listed | given
    values = [given[name] for name, _ in vocabulary.predicates if name in given]
    is_bare = all(isinstance(value, str) for value in values)
    if is_bare and not (given and _is_as_asked(text.strip())):
        return Found(None, NOTHING)
    missing = [name for name, _ in vocabulary.predicates if name not in given]
    if missing and (_breaks_off(text) or not set(_UNREAD.findall(text)).isdisjoint(missing)):
        return Found(None, NOTHING)
    return Found(given, "assignments", text.count("\n", 0, start), text.count("\n", 0, end))


_SEPARATED = re.compile(
    r"[\s,;$&\\]*(?:and|quad|where|with|\.\s(?:(?:we|also|then|let us)\s)?(?:interpret|assign|set"
    r"|let|take|choose|define))?[\s,;$\\]*",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"(?m)(?:^|[;,.] )[\W\d]*([A-Z])(?:\(x(?:,\s?y)?\))?\s(?:(?:[=:]|is|has)[^\n?]*\?"
    r"|[^\n;]*\b(?:iff|if and only if|exactly when|just when)\b)"
)
"""A symbol whose extension is given by an operation or condition that is not read."""
_IN_VALUES = "0123456789{[∅"
_FEWEST = 3
"""Assignments that a sentence has at least if they count within it."""


def _listed(text: str, vocabulary: Vocabulary) -> Iterator[tuple[int, dict[str, Value]]]:
    """Assignments listed in a sentence, with its line: "The model has a = 0, c = 0, M = {2}"."""
    for number, line in enumerate(text.splitlines()):
        if sum(map(line.count, _IN_VALUES)) < _FEWEST:
            continue
        listed: dict[str, Value] = {}
        end = -1
        for found in _assignment(vocabulary).finditer(line):
            value = read_value(line, found.end())
            if value is None or found.start() < end or line[found.start() - 1].isalnum():
                continue
            if end >= 0 and not _SEPARATED.fullmatch(line, end, found.start()):
                listed = {}
            listed[found["symbol"] or DOMAIN], end = value
        if len(listed) >= _FEWEST:
            yield number, listed


_EXAMPLE = re.compile(r"(?i)\b(?:for instance|for example|e\.g\.),?\s*\{")


def _breaks_off(text: str) -> bool:
    """Whether a text ends within brackets, or gives only an example."""
    if _EXAMPLE.search(text):
        return True
    return text.count("[") + text.count("{") > text.count("]") + text.count("}") and (
        text.rstrip()[-1] not in "]}).`"
    )


def _is_as_asked(text: str) -> bool:
    """Whether the last line is a JSON object, announced or the whole text."""
    last = text.rpartition("\n")[2].strip()
    if last.lower().startswith("answer:"):
        last = last[len("answer:") :]
    elif last != text:
        return False
    try:
        return isinstance(orjson.loads(last), dict)
    except orjson.JSONDecodeError:
        return False


def _is_complete(given: Given, vocabulary: Vocabulary) -> bool:
    return all(map(given.__contains__, vocabulary.symbols))


def _assigned(text: str, vocabulary: Vocabulary) -> tuple[dict[str, Value], int, int]:
    """All assignments of a text, the last one to each symbol, and where they begin and end."""
    lowered = text.encode(errors="replace").lower().decode()  # ASCII alone: as long, and quicker
    changes = _changes(lowered)
    plainly, step = _plain_assignment(vocabulary).match, _step(vocabulary, skips_prose=True).match
    given: dict[str, Value] = {}
    place, line_end, is_changed, is_plain = 0, -1, False, False
    first, last = len(text), 0
    while place < len(text):
        found = (plainly(text, place) if is_plain else None) or (
            _up_to_change(text, place, vocabulary, changes)
            if changes and place <= changes[-1]
            else step(text, place)
        )
        if found is None:
            break
        place, kind = found.end(), found.lastgroup
        is_plain = False
        if kind is not None and kind in PLAIN_KINDS:
            is_plain = True
            given[found["symbol"] or DOMAIN] = plain_value(kind, found[kind])
            first, last = min(first, found.end("marks")), place
            continue
        label_end = place if kind == "label" else -1
        if kind == "assigned":
            value = read_value(text, place)
            if value is not None:
                given[found["symbol"] or DOMAIN], place = value
                first, last = min(first, found.end("marks")), place
                continue
            if _OPENING.match(text, place):  # stated, but unreadable
                unread = text[place : place + MAX_SHOWN].partition("\n")[0].strip()
                given.setdefault(found["symbol"] or DOMAIN, unread)
            label = _LABEL.match(text, found.start("assigned"))
            label_end = -1 if label is None else label.end()
        if label_end >= 0:
            passed_over = read_value(text, label_end)  # the value of another symbol
            place = label_end if passed_over is None else passed_over[1]
            continue
        start = found.end("marks")
        if start > line_end:
            line_end = text.find("\n", start)
            line_end = len(text) if line_end < 0 else line_end
            is_changed = bool(changes) and start <= changes[-1]
            is_changed = is_changed and _revise(given, text, start, line_end, vocabulary)
            last = line_end if is_changed else last
        following = None if is_changed else _NEXT_KEY.search(text, start, line_end)
        place = line_end + 1 if following is None else following.end()
    if given and DOMAIN not in given:
        stated = stated_domain(text, lowered, frozenset(dict(vocabulary.predicates)))
        if stated is not None:
            given[DOMAIN] = stated
    return given, min(first, last), last


def _changes(lowered: str) -> list[int]:
    """The places of words that announce, or may announce, a change."""
    stems = [stem for stem in _STEMS if stem in lowered]
    found: list[int] = []
    for stem in stems and [*stems, "assume"]:
        place = lowered.find(stem)
        while place >= 0:
            found.append(place)
            place = lowered.find(stem, place + 1)
    return sorted(found)


def _up_to_change(
    text: str, place: int, vocabulary: Vocabulary, changes: Sequence[int]
) -> re.Match[str] | None:
    """The next assignment or label, without skipping a line that may change something."""
    line = text.rfind("\n", place, changes[bisect_left(changes, place)]) + 1
    if line > place:
        found = _step(vocabulary, skips_prose=True).match(text, place, line)
        if found is not None and (found.lastgroup or found.end("marks") < line):
            return found
    return _step(vocabulary, skips_prose=False).match(text, max(place, line))


def _revise(
    given: dict[str, Value], text: str, place: int, line_end: int, vocabulary: Vocabulary
) -> bool:
    """Apply a change made in a sentence: "… is false, so let us adjust P: P = {(2,1)}"."""
    change = _CHANGE.search(text, place, line_end)
    if change is None:
        return False
    for found in _assignment(vocabulary).finditer(text, change.end(), line_end):
        before = text[found.start() - 1]
        value = read_value(text, found.end())
        if value is not None and not before.isalnum() and before != "¬":
            given[found["symbol"] or DOMAIN] = value[0]
    return True


# Markup allowed before an assignment or a label: lists, emphasis, JSON, LaTeX.
def _in_any_case(word: str) -> str:
    """A pattern for a word in any case; sets of letters are tried faster than `(?i:…)`."""
    return "".join(f"[{c.upper()}{c}]" if c.isalpha() else c for c in word)


_LEADS = ("and", "where", "with", "assume", "assign", "choose", "take", "let us", "let's", "let")
_MARKS = (
    r"(?:[\s,;{}\[\]|>#*+•–`$\"'_\\(&)-]++|\d{1,2}[.)]\s"
    rf"|(?:{'|'.join(map(_in_any_case, (*_LEADS, 'set', 'say')))})(?=\s))*+"
)
_STEMS = ("adjust", "chang", "modif", "updat", "redefin", "revis", "correct", "fix", "reassign")
_CHANGE = re.compile(rf"(?i)\b(?:{'|'.join(_STEMS)}|assume)(?:e|y|ing|ed)?\b")
_LABELLED = r"[A-Za-z][A-Za-z /_-]{0,40}+[\"'*_`]*+\s?(?:\([^()\n]{0,40}\))?[*_`]*+[:=]"
_LABEL = re.compile(_LABELLED)
_LABEL_PASSED = rf"(?>{_LABELLED})(?:(?={NO_VALUE})|(?>{re.sub(r'[?]P<[a-z]+>', '?:', PLAIN)}))"
_SEPARATOR = (
    r"(?::=|:|=|↦|→|->|=>|\\mapsto|\\to\b|(?:is(?: (?:assigned(?: to)?|interpreted as))?|denotes?"
    r"|refers? to|names|has (?:the )?extension|as(?= [\\\[{(\d∅$]))\b|\|(?=[ \t]*[\[{(\d∅$\\`\"']))"
)
_NO_KEY = r"[^\n,{:]*+(?:[,{:](?![ \t]*[\"'][A-Za-z])[^\n,{:]*+)*+"
_NEXT_KEY = re.compile(r"[,{:][ \t]*(?=([\"'])[A-Za-z]{1,20}\1[ \t]*:)")
"""The text before the next key of a JSON object or Python dict."""
_OPENING = re.compile(r"[ \t$`*]*+\\?[\[{]")
_DOMAIN = "(?:[Dd]omain|DOMAIN|[Uu]niverse|D|U|Δ)"


@lru_cache(maxsize=1024)
def _assignment(vocabulary: Vocabulary) -> re.Pattern[str]:
    """A symbol of the argument, or the domain, followed by an assignment sign."""
    return re.compile(_assigning(vocabulary, "?P<symbol>"))


@lru_cache(maxsize=1024)
def _plain_assignment(vocabulary: Vocabulary) -> re.Pattern[str]:
    """Markup and an assignment with a value of the simplest form."""
    return re.compile(rf"(?P<marks>{_MARKS})(?:{_assigning(vocabulary, '?P<symbol>')}){PLAIN}")


@lru_cache(maxsize=2048)
def _step(vocabulary: Vocabulary, *, skips_prose: bool) -> re.Pattern[str]:
    """Markup followed by an assignment, a label, or neither, as in a line of prose.

    Labels and assignments without a value, labels with a plain one, and whole lines of prose may be
    skipped at once, which takes a third of the time.
    """
    assigned, plain = _assigning(vocabulary, "?P<symbol>"), _assigning(vocabulary, "?:")
    prose = rf"|(?!{_LABELLED}){_NO_KEY}\n" if skips_prose else ""
    passed = rf"(?!(?>{plain})(?!{NO_VALUE}))(?:{_LABEL_PASSED}{prose}){_MARKS}"
    return re.compile(
        rf"(?P<marks>{_MARKS}(?:{passed})*+)"
        rf"(?:(?P<assigned>{assigned})(?:{PLAIN})?|(?P<label>{_LABELLED})|)"
    )


def _assigning(vocabulary: Vocabulary, group: str) -> str:
    known = (*vocabulary.names, *dict(vocabulary.predicates))
    symbols = "|".join(sorted(map(re.escape, known), key=lambda name: (-len(name), name)))
    before = r"(?:(?:I|V|v|[Ee]xt|[Rr]ef|\\mathcal\{I\}|⟦)\s?\(?)?(?:\\(?:text|mathrm|mathit)\{)?"
    applied = r"(?:\(\s*[s-z_·]\s*(?:,\s*[s-z_·]\s*)?\)|[s-z]{1,2})?(?![A-Za-z0-9])"
    after = r"[\s\"'`*_$)}⟧&\]]*(?:\|\|)?(?:\([^()\n:=]{0,40}\))?[*_\s`]*"
    first = f"(?=[{''.join(re.escape(name[0]) for name in known)}DdUuΔIVvEeRr\\\\⟦])"  # is quick
    named = rf"(?:({group}{symbols}){applied}|{_DOMAIN}(?![A-Za-z0-9]))"
    return rf"{first}{before}{named}{after}{_SEPARATOR}"
