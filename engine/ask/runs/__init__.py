"""Make runs: plan, ask, journal and ingest. Runs are resumable; no answer is asked for twice."""

from engine.ask.runs.asking import Delivery
from engine.ask.runs.budget import Budget
from engine.ask.runs.changes import Changes, changes
from engine.ask.runs.estimate import Estimate, estimate, together
from engine.ask.runs.lock import asked_since
from engine.ask.runs.material import Material, Part, Request, load_material, part_named
from engine.ask.runs.plan import Plan, Question, make_plan, obstacle
from engine.ask.runs.progress import Progress
from engine.ask.runs.run import Summary, run_plan
from engine.ask.runs.series import Series, tally, total_cost_usd, total_errors
from engine.ask.runs.spending import Charges, Price, cost_of, find_price, price_of, total
from engine.ask.runs.spool import Items
from engine.ask.runs.tally import Tally, Tokens

__all__ = [
    "Budget",
    "Changes",
    "Charges",
    "Delivery",
    "Estimate",
    "Items",
    "Material",
    "Part",
    "Plan",
    "Price",
    "Progress",
    "Question",
    "Request",
    "Series",
    "Summary",
    "Tally",
    "Tokens",
    "asked_since",
    "changes",
    "cost_of",
    "estimate",
    "find_price",
    "load_material",
    "make_plan",
    "obstacle",
    "part_named",
    "price_of",
    "run_plan",
    "tally",
    "together",
    "total",
    "total_cost_usd",
    "total_errors",
]
