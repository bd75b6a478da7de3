"""Certificates: why a gold answer is right, in a form that anyone can check again.

Formulas are text in the Unicode notation of `engine.logic`. `engine.core.items` re-exports these
names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from engine.core.pickling import quickly_pickled

Rejected = tuple[tuple[str, int], ...]
"""Counts of candidates the generator discarded, by reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: `formula` follows by `form` from `sources`.

    A source below the number of premises is that premise; source `n_premises + k` is step `k`.
    """

    formula: str
    form: str
    sources: tuple[int, ...]


@quickly_pickled
@dataclass(frozen=True, slots=True)
class ProofCertificate:
    """Why a query is entailed, refuted or undetermined in propositional logic.

    If entailed or refuted, `steps` is a proof of the query or of its negation. If undetermined, two
    valuations of all atoms satisfy the premises: `holds` makes the query true and `fails` makes it
    false. Each valuation lists the atoms it makes true.

    `rejected` counts the candidates the generator discarded before this item, by reason; None if
    they were not counted. `by_clauses`: the forms of compounds read a conditional as its
    contrapositive too, and “not both” as a disjunction, so that either wording is one step.
    """

    steps: tuple[Step, ...] = ()
    holds: tuple[str, ...] | None = None
    fails: tuple[str, ...] | None = None
    rejected: Rejected | None = None
    by_clauses: bool = False
    kind: Literal["proof"] = field(default="proof", init=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """Why an option of a single-choice item follows, or does not.

    If it follows, `sources` are the indexes of a smallest set of premises that entails it. If not,
    `fails` lists the atoms true in the first valuation in which all premises hold and the option
    does not (valuations ordered as binary numbers, the first atom as the lowest digit). If the
    passage draws a conclusion, both are about that conclusion, with the option added to the
    premises.
    """

    sources: tuple[int, ...] | None = None
    fails: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ChoiceCertificate:
    """Why one option is right and the others are wrong: a ground for each option, in order.

    A symbolic twin has no `rejected` candidates of its own.
    """

    grounds: tuple[Ground, ...] = ()
    rejected: Rejected = ()
    kind: Literal["choice"] = field(default="choice", init=False)


@dataclass(frozen=True, slots=True)
class Model:
    """A finite structure whose individuals are numbered from 0.

    `names` gives the individual that each name denotes, `true` the ground atoms that hold, such as
    `p1`, `P1(0)` or `R1(0,1)`.
    """

    size: int
    names: tuple[tuple[str, int], ...]
    true: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntailmentCertificate:
    """Why a conclusion is entailed, refuted or undetermined, in any fragment.

    If undetermined, `models` are the smallest structures in which the premises are true and the
    query is true, and false. A result proved only by solvers stores nothing more. A family may add
    the sound argument that the item is, or was edited from: `steps` derive `conclusion` from
    `sound_premises`.
    """

    steps: tuple[Step, ...] = ()
    sound_premises: tuple[str, ...] = ()
    conclusion: str = ""
    models: tuple[Model, ...] = ()
    rejected: Rejected = ()
    kind: Literal["entailment"] = field(default="entailment", init=False)


@dataclass(frozen=True, slots=True)
class SupportCertificate:
    """Why an option is the proposition asked for in an argument whose edges are the premises.

    `shown` are the atoms of Sentences 1 and 2, `propositions` those of the options in order. `ties`
    gives each option's relation to the two sentences, and `used` the indexes of the edges that make
    the gold option right.
    """

    shown: tuple[str, str] = ("", "")
    propositions: tuple[str, ...] = ()
    ties: tuple[tuple[str, str], ...] = ()
    used: tuple[int, ...] = ()
    kind: Literal["support"] = field(default="support", init=False)


@dataclass(frozen=True, slots=True)
class OptionGround:
    """Why a statement follows from quantified premises, or does not.

    If it follows, `sources` are the indexes of the fewest premises that entail it together with the
    domain constraint, which is premise 0; for each of those premises, `models` has a structure
    showing that the others do not suffice. If not, `models` is the smallest structure in which all
    premises are true and the statement is false.
    """

    sources: tuple[int, ...] | None
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class StructureCertificate:
    """Why a formula, a structure or a set of statements is right.

    For a formula, `models` are the smallest structures in which it is true, and false, which show
    that it is contingent. A structure needs none, because it shows its own properties. For a set of
    statements, `options` has a ground for each statement, in order.
    """

    models: tuple[Model, ...] = ()
    options: tuple[OptionGround, ...] = ()
    rejected: Rejected = ()
    kind: Literal["structure"] = field(default="structure", init=False)


Certificate = (
    ProofCertificate
    | ChoiceCertificate
    | EntailmentCertificate
    | SupportCertificate
    | StructureCertificate
)
"""Why a gold answer is right. `kind` is the tag of the union, also in storage."""
