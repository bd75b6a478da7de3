"""Rarer spellings of assignments, put as plain ones: "Let M be {0, 1}", "M is true of 0 and 1"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.grade.formulas.worlds import Vocabulary


def respelt(text: str, vocabulary: Vocabulary) -> str:
    """The text with rarer spellings of assignments replaced by plain ones on the same lines."""
    has = text.encode(errors="replace").__contains__  # bytes are searched faster than text
    if has(b"//") or has(b" # "):
        text = _COMMENT.sub(r"\1", text)
    if has(b"^"):
        text = _SUPERSCRIPT.sub("", text)
    if has(b"="):
        text = _CHAINED.sub(_unchained, text)
    if any(map(has, _CALLING)):
        text = _CALLED.sub(r"\1", text)
    if any(has(f" ({name})".encode()) for name in vocabulary.names):
        text = _GLOSSED.sub(r"\1\2", text)
    if _BARE.search("\n" + text):
        text = _UNDER.sub(_headed, text)
    if OF_DOMAIN.search(text):
        text = _DOMAIN_BE.sub(r"\1Domain: ", text)
    if any(map(has, _OF_ROWS)):
        text = _TRUE_OF.sub(_as_extension, text)
    return "\n".join(_gathered(text.splitlines())) if _BULLETED.search(text) else text


_SUPPOSED = re.compile(
    r"(?i)\bwould(?:n['’]t| not| fail| make| violate| falsify| break)\b"
    r"|\bpremise \w+ would be (?:false|violated)\b"
)
_SENTENCE = re.compile(r"((?<=[.!?])[ \t]+(?=[A-Z][a-z]+\s)|\n)")


def without_supposed(text: str) -> str:
    """The text without sentences on other structures: "With a = 1, premise 2 would fail"."""
    if "would" not in text or _SUPPOSED.search(text) is None:
        return text
    return "".join("" if _SUPPOSED.search(part) else part for part in _SENTENCE.split(text))


_CHAINED = re.compile(r"(?<![\w=])((?:[A-Za-z]\s?=\s?)+)([A-Za-z])\s?=\s?(\d+|\\?\{[^{}\n]*\})")
"""Symbols with one value: "a = c = 0"."""


def _unchained(found: re.Match[str]) -> str:
    names = [*found[1].replace("=", " ").split(), found[2]]
    return ", ".join(f"{name} = {found[3]}" for name in names)


_SUPERSCRIPT = re.compile(
    r"\^(?:\{\\?[A-Za-z]{0,8}\s?[A-Za-z]?\}|\\?[A-Za-z]{1,8})(?=\s*&?\s*[=:])"
)
_CALLING = (
    *(b"xtension of", b"enotation of", b"nterpretation of", b"eferent of", b"value of"),
    *(b"he set ", b"elation ", b"redicate ", b"onstant "),
)
_CALLED = re.compile(
    r"(?m)^([^\w\n]*)(?i:(?:let )?(?:the )?(?:(?:extension|denotation|interpretation|value"
    r"|referent) of (?:the )?(?:(?:monadic |binary |unary )?(?:predicate|relation|constant|name) )?"
    r"|(?:monadic |binary |unary )?(?:set|relation|predicate|constant|name"
    r"|individual) ))(?=[\"'`*]{0,3}[A-Za-z][\"'`*]{0,3}\s*(?:[:=]|is\b|be\b|denotes\b|refers to\b"
    r"|names\b))"
)
"""Words before a symbol: "The extension of M is …"."""
OF_DOMAIN = re.compile(r"omain (?:\\?\{|\[|be |of |is )")
_OF_ROWS = (
    b"true of",
    b"true for",
    b"true only",
    b"true at",
    b"holds of",
    b"holds for",
    b"holds only",
)
"""Parts of texts that other spellings of assignments have: most texts have none."""
_BARE = re.compile(r"\n[^\w\n]{0,6}(?:[Dd]omain|[A-Za-z])[*_`]*\n")
_GLOSSED = re.compile(r"(?m)^([^\w\n]*)[A-Z][a-z]+ \(([a-z])\)(?=[*`]*\s*[:=])")
"""A name behind what it names: "Agnes (a): 0"."""
_UNDER = re.compile(
    r"(?m)^([^\w\n]*)([Dd]omain|[A-Za-z])[*_`]*(\n+)([ \t*`>$-]*\\?[\[{(\d⟨∅][^\n]*)$"
)
"""A value on the line under its symbol."""
_DOMAIN_BE = re.compile(
    r"(?m)^([^\w\n]*)(?i:(?:let|take|consider|choose|use|with)\s+)?(?i:the\s+|a\s+)?[Dd]omain"
    r"(?i:\s+(?:be|of|is))?\s+(?:D\s*=\s*)?(?=\\?[\[{])"
)
_ROW_OF = r"(?:the )?(?:(?:pair|element|individual)s? )?(?:\d+|[(⟨<]\s*\d+(?:\s*,\s*\d+)+\s*[)⟩>])"
_TRUE_OF = re.compile(
    r"(?m)(?:^|(?P<next>\.[ \t]))([^\w\n]*[A-Z])(?:[\s:*]|is|holds){1,8}(?:only )?(?:true )?"
    r"(?:only )?(?:of|for|at) "
    rf"(?:only )?(?P<rows>{_ROW_OF}(?:(?:,? and |, ){_ROW_OF})*)(?: only)?(?![^,.;\n])"
    r"(?:(?=\.[ \t][A-Z] )|[^\n]*$)"
)
"""An extension in words: "M is true of 0 and 1"."""
_NOUNS = re.compile("the |(?:pair|element|individual)s? ")
_COMMENT = re.compile(r"([\[{(,\])}\d]\s*)(?://|#).*$", re.MULTILINE)
"""A remark after a value."""


_HEADED = re.compile(r"[\W\d]*[A-Za-z][\"'`*]*(?:\([a-z, ]{0,8}\))?[\"'`*]*\s*[:=]\W*")
_BULLETED = re.compile(r"[-*•+]\s+[\d(\[⟨<]")
_ROW = re.compile(r"\s*[-*•+]\s+(\d+|[(\[⟨<]\s*\d+(?:\s*,\s*\d+)*\s*[)\]⟩>])\W*")


def _headed(found: re.Match[str]) -> str:
    return f"{found[1]}{found[2]}: {found[4]}{found[3]}"


def _as_extension(found: re.Match[str]) -> str:
    rows = _NOUNS.sub("", found["rows"]).replace(" and", ",").replace(",,", ",")
    return f"{'; ' if found['next'] else ''}{found[2]}: [{rows}]"


def _gathered(lines: Sequence[str]) -> Sequence[str]:
    """The lines, with an extension written as a bulleted list put on the line of its symbol."""
    if not any(map(_ROW.fullmatch, lines)):
        return lines
    found = list(lines)
    head = -1
    for number, line in enumerate(lines):
        row = _ROW.fullmatch(line)
        if row is None:
            head = number if _HEADED.fullmatch(line) else -1
        elif head >= 0:
            joint = ", " if number > head + 1 else " ["
            found[head] = f"{found[head].removesuffix(']')}{joint}{row[1]}]"
            found[number] = ""
    return found
