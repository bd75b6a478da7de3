"""Lists of options as people write them: "2 and 5", "1–3", "all but 4", "none of them"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from engine.core.items import NONE_FOLLOWS
from engine.grade.reply.last_line import key_list
from engine.grade.sets.words import LEAD, MUST

_NOUNS = (
    r"statements?(?:\(s\))?|options?|numbers?|nos?\.|conclusions?|sentences?|items?|choices?"
    r"|candidates?|propositions?|claims?|numbered|nummern?|aussagen?|énoncés?|enunciados?"
    r"|afirmaciones|утверждения|陈述|陳述|语句|命题|说法|選項|选项"
)
_FILLER = (
    r"in (?:every|all|each)[a-z ]{0,20}(?:situations?|models?|cases?|worlds?)|set\s+of|be sure of"
    r"|only|i['’]d|i['’]m|it['’]s|fairly|sure|in summary|to sum up|overall|(?:the )?case"
    r"|(?:in )?conclusion|remaining|nur|solo|seulement|的|是|와|과|both|与|和|及|都|just|namely|and"
    r"|und|et|y|e|и|the|these|those|them|ones?|is|are|be|that|so|thus|therefore|hence|it|think"
    r"|believe|say|find|concluded?|inferred|deduced|deduce|can(?! be true)|seems?|appears?"
    r"|(?:most )?likely"
    r"|probably|has|have|hold|true|every|such|no(?=,)|die|les|los|las|as|müssen|wahr|sein|doivent"
    r"|être"
    r"|vraie?s|deben|ser|verdader[ao]s|devem|должны|быть|истинны|верны|必须为真|一定为真|必然为真|必为真|为真"
    r"|必须|正确|必然|forced|guaranteed|(?:must|has to|have to) (?:be|hold)|which|following|above"
    r"|given|listed"
    r"|must(?: necessarily| logically)?(?: all)?(?: be| follow| hold)?(?: true)?|necessarily"
    r"|logically|definitely|follows?|holds?|true|correct|valid|together|with|in|this|situation|from"
    r"|premises|we|have|i|set|answers?"
)
_ALL = (
    r"everything|(?:all|every|each)(?: (?:one|six|four|five|seven|eight|three|\d+))?"
    r"(?: (?:one )?of)?"
    r"(?: (?:the|these|those|them|above|six|given|listed))*|alle|toutes|tous|todas|全部|所有|以上都"
)
_NONE = (
    r"none|not (?:a single|one|any)|nothing|neither|zero|nil|null|n/a|empty(?: set)?"
    r"|no (?=statement|option|conclusion|sentence)|no one|keine[rs]?|aucune?|ningun[ao]?"
    r"|nessun[ao]?|nenhum[ao]?|无|無|没有|都不"
)
_SCAN = re.compile(
    rf"(?i)\s*(?:(?P<except>(?:except|excepting|excluding|but not|besides|other than|apart from"
    rf"|with the exception of|and not|not(?! a single| one| any)|without|sauf|außer|nicht|pas"
    rf"|除了)\b(?: for)?|(?P<but>but)\b)|(?P<none>(?:{_NONE})(?: of(?: the| these| those"
    rf"| them)?)?(?![^\W_])|∅|\\emptyset|\\varnothing|\\?[\[{{(]\s*\\?[\]}})])"
    rf"|(?P<all>(?:{_ALL})(?![^\W_]))|(?P<or>or)(?![^\W_])|(?P<noun>(?:{_NOUNS})(?![^\W_])|\#|(?:S"
    rf"|no)(?=\s?\d))"
    rf"|(?P<filler>(?:{_FILLER})(?![^\W_]))|(?P<to>to|through|bis|–|—|-|~|\.\.\.?"
    rf"|…)(?=\s*\(?\#?[A-Za-z0-9])|(?P<key>[A-Za-z0-9]+(?:\.\d+)?)(?![^\W_])"
    rf"|(?P<mark>[,;:.&+/|()\[\]{{}}\"'“”‘’*`#!_\s、，✅✓✔☑→=>\ue000\ue001\\-]))"
)
_MOST = 400
_SOURCE = re.compile(
    r"(?i)\b(?:from|by|with|in|via|using|if|for)\s+(?:(?:the|these|premises?|statements?|both"
    r"|options?)\s+)*\(?#?\d"
)
"""Options that something is drawn from."""
_SHOWN = re.compile(
    r"(?i)\d\s+(?:(?:are|is)\s+(?:given|listed|above|following)|(?:statement|option|conclusion)s)\b"
)
"""Options that are only mentioned or counted."""


@lru_cache(maxsize=4096)
def listed_keys(text: str, keys: tuple[str, ...]) -> str | None:
    """The keys of a text that is a list of them and nothing else, in order, or `none`."""
    if len(text) > _MOST or _SOURCE.search(text) or _SHOWN.search(text):
        return None
    known = {key.upper(): key for key in keys}
    found: list[str] = []
    left_out: list[str] = []
    target, place = found, 0
    is_none = is_all = is_range = False
    n_before = -1
    while place < len(text.rstrip()):
        token = _SCAN.match(text, place)
        if token is None:
            return None
        place = token.end()
        match token.lastgroup:
            case "except" | "but":
                if token.lastgroup == "but" and not (is_none or is_all):
                    target = found if target is left_out else left_out
                    continue
                target = found if is_none else left_out
                n_before = len(target)
            case "none":
                is_none = True
            case "or" if found and target is found and not is_none:
                return None  # one of them, and not said which
            case "all":
                is_all = True
            case "to":
                if not target:
                    continue
                is_range = True
            case "key":
                key = known.get(token["key"].upper())
                if key is None and token["key"] == "0" and not found:
                    is_none = True
                    continue
                if key is None or not (token["key"][0].isdigit() or token["key"].isupper()):
                    return None
                target.extend(_between(target[-1], key, keys) if is_range else [key])
                is_range = False
            case _:
                continue
    if n_before == len(target):
        return None  # a denial rather than an exception
    if is_all:
        found = [key for key in keys if key not in left_out]
    elif is_none and found and target is not found:
        return None
    chosen = ",".join(key for key in keys if key in found and key not in left_out)
    return chosen or (NONE_FOLLOWS if is_none else None)


def _between(first: str, last: str, keys: Sequence[str]) -> Sequence[str]:
    return keys[keys.index(first) : keys.index(last) + 1]


@lru_cache(maxsize=64)
def naming_patterns(keys: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """Where keys are named, after "is", pointed to, called true, at an end and in a list."""
    key, noun = key_list(keys).one, key_list(keys).noun
    between = rf"(?:\s?(?:-|–|—|to|through)\s?\b{key}\b)?"
    one = rf"\(?\b{key}\b\)?{between}"
    many = rf"{one}(?:\s*(?:,\s*and|[,;&]|and)\s*{noun}?{one})*"
    patterns = (
        rf"{noun}(?P<keys>{many})",
        rf"\b(?:is|are|be|only)\s*:?\s*{noun}?(?P<keys>{many})(?: only)?(?=\W*$|[.:)]\s)",
        rf"\b(?:can|we) (?:\w+ )?(?:conclude|deduce|infer|see)\b.*(?:\bwhich (?:is|corresponds to"
        rf"|matches) (?:the )?{noun}|\({noun})(?P<keys>{many})\W*$",
        rf"{LEAD}(?P<only>(?:only|just) )?(?:the )?{noun}?(?P<keys>{many}) {MUST}",
        rf"\({noun}(?P<keys>{key})\)\W*$",
        rf"^[-*•+>|\s\"'{{]*{noun}?\(?(?P<keys>{key})[\"']?\s*(?:[.):|]|[-–—]\s|(?=is\b)|$)",
    )
    return tuple(re.compile(f"(?i){pattern}") for pattern in patterns)
