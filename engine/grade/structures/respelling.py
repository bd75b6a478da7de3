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
    if operates(text):
        text = _UNITED.sub("?", _UNION.sub(_as_one, text))
    if has(b"alse"):
        text = _VECTORS.sub(_as_indices, text)
    if has(b"{") and _OF_TRUTH.search(text):
        text = _OF_TRUTH.sub(_as_rows, text)
    if has(b" true"):
        text = _TRUE_ATOMS.sub(lambda found: _ATOM.sub(r"\g<0> = T", found["atoms"]), text)
    if has(b"x = ") or has(b"x=") or has(b"y) = "):
        text = _CONDITION.sub(_as_list, _BUILDER.sub(_as_list, text))
    if has(b"only"):
        text = _AND.sub(
            ", ", _ONLY.sub(lambda only: only[1] + only["rows"].replace(" and ", ", "), text)
        )
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


_CHAINED = re.compile(r"(?<![\w=])((?:[A-Za-z]\s?=\s?)+)([A-Za-z])\s?=\s?(\d+|\\?\{[^{}\n]*\})")
"""Symbols with one value: "a = c = 0"."""


def _unchained(found: re.Match[str]) -> str:
    names = [*found[1].replace("=", " ").split(), found[2]]
    return ", ".join(f"{name} = {found[3]}" for name in names)


_OPERATIONS = ("∪", "\\cup", "∖", "\\setminus", "∩", "\\cap", " minus ", " without ", " unless ")


def operates(text: str) -> bool:
    """Whether a text has an operation on sets."""
    return any(map(text.__contains__, _OPERATIONS))


_OPERATION = r"[∪∖∩]|\\(?:cup|cap|setminus)\b|(?:minus|unless)\b|without\b(?=\s*[\\{(\[\d])"
_SET = r"\\?\{[^{}\n]*\}"
_UNION = re.compile(
    rf"(?P<is>(?:[:=]|\b(?:is|be|as|extension))[\s$]*)(?P<sets>{_SET}(?:\s*(?:∪|\\cup\b)\s*{_SET})+)"
    r"(?=[\s`*$]*(?:[.,;]|$)|[\s`*$]*\n)"
)
_UNITED = re.compile(rf"{_SET}\s*(?:{_OPERATION})(?:\s*(?:{_SET}|{_OPERATION}|[A-Z]\b))*")
"""A union of written sets, and one with another set or operation, which is not read."""


def _as_one(found: re.Match[str]) -> str:
    rows = (row.strip("\\{} ") for row in re.split(r"∪|\\cup\b", found["sets"].strip()))
    return f"{found['is']}{{{', '.join(filter(None, (row.strip() for row in rows)))}}}"


_VECTOR = r"\[\s*(?:[Tt]rue|[Ff]alse)(?:\s*,\s*(?:[Tt]rue|[Ff]alse))*\s*\]"
_VECTORS = re.compile(rf"{_VECTOR}|\[\s*{_VECTOR}(?:\s*,\s*{_VECTOR})*\s*\]")


def _as_indices(found: re.Match[str]) -> str:
    """The rows at whose place a vector or matrix of truth values has a true one."""
    rows = [re.findall(r"(?i)true|false", vector) for vector in re.findall(_VECTOR, found[0])]
    of = {(m, n) for m, row in enumerate(rows) for n, word in enumerate(row) if word[0] in "tT"}
    is_matrix = found[0][1:].lstrip().startswith("[")
    return f"[{', '.join(str(place) if is_matrix else str(place[1]) for place in sorted(of))}]"


_TRUTH = r"[\"']?\(?\d+(?:\s*,\s*\d+)*\)?[\"']?\s*:\s*(?:[Tt]rue|[Ff]alse|TRUE|FALSE|[TF01])\b"
_OF_TRUTH = re.compile(rf"\\?\{{\s*{_TRUTH}(?:\s*,\s*{_TRUTH})*\s*,?\s*\\?\}}")
"""A function from rows to truth values: `{"0": true, "1": false}`."""
_TRUE_ROW = re.compile(r"(\(?\d+(?:\s*,\s*\d+)*\)?)[\"']?\s*:\s*(?:[Tt]rue|TRUE|[T1])\b")


def _as_rows(found: re.Match[str]) -> str:
    rows = _TRUE_ROW.findall(found[0])
    return f"[{', '.join(row if row.isdigit() else '(' + row.strip('()') + ')' for row in rows)}]"


_ATOM = re.compile(r"[A-Z]\(\d+(?:,\s?\d+)*\)")
_TRUE_ATOMS = re.compile(
    rf"(?m)(?:^\W*|(?<=[.;] ))(?:(?:only|exactly|let) )?(?P<atoms>{_ATOM.pattern}"
    rf"(?:(?:,| and|, and) {_ATOM.pattern})+) (?:are|is|hold|be) true(?=[.,;]|[\s`*$]*$)",
    re.IGNORECASE,
)
"""Atoms listed as true: "M(0), P(1, 0) are true"."""
_CASE = r"(?:x\s?=\s?\d+(?:\s?(?:and|∧|,|&)\s?y\s?=\s?\d+)?|\(x,\s?y\)\s?=\s?\(\d+,\s?\d+\))"
_CASES = rf"(?P<cases>{_CASE}(?:\s(?:or|∨)\s{_CASE})*)"
_BUILDER = re.compile(rf"\\?\{{\s?(?:x|\(x,\s?y\))\s?(?:\||:|\\mid)\s?{_CASES}\s?\\?\}}")
_CONDITION = re.compile(
    r"(?m)(?P<head>(?:^|(?<=[.;,] )|(?<=[.,] and ))[\W\d]*[A-Z](?:\(x(?P<y>,\s?y)?\))?[*_`$]*\s)"
    r"(?:(?:is|holds)\s)?(?:true\s)?(?:iff|if and only if|exactly when|just when)\s"
    rf"{_CASES}(?=[\s`*$]*$|[.;]|,\s(?:and\s)?[A-Z]\b)"
)
"""An extension by a condition: "{x | x = 0}", "M(x) is true iff x = 1"; nothing may follow it."""


def _as_list(found: re.Match[str]) -> str:
    rows = [re.findall(r"\d+", case) for case in re.split(r"\s(?:or|∨)\s", found["cases"])]
    if found.re is _CONDITION and found["y"] and any(len(row) == 1 for row in rows):
        return found[0]
    listed = ", ".join(row[0] if len(row) == 1 else f"({', '.join(row)})" for row in rows)
    return f"{found['head']}: [{listed}]" if found.re is _CONDITION else f"[{listed}]"


_ONLY = re.compile(
    r"(?m)([:=]\s*)only (?:the )?(?:(?:pairs?|elements?|objects?) )?"
    r"(?P<rows>[\d({⟨<\[](?:[\d(){}⟨⟩<>\[\],\s]| and (?=[\d(⟨<\[]))*)(?=[\s`*$]*(?:[.;]|$))"
)
_AND = re.compile(r"(?<=[)⟩>\]])\s*,?\s*and\s+(?=[(⟨<\[])")
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
