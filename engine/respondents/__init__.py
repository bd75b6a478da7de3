"""Who answers: the built-in baselines, and any OpenAI-compatible endpoint."""

from engine.respondents.protocol import Learner, Respondent
from engine.respondents.registry import (
    BASELINES,
    is_baseline,
    resembles_baseline,
    respondent,
)

__all__ = [
    "BASELINES",
    "Learner",
    "Respondent",
    "is_baseline",
    "resembles_baseline",
    "respondent",
]
