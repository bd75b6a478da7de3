"""Arguments: graphs of support between propositions, and what can be asked of them."""

from engine.arguments.asked import Question, asked, asked_arguments
from engine.arguments.corpus import DOMAINS, OwnArgument, own_arguments, read_argument
from engine.arguments.graph import (
    ArgumentGraph,
    Attack,
    Proposition,
    Support,
    argument_graph,
)
from engine.arguments.likeness import Alike, alike
from engine.arguments.questions import (
    GOLD,
    QUESTION_TYPES,
    ROLES,
    QuestionType,
    Tie,
    Triplet,
    candidates,
    is_right,
    pairs_asked,
    shown_and_key,
    tie,
)
from engine.arguments.skeletons import Skeleton, skeletons
from engine.arguments.triplets import Placed, balanced, count, disjoint, record, triplets
from engine.arguments.wording import similarity, stems

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
    "Skeleton",
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
    "is_right",
    "own_arguments",
    "pairs_asked",
    "read_argument",
    "record",
    "shown_and_key",
    "similarity",
    "skeletons",
    "stems",
    "tie",
    "triplets",
]
