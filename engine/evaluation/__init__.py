"""Evaluation: plan, ask, journal, ingest. Resumable; no answer received is asked for again."""

from engine.evaluation.asking import Manner
from engine.evaluation.budget import Budget
from engine.evaluation.changes import Changes, changes
from engine.evaluation.estimate import Estimate, estimate, together
from engine.evaluation.lock import asked_since
from engine.evaluation.material import Material, Request, load_material
from engine.evaluation.plan import Plan, Question, make_plan, obstacle
from engine.evaluation.progress import Progress
from engine.evaluation.run import Summary, run_plan
from engine.evaluation.series import Series, standing, total_cost_usd, total_errors
from engine.evaluation.spending import PRICES, Price, cost_of, find_price, price_of
from engine.evaluation.spool import Items
from engine.evaluation.tally import Tally

__all__ = [
    "PRICES",
    "Budget",
    "Changes",
    "Estimate",
    "Items",
    "Manner",
    "Material",
    "Plan",
    "Price",
    "Progress",
    "Question",
    "Request",
    "Series",
    "Summary",
    "Tally",
    "asked_since",
    "changes",
    "cost_of",
    "estimate",
    "find_price",
    "load_material",
    "make_plan",
    "obstacle",
    "price_of",
    "run_plan",
    "standing",
    "together",
    "total_cost_usd",
    "total_errors",
]
