"""How fast this machine is at the moment, by work whose cost on another machine is known.

The floors for JustLogic and LogicAsker were set on a machine of two cores where three kinds of
work on an item of JustLogic (`ITEM_THERE_MS`) set the aim. Work of the same kinds, done here just
before and after what is measured, tells how much of a difference is the machine's.
It is written down here, calls nothing of the engine's, and must stay as it is: a change would make
all earlier figures incomparable.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import z3

from engine.core.items import Item
from engine.logic import And, Formula, Implies, Not, Or, Predicate, fold, parse

PARTS_THERE_MS = {
    "one Z3 solver, three checks": 0.669,
    "elimination, three times": 0.318,
    "text, JSON, SHA-256": 0.043,
}
"""What a part takes for an argument on the machine of the floors."""

ITEM_THERE_MS = 0.54
"""What work of these kinds took there for an item of JustLogic, whose arguments are smaller."""

FRESH_THERE_MS = (5, 10)
"""An item decided by three fresh Z3 solvers, on the machine of the floors."""

_ARGUMENTS = 350
_Clause = frozenset[int]
"""Literals: the number of an atom, negative if it is denied."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """What the reference workloads took at one moment, in ms an item on one core."""

    fresh_ms: float
    parts_ms: dict[str, float]


def gauge(sample: Sequence[Item]) -> Gauge:
    """Take both reference workloads now."""
    return Gauge(fresh_solvers_ms(sample), parts_ms())


def slowdown(moments: Sequence[Gauge]) -> float:
    """How many times longer the parts took at these moments than on the floors' machine."""
    return sum(times_slower(moment.parts_ms) for moment in moments) / len(moments)


def times_slower(parts: dict[str, float]) -> float:
    """How many times longer the parts took together than on the floors' machine."""
    return sum(parts.values()) / sum(PARTS_THERE_MS.values())


def in_times(moments: Sequence[Gauge], rate: float) -> str:
    """How slow the machine was at these moments, and what the rate would be without that."""
    times = slowdown(moments)
    return f"× {times:.2f}: {rate * times:,.0f} a second there"


def parts_ms() -> dict[str, float]:
    """What each part takes here, in milliseconds of one core an argument."""
    drawn = _arguments()
    parts: tuple[Callable[[list[tuple[list[_Clause], int]]], None], ...] = (
        _ask,
        _eliminate,
        _write,
    )
    found = {}
    for name, part in zip(PARTS_THERE_MS, parts, strict=True):
        started = time.process_time()
        part(drawn)
        found[name] = (time.process_time() - started) / len(drawn) * 1e3
    return found


def _arguments() -> list[tuple[list[_Clause], int]]:
    """Premises, a chain of conditionals from one fact with others around it, and a query."""
    rng, found = Random(20261128), []
    for number in range(_ARGUMENTS):
        depth = 1 + number % 7
        atoms = [at * rng.choice((-1, 1)) for at in range(1, 3 * depth + 12)]
        chain, others = atoms[: depth + 1], atoms[depth + 1 :]
        premises = [frozenset((chain[0],))]
        premises += [frozenset((-one, other)) for one, other in pairwise(chain)]
        premises += [frozenset((rng.choice(atoms), one)) for one in others]
        rng.shuffle(premises)
        found.append((premises, chain[-1]))
    return found


def _ask(drawn: list[tuple[list[_Clause], int]]) -> None:
    """Have one solver check premises alone, with the query and with its denial."""
    solver = z3.SimpleSolver()
    atoms = [z3.Bool(f"p{at}") for at in range(64)]
    literals = {at: atom for at, atom in enumerate(atoms)} | {
        -at: z3.Not(atom) for at, atom in enumerate(atoms) if at
    }
    for premises, query in drawn:
        solver.push()
        for clause in premises:
            solver.add(z3.Or([literals[one] for one in sorted(clause)]))
        solver.check()
        solver.check(literals[query])
        solver.check(literals[-query])
        solver.pop()


def _eliminate(drawn: list[tuple[list[_Clause], int]]) -> None:
    """Replace the clauses that hold an atom by their resolvents until none is left."""
    for premises, query in drawn:
        for claim in ((), (frozenset((query,)),), (frozenset((-query,)),)):
            left = {*premises, *claim}
            while left and frozenset() not in left:
                counts = Counter(abs(one) for clause in left for one in clause)
                atom = min(counts, key=counts.__getitem__)
                holding = {clause for clause in left if atom in clause}
                denying = {clause for clause in left if -atom in clause}
                resolvents = {
                    one - {atom} | other - {-atom} for one in holding for other in denying
                }
                left -= holding | denying
                left |= {
                    clause for clause in resolvents if not any(-one in clause for one in clause)
                }


def _write(drawn: list[tuple[list[_Clause], int]]) -> None:
    """Write premises as sentences, and all as JSON with its hash."""
    for premises, query in drawn:
        sentences = [
            "It is known that "
            + ", or ".join(
                ("it is false that " if one < 0 else "")
                + f"statement number {abs(one)} of the list is the case"
                for one in sorted(clause)
            )
            + "."
            for clause in premises
        ]
        whole = {"sentences": sentences, "clauses": list(map(sorted, premises)), "query": query}
        text = json.dumps({**whole, "text": " ".join(sentences)})
        hashlib.sha256(text.encode()).hexdigest()


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
