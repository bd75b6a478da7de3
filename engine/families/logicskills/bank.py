"""A fixed sample of structures, by which candidates are filtered before any prover runs.

In each structure everything is of exactly one of the kinds M, N and O, none of them empty, as the
domain constraint demands. The sample is closed under exchanges of the letters of `PALETTE`: it
holds each structure in all 48 of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from engine.families.logicskills.language import LETTERS, Palette, letterings

PALETTE = Palette(names="ab", properties="FG", relations="PQ")
"""The letters that arguments are drawn in."""
EXCHANGES = tuple(letterings("abFGPQMNO", PALETTE))
"""Every exchange of these letters for one another."""

WORD = 64  # structures in a machine word
DRAWN = {3: 2 * WORD, 4: 4 * WORD, 5: 3 * WORD, 6: WORD}
"""How many structures of each size are drawn, before exchanges."""
COUNTS = {size: len(EXCHANGES) * drawn for size, drawn in DRAWN.items()}
_REGULAR = 5  # relations are drawn by rules in structures of this size and above
_SEED = 20261127

_Drawn = dict[tuple[str, tuple[int, ...]], int]


@dataclass(frozen=True, slots=True)
class Block:
    """The structures of one size; `atoms` has a bit for each structure in which an atom is true.

    Atoms are about elements (numbers) and names (letters); that of a name and an element is that it
    denotes it.
    """

    size: int
    full: int
    atoms: dict[tuple[object, ...], int]


@lru_cache(maxsize=1)
def blocks() -> tuple[Block, ...]:
    """The structures of each size."""
    rng = Random(_SEED)
    return tuple(_block(size, rng) for size in COUNTS)


def _block(size: int, rng: Random) -> Block:
    """The structures that were drawn for the letters that are exchanged, in all exchanges."""
    held, count = frozenset(EXCHANGES[0]), DRAWN[size]
    drawn = _atoms(held, size, count, rng)
    atoms = {
        (letter, row): sum(
            drawn[exchange[letter], row] << at * count for at, exchange in enumerate(EXCHANGES)
        )
        for letter, row in drawn
    }
    others = frozenset("".join(LETTERS.values())) - held
    atoms |= _atoms(others, size, COUNTS[size], rng)
    found: dict[tuple[object, ...], int] = {
        (letter, *row): bits
        for (letter, row), bits in atoms.items()
        if letter not in LETTERS["name"]
    }
    for name in LETTERS["name"]:
        _add_name(name, [atoms[name, (element,)] for element in range(size)], found)
    found |= {(name, *row): atoms[name, row] for name, row in atoms if name in LETTERS["name"]}
    return Block(size, (1 << COUNTS[size]) - 1, found)


def _atoms(letters: frozenset[str], size: int, count: int, rng: Random) -> _Drawn:
    """The structures in which predicates are true of elements, and in which names denote them."""
    found: _Drawn = {}
    for letter in sorted(letters):
        if letter in LETTERS["name"]:
            found.update({(letter, (element,)): 0 for element in range(size)})
            for bit in range(count):
                found[letter, (rng.randrange(size),)] |= 1 << bit
        elif letter in LETTERS["noun"]:
            kind, full = LETTERS["noun"].index(letter), (1 << count) - 1
            found.update({(letter, (one,)): full if one % 3 == kind else 0 for one in range(size)})
        elif letter not in LETTERS["relation"]:
            shares = _shares(count, rng)
            found.update({(letter, (one,)): _row(shares, count, rng) for one in range(size)})
        elif size < _REGULAR:
            for one in range(size):
                shares = _shares(count, rng)
                for other in range(size):
                    found[letter, (one, other)] = _row(shares, count, rng)
        else:
            found.update({(letter, pair): 0 for pair in product(range(size), repeat=2)})
            for bit in range(count):
                for pair in _regular(size, rng):
                    found[letter, pair] |= 1 << bit
    return found


def _regular(size: int, rng: Random) -> Iterator[tuple[int, int]]:
    """The pairs of a relation that between two kinds is none, all, one to one or its complement.

    What holds of each of several individuals, but of no two alike, is hardly ever drawn at random.
    """
    ways: dict[tuple[int, int], tuple[str, int]] = {}
    for one, other in product(range(3), repeat=2):
        is_mirrored = one > other and rng.random() < 0.5
        drawn = rng.choice(("none", "all", "one", "others")), rng.randrange(2)
        ways[one, other] = ways[other, one] if is_mirrored else drawn
    for one, other in product(range(size), repeat=2):
        way, shift = ways[one % 3, other % 3]
        is_matched = (one // 3 + other // 3 + shift) % 2 == 0
        if way == "all" or (way == "one" and is_matched) or (way == "others" and not is_matched):
            yield one, other


def _shares(count: int, rng: Random) -> tuple[int, int]:
    """The structures in which a predicate is rare, and those in which it is common."""
    once, again = rng.getrandbits(count), rng.getrandbits(count)
    return once & again, once & ~again


def _row(shares: tuple[int, int], count: int, rng: Random) -> int:
    """The structures in which a predicate is true of one row: 1 in 8, half, or 7 in 8."""
    rare, common = shares
    one, two, three = (rng.getrandbits(count) for _ in range(3))
    even = one & ~(rare | common)
    return even | (one & two & three & rare) | ((one | two | three) & common)


def _add_name(name: str, denotes: Sequence[int], atoms: dict[tuple[object, ...], int]) -> None:
    """Add the atoms about a name, which `denotes` each element in some of the structures."""
    for key in [key for key in atoms if any(isinstance(part, int) for part in key[1:])]:
        for at, element in enumerate(key[1:], start=1):
            if isinstance(element, int):
                about_name = (*key[:at], name, *key[at + 1 :])
                atoms[about_name] = atoms.get(about_name, 0) | (atoms[key] & denotes[element])
                if len(key) == 3 and key[1] == key[2]:
                    both = (key[0], name, name)
                    atoms[both] = atoms.get(both, 0) | (atoms[key] & denotes[element])
