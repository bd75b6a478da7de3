"""Evaluation: plan, ask, journal, ingest. Resumable; no answer received is asked for again."""

from engine.evaluation.material import Material, Request, load_material
from engine.evaluation.plan import Plan, Question, make_plan, obstacle
from engine.evaluation.run import Summary, run_plan

__all__ = [
    "Material",
    "Plan",
    "Question",
    "Request",
    "Summary",
    "load_material",
    "make_plan",
    "obstacle",
    "run_plan",
]
