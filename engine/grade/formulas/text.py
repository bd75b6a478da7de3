"""Formulas within a line, as the whole line or parts of it, in the symbols of a key.

With a key, `Pa b`, `P a,b` and `Px(b)` can be read like `Pab`: a letter that is a predicate of the
key, followed by its individuals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.core.errors import ParseError
from engine.grade.formulas.worlds import Vocabulary
from engine.grade.reply.spoken import CLOSE, OPEN
from engine.logic import (
    Binary,
    Constant,
    Formula,
    Not,
    Predicate,
    Quantified,
    Term,
    Variable,
    fold,
    parse,
    postorder,
)
from engine.logic.notation.calls_and_sets import CALLS
from engine.logic.notation.tokens import SYMBOLS, is_variable_letter

_MAX_FORMULA = 2_000  # characters; far more than any formula asked for


def parsed(text: str, vocabulary: Vocabulary) -> Formula | None:
    """The text as a formula; None if it is not one."""
    if len(text) > _MAX_FORMULA or _are_two(text):
        return None
    try:
        return _keyed(parse(_LISTED.sub(r"\1(\2,\3)", text)), vocabulary)
    except ParseError:
        return None


_BETWEEN = re.compile(r"[\s,]\s*(?:and|or)\s+(?=[∀∃¬~∼]|\\(?:forall|exists|neg|lnot)\b)")
_CONNECTIVE = re.compile(r"[∧∨→↔⊃⇒&|]|->|\\(?:to|land|lor|wedge|vee|rightarrow|implies)\b")


def _are_two(text: str) -> bool:
    """Whether a word joins two formulas, whose own connectives are signs: "F or G"."""
    return any(
        _CONNECTIVE.search(text, 0, found.start())
        and text.count("(", 0, found.start()) == text.count(")", 0, found.start())
        for found in _BETWEEN.finditer(text)
    )


_LETTERED = re.compile(r"(?<![^\W_])(?:[AE]\s?[u-z]\s?)+(?=[(\[{¬~∼!A-Z-])")
_QUANTIFIERS = str.maketrans("AE", "∀∃")
_PLAIN_ARROW = re.compile(r"(?<=[\w)\]}])(\s*)>(?=\s*[\w(\[{¬~∼!∀∃-])")


_DOMAIN = re.compile(
    r"(?<=[u-z])\s*(?:∈|\\in\b|\bin\b)\s*(?:the\s)?(?:(?:[Dd]omain|DOMAIN|[Uu]niverse|\\mathbb\{D\}"
    r"|\\mathcal\{D\}|([DU]))(?!\w)|\\?\{\s*\d+(?:\s*,\s*\d+)*\s*\\?\})"
)


def in_signs(text: str, vocabulary: Vocabulary) -> str:
    """Replace `Ax` and `Ex` by ∀x and ∃x, unless A or E is in the key, and `>` by →.

    Domains of quantifiers (`∀x ∈ D`, `∀x ∈ {0, 1, 2}`) are dropped. A number as a term becomes a
    name in quotation marks.
    """
    known = {name for name, _ in vocabulary.predicates}
    if _UNUSUAL.search(text) is None:
        return text
    text = text.replace("\\colon", ":")
    if "∄" in text or "nexists" in text:
        text = _NO_ONE.sub("¬∃", text)
    if "or " in text:
        text = _EVERY.sub(r"∀\1: ", text)
    if _NUMBERED.search(text):
        text = _renamed(text, vocabulary)
    if not text.isascii():
        text = _DASHED.sub(lambda run: "->" if run[0].endswith(">") else "¬", text)
    if _SPELT.search(text):
        text = _SPELT.sub(lambda word: _SPELT_OUT[word[0]], text)
    if "∈" in text or r"\in" in text or " in " in text:
        text = _DOMAIN.sub(lambda run: run[0] if run[1] in known else "", text)
    if "(" in text and _NUMERAL.search(text):
        text = _NUMERAL.sub(lambda atom: _NUMBER.sub(r"'\g<0>'", atom[0]), text)
    if ("A" in text or "E" in text) and not {"A", "E"} & known:
        text = _IN_BRACKETS.sub(r"\1", text)
        text = _LETTERED.sub(lambda run: run[0].translate(_QUANTIFIERS), text)
    return text if "<" in text or ">" not in text else _PLAIN_ARROW.sub(r"\1→", text)


_NO_ONE = re.compile(r"∄|\\nexists(?![a-z])")
_EVERY = re.compile(
    r"(?:(?<=^)|(?<=: ))[Ff]or (?:all|every|each|any) ([s-z])\s?[:,.]\s?"
    r"(?=[(\[¬A-Z].*(?:[∧∨→↔⊃⇒&|]|->))"
)
_IN_BRACKETS = re.compile(r"(?<!\w)\(\s?([AE]\s?[u-z])\s?\)(?=\s?[(\[{¬~∼!A-Z-])")
_UNUSUAL = re.compile(
    r"[\d'′’₀-₉>–—−∈AE∄]|or (?:all|every|each|any) |\\nexists|\\colon|\\in|IFF|NOT|OR|IMPLIES| in "
)
"""What each of these spellings has."""
_SPELT_OUT = {
    "FORALL": "∀", "EXISTS": "∃", "AND": "∧", "OR": "∨", "NOT": "¬", "IMPLIES": "→", "IFF": "↔",
}  # fmt: skip
_SPELT = re.compile(rf"\b(?:{'|'.join(_SPELT_OUT)})\b")
_NUMBERED = re.compile(
    r"(?<![a-z])([s-z])(?:_?\{?\d\}?|[₀-₉]|['′’]{1,2})(?![A-Za-z\d])|(?<![a-z])([s-z])(?:['′’]"
    r"|\d|[₀-₉])(?=[a-z]\b)"
)
_NUMERAL = re.compile(
    r"(?<![^\W_])[A-Z]\w{0,9}\((?:\s?\w{1,9}\s?,){0,3}\s?\d{1,3}\s?(?:,[^()]{0,30})?\)"
)
_NUMBER = re.compile(r"(?<![\w'])\d{1,3}(?![\w'])")
_DASHED = re.compile(r"(?<!<)[–—−]{1,2}>|(?:(?<=[(\[{∧∨→¬])|^)\s*[−–](?=[A-Z(∀∃])")


def _renamed(text: str, vocabulary: Vocabulary) -> str:
    """The text with variables such as x' and x₁ replaced by single letters it does not use."""
    used = set(re.findall(r"[s-z]", _NUMBERED.sub(" ", text))) | set(vocabulary.names)
    free = iter([letter for letter in "xyzwvuts" if letter not in used])
    names: dict[str, str] = {}
    for found in _NUMBERED.finditer(text):
        if found[0] not in names and (letter := next(free, None)):
            names[found[0]] = letter
    return _NUMBERED.sub(lambda found: names.get(found[0], found[0]), text)


