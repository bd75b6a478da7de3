"""How questions are put whose answers are formulas, structures or sets (LogicSkills, Appendix F).

The paper's prompts let a model reason about validity and keep it from reasoning about the other two
tasks, so that part of the gap it reports may be due to that. Here every task invites reasoning; the
style `published-style` does as the paper does, so that the difference can be measured.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

import orjson

from engine.items import Item, Symbol
from engine.prompts.kinds import QuestionKind
from engine.prompts.styles import Style
from engine.resources import data_file


def instructions(kind: QuestionKind, chosen: Style) -> list[str]:
    """The parts of the system message."""
    texts = formal_wording()
    task = texts[kind]
    ending: str = _ending(kind, chosen)
    filled = ending.replace("{answer}", task["answer"]).replace("{format}", task["format"].strip())
    return [task["task"], *(texts["conventions"][name] for name in task["conventions"]), filled]


def body(shown: Item, kind: QuestionKind) -> str:
    """The sentence with its key, the argument with its domain, or the premises with the options."""
    parts = {"sentence": " ".join(shown.passage)}
    if kind is QuestionKind.SYMBOLIZATION:
        parts["key"] = "\n".join(map(_key_line, shown.symbols))
    elif kind is QuestionKind.COUNTERMODEL:
        parts |= {"premises": "\n".join(shown.passage), "conclusion": shown.question}
        parts["domain"] = "{" + ", ".join(map(str, orjson.loads(shown.gold)["domain"])) + "}"
    else:
        parts["premises"] = " ".join(shown.passage)
        parts["options"] = "\n".join(f"{option.key}. {option.text}" for option in shown.options)
    template: str = formal_wording()[kind]["question"]
    return template.format(**parts)


def _key_line(symbol: Symbol) -> str:
    return f"{symbol.atom}: {symbol.text}"


def _ending(kind: QuestionKind, chosen: Style) -> str:
    texts = formal_wording()
    is_bare = kind in texts["bare"].get(chosen.base, ())
    ending: str = texts["ending"]["bare" if is_bare else "reasoned"]
    return ending


def used(kind: QuestionKind, chosen: Style) -> list[object]:
    """All wording that a prompt uses, for its id."""
    return [formal_wording()[kind], *instructions(kind, chosen), chosen.shots]


@lru_cache(maxsize=1)
def formal_wording() -> dict[str, Any]:  # Any: the values are texts, lists and tables of texts
    """The texts of `data/lexicon/prompts_formal.toml`."""
    with data_file("lexicon/prompts_formal.toml").open("rb") as file:
        return tomllib.load(file)
