"""The contract of the house: what an item, a response and a grade are. All rooms speak it.

Plain immutable data; formulas are text, so that a person can read an item as it is stored and sent.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum

import orjson

from engine.core.certificates import (
    Certificate,
    ChoiceCertificate,
    EntailmentCertificate,
    Ground,
    Model,
    OptionGround,
    ProofCertificate,
    Step,
    StructureCertificate,
    SupportCertificate,
)

__all__ = [
    "NONE_FOLLOWS",
    "AnswerKind",
    "Certificate",
    "ChoiceCertificate",
    "EntailmentCertificate",
    "Grade",
    "Ground",
    "Item",
    "Label",
    "Mistake",
    "Model",
    "Option",
    "OptionGround",
    "Origin",
    "Outcome",
    "ProofCertificate",
    "Response",
    "Step",
    "StructureCertificate",
    "SupportCertificate",
    "Symbol",
    "Traits",
    "Verification",
]


class Label(StrEnum):
    """The three answers of an entailment question."""

    TRUE = "true"
    FALSE = "false"
    UNCERTAIN = "uncertain"


class AnswerKind(StrEnum):
    """What an answer is. Grading goes by this, never by family."""

    LABEL = "label"
    SET = "set"
    FORMULA = "formula"
    STRUCTURE = "structure"


NONE_FOLLOWS = "none"
"""The answer to which options follow, where none does."""


class Origin(StrEnum):
    """Where a figure comes from. The four are never mixed in one ranking by default."""

    MEASURED = "measured"
    REPRODUCED = "reproduced"
    REGRADED = "regraded"
    REPORTED = "reported"


class Outcome(StrEnum):
    """What became of one question to one model. Every outcome stays in the denominator.

    UNDECIDED: the answer was read, but no procedure settled within its bounds whether it is right.
    """

    RIGHT = "right"
    WRONG = "wrong"
    NO_ANSWER = "no_answer"
    ERROR = "error"
    UNDECIDED = "undecided"


class Mistake(StrEnum):
    """What is wrong with a formula, structure or set of options (the paper, §5.2, Appendix D).

    Formulas: ILL_FORMED is what does not parse, FREE_VARIABLE what is no sentence. Structures:
    MALFORMED is an extension of the wrong shape, such as numbers for a predicate of two places;
    FALSE_PREMISE and TRUE_CONCLUSION are structures in which the argument does not fail. Sets:
    how the options chosen stand to those that are right; OVERLAP is some of them with others, NONE
    that none was chosen.
    """

    ILL_FORMED = "ill_formed"
    UNKNOWN_SYMBOL = "unknown_symbol"
    WRONG_ARITY = "wrong_arity"
    FREE_VARIABLE = "free_variable"
    NOT_EQUIVALENT = "not_equivalent"
    WRONG_DOMAIN = "wrong_domain"
    MISSING_INTERPRETATION = "missing_interpretation"
    MALFORMED = "malformed"
    OUTSIDE_DOMAIN = "outside_domain"
    FALSE_PREMISE = "false_premise"
    TRUE_CONCLUSION = "true_conclusion"
    SUPERSET = "superset"
    SUBSET = "subset"
    OVERLAP = "overlap"
    DISJOINT = "disjoint"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Option:
    """One answer a model may choose. `role` is `gold` or the kind of distractor."""

    key: str
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Symbol:
    """What an atom of the formulas stands for: a clause in mid-sentence form.

    `negation` is the clause's contradictory wording and `paraphrase` another wording of it, where
    the source has them; `world` says whether the clause is true in the world, where that is known.
    A proposition of an argument is a whole sentence instead.
    """

    atom: str
    text: str
    negation: str | None = None
    paraphrase: str | None = None
    domain: str | None = None
    world: bool | None = None


@dataclass(frozen=True, slots=True)
class Traits:
    """What results are broken down by. A trait that an item's family does not have is None.

    `depth` is the number of argument steps of the minimal proof, `height` its longest chain; an
    uncertain item has those of its group's proofs. `forms` are the argument forms of the proof,
    `root_form` the one that concludes the query. Of a single choice, `depth` is the number of
    propositions that are needed for what is entailed, the most where several options are. Of a
    question on a skill, `depth` is the length of the sound argument, `root_form` the form of rule
    that is tested, `rule` the name of the skill, `leaf` its place in the tree with the kind of
    problem, and `structure` the edit that sets the item apart from the sound argument.
    Of two-variable logic, `question_type` is the task, `root_form` the type of the sentence or of
    the conclusion, and `depth` the nesting of the sentence to be symbolized, or the fewest premises
    that a conclusion follows from, beside the domain constraint.
    Of a question on an argument, whose premises are edges of support (`logic` is `support`), it is
    the number of edges by which the key is right, and `structure` that of the triplet.
    `shown_accurate`: the statement shown is true in the world. Counts are numbers of premises,
    atoms and premises outside the proof.
    """

    depth: int | None = None
    height: int | None = None
    root_form: str | None = None
    forms: tuple[str, ...] = ()
    query_shape: str | None = None
    question_type: str | None = None
    rule: str | None = None
    leaf: str | None = None
    logic: str = "propositional"
    language: str = "en"
    structure: str | None = None
    domain: str | None = None
    shown_accurate: bool | None = None
    n_premises: int = 0
    n_atoms: int = 0
    n_distractors: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One question with all it needs to be asked, graded, verified again and explained.

    Identity: `family`, `version`, `params` (canonical JSON), `seed`, `group`, `role`, `index`
    make it again; `hash` names what is asked and its gold. `intended` is the label that the
    construction aimed at; `gold` is what the solvers derived. `published_label` is the label
    others gave to an imported item. `split` is train, validation or test. `query` of a single
    choice is a formula for each option, and before them the conclusion that the last sentence of
    the passage draws, if it draws one.
    """

    family: str
    version: int
    params: str
    seed: int
    group: int
    role: str
    index: int
    split: str
    passage: tuple[str, ...]
    question: str
    options: tuple[Option, ...]
    answer_kind: AnswerKind
    gold: str
    symbols: tuple[Symbol, ...]
    premises: tuple[str, ...]
    query: tuple[str, ...]
    intended: str
    certificate: Certificate
    traits: Traits
    published_label: str | None = None
    source_id: str | None = None
    hash: str = field(default="")

    def __post_init__(self) -> None:
        if not self.hash:
            object.__setattr__(self, "hash", self.content_hash())

    def content_hash(self) -> str:
        """SHA-256 (hexadecimal) of what is asked and its gold: not of who made it or why."""
        asked = [
            self.passage,
            self.question,
            [(option.key, option.text) for option in self.options],
            self.answer_kind,
            self.gold,
        ]
        return hashlib.sha256(orjson.dumps(asked)).hexdigest()


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found when an item was derived again from what is stored of it.

    `verdict` is the label derived, `agreed` whether all that is stored holds, `problem` a sentence
    where it does not. `methods` are the ways the label was derived, separated by commas, `solver`
    the outside one with its version. `minimal_premises` are the indexes of a minimal set of
    premises that decides the query, `steps` and `height` those of the minimal proof.
    """

    index: int
    verdict: str
    agreed: bool
    methods: str
    solver: str | None = None
    minimal_premises: tuple[int, ...] | None = None
    steps: int | None = None
    height: int | None = None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """What came back when one item was put to one model, exactly as received.

    `is_reused` says that it came from the cache of earlier runs, where the same had been asked.
    """

    item: str
    sample: int = 0
    rotation: int = 0
    messages: tuple[dict[str, str], ...] = ()
    raw: str | None = None
    reasoning: str | None = None
    finish_reason: str | None = None
    error_kind: str | None = None
    error: str | None = None
    latency_ms: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    asked_at: str | None = None
    is_reused: bool = False


@dataclass(frozen=True, slots=True)
class Grade:
    """The verdict on one raw answer.

    `strict` is the answer read only where the prompt asked for it; `lenient` the answer read
    wherever the reply states exactly one. `outcome` and `rule` follow the lenient reading;
    `strict_outcome` the strict one. `None` answers are `no_answer`, never a guess. `mistake` says
    what is wrong with a lenient answer that is a formula, a structure or a set, and `evidence`
    shows it: JSON with a structure that tells a formula from the right one, the premise that is
    false or the symbol at fault.
    """

    strict: str | None
    lenient: str | None
    outcome: Outcome
    strict_outcome: Outcome
    rule: str
    mistake: Mistake | None = None
    evidence: str | None = None
