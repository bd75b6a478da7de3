"""Why a gold answer is right: what each kind of item stores, to be checked again by anybody.

Formulas are text in the Unicode notation of `engine.logic`. `engine.core.items` gives these names
too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Rejected = tuple[tuple[str, int], ...]
"""Candidates that the generator discarded, by reason."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a proof: `formula` follows by `form` from `sources`.

    A source below the number of premises is that premise; source `n_premises + k` is step `k`.
    """

    formula: str
    form: str
    sources: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProofCertificate:
    """Why a query is entailed or refuted, or left open, in propositional logic.

    Entailed or refuted: `steps`, a proof of the query or of its negation. Open: two valuations of
    all atoms that satisfy the premises, `holds` making the query true and `fails` making it false;
    each is given by the atoms it makes true.

    `rejected` are the candidates that the generator discarded before it came to this item, by
    reason; None where nothing counted them.
    """

    steps: tuple[Step, ...] = ()
    holds: tuple[str, ...] | None = None
    fails: tuple[str, ...] | None = None
    rejected: Rejected | None = None
    kind: Literal["proof"] = field(default="proof", init=False)


@dataclass(frozen=True, slots=True)
class Ground:
    """Why an option of a single choice follows, or does not.

    It follows: `sources` are the indexes of a smallest set of premises that entail it. It does
    not: `fails` names the atoms made true by the first valuation (counting the atoms as binary
    digits, the first as the lowest) in which all premises hold and it does not. Where the passage
    draws a conclusion, what follows or fails is that conclusion, the option being added.
    """

    sources: tuple[int, ...] | None = None
    fails: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class ChoiceCertificate:
    """Why one option of a single choice is right and each other wrong: a ground for each, in order.

    A twin has no `rejected` candidates of its own.
    """

    grounds: tuple[Ground, ...] = ()
    rejected: Rejected = ()
    kind: Literal["choice"] = field(default="choice", init=False)


@dataclass(frozen=True, slots=True)
class Model:
    """A finite structure: its individuals are numbered from 0.

    `names` says which individual each name stands for, `true` which ground atoms hold, such as
    `p1`, `P1(0)` or `R1(0,1)`.
    """

    size: int
    names: tuple[tuple[str, int], ...]
    true: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntailmentCertificate:
    """Why a conclusion follows, is refuted or is left open, in any fragment.

    `models` are, where it is open, the least structures in which the premises are true and the
    query is true, and false. What was proved by solvers alone has no more. A family may add a
    sound argument that the item is, or was made from by an edit: `steps` are a derivation of
    `conclusion` from `sound_premises`.
    """

    steps: tuple[Step, ...] = ()
    sound_premises: tuple[str, ...] = ()
    conclusion: str = ""
    models: tuple[Model, ...] = ()
    rejected: Rejected = ()
    kind: Literal["entailment"] = field(default="entailment", init=False)


@dataclass(frozen=True, slots=True)
class SupportCertificate:
    """Why an option is the proposition sought in an argument, whose edges are the premises.

    `shown` are the atoms of Sentence 1 and 2, `propositions` those of the options in order; `ties`
    how each option stands to the two sentences; `used` the indexes of the edges by which the right
    option is right.
    """

    shown: tuple[str, str] = ("", "")
    propositions: tuple[str, ...] = ()
    ties: tuple[tuple[str, str], ...] = ()
    used: tuple[int, ...] = ()
    kind: Literal["support"] = field(default="support", init=False)


@dataclass(frozen=True, slots=True)
class OptionGround:
    """Why a statement follows from premises with quantifiers, or does not.

    It follows: `sources` are the indexes of the fewest premises that entail it together with the
    domain constraint, the premise at 0; `models` are structures, one for each set of premises that
    is smaller by one, that show that the set does not. It does not: `models` is the least structure
    in which all premises are true and it is false.
    """

    sources: tuple[int, ...] | None
    models: tuple[Model, ...]


@dataclass(frozen=True, slots=True)
class StructureCertificate:
    """Why a formula, a structure or a set of statements is right.

    A formula: `models` are the least structures in which it is true, and false, so that it says
    something. A structure: there is none, for it shows itself what it has to. A set of statements:
    `options` has a ground for each, in order.
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
"""Why a gold answer is right. `kind` says which it is, in what is stored too."""
