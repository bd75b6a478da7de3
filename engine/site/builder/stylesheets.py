"""Prune the theme's stylesheets of rules that no page can use, about a third.

A rule stays if every class and theme attribute value in its selector occurs in a page or a script
(scripts set classes too). Other selectors and at-rules are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_STYLES = "assets/stylesheets"
_CLASSES = re.compile(r"\s(?:class|data-md-[\w-]+)=\"?([^\">]*)")
_WORD = re.compile(r"[\w-]+")
_ASKED = re.compile(r"\.(-?[A-Za-z_][\w-]*)|\[data-md-[\w-]+[~|^$*]?=\"?([\w-]+)\"?\]")
_ALTERNATIVE = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
_BETWEEN = re.compile(r",(?![^(\[]*[)\]])")
_GROUPS = ("@media", "@supports")
_SIGNS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|/\*.*?\*/|[{};]", re.DOTALL)


def prune_stylesheets(folder: Path) -> None:
    """Remove the rules that no built page or script can use."""
    used: set[str] = set()
    for page in sorted(folder.rglob("*.html")):
        for value in _CLASSES.findall(page.read_text(encoding="utf-8")):
            used.update(_WORD.findall(value))
    for script in sorted(folder.joinpath("assets").rglob("*.js")):
        used.update(_WORD.findall(script.read_text(encoding="utf-8")))
    for path in sorted(folder.joinpath(_STYLES).rglob("*.css")):
        path.write_text(pruned(path.read_text(encoding="utf-8"), used), encoding="utf-8")


def pruned(css: str, used: set[str]) -> str:
    """The stylesheet with only the rules that these classes and attribute values can match.

    >>> pruned("a.on,a.off{color:red}@media print{.off{margin:0}}", {"on"})
    'a.on{color:red}'
    """
    return "".join(_kept(_rules(css), used))


def _kept(rules: Iterable[tuple[str, str | None]], used: set[str]) -> Iterator[str]:
    for head, body in rules:
        if body is None:
            yield head
        elif head.lstrip().startswith(_GROUPS):
            inside = pruned(body, used)
            if inside:
                yield f"{head}{{{inside}}}"
        elif "@" in head:
            yield f"{head}{{{body}}}"
        else:
            selectors = [one for one in _BETWEEN.split(head) if _is_used(one, used)]
            if selectors:
                yield f"{','.join(selectors)}{{{body}}}"


def _is_used(selector: str, used: set[str]) -> bool:
    asked = _ASKED.findall(_ALTERNATIVE.sub("", selector))
    return all((name or value) in used for name, value in asked)


def _rules(css: str) -> Iterator[tuple[str, str | None]]:
    """Each rule as (head, body in braces); the body of a statement is None."""
    depth = start = opened = 0
    for sign in _SIGNS.finditer(css):
        if sign[0] == "{":
            opened = sign.end() if depth == 0 else opened
            depth += 1
        elif sign[0] == "}":
            depth -= 1
            if depth == 0:
                yield css[start : opened - 1], css[opened : sign.start()]
                start = sign.end()
        elif sign[0] == ";" and depth == 0:
            yield css[start : sign.end()], None
            start = sign.end()
