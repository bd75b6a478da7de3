"""The shared contract of the engine: items, responses and grades.

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
from engine.core.pickling import quickly_pickled

__all__ = [
    "NONE_FOLLOWS",
    "UNREAD",
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
    """What an answer is. Grading goes by this, never by family.

    Choices are stored as labels; their lettered options distinguish them (`kinds.answer_of`).
    """

    LABEL = "label"
    CHOICE = "choice"
    SET = "set"
    FORMULA = "formula"
    STRUCTURE = "structure"


SPLITS = ("train", "validation", "test")
"""The parts of a data set, in order."""

NONE_FOLLOWS = "none"
"""The answer to "which options follow?" when none does."""


class Origin(StrEnum):
    """Provenance of a figure. By default, no ranking mixes the four."""

    MEASURED = "measured"
    REPRODUCED = "reproduced"
    REGRADED = "regraded"
    REPORTED = "reported"


BUILT_IN = ("baseline", "oracle")
"""The kinds of respondents that are part of Sorites; the others are models and people."""


class Outcome(StrEnum):
    """The outcome of one question to one model. All but errors stay in the denominator.

    NO_ANSWER: the reply states none. DECLINED: it says that it gives none, or the endpoint's filter
    withheld it. CUT_OFF: it ended at a
    limit of tokens, or in its thinking. CONTRADICTORY: it states several. ERROR: no reply came.
    UNDECIDED: the answer was read, but no procedure could judge it within its bounds.
    """

    RIGHT = "right"
    WRONG = "wrong"
    NO_ANSWER = "no_answer"
    DECLINED = "declined"
    CUT_OFF = "cut_off"
    CONTRADICTORY = "contradictory"
    ERROR = "error"
    UNDECIDED = "undecided"


UNREAD = frozenset({Outcome.NO_ANSWER, Outcome.DECLINED, Outcome.CUT_OFF, Outcome.CONTRADICTORY})
"""The outcomes of replies without a readable answer."""


class Mistake(StrEnum):
    """The mistake in a formula, structure or set of options (the paper, §5.2, Appendix D).

    Formulas: ILL_FORMED text does not parse; FREE_VARIABLE is a formula with a free variable.
    Structures: MALFORMED is an extension of the wrong shape, such as numbers for a binary
    predicate; FALSE_PREMISE and TRUE_CONCLUSION mean that the structure is not a counterexample.
    Sets: the chosen options compared with the right ones; OVERLAP has some right and some wrong
    options, NONE no option at all.
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


@quickly_pickled
@dataclass(frozen=True, slots=True)
class Option:
    """One answer a model may choose. `role` is `gold` or the kind of distractor."""

    key: str
    text: str
    role: str


@quickly_pickled
@dataclass(frozen=True, slots=True)
class Symbol:
    """What an atom of the formulas stands for: a clause in mid-sentence form.

    `negation` is the clause's contradictory wording and `paraphrase` another wording of it, if the
    source has them; `world` says whether the clause is true in the real world, if known. For a
    proposition of an argument, `text` is a whole sentence.
    """

    atom: str
    text: str
    negation: str | None = None
    paraphrase: str | None = None
    domain: str | None = None
    world: bool | None = None


@quickly_pickled
@dataclass(frozen=True, slots=True)
class Traits:
    """Traits that results are broken down by. None if the item's family lacks the trait.

    `depth` is the number of argument steps of the minimal proof, `height` its longest chain; an
    uncertain item has those of its group's proofs. `forms` are the argument forms of the proof,
    `root_form` the one whose conclusion is the query.

    Other kinds of item use the same traits as follows. Single choice: `depth` is the number of
    propositions needed for what is entailed, the maximum over options. Skill questions: `depth` is
    the length of the sound argument, `root_form` the form of the rule tested, `rule` its name,
    `skill` the skill's id in the tree including the kind of problem, and `structure` the edit that
    distinguishes the item from the sound argument. Two-variable logic: `question_type` is the task,
    `root_form` the type of the sentence or conclusion, and `depth` the nesting of the sentence to
    symbolize, or the fewest premises a conclusion follows from, not counting the domain constraint.
    Questions on an argument (`logic` is `support`, and the premises are its edges): `depth` is the
    number of edges that make the key right, and `structure` is that of the triplet.

    `shown_accurate`: the statement is true in the real world. Counts are of premises, atoms and
    premises outside the proof. `distractors` is the kind and number of distractor premises asked
    for, such as `broken 4`. `contrast` is the matched contrast, such as `distractors 17`: items
    that share it and their role are of one skeleton and differ in the dial that it begins with.
    """

    depth: int | None = None
    height: int | None = None
    root_form: str | None = None
    forms: tuple[str, ...] = ()
    query_shape: str | None = None
    question_type: str | None = None
    rule: str | None = None
    skill: str | None = None
    logic: str = "propositional"
    language: str = "en"
    structure: str | None = None
    domain: str | None = None
    shown_accurate: bool | None = None
    n_premises: int = 0
    n_atoms: int = 0
    n_distractors: int = 0
    distractors: str | None = None
    contrast: str | None = None


@quickly_pickled
@dataclass(frozen=True, slots=True)
class Item:
    """One question, with everything needed to ask, grade, verify and explain it.

    `family`, `version`, `params` (canonical JSON), `seed`, `group`, `role` and `index` identify it
    and suffice to generate it again; `hash` identifies the question and its gold answer. `intended`
    is the label the construction aimed at, `gold` the one the solvers derived, and
    `published_label` the label an imported item was published with. `split` is train, validation or
    test. For a single choice, `query` has one formula per option, preceded by the conclusion of the
    passage's last sentence if it draws one.
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
        """SHA-256 (hexadecimal) of the question and its gold answer, not of how it was made."""
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
    """The result of deriving an item again from what is stored.

    `verdict` is the label derived; `agreed` says whether everything stored holds, and if not,
    `problem` is a sentence about it. `methods` are the methods that derived the label, separated by
    commas; `solver` is the external solver with its version. `minimal_premises` are the indexes of
    a minimal set of premises that decides the query, `steps` and `height` those of the minimal
    proof.
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
    """A model's reply to one item, exactly as received.

    `is_reused`: it came from the cache of earlier runs that sent the same request. `served_model`,
    `fingerprint` and `provider` are what the endpoint says of itself, `cost_usd` what it charges.
    `logprobs` is JSON: per token its text, its log-probability and the alternatives with theirs.
    `scores` is JSON for answers by likelihood: the log-probability of each stated answer. The
    answer is then the highest one, and `raw` states it in the format of our prompts.
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
    served_model: str | None = None
    fingerprint: str | None = None
    provider: str | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost_usd: float | None = None
    logprobs: str | None = None
    scores: str | None = None


@dataclass(frozen=True, slots=True)
class Grade:
    """The verdict on one raw answer.

    `strict` is the answer read only where the prompt asked for it; `lenient` the answer read
    wherever the reply states exactly one. `outcome` and `rule` follow the lenient reading,
    `strict_outcome` the strict one. No answer is graded `no_answer`, never guessed. `mistake` is
    the mistake in a lenient answer that is a formula, a structure or a set. `evidence` is JSON that
    shows it: a structure on which the formulas differ, the false premise or the wrong symbol. The
    part of the reply that the answer rests on is not stored: `grade.deciding_part` computes it
    from the reply by the same version of the rules.
    """

    strict: str | None
    lenient: str | None
    outcome: Outcome
    strict_outcome: Outcome
    rule: str
    mistake: Mistake | None = None
    evidence: str | None = None
