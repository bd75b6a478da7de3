"""Arguments: graphs of support between propositions, and the questions they allow."""

from engine.families.argqa.arguments.asked import Question, asked, asked_arguments
from engine.families.argqa.arguments.corpus import (
    DOMAINS,
    OwnArgument,
    own_arguments,
    read_argument,
)
from engine.families.argqa.arguments.likeness import Alike, alike
from engine.families.argqa.arguments.questions import (
    GOLD,
    QUESTION_TYPES,
    ROLES,
    QuestionType,
    Triplet,
    candidates,
    shown_and_key,
)
from engine.families.argqa.arguments.triplets import (
    Placed,
    balanced,
    count,
    disjoint,
    record,
)
from engine.families.argqa.arguments.wording import similarity
from engine.logic.argument_graph import (
    ArgumentGraph,
    Attack,
    Proposition,
    Support,
    Tie,
    argument_graph,
    tie,
)

__all__ = [
    "DOMAINS",
    "GOLD",
    "QUESTION_TYPES",
    "ROLES",
    "Alike",
    "ArgumentGraph",
    "Attack",
    "OwnArgument",
    "Placed",
    "Proposition",
    "Question",
    "QuestionType",
    "Support",
    "Tie",
    "Triplet",
    "alike",
    "argument_graph",
    "asked",
    "asked_arguments",
    "balanced",
    "candidates",
    "count",
    "disjoint",
    "own_arguments",
    "read_argument",
    "record",
    "shown_and_key",
    "similarity",
    "tie",
]