# Individuals after a comma but without brackets: Px,y.
_LISTED = re.compile(r"(?<![^\W_])([A-Z])\s?([a-z])\s?,\s?([a-z])(?![\w(])")
_RUN = re.compile(r"([A-Z])([a-z]+)")


def _keyed(formula: Formula, vocabulary: Vocabulary) -> Formula:
    """Split names such as `Pa` in Pa(b), if the key has P but not Pa."""
    known = {name for name, _ in vocabulary.predicates}
    nodes = list(postorder(formula))
    if all(node.name in known for node in nodes if isinstance(node, Predicate)):
        return formula
    bound = {node.variable.name for node in nodes if isinstance(node, Quantified)}
    letters = {*bound, *vocabulary.names}

    def individual(letter: str) -> Term:
        is_variable = letter in bound or is_variable_letter(letter)
        return Variable(letter) if is_variable else Constant(letter)

    def combine(node: Formula, parts: tuple[Formula, ...]) -> Formula:
        match node:
            case Predicate(name=name, args=args):
                run = _RUN.fullmatch(name)
                if name in known or run is None or run[1] not in known:
                    return node
                if len(run[2]) > 1 and letters.isdisjoint(run[2]):
                    return node  # a word, such as Mule
                return Predicate(run[1], (*map(individual, run[2]), *args))
            case Not() | Binary():
                return type(node)(*parts)
            case Quantified(variable=variable):
                return type(node)(variable, parts[0])
            case _:
                return node

    return fold(formula, combine)


def is_in_key(formula: Formula, vocabulary: Vocabulary) -> bool:
    """Whether all predicates of a formula are of the key."""
    return all(
        (node.name, len(node.args)) in vocabulary.predicates
        for node in postorder(formula)
        if isinstance(node, Predicate)
    )


# Signs that occur in formulas but not in prose.
_OPERATOR = re.compile(
    r"[∀∃¬∧⋀∨⋁⊕⊻→⟶⇒⟹⊃↔⟷⇔⟺≡~∼&|^]|->|=>|/\\|\\/|\\(?:forall|exists|neg|lnot|land|wedge|lor|vee|to"
    r"|rightarrow|Rightarrow|leftrightarrow|Leftrightarrow|iff|implies|equiv|supset|sim)\b"
    r"|\bforall\b|\bexists\s[s-z]\s?[(\[]|∈|\b(?:ForAll|Forall|Exists|And|Or|Not|Implies|Iff|exists"
    r"|implies|iff)\("
)


