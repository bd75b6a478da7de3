"""Sentences that choose a lettered option: “B is the right answer”, “only B follows”."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.grade.labels.clause_labels import OPPOSITES, WRONG
from engine.grade.labels.following import stance
from engine.grade.reply.judged import verdict_on
from engine.grade.reply.sentences import unquoted_words
from engine.grade.reply.spoken import MARK
from engine.grade.reply.words import Labels, vocabulary, words

_MOST = (
    r"(?:best|strongest|most (?:relevant|appropriate|suitable|plausible|convincing|compelling"
    r"|fitting|pertinent|accurate|reasonable|logical|direct))"
)
_KIND = r"(?:support|premise|evidence|explanation|reason|basis|option|choice|answer|one|fit|match)"
_TAIL = (
    r"(?=\W*$|\s?[,;:(–—](?!\s?(?:but|albeit|though|although|against)\b)|\s(?:because|since|as|of"
    r"|among|in|here|given)\b|\sfor (?:it|sentence|(?:the|this) (?:claim|conclusion|statement"
    r"|sentence|argument))\b)"
)
_ENDORSED = (
    rf"{_MOST}(?: {_KIND})?{_TAIL}|(?:correct|right|answer|appropriate|suitable|richtig|correcte"
    r"|correcta|correta)\b"
)
_CHOSEN = re.compile(
    r"(?i)(?:[^,.;:!?]{1,60},)?(?:\W*(?:so|thus|therefore|hence|overall|only|clearly|the|option"
    r"|choice|answer|in conclusion|this (?:means|implies|shows)(?: that)?),?){0,4}"
    rf"\W*(?P<subject>{MARK}[a-y])(?:\W+(?:(?:is|must|would|should|remains|to|be|ist|est|es|é|the"
    rf"|also|indeed|definitely|clearly) ){{1,5}}(?:{_ENDORSED})|\W+fits? be(?:st|tter)\b"
    rf"|\W+(?:gives|provides|offers|has|as) (?:the )?{_MOST} {_KIND}{_TAIL}"
    r"|\W+(?:best|most strongly|most directly) (?:supports|fits|matches)\b"
    r"|\s*:\s*(?:correct|right)\W*$)"
    r"|.*(?:\b|(?<=[\w ]))(?:is|be|it['’]s|(?:best|most strongly) (?:supported|explained|justified"
    r"|backed|established) by|leaves?(?: us)?(?: with)?|left with|remains|corresponds? to"
    r"|match(?:es)?|i['’]m (?:choosing|picking|selecting)"
    r"|(?:the|my|our) (?:logical )?(?:chain|reasoning|elimination) leads to"
    r"|(?:(?:i|we)(?:['’](?:d|ll)| would| will| must| should| can)?(?: (?:therefore|thus|then))?"
    r"|(?:have|need|going) to|let['’]s|so|thus|hence|therefore),?"
    r" (?:say|choose|pick|select|go with)|answer|exactly|ist|est|es|é|è|är"
    r"|réponse|opción|(?<=[\w ]):|选择|選擇|选|選|是|为|為)\W+(?:(?:is|be|exactly|the|option"
    r"|choice|answer|letter|statement|conclusion)\W+){0,3}"
    rf"(?P<last>{MARK}[a-y])\W*(?:as (?:the|my) (?:\w+ )?(?:answer|option|choice)\W*)?$"
)
"""A sentence that chooses an option: “that leaves B”, “B is the right answer”."""
_UNSURE = frozenset({"think", "believe", "guess", "suppose", "feel", "lean", "inclined"})


_LAST_CLAUSE = re.compile(r"^(?P<before>.*)(?:[,;:–—]\s|\bbut\b)(?P<last>.*)$", re.DOTALL)
_CONTRASTS = frozenset(
    {"since", "because", "as", "although", "though", "while", "whereas", "torn", "hesitated"}
)
_OPTION = "(?:option|choice|statement|conclusion)"
_THE_ONE = re.compile(
    rf"(?i)\s(?:is|must be) (?:the|that) (?:only )?(?:(?P<how>valid|logical) )?(?:(?:one|answer"
    rf"|{_OPTION})"
    r"(?P<that> (?:that|which))?|(?:that|which))(?= (?P<participle>\w+(?:ed|able)\b)?|\W*$)"
)
"""Words that point at an option: “B is the one that follows”."""
_EXCEPTION = re.compile(
    r"\bwhich\b.*\b(?:cannot|can t|not|doesn t|isn t|never|least|except|false|incompatible)\b"
)


def asks_for_exception(asked: str) -> bool:
    """Whether a question, given in words, asks which option does not follow."""
    return _EXCEPTION.search(asked.rpartition("\n")[2]) is not None


def chosen(sentence: str, labels: Labels, asked: Callable[[], str]) -> str | None:
    """The key of the option that a sentence chooses plainly, in its last clause if it names more.

    That an option follows, or does not, chooses it only where the question `asked` is known.
    """
    lexicon = vocabulary()
    denying = lexicon.negators | WRONG
    question, sentence = asked(), _BUT_NOT.sub("", sentence)
    if _ALL_BUT.fullmatch(sentence):
        return left_over(sentence, labels, question)
    if len(_named(sentence)) > 1:
        if left := left_over(sentence, labels, question):
            return left
        parts = _LAST_CLAUSE.match(sentence)
        if parts is None or not lexicon.suspenders.isdisjoint(words(parts["before"])):
            return None
        sentence = parts["last"]
        if len(_named(sentence)) != 1 or (denying | _CONTRASTS).isdisjoint(words(parts["before"])):
            return None
    follows = stance(_plain(sentence))
    if follows is not None and question:
        if follows == asks_for_exception(question):
            return None
        return labels.stated[(_named(sentence).pop(),)]
    if not (denying | lexicon.suspenders | _UNSURE | OPPOSITES).isdisjoint(words(sentence)):
        return None
    found = _CHOSEN.match(sentence)
    return labels.stated[((found["subject"] or found["last"]).lower(),)] if found else None


_CONTRAST = re.compile(
    r"(?:[,;:–—]\s*|\s)(?:but|while|whereas|yet)\s|[.;]\s|,\s(?=(?:the )?(?:others|rest)\b)"
)
_BUT_NOT = re.compile(
    rf"(?i),? (?:but|and) not\b(?:\W*(?:{_OPTION}\W+)?{MARK}[a-y]\b(?:\W*(?:and|or)\b)?)+"
)
_SEVERAL = re.compile(
    rf"(?i)\b(?:that\s+(?={MARK}[a-y]\W*$)|only\s+)?(?:(?:both"
    rf"|neither)\s+)?(?:{_OPTION}s?\W+)?{MARK}[a-y]\b"
    rf"(?:\W{{1,4}}(?:(?:and|or|nor)\W{{1,4}})?(?:{_OPTION}\W+)?{MARK}[a-y]\b)*(?:\s+all\b)?"
)
"""One or several options, as the subject or object of a sentence."""
_ELLIPSIS = re.compile(
    r"(?i)the conclusion (?:can|does|do|is|are|must)(?P<no>not|n['’]t| not)?\W*$"
    r"|the conclusion can['’]t\W*$"
)
_BUT = (
    r"(?:except|but|besides|other than|apart from|save)(?: for)?"
    rf"\W+(?:{_OPTION}\W+)?(?P<left>{MARK}[a-y])\b"
)
_ALL_BUT = re.compile(
    r"(?i)\W*(?:(?:so|thus|therefore|hence),? )?(?:(?P<all>all|every\w*|each)|none|nothing|no)"
    rf"(?: (?:of|the|these|those|them|other|others|{_OPTION}s?)){{0,4}}\s+"
    rf"(?:{_BUT}(?P<then>[^,;:.]+)|(?P<first>[^,;:.]+?),?\s+{_BUT.replace('left', 'last')})\W*"
)
"""An exception: “all follow except B”, “nothing but B follows”."""
_CONDITIONAL = {
    "if", "whether", "unless", "when", "provided", "assuming", "suppose", "once", "long", "case",
}  # fmt: skip


def _pointed(found: re.Match[str]) -> str:
    """What is left of “is the one that”, “is the one supported”, “is the only valid conclusion”."""
    if found["that"]:
        return ""
    return f" is {found['how'] or ''}".rstrip() if found["how"] or found["participle"] else found[0]


def _plain(sentence: str) -> str:
    """The sentence with “the conclusion” in place of the options that it names."""
    plain = " ".join(_SEVERAL.sub(" the conclusion ", _QUOTES.sub(" ", sentence)).split())
    plain = _THE_ONE.sub(_pointed, re.sub(r"\s+(?=[^\w\s])", "", plain))
    return re.sub(r"\b(the conclusion (?:follow|hold|work|fail))(?!\w)", r"\1s", plain)


def _says(part: str) -> bool | None:
    """Whether a part of a list says that the options it names follow; None if it says neither."""
    plain = _plain(part)
    if ellipsis := _ELLIPSIS.fullmatch(plain):
        return ellipsis["no"] is None and "can't" not in plain
    says = stance(plain)
    if says is None and (subject := _SUBJECT.match(plain)):
        says = verdict_on(plain[subject.end() :])
    return not says if says and _NEITHER.match(part) else says


_NEITHER = re.compile(r"(?i)\W*neither\b")
_SUBJECT = re.compile(r"(?i)\W*(?:and |so )?the conclusion\W+")
_OTHERS = re.compile(
    r"(?i)\W*(?:and |but |while )?(?:all )?(?:the )?(?:others?|rest|remaining ones?)\b"
)


_QUOTES = re.compile(r"[\"“”()\[\]*]")


def left_over(text: str, labels: Labels, question: str) -> str | None:
    """The option that a text sets apart from all others: “A and B follow, C does not”."""
    if not question:
        return None
    is_exception = asks_for_exception(question)
    if not _CONDITIONAL.isdisjoint(words(text)):
        return None
    if found := _ALL_BUT.fullmatch(text):
        is_one = len(_named(text)) == 1 and (found["all"] is not None) == is_exception
        follows = is_one and _says(f"{MARK}a {found['then'] or found['first']}")
        return labels.stated[((found["left"] or found["last"]).lower(),)] if follows else None
    says_of: dict[str, bool | None] = {}
    for part in _CONTRAST.split(text):
        if _OTHERS.match(part):
            others = {MARK + key for key in labels.verbatim} - says_of.keys()
            says_of |= dict.fromkeys(others, _says(_OTHERS.sub(f" {MARK}a ", part)))
        else:
            says_of |= dict.fromkeys(_named(part), _says(part))
    wanted = [name for name, says in says_of.items() if says is not is_exception]
    is_whole = len(says_of) == len(labels.verbatim) and None not in says_of.values()
    return labels.stated[(wanted[0],)] if is_whole and len(wanted) == 1 else None


def _named(text: str) -> set[str]:
    return {word for word in unquoted_words(text) if word.startswith(MARK)}
