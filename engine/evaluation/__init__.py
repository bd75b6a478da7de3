"""Evaluation: plan, ask, journal, ingest. Resumable; no answer received is asked for again."""

from engine.evaluation.plan import Material, Plan, Request, load_material, make_plan
from engine.evaluation.run import Summary, run_plan

__all__ = ["Material", "Plan", "Request", "Summary", "load_material", "make_plan", "run_plan"]