def is_operational(text: str) -> bool:
    """Whether a text contains a logical sign."""
    return _OPERATOR.search(text) is not None


def line_formula(line: str, vocabulary: Vocabulary) -> Formula | None:
    """The formula of a line that contains nothing else."""
    text = _bare(line)
    if not is_operational(text) and not _is_atom(text, vocabulary):
        return None
    return parsed(text, vocabulary)


_MARKS = dict.fromkeys(map(ord, OPEN + CLOSE))


def _bare(line: str) -> str:
    """A line without surrounding math markup and without its final full stop."""
    text = line.translate(_MARKS).strip().rstrip(".;,").strip("$").strip()
    return text.strip().strip('"“”').rstrip(".;,").strip()


_ATOM = re.compile(r"([A-Z])\s?\(?\s?([a-z](?:\s?,?\s?[a-z])?)\s?\)?")


def _is_atom(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a text without logical signs is an atom of the key, such as `Lc` or `P(b, c)`."""
    atom = _ATOM.fullmatch(text)
    if atom is None:
        return False
    letters = re.findall(r"[a-z]", atom[2])
    is_named = set(letters) <= set(vocabulary.names)
    return is_named and (atom[1], len(letters)) in vocabulary.predicates


_TERM = r"\s?(?:[a-z]|'\d{1,3}')\s?"
_LONE = re.compile(rf"[A-Z]\s?(?:\(({_TERM}(?:,{_TERM})*)\)|([a-z]{{1,3}}))")


def lone_atom(text: str, vocabulary: Vocabulary) -> Formula | None:
    """The text as an atom, even of a predicate not in the key, such as `Z(a)` or `Mx`.

    Without brackets its individuals must be x, y, z or names of the key, because `No` is a word.
    """
    atom = _LONE.fullmatch(_bare(text))
    if atom is None or not set(atom[2] or "") <= {"x", "y", "z", *vocabulary.names}:
        return None
    return parsed(atom[0], vocabulary)


_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|[^\W\d_]\w*'*|'\d{1,3}'|\S|\s+")
_PREDICATION = re.compile(r"([A-Z])(\w*)")
_INDIVIDUALS = frozenset("stuvwxyz")
_SIGNS = frozenset(f"{OPEN}{CLOSE}∀∃¬∧⋀∨⋁⊕⊻→⟶⇒⟹⊃↔⟷⇔⟺≡~∼&|^!-<>=/\\()[]{{}},.:$∈")


def spans(line: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The longest parts of a line that look like formulas, as written."""
    run: list[str] = []
    for token in [*_TOKEN.findall(line[: 10 * _MAX_FORMULA]), "end of line"]:
        if token.isspace() or _is_formal_token(token, vocabulary):
            run.append(token)
            continue
        span = _trimmed(run)
        if is_operational(span):
            yield span
        run = []


def is_formal(line: str, vocabulary: Vocabulary) -> bool:
    """Whether a line contains only parts of formulas."""
    tokens = _TOKEN.findall(_bare(line)[:_MAX_FORMULA])
    return all(token.isspace() or _is_formal_token(token, vocabulary) for token in tokens)


def _is_formal_token(token: str, vocabulary: Vocabulary) -> bool:
    if token in _SIGNS or token in SYMBOLS or token in CALLS or token.startswith("\\"):
        return True
    if token.strip("'").isdigit() and len(token) > 2:
        return True
    if len(token) == 1 and token.isascii() and token.islower():
        return True
    predication = _PREDICATION.fullmatch(token)
    if predication is None:
        return False
    letters = set(predication[2])
    return letters <= _INDIVIDUALS.union(vocabulary.names) and len(predication[2]) <= 6


def _trimmed(run: Sequence[str]) -> str:
    """The run without words and full stops at its ends that belong to the surrounding sentence.

    Nothing is left of a run that breaks off within a predication.
    """
    tokens = list(run)
    while tokens and (tokens[0].isspace() or tokens[0] in _LOOSE or tokens[0] in ",.:;-="):
        if tokens[0] == "all" and re.match(r"\s[s-z]\s?[(\[A-Z¬~-]", "".join(tokens[1:5])):
            break
        tokens.pop(0)
    dropped = ""
    while tokens and (tokens[-1].isspace() or tokens[-1] in _LOOSE or tokens[-1] in _DANGLING):
        dropped = tokens.pop()
    if dropped == "(" and tokens and _PREDICATION.fullmatch(tokens[-1]):
        return ""
    return "".join(tokens).translate(_MARKS).strip("$ ")


_DANGLING = frozenset(",.:;-=∀∃([{")
_LOOSE = frozenset({"a", "and", "or", "not", "implies", "iff", "all", "I", "true", "false", "$"})
