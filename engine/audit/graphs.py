"""Counts of the graph of a view: premises are nodes, and the statements they share are edges.

Whatever an erasure left can be counted here: components, blocks that hang on the statement,
distances, degrees, and *joints*, where two premises share a statement. Signs are compared at a
joint (`=` or `≠`), so that denying a statement throughout changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from zlib import crc32

from engine.audit.erasures import Clause, View

Counts = dict[str, float]
Uses = Mapping[str, Sequence[tuple[int, str]]]
"""For each atom, the premises that mention it, with its mark there."""

_FAR = 99
"""The distance of what is not linked."""
_SHOWN = 12
"""Greater distances and degrees are counted together."""
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Block:
    """A component of the premises after the statement's atoms are removed.

    `ends` are the kinds and marks of the statement's atoms in it. `surplus` is the number of its
    premises minus that of its atoms, `facts` that of premises with one atom, `same` that of joints
    whose marks agree, and `odd` whether its marks of one sort are odd in number.
    """

    ends: str
    premises: int
    surplus: int
    facts: int
    same: int
    odd: bool


def form_counts(view: View) -> Counts:
    """How often each form of premise occurs."""
    clauses = (*view.premises, *view.others)
    counts = Counter([f"clause {_look(clause)}" for clause in clauses])
    return {f"statement {_look(view.statement)}": 1, "premises": len(clauses), **counts}


def graph_counts(view: View) -> Counts:
    """All counts of a view by name; counts not named are 0."""
    clauses = (*view.premises, *view.others)
    focus = dict.fromkeys(view.statement.atoms)
    uses = _uses(clauses)
    counts: Counter[str] = Counter(form_counts(view))
    _count_blocks(counts, _blocks(clauses, uses, focus))
    _count_distances(counts, clauses, uses, focus)
    for asked, mark in zip(view.statement.atoms, view.statement.marks, strict=True):
        for at, other in uses.get(asked, ()):
            counts[f"end {clauses[at].kind} {relation(mark, other)}"] += 1
    result: Counts = dict(counts)
    if len(focus) > 1:
        result.update(_between(clauses, uses, *list(focus)[:2]))
    return result


def _look(clause: Clause) -> str:
    return _shown(clause.kind, clause.marks)


@lru_cache(maxsize=1 << 14)
def _shown(kind: str, marks: tuple[str, ...]) -> str:
    return f"{kind} {' '.join(sorted(marks))}"


def _uses(clauses: Sequence[Clause]) -> Uses:
    uses: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for at, clause in enumerate(clauses):
        for atom, mark in zip(clause.atoms, clause.marks, strict=True):
            uses[atom].append((at, mark))
    return uses


@lru_cache(maxsize=1 << 12)
def relation(one: str, other: str) -> str:
    """How two marks compare: equal or different signs, or the pair of other marks."""
    if one[:1] in "+-" and other[:1] in "+-":
        return "=" if one[:1] == other[:1] else "≠"
    return "|".join(sorted((one, other)))


def blocks(view: View) -> list[Block]:
    """The components of the premises without the statement's atoms."""
    clauses = (*view.premises, *view.others)
    return _blocks(clauses, _uses(clauses), view.statement.atoms)


def _blocks(clauses: Sequence[Clause], uses: Uses, focus: Collection[str]) -> list[Block]:
    found: list[Block] = []
    left = dict.fromkeys(range(len(clauses)))
    while left:
        start, _ = left.popitem()
        members, atoms, pending = [start], set[str](), [start]
        while pending:
            for atom in clauses[pending.pop()].atoms:
                if atom not in focus and atom not in atoms:
                    atoms.add(atom)
                    linked = [at for at, _ in uses[atom] if at in left]
                    members += dict.fromkeys(linked)
                    pending += dict.fromkeys(linked)
                    for at in linked:
                        left.pop(at, None)
        found.append(_block([clauses[at] for at in members], atoms, uses, focus))
    return found


def _block(clauses: Sequence[Clause], atoms: set[str], uses: Uses, focus: Collection[str]) -> Block:
    pairs = [
        (clause.kind, atom, mark)
        for clause in clauses
        for atom, mark in zip(clause.atoms, clause.marks, strict=True)
    ]
    ends = sorted(f"{kind} {mark}" for kind, atom, mark in pairs if atom in focus)
    joints = [
        relation(one, other)
        for atom in atoms
        for (_, one), (_, other) in combinations(uses[atom], 2)
    ]
    return Block(
        ends=", ".join(ends),
        premises=len(clauses),
        surplus=len(clauses) - len(atoms),
        facts=sum(len(clause.atoms) == 1 for clause in clauses),
        same=sum(one == "=" or "antecedent|antecedent" in one for one in joints),
        odd=sum(mark[:1] in ("-", "a") for _, _, mark in pairs) % 2 == 1,
    )


