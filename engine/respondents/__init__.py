"""Who answers: the built-in baselines, and any OpenAI-compatible endpoint."""

from engine.respondents.learning import has_seen, is_learner
from engine.respondents.protocol import Learner, Respondent
from engine.respondents.registry import (
    BASELINES,
    baselines_for,
    is_baseline,
    name_problem,
    resembles_baseline,
    respondent,
    yardsticks_for,
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
    "resembles_baseline",
    "respondent",
    "yardsticks_for",
]
