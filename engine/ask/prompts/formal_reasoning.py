"""Why a formula, a structure or a set is right, as reasoning for chain-of-thought examples.

A formula is read aloud in the words of its key; a structure is described and tried on every premise
and the conclusion; of the statements of a set, each follows from some sentences or is false in a
described situation.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from engine.core.items import AnswerKind, Item, OptionGround, StructureCertificate
from engine.core.resources import data_file
from engine.language.clauses import read_out
from engine.language.structures import argument_verdicts, describe, facts, read_structure
from engine.logic import parse


@cache
def formal_wording() -> dict[str, str]:
    """The texts of `data/lexicon/formal_reasoning.toml`."""
    text = data_file("lexicon/formal_reasoning.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def formal_reasoning(item: Item) -> str | None:
    """The reasoning to the answer of an item; None without a certificate of a set."""
    texts = formal_wording()
    if item.answer_kind is AnswerKind.FORMULA:
        known = {symbol.atom.partition("(")[0]: symbol for symbol in item.symbols}
        return texts["formula"].format(reading=read_out(parse(item.gold), known))
    if item.answer_kind is AnswerKind.STRUCTURE:
        found = read_structure(item.gold)
        tried = "\n".join(argument_verdicts(found, item))
        return texts["structure"].format(described=" ".join(describe(found, ())), tried=tried)
    kept = item.certificate
    if not isinstance(kept, StructureCertificate) or len(kept.options) != len(item.options):
        return None
    return "\n".join((texts["numbered"], *_of_set(item, kept.options)))


def _of_set(item: Item, grounds: tuple[OptionGround, ...]) -> Iterator[str]:
    """What follows, from which sentences; and what does not, by the situations that show it."""
    # late, because it loads the solvers
    from engine.decide.models import structure_of

    texts = formal_wording()
    false_in: defaultdict[str, list[str]] = defaultdict(list)
    for option, ground in zip(item.options, grounds, strict=True):
        if ground.sources is not None:
            numbers = [f"({source + 1})" for source in ground.sources] or ["(1)"]
            yield texts["follows"].format(key=option.key, sources=texts["and"].join(numbers))
        elif ground.models:
            situation = " ".join(facts(structure_of(ground.models[0]), item.symbols))
            false_in[situation].append(option.key)
    for situation, keys in false_in.items():
        listed = texts["and"].join(filter(None, (", ".join(keys[:-1]), keys[-1])))
        yield texts["fails"].format(keys=listed, situation=situation)
