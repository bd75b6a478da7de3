"""Is everything true that is stored of a single choice? Derived again from what is stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.errors import InputError, SoritesError
from engine.core.items import Item, Symbol, Verification
from engine.core.rotations import LETTERS
from engine.decide.choice import derived_traits, faults, option_roles, right_key
from engine.decide.findings import Choice, Findings, Tables, z3_findings
from engine.decide.labels import z3_version
from engine.language import Lexicon
from engine.language.templates import THEREFORE, conclusion_readings, template_readings
from engine.logic import Formula, atoms, parse, show

METHODS = "truth table, Z3"


def verify_choice(item: Item) -> Verification:
    """Derive the right option again, and all that is stored beside it, from what is stored.

    Both procedures must find the same and nothing against the item; the roles of the wrong options
    and the grounds of all must be those that the tables give; every sentence of passage and
    options must read back to exactly its formula; hash and traits must be those of the content.
    """
    case = _Case(item)
    verdict, sources = "undecided", None
    try:
        problem = next(_problems(case), None)
        verdict = right_key(case.findings) or verdict
        if verdict in LETTERS[: len(case.choice.options)]:
            sources = case.tables.grounds()[LETTERS.index(verdict)].sources
    except SoritesError as error:
        problem = f"cannot be read: {error}"
    return Verification(
        index=item.index,
        verdict=verdict,
        agreed=problem is None,
        methods=METHODS,
        solver=z3_version(),
        minimal_premises=sources,
        problem=problem,
    )


_read = lru_cache(maxsize=1 << 14)(parse)


@dataclass
class _Case:
    """An item with its formulas read, and what was derived from them."""

    item: Item

    @cached_property
    def choice(self) -> Choice:
        item, k = self.item, len(self.item.options)
        query = tuple(map(_read, item.query))
        if len(query) not in (k, k + 1):
            raise InputError(f"it has {len(query)} formulas for {k} options")
        choice = Choice(
            premises=tuple(map(_read, item.premises)),
            options=query[-k:],
            conclusion=query[0] if len(query) > k else None,
            order=tuple(symbol.atom for symbol in item.symbols),
        )
        told = frozenset().union(*map(_names, (*choice.premises, *query)))
        if told != set(choice.order) or len(told) != len(choice.order):
            raise InputError("its symbols are not the atoms of its formulas")
        return choice

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.choice)

    @cached_property
    def findings(self) -> Findings:
        return self.tables.findings()


def _problems(case: _Case) -> Iterator[str]:
    for check in _CHECKS:
        yield from check(case)


def _identity(case: _Case) -> Iterator[str]:
    if case.item.hash != case.item.content_hash():
        yield "the hash is not that of the content"


@lru_cache(maxsize=1 << 14)
def _names(formula: Formula) -> frozenset[str]:
    return frozenset(atom.name for atom in atoms(formula))


def _label(case: _Case) -> Iterator[str]:
    item, ours = case.item, case.findings
    theirs = z3_findings(case.choice)
    if ours != theirs:
        yield f"truth tables say {ours}, Z3 says {theirs}"
    yield from faults(ours, case.choice.conclusion is not None)
    key = right_key(ours)
    if item.gold != key:
        yield f"the gold answer is {item.gold}, but {key} is right"
    if item.intended != item.gold and item.published_label is None:
        yield f"the construction intended {item.intended}"
    roles = option_roles(case.choice, ours)
    if [option.role for option in item.options] != roles:
        yield f"the options' roles are not {', '.join(roles)}"


def _text(case: _Case) -> Iterator[str]:
    """Our own sentences, read back; the wording of imported items is not ours to read."""
    item, choice = case.item, case.choice
    if item.published_label is not None:
        return
    conclusion = () if choice.conclusion is None else (choice.conclusion,)
    if len(item.passage) != len(choice.premises) + len(conclusion):
        yield f"{len(item.passage)} sentences for {len(choice.premises)} premises"
        return
    read = _reader(item.symbols) if item.traits.language == "en" else _symbols_read
    plain = (*item.passage[: len(choice.premises)], *(option.text for option in item.options))
    for sentence, formula in zip(plain, (*choice.premises, *choice.options), strict=True):
        yield from _difference(sentence, read(sentence, False), formula)
    for formula in conclusion:
        yield from _difference(item.passage[-1], read(item.passage[-1], True), formula)


def _difference(sentence: str, found: tuple[Formula, ...], formula: Formula) -> Iterator[str]:
    if found != (formula,):
        meant = " or ".join(map(show, found)) or "nothing"
        yield f"{sentence!r} reads as {meant}, not as {show(formula)}"


@lru_cache(maxsize=2)
def _reader(symbols: tuple[Symbol, ...]) -> Callable[[str, bool], tuple[Formula, ...]]:
    """Reads sentences, or those that draw a conclusion, by these symbols."""
    lexicon = Lexicon(symbols)

    def read(sentence: str, concludes: bool) -> tuple[Formula, ...]:
        return (conclusion_readings if concludes else template_readings)(sentence, lexicon)

    return read


def _symbols_read(sentence: str, concludes: bool) -> tuple[Formula, ...]:
    if concludes and not sentence.startswith(THEREFORE):
        return ()
    return (_read(sentence.removeprefix(THEREFORE) if concludes else sentence),)


def _certificate(case: _Case) -> Iterator[str]:
    certificate = case.item.certificate
    if certificate.kind != "choice":
        yield "the certificate is none of a single choice"
    elif certificate.grounds != case.tables.grounds():
        yield "the grounds are not those that the formulas give"


def _counts(case: _Case) -> Iterator[str]:
    found = derived_traits(case.choice, case.findings, case.tables.grounds())
    wrong = [name for name, value in found.items() if getattr(case.item.traits, name) != value]
    if wrong:
        yield f"traits that are not those of the item: {', '.join(wrong)}"


_CHECKS: tuple[Callable[[_Case], Iterator[str]], ...] = (
    _identity,
    _label,
    _text,
    _certificate,
    _counts,
)
