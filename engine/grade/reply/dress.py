r"""Lines without dress: one way to write what models write in many.

Full-width and styled letters, digits of other scripts, invisible characters, LaTeX delimiters and
text commands, HTML and answer tags all become plain text on the same line, so that a line of the
reply stays a line. Boxes and answer tags become a pair of marks.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engine.grade.reply.sentences import BEGINNINGS
from engine.grade.reply.spoken import CLOSE, OPEN


def undressed(text: str) -> str:
    """The text in plain characters, its boxes and answer tags marked; its lines stay lines."""
    if not text.isascii():
        text = _plain(text)
    if "\\" in text or "$" in text:
        text = _without_latex(text)
    if "~~" in text:
        text = _STRUCK.sub(" ", text)
    if "<" in text:
        text = (_PAIRED if "</" in text else _TAG).sub(_untagged, text)
    return text


_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_BESIDE_CJK = re.compile(rf"(?<=[{_CJK}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{_CJK}])")
_HAS_CJK = re.compile(f"[{_CJK}]")


@lru_cache(maxsize=4096)
def _character(char: str) -> str:
    """One character in plain form."""
    if char in "。｡":
        return ". "
    if char in "，、":
        return ", "
    if char in "【〔〖":
        return " ["
    if char == "№":
        return "#"
    if char in "】〕〗":
        return "] "
    if "\U0001f300" <= char <= "\U0001faff" and char not in "🔴🚫🟢":
        return " "  # a picture that judges nothing
    if unicodedata.category(char) in ("Cf", "Cc") and char not in "\t\n\r\x85":
        return ""
    if char.isdigit() and not char.isascii():
        return str(unicodedata.digit(char)) if char not in "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉" else char
    folded = unicodedata.normalize("NFKC", char)
    is_letter = len(folded) <= 3 and folded.isascii() and any(map(str.isalnum, folded))
    is_sign = "\uff00" <= char <= "\uffef" or char in "\u3000\u00a0\u2002\u2003\u2009\u202f"
    return folded if is_letter or is_sign else char


_FOREIGN = re.compile(r"[^\x00-\x7f∀∃¬∧∨→↔∅⟨⟩“”‘’–—…•]")


def _plain(line: str) -> str:
    foreign = set(_FOREIGN.findall(line))
    if not foreign:
        return line
    for char in sorted(foreign):
        if (plain := _character(char)) != char:
            line = line.replace(char, plain)
    return _BESIDE_CJK.sub(" ", line) if _HAS_CJK.search(line) else line


_INNER = r"(?P<inner>(?:\\.|[^{}\\]){0,2000})"
_BOX = re.compile(rf"\\(?:boxed|fbox|framebox)\s*\{{{_INNER}\}}")
_WORDING = re.compile(
    r"\\(?:text(?:bf|it|rm|sf|tt|normal|sc)?|math(?:rm|bf|it|sf|tt|bb|cal|normal)"
    r"|operatorname\*?|mbox|emph"
    rf"|underline|bm|boldsymbol|Large|large|huge|Huge)\s*\{{{_INNER}\}}"
)
_BOUNDED = re.compile(
    r"((?i:answer)[\s*_]{0,4}:[\s*_]{0,4})(?:\$|\\text(?:bf|it)?\{)([^${}\n]{1,200})[$}]"
    rf"(?=[ \t]+(?:{BEGINNINGS})\b)"
)
"""An announced answer that its own markup ends: the next sentence follows without a full stop."""
_OPEN_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{")
_DELIMITER = re.compile(
    r"\\[()\[\]]|\$+|\\[bB]igg?[lrm]?(?=[()\[\]{}|\\])|\\(?:displaystyle|large|Large|huge|Huge|bf"
    r"|rm|left(?=[(\[{.|])|right(?=[)\]}.|]))(?![A-Za-z])|\\begin\{\w+\*?\}|\\end\{\w+\*?\}"
)
_SPACING = re.compile(r"\\(?:[,;:!> ]|quad|qquad|hspace\{[^{}]*\})|~(?=\})")


def _without_latex(line: str) -> str:
    """The line without LaTeX delimiters, text commands and boxes."""
    if "nswer" in line or "NSWER" in line:
        line = _BOUNDED.sub(rf"\1{OPEN}\2{CLOSE}", line)
    if "\\" in line:
        if "\\\\" in line and '": "' in line.replace('":"', '": "'):
            line = line.replace("\\\\", "\\")  # as in JSON
        line = _SPACING.sub(" ", line)
        for _ in range(4):
            former = line
            line = _BOX.sub(_boxed, _WORDING.sub(r"\g<inner>", line))
            if line == former:
                break
        line = _OPEN_BOX.sub(f" {OPEN}", line)
    return _DELIMITER.sub(" ", line)


def _boxed(found: re.Match[str]) -> str:
    return f" {OPEN}{found['inner']}{CLOSE} "


_NAMES = (
    r"(?:final[ _-]?|my[ _-]?)?(?:answer|ans|choice|option|label|verdict)|\|(?:begin|end)_of_box\|"
    r"|em|strong|div|span|code|pre|mark|center|font|br|h\d|li|ul|ol|big|small|table|tr|td|th|tbody"
    r"|thead|statements?|numbers?|structure|model|json|symboli[sz]ation|translation|result"
    r"|output|response|solution|final|conclusion|formula|countermodel|explanation"
)
_TAG, _PAIRED = (  # `<B>` alone is an option in brackets
    re.compile(rf"<(?P<closing>/?)(?P<name>{names})(?:[ \t][^<>\n]{{0,80}})?/?>")
    for names in (rf"(?i:{_NAMES})", rf"(?i:{_NAMES})|[biups]")
)
_ANSWER_TAGS = frozenset({"answer", "ans", "choice", "option", "label", "verdict"})


def _untagged(found: re.Match[str]) -> str:
    name = found["name"].lower()
    if name.startswith("|"):
        return CLOSE if "end" in name else f" {OPEN}"
    if re.split("[ _-]", name)[-1].removeprefix("final").removeprefix("my") not in _ANSWER_TAGS:
        return " "
    return f"{CLOSE} " if found["closing"] else f" {OPEN}"