def _count_blocks(counts: Counter[str], found: Sequence[Block]) -> None:
    """Count the blocks that hang on the statement by their ends, and compare them with the rest."""
    for block in found:
        where = f"block {block.ends}" if block.ends else "block apart"
        counts[where] += 1
        for name in ("premises", "surplus", "facts", "same", "odd"):
            counts[f"{where}: {name} {getattr(block, name)}"] += 1
            counts[f"{'block' if block.ends else 'apart'}: {name}"] += getattr(block, name)
    own = [block.surplus for block in found if block.ends]
    others = [block.surplus for block in found if not block.ends]
    counts["surplus here over the rest"] = sum(own) - sum(others)
    counts["greatest surplus here over the rest"] = max(own, default=-_FAR) - max(
        others, default=-_FAR
    )
    counts["cycles"] = max(0, sum(own) - 1)


def _count_distances(
    counts: Counter[str], clauses: Sequence[Clause], uses: Uses, focus: Iterable[str]
) -> None:
    """Count premises, degrees and joints by their distance from the statement."""
    near, of_clause = _distances(clauses, uses, focus)
    for at, clause in enumerate(clauses):
        far = min(of_clause.get(at, _SHOWN), _SHOWN)
        counts[f"clause {_look(clause)} at {far}"] += 1
    for atom, used in uses.items():
        far = min(near.get(atom, _SHOWN), _SHOWN)
        counts[f"degree {min(len(used), _SHOWN)} at {far}"] += 1
        for (_, one), (_, other) in combinations(used, 2):
            counts[f"joint {relation(one, other)} at {far}"] += 1
            counts[f"joint {relation(one, other)}"] += 1
    counts["farthest"] = max(of_clause.values(), default=0)
    counts["linked clauses"] = len(of_clause)
    counts["linked surplus"] = len(of_clause) - len(near)
    counts["apart surplus"] = len(clauses) - len(of_clause) - (len(uses) - len(near))


def _distances(
    clauses: Sequence[Clause], uses: Uses, start: Iterable[str]
) -> tuple[dict[str, int], dict[int, int]]:
    """The distances of atoms and clauses from some atoms, in premises; unlinked ones have none."""
    near = dict.fromkeys(start, 0)
    of_clause: dict[int, int] = {}
    pending = list(near)
    for atom in pending:
        for at, _ in uses.get(atom, ()):
            if at not in of_clause:
                of_clause[at] = near[atom] + 1
                for other in clauses[at].atoms:
                    if other not in near:
                        near[other] = of_clause[at]
                        pending.append(other)
    return near, of_clause


def distance(view: View) -> int:
    """The number of premises from the statement's first atom to its second."""
    clauses = (*view.premises, *view.others)
    atoms = list(dict.fromkeys(view.statement.atoms))
    if len(atoms) < 2:
        return 0
    return _distances(clauses, _uses(clauses), atoms[:1])[0].get(atoms[1], _FAR)


def _between(clauses: Sequence[Clause], uses: Uses, first: str, second: str) -> Counts:
    """The distance between two atoms of the statement, and what lies on the shortest ways."""
    near, back = (_distances(clauses, uses, [atom])[0] for atom in (first, second))
    length = near.get(second, _FAR)
    counts: Counter[str] = Counter({"between": length})
    for atom, used in uses.items():
        if near.get(atom, _FAR) + back.get(atom, _FAR) == length and atom not in (first, second):
            counts["ways between"] += 1
            side = min(near[atom], back[atom])
            for (_, one), (_, other) in combinations(used, 2):
                counts[f"between {relation(one, other)}"] += 1
                counts[f"between {relation(one, other)} at {side}"] += 1
    return dict(counts)


def neighbourhoods(view: View) -> Counter[int]:
    """How often each neighbourhood occurs: Weisfeiler and Leman's labels, as hashes.

    Each round relabels a premise by its label and its neighbours', with their joints. The statement
    is a node too.
    Source: N. Shervashidze et al. (2011), "Weisfeiler-Lehman graph kernels", JMLR 12.
    """
    clauses = (*view.premises, *view.others)
    nodes = (*clauses, view.statement)
    focus = set(view.statement.atoms)
    edges: list[list[tuple[int, int]]] = [[] for _ in nodes]
    for atom, used in _uses(nodes).items():
        for (at, one), (other, another) in combinations(used, 2):
            if atom not in focus or other == len(clauses):
                edges[at].append((other, _hashed(_joint(one, another))))
                edges[other].append((at, _hashed(_joint(another, one))))
    labels = [_hashed(_look(clause)) for clause in nodes[:-1]] + [_hashed(f"? {_look(nodes[-1])}")]
    counts = Counter(labels)
    for _ in range(ROUNDS):
        labels = [
            hash((own, *sorted([hash((edge, labels[other])) for other, edge in edges[at]])))
            for at, own in enumerate(labels)
        ]
        counts.update(labels)
    return counts


def _joint(own: str, other: str) -> str:
    return relation(own, other) if own[:1] in "+-" else f"{own}>{other}"


@lru_cache(maxsize=1 << 14)
def _hashed(text: str) -> int:
    return crc32(text.encode())
