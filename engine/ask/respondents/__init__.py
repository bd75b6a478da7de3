"""The built-in respondents by name, and how they are served."""

from engine.ask.respondents.learning import has_seen, is_learner
from engine.ask.respondents.protocol import Learner, Respondent
from engine.ask.respondents.registry import (
    BASELINES,
    baselines_for,
    is_baseline,
    name_problem,
    references_for,
    resembles_baseline,
    respondent,
)

__all__ = [
    "BASELINES",
    "Learner",
    "Respondent",
    "baselines_for",
    "has_seen",
    "is_baseline",
    "is_learner",
    "name_problem",
    "references_for",
    "resembles_baseline",
    "respondent",
]
