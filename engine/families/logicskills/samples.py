"""Structures drawn once and for all, and in which of them a formula is true: a bit for each.

They are what candidates are sieved by before any prover is asked: in which of them a formula is
true is known at the cost of some operations on long integers. In each of them everything is of
exactly one of the kinds M, N and O, and none of these is empty, as the domain constraint demands.
A sieve proves nothing but what its structures show: that something does not follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.language.two_variable import LETTERS
from engine.logic import (
    And,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Predicate,
    Quantified,
    Term,
    Variable,
)

_COUNTS = {3: 1536, 4: 1536, 5: 512}
"""How many structures there are of each size."""
_SEED = 20261122

_Env = dict[Term, object]


@dataclass(frozen=True, slots=True)
class _Block:
    """The structures of one size; `atoms` has a bit for each structure in which an atom is true.

    Atoms are about elements (numbers) and names (letters).
    """

    size: int
    full: int
    atoms: dict[tuple[object, ...], int]


@lru_cache(maxsize=1 << 16)
def truth(formula: Formula) -> int:
    """The structures in which a closed formula is true, as bits."""
    match formula:
        case Not(operand=operand):
            return everywhere() ^ truth(operand)
        case And() | Or() | Implies() | Iff():
            return _joined(formula, truth(formula.left), truth(formula.right), everywhere())
        case _:
            bits = 0
            for block in _blocks():
                bits = bits << _COUNTS[block.size] | _truth(formula, block, {})
            return bits


@lru_cache(maxsize=1)
def everywhere() -> int:
    """The bits of all structures."""
    return int((1 << sum(_COUNTS.values())) - 1)


def _truth(node: Formula, block: _Block, env: _Env) -> int:
    match node:
        case Predicate(name=name, args=args):
            return block.atoms[(name, *[_element(term, env) for term in args])]
        case Not(operand=operand):
            return block.full ^ _truth(operand, block, env)
        case And() | Or() | Implies() | Iff():
            left, right = _truth(node.left, block, env), _truth(node.right, block, env)
            return _joined(node, left, right, block.full)
        case Quantified(variable=variable, body=body):
            is_universal = isinstance(node, Forall)
            bits = block.full if is_universal else 0
            for element in range(block.size):
                part = _truth(body, block, {**env, variable: element})
                bits = bits & part if is_universal else bits | part
            return bits
    raise ValueError(f"no sentence of ours is {node}")


def _joined(node: Formula, left: int, right: int, full: int) -> int:
    match node:
        case And():
            return left & right
        case Or():
            return left | right
        case Implies():
            return full ^ left | right
        case _:
            return full ^ left ^ right


def _element(term: Term, env: _Env) -> object:
    return env[term] if isinstance(term, Variable) else term.name


@lru_cache(maxsize=1)
def _blocks() -> tuple[_Block, ...]:
    rng = Random(_SEED)
    return tuple(_block(size, count, rng) for size, count in _COUNTS.items())


def _block(size: int, count: int, rng: Random) -> _Block:
    atoms: dict[tuple[object, ...], int] = {}
    elements = range(size)
    for element in elements:
        _draw_kind(element, count, atoms, rng)
    for letter in LETTERS["verb"] + LETTERS["adjective"]:
        shares = _shares(count, rng)
        atoms.update({(letter, element): _row(shares, count, rng) for element in elements})
    for letter in LETTERS["relation"]:
        shares = _shares(count, rng)
        for one in elements:
            atoms.update({(letter, one, other): _row(shares, count, rng) for other in elements})
    for name in LETTERS["name"]:
        _name(name, size, count, atoms, rng)
    return _Block(size, (1 << count) - 1, atoms)


def _draw_kind(element: int, count: int, atoms: dict[tuple[object, ...], int], rng: Random) -> None:
    """The first three elements are of the three kinds; each other is of any."""
    kinds = LETTERS["noun"]
    chosen = [0] * len(kinds)
    for bit in range(count):
        at = element if element < len(kinds) else rng.randrange(len(kinds))
        chosen[at] |= 1 << bit
    atoms.update({(kind, element): bits for kind, bits in zip(kinds, chosen, strict=True)})


def _shares(count: int, rng: Random) -> tuple[int, int]:
    """In which structures a predicate is rare, and in which it is common."""
    once, again = rng.getrandbits(count), rng.getrandbits(count)
    return once & again, once & ~again


def _row(shares: tuple[int, int], count: int, rng: Random) -> int:
    """In which structures a predicate is true of one row: in 1 of 8, half or 7 of 8 of them."""
    rare, common = shares
    one, two, three = (rng.getrandbits(count) for _ in range(3))
    even = one & ~(rare | common)
    return even | (one & two & three & rare) | ((one | two | three) & common)


def _name(
    name: str, size: int, count: int, atoms: dict[tuple[object, ...], int], rng: Random
) -> None:
    """Let a name stand for an element of each structure, and make the atoms about it."""
    denotes = [0] * size
    for bit in range(count):
        denotes[rng.randrange(size)] |= 1 << bit
    for key in [key for key in atoms if any(isinstance(part, int) for part in key[1:])]:
        for at, element in enumerate(key[1:], start=1):
            if isinstance(element, int):
                told = (*key[:at], name, *key[at + 1 :])
                atoms[told] = atoms.get(told, 0) | (atoms[key] & denotes[element])
                if len(key) == 3 and key[1] == key[2]:
                    both = (key[0], name, name)
                    atoms[both] = atoms.get(both, 0) | (atoms[key] & denotes[element])
