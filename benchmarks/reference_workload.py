"""How fast this machine is at the moment, by work whose cost on another machine is known.

The floors for JustLogic and LogicAsker were set on a machine of two cores where the parts of a
prototype (for JustLogic) add up to 0.54 ms an item. The same parts, run here just before and after
what is measured, tell how much of a difference is the machine's. Where the prototype is absent,
only fresh Z3 solvers are a reference workload.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import z3

from engine.core.items import Item
from engine.logic import And, Formula, Implies, Not, Or, Predicate, fold, parse

PROTOTYPE = Path(__file__).resolve().parents[2] / "shared/research/prototypes/rate.py"
"""It prints items a second on one core for each of its parts, depths 1–7."""

PARTS_THERE_MS = {
    "z3 push/pop 3 checks": 1 / 2.780,
    "variable elimination 3 checks": 1 / 6.524,
    "text+json+sha": 1 / 37.6,
}
"""The parts of the prototype, by the names that it prints, on the machine of the floors."""

FRESH_THERE_MS = (5, 10)
"""An item decided by three fresh Z3 solvers, on the machine of the floors."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """What the reference workloads took at one moment, in ms an item on one core."""

    fresh_ms: float
    parts_ms: dict[str, float]

    @property
    def prototype_ms(self) -> float | None:
        """The prototype's parts together; None where it is absent."""
        return sum(self.parts_ms.values()) if self.parts_ms else None


def gauge(sample: Sequence[Item]) -> Gauge:
    """Take both reference workloads now."""
    return Gauge(fresh_solvers_ms(sample), prototype_parts_ms())


def slowdown(moments: Sequence[Gauge]) -> float | None:
    """How many times longer the prototype took at these moments than on the floors' machine."""
    took = [moment.prototype_ms for moment in moments if moment.prototype_ms is not None]
    return sum(took) / len(took) / sum(PARTS_THERE_MS.values()) if took else None


def in_times(moments: Sequence[Gauge], rate: float) -> str:
    """How slow the machine was at these moments, and what the rate would be without that."""
    times = slowdown(moments)
    if times is None:
        return "not at hand"
    return f"× {times:.2f}: {rate * times:,.0f} a second there"


def prototype_parts_ms() -> dict[str, float]:
    """What each of the prototype's parts takes here; nothing where it is absent."""
    if not PROTOTYPE.exists():
        return {}
    printed = subprocess.run(
        [sys.executable, "-B", PROTOTYPE],  # its folder is not ours to write in
        cwd=PROTOTYPE.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout
    rates = (re.search(rf"^{re.escape(p)}.*\s([\d.]+)$", printed, re.M) for p in PARTS_THERE_MS)
    return {
        part: 1e3 / float(rate[1])
        for part, rate in zip(PARTS_THERE_MS, rates, strict=True)
        if rate is not None
    }


def fresh_solvers_ms(items: Sequence[Item]) -> float:
    """Milliseconds an item, on one core, with three fresh Z3 solvers and nothing else done."""
    names = {symbol.atom for item in items for symbol in item.symbols}
    started = time.process_time()
    for item in items:
        atoms = {name: z3.Bool(name) for name in names}
        premises = [_as_z3(text, atoms) for text in item.premises]
        query = _as_z3(item.query[0], atoms)
        for extra in ([], [query], [z3.Not(query)]):
            solver = z3.Solver()
            solver.add(*premises, *extra)
            solver.check()
    return (time.process_time() - started) / len(items) * 1e3


def _as_z3(text: str, atoms: dict[str, z3.BoolRef]) -> z3.BoolRef:
    def combine(node: Formula, parts: tuple[z3.BoolRef, ...]) -> z3.BoolRef:
        match node:
            case Predicate(name=name):
                return atoms[name]
            case Not():
                return z3.Not(*parts)
            case Implies():
                return z3.Implies(*parts)
            case And():
                return z3.And(*parts)
            case Or():
                return z3.Or(*parts)
            case _:
                raise ValueError(f"the reference workload does not know {node}")

    return fold(parse(text), combine)
