"""Evaluation: plan, ask, journal, ingest. Resumable; no answer received is asked for again."""

from engine.evaluation.asking import Manner
from engine.evaluation.changes import Changes, changes
from engine.evaluation.estimate import Estimate, estimate
from engine.evaluation.lock import asked_since
from engine.evaluation.material import Material, Request, load_material
from engine.evaluation.plan import Plan, Question, make_plan, obstacle
from engine.evaluation.progress import Progress
from engine.evaluation.run import Summary, run_plan
from engine.evaluation.spending import Price, find_price
from engine.evaluation.tally import Tally

__all__ = [
    "Changes",
    "Estimate",
    "Manner",
    "Material",
    "Plan",
    "Price",
    "Progress",
    "Question",
    "Request",
    "Summary",
    "Tally",
    "asked_since",
    "changes",
    "estimate",
    "find_price",
    "load_material",
    "make_plan",
    "obstacle",
    "run_plan",
]
