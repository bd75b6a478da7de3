"""An item under verification: its formulas read once, and what is derived from them kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.errors import InputError, SoritesError
from engine.core.items import Item, ProofCertificate, Symbol
from engine.decide.labels import Question, search_standing, z3_standings
from engine.language import Lexicon, readings
from engine.logic import ClauseSet, Formula, Standing, negate, parse, show, standing
from engine.logic.proofs.proof import BASIC_FORMS, EXTENDED_FORMS, Proof, minimal_proof
from engine.logic.propositional.clauses import Clausifier
from engine.logic.propositional.tables import MAX_ATOMS


@dataclass
class Case:
    """An item with its formulas read, what was derived from them, and the first thing wrong."""

    item: Item
    problem: str | None = None

    def take(self, check: Callable[[Case], Iterator[str]]) -> None:
        """Look for a problem where none was found before."""
        if self.problem is None:
            try:
                self.problem = next(check(self), None)
            except SoritesError as error:
                self.problem = f"cannot be read: {error}"

    @cached_property
    def premises(self) -> tuple[Formula, ...]:
        """The premises, read."""
        return tuple(map(parse, self.item.premises))

    @cached_property
    def query(self) -> Formula:
        """The formula asked about, read."""
        if len(self.item.query) != 1:
            raise InputError(f"it asks {len(self.item.query)} formulas, not one")
        return parse(self.item.query[0])

    @cached_property
    def certificate(self) -> ProofCertificate:
        """The proof, or the valuations."""
        found = self.item.certificate
        if found.kind != "proof":
            raise InputError(f"it has a certificate of the kind {found.kind}, not a proof")
        return found

    @cached_property
    def clauses(self) -> ClauseSet:
        """The premises in clause form; the query has its clauses there, too."""
        made = self._clauses_by(_clausifier(tuple(self.order)))
        if self._has_foreign_atoms(made):
            _clausifier.cache_clear()  # other items of the group are not to inherit these atoms
            made = self._clauses_by(Clausifier(self.order))
        return made

    def _clauses_by(self, clausifier: Clausifier) -> ClauseSet:
        clausifier.clauses(self.query)
        return ClauseSet(self.premises, clausifier)

    def _has_foreign_atoms(self, clauses: ClauseSet) -> bool:
        return len(clauses.clausifier.bits) > len(set(self.order))

    @property
    def is_closed(self) -> bool:
        """Whether the symbols explain every atom of the formulas."""
        return not self._has_foreign_atoms(self.clauses)

    @cached_property
    def misreading(self) -> Callable[[str, str], str | None]:
        """Tells what is wrong with a sentence for a formula; see `_reader`."""
        return _reader(self.item.symbols)

    @cached_property
    def order(self) -> list[str]:
        """The atoms in the order of the symbols."""
        return [symbol.atom for symbol in self.item.symbols]

    @property
    def question(self) -> Question:
        """What the two procedures are asked."""
        return self.premises, self.query

    @cached_property
    def standing(self) -> Standing:
        """How our own procedures find the query to stand."""
        if len(self.order) <= MAX_ATOMS:
            return standing(self.premises, self.query)
        if self.is_closed and not self.certificate.steps:
            return self.searched[0]
        return self.clauses.standing(self.query)

    @cached_property
    def searched(self) -> tuple[Standing, ProofCertificate]:
        """How the query stands by search, and the least valuations found."""
        return search_standing(self.clauses, self.query, self.order)

    @cached_property
    def z3_standing(self) -> Standing:
        """How Z3 finds the query to stand."""
        return z3_standings([self.question])[0]

    @cached_property
    def goal(self) -> Formula | None:
        """What the certificate has to prove: the query, its contradictory, or nothing."""
        goals = {Standing.ENTAILED: self.query, Standing.REFUTED: negate(self.query)}
        return goals.get(self.standing)

    @cached_property
    def proof(self) -> Proof | None:
        """The shortest proof of the goal from all premises; None where there is none."""
        if self.goal is None:
            return None
        forms: tuple[str, ...] = BASIC_FORMS
        if any(step.form in EXTENDED_FORMS for step in self.certificate.steps):
            forms = BASIC_FORMS + EXTENDED_FORMS
        return minimal_proof(self.premises, self.goal, forms=forms)


@lru_cache(maxsize=2)
def _clausifier(order: tuple[str, ...]) -> Clausifier:
    """The members of a group share most premises, and so their clauses."""
    return Clausifier(order)


def _reader(symbols: tuple[Symbol, ...]) -> Callable[[str, str], str | None]:
    """Checks sentences by these symbols; the members of a group share them and most sentences."""
    lexicon = Lexicon(symbols)

    @lru_cache(maxsize=256)
    def misreading(sentence: str, formula: str) -> str | None:
        found = readings(sentence, lexicon)
        if found == (parse(formula),):
            return None
        meant = " or ".join(map(show, found)) or "nothing"
        return f"{sentence!r} reads as {meant}, not as {formula}"

    return misreading
