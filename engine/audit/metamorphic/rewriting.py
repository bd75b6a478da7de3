"""Rewritings that change the form of an item but not its gold answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from random import Random
from typing import Any

from engine.core.items import (
    AnswerKind,
    Certificate,
    EntailmentCertificate,
    Ground,
    Item,
    Model,
    OptionGround,
    ProofCertificate,
    Step,
    SupportCertificate,
    Symbol,
)
from engine.core.kinds import Fragment, is_formal, is_in_formulas, is_inference, kind_of

_NAME = re.compile(r"[^\W\d_]\w*")


def renamed(item: Item, rng: Random) -> Item | None:
    """Rename every symbol to another of its sort, or to a new name if it is the only one."""
    names = _new_names(item.symbols, rng)
    if not names or _has_fixed_names(item):
        return None

    def anew(text: str) -> str:
        return _NAME.sub(lambda found: names.get(found[0], found[0]), text)

    is_named = item.answer_kind in (AnswerKind.FORMULA, AnswerKind.STRUCTURE)
    item = replace(
        item,
        symbols=tuple(_symbol_renamed(one, anew) for one in item.symbols),
        premises=tuple(map(anew, item.premises)),
        query=tuple(map(anew, item.query)),
        certificate=_certificate_renamed(item.certificate, anew),
        gold=anew(item.gold) if is_named else item.gold,
        intended=anew(item.intended) if is_named else item.intended,
    )
    return _shown_renamed(item, anew) if is_in_formulas(item) else item


def _has_fixed_names(item: Item) -> bool:
    """Whether published templates tie the letters of symbols to words of the sentences."""
    is_imported = item.published_label is not None
    return is_imported and is_formal(item) and not is_in_formulas(item)


def _symbol_renamed(symbol: Symbol, anew: Callable[[str], str]) -> Symbol:
    """The symbol with its new name, which also replaces a text equal to the old name."""
    text = anew(symbol.text) if symbol.text == symbol.atom else symbol.text
    return replace(symbol, atom=anew(symbol.atom), text=text)


def _shown_renamed(item: Item, anew: Callable[[str], str]) -> Item:
    """Rename the displayed formulas too; questions in words keep theirs."""
    asks_formula = is_formal(item) or is_inference(item)
    return replace(
        item,
        passage=tuple(map(anew, item.passage)),
        question=anew(item.question) if asks_formula else item.question,
        options=tuple(
            option if option.text == option.key else replace(option, text=anew(option.text))
            for option in item.options
        ),
    )


def _new_names(symbols: Sequence[Symbol], rng: Random) -> dict[str, str]:
    """A new name for each symbol: symbols of a sort swap names; a single one gets a fresh name."""
    sorts: dict[tuple[bool, int], list[str]] = {}
    for symbol in symbols:
        name, _, rest = symbol.atom.partition("(")
        sorts.setdefault((name[0].isupper(), rest.count(",") + bool(rest)), []).append(name)
    taken = {name for found in sorts.values() for name in found}
    names: dict[str, str] = {}
    for found in sorts.values():
        shift = rng.randrange(1, len(found)) if len(found) > 1 else 0
        for at, name in enumerate(found):
            names[name] = found[(at + shift) % len(found)] if shift else _fresh(name, taken)
    return names


def _fresh(name: str, taken: set[str]) -> str:
    return next(f"{name[0]}{n}" for n in range(1, len(taken) + 2) if f"{name[0]}{n}" not in taken)


def _certificate_renamed(certificate: Certificate, anew: Callable[[str], str]) -> Certificate:
    """Rename the formulas and names in a certificate; words, such as in ties, stay."""

    def again(value: Any) -> Any:
        if isinstance(value, str):
            return anew(value)
        if isinstance(value, Step):
            return replace(value, formula=anew(value.formula))
        if isinstance(value, Model):
            names = tuple((anew(name), individual) for name, individual in value.names)
            return replace(value, names=names, true=tuple(map(anew, value.true)))
        if isinstance(value, Ground):
            return value if value.fails is None else replace(value, fails=again(value.fails))
        if isinstance(value, OptionGround):
            return replace(value, models=again(value.models))
        return tuple(map(again, value)) if isinstance(value, tuple) else value

    kept = {"ties", "rejected", "kind"}
    return replace(
        certificate,
        **{
            one.name: again(getattr(certificate, one.name))
            for one in fields(certificate)
            if one.name not in kept
        },
    )


def shuffled(item: Item, rng: Random) -> Item | None:
    """The premises in another order, each with its sentence."""
    fixed = 1 if is_formal(item) else 0  # the premise that states the domain
    order = list(range(fixed, len(item.premises)))
    if len({item.premises[at] for at in order}) < 2:
        return None
    before = list(order)
    while order == before:
        rng.shuffle(order)
    return reordered(item, [*range(fixed), *order])


def reordered(item: Item, order: Sequence[int]) -> Item:
    """The item with the given premises, in the given order.

    Citations follow the premises to their new places; citations of omitted premises are dropped.
    """
    n = len(item.premises)
    places = {old: new for new, old in enumerate(order)}
    if item.certificate.kind in ("proof", "entailment"):
        places |= {n + step: len(order) + step for step in range(len(item.certificate.steps))}

    def moved(sources: Sequence[int]) -> tuple[int, ...]:
        return tuple(places[source] for source in sources if source in places)

    return replace(
        item,
        premises=tuple(item.premises[at] for at in order),
        passage=_sentences(item, order),
        certificate=_certificate_moved(item.certificate, order, moved),
        traits=replace(item.traits, n_premises=len(order)),
    )


def _sentences(item: Item, order: Sequence[int]) -> tuple[str, ...]:
    """The sentences in the order of the premises, if each premise has one."""
    n = len(item.premises)
    if kind_of(item).fragment is Fragment.ARGUMENT or len(item.passage) - n not in (0, 1):
        return item.passage
    return (*(item.passage[at] for at in order), *item.passage[n:])


def _certificate_moved(
    certificate: Certificate,
    order: Sequence[int],
    moved: Callable[[Sequence[int]], tuple[int, ...]],
) -> Certificate:
    match certificate:
        case ProofCertificate(steps=steps):
            return replace(certificate, steps=_steps_moved(steps, moved))
        case EntailmentCertificate(steps=steps, sound_premises=sound):
            if len(sound) >= len(order):
                sound = tuple(sound[at] for at in order)
            steps = _steps_moved(steps, moved)
            return replace(certificate, steps=steps, sound_premises=sound)
        case SupportCertificate(used=used):
            return replace(certificate, used=moved(used))
        case _:
            return certificate


def _steps_moved(
    steps: Sequence[Step], moved: Callable[[Sequence[int]], tuple[int, ...]]
) -> tuple[Step, ...]:
    return tuple(replace(step, sources=moved(step.sources)) for step in steps)


def reworded(item: Item, _: Random) -> Item | None:
    """Reword every clause by its paraphrase, if the item has any."""
    if is_formal(item) or is_inference(item) or is_in_formulas(item):
        return None
    others: dict[str, str] = {}
    for one in item.symbols:
        if one.paraphrase:
            others |= {one.text: one.paraphrase, one.paraphrase: one.text}
    if not others:
        return None
    others |= {_begun(one): other for one, other in others.items()}
    pattern = re.compile("|".join(re.escape(one) for one in sorted(others, key=len, reverse=True)))

    def other(found: re.Match[str]) -> str:
        return others[found[0]] if found.start() else _begun(others[found[0]])

    changed = replace(
        item,
        passage=tuple(pattern.sub(other, sentence) for sentence in item.passage),
        question=pattern.sub(other, item.question),
        options=tuple(replace(one, text=pattern.sub(other, one.text)) for one in item.options),
    )
    return None if _asked(changed) == _asked(item) else changed


def _asked(item: Item) -> tuple[object, ...]:
    return item.passage, item.question, item.options


def _begun(clause: str) -> str:
    """A clause with a capital, as at the beginning of a sentence."""
    return clause[0].upper() + clause[1:]
