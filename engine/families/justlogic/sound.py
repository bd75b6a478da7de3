"""The sound recipe: exchange triples in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

from engine.core.items import Label
from engine.core.seeding import group_rng
from engine.decide.draft import ProofDraft
from engine.families.justlogic.exchange import Triple, draw_triple
from engine.families.justlogic.params import Cell, Params, sound_cell
from engine.families.justlogic.wording import (
    name_atoms,
    sentence,
    symbols_of,
)
from engine.language import Proposition, fill, worded
from engine.language.drawing import draw_propositions
from engine.logic.propositional.shapes import shaped

ROLES = (Label.TRUE, Label.FALSE, Label.UNCERTAIN)
_ATTEMPTS = 5000


def sound_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[ProofDraft, ...]:
    """Draft the true, false and uncertain item of one exchange triple.

    Raises:
        RuntimeError: no attempt had the cell's depth, which would be a fault of the growth.
    """
    rng = group_rng(family, version, canonical, seed, group)
    cell = sound_cell(params, group)
    rejected: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        triple = draw_triple(params, cell, rng)
        if isinstance(triple, Triple):
            return _in_english(triple, cell, params, tuple(sorted(rejected.items())), rng)
        rejected[triple] += 1
    raise RuntimeError(f"no exchange triple for {cell} at seed {seed}, group {group}")


def _in_english(
    triple: Triple, cell: Cell, params: Params, rejected: tuple[tuple[str, int], ...], rng: Random
) -> tuple[ProofDraft, ...]:
    order = tuple(dict.fromkeys((*triple.exchanged, *triple.atoms)))
    drawn = draw_propositions(params.source, len(order), rng, n_alike=len(triple.exchanged))
    meaning = name_atoms(order, drawn)
    passages = _passages(triple, meaning, rng)
    question = sentence(triple.query, meaning, rng)
    symbols = symbols_of(triple.atoms, meaning)
    drafts = []
    for number, role in enumerate(ROLES):
        proof = triple.proofs[number] if number < len(triple.proofs) else None
        measured = proof or triple.proofs[0]
        drafts.append(
            ProofDraft(
                role=role.value,
                split=cell.split,
                passage=passages[number],
                question=question,
                symbols=symbols,
                premises=triple.premises[number],
                query=triple.query,
                intended=role,
                proof=proof,
                depth=len(measured.steps),
                height=measured.height,
                root_form=cell.root_form,
                query_shape=cell.shape,
                rejected=rejected,
            )
        )
    return tuple(drafts)


def _passages(
    triple: Triple, meaning: Mapping[str, Proposition], rng: Random
) -> tuple[tuple[str, ...], ...]:
    """The three passages, with one wording per slot, so that only the exchanged atoms differ."""
    passages: tuple[list[str], ...] = ([], [], [])
    by_nature: dict[tuple[int, int], bool] = {}
    for premise, link in zip(triple.premises[0], triple.links, strict=True):
        names: list[str] = []
        shape = shaped(premise, names)
        wording = worded(shape, rng)
        clauses = [meaning[name] for name in names]
        if link is None:
            same = fill(wording, clauses)
            for passage in passages:
                passage.append(same)
            continue
        natural = by_nature.setdefault(link.ring, _is_natural(wording, link.place))
        while _is_natural(wording, link.place) is not natural:
            wording = worded(shape, rng)
        for atom, passage in zip(link.atoms, passages, strict=True):
            clauses[link.place] = meaning[atom.name]
            passage.append(fill(wording, clauses))
    return tuple(tuple(passage) for passage in passages)


def _is_natural(wording: str, place: int) -> bool:
    """Whether a proposition is worded by its own negation rather than by its text.

    Slots that exchange propositions agree in this, so that not even the words of the three
    passages, taken together, distinguish them.
    """
    return f"{{{place}.negation}}" in wording
