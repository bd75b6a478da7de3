"""The faithful recipe: the paper's construction, including its known shortcuts.

As in JustLogic §3 and its released generator. The conclusion is a basic statement (80 %), a
conditional or a disjunction (10 % each), negated in 30 %. The root form is uniform over the legal
ones; every other slot is filled by such a statement. One or more premises of the newest layer are
argued for in turn until the number of arguments is the depth. Premises come in the order of growth;
the label is uniform. An uncertain item asks about a statement whose propositions do not occur in
the passage. Kept for comparison with the published set: a rule that looks only for the query's
words and their polarity answers nearly all of it.

An argument grown by height could need more propositions than there are, or than a search for the
least valuations can handle; one of more than 150 is rejected.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from engine.core.errors import InputError
from engine.core.items import Label
from engine.core.seeding import group_rng
from engine.decide.draft import ProofDraft
from engine.families.justlogic.atoms import AtomSource
from engine.families.justlogic.forms import BACKWARD, FOR_ANY, special_forms
from engine.families.justlogic.params import Params, faithful_cell
from engine.families.justlogic.wording import (
    name_atoms,
    sentence,
    symbols_of,
)
from engine.language import fill
from engine.language.drawing import draw_propositions, n_propositions
from engine.logic import Formula, Implies, Not, Or, Predicate, negate
from engine.logic.proofs.proof import minimal_proof

_BASIC, _CONDITIONAL = 0.8, 0.1
_NEGATED = 0.3
_ATTEMPTS = 5000
_MOST_BY_HEIGHT = 150  # most propositions of an argument grown by height
_TOO_MANY = "the argument takes too many propositions"
_OTHER_DEPTH = "the argument has another depth"
_FOREIGN = 2  # extra propositions an uncertain item's question may need


def faithful_drafts(
    family: str, version: int, params: Params, canonical: str, seed: int, group: int
) -> tuple[ProofDraft, ...]:
    """Draft one item of the paper's construction.

    Raises:
        InputError: the source has too few propositions.
        RuntimeError: no attempt had the required depth, which would be a fault of the growth.
    """
    rng = group_rng(family, version, canonical, seed, group)
    depth, split = faithful_cell(params, group)
    by_height = params.depth_measure == "height"
    most = sys.maxsize
    if by_height:
        most = min(n_propositions(params.source) - _FOREIGN, _MOST_BY_HEIGHT)
    rejected: Counter[str] = Counter()
    for _ in range(_ATTEMPTS):
        atoms = AtomSource()
        conclusion = _statement(rng, atoms)
        argued = _argue(conclusion, depth, params, rng, atoms, most)
        if argued is None:
            rejected[_TOO_MANY] += 1
            continue
        premises, height = argued
        if by_height and height != depth:
            rejected[_OTHER_DEPTH] += 1
            continue
        draft = _draft(conclusion, premises, split, params, rng, atoms)
        if (draft.height if by_height else draft.depth) == depth:
            return (draft._replace(rejected=tuple(sorted(rejected.items()))),)
        rejected[_OTHER_DEPTH] += 1
    if by_height:
        raise InputError(
            f"{params.source}: no item of height {depth} was found that needs at most"
            f" {most} propositions; give a larger file or a smaller max_depth"
        )
    raise RuntimeError(f"no faithful item of depth {depth} at seed {seed}, group {group}")


def _statement(rng: Random, atoms: AtomSource) -> Formula:
    """A fresh basic statement, conditional or disjunction, perhaps negated."""
    kind = rng.random()
    formula: Formula
    if kind < _BASIC:
        formula = atoms()
    elif kind < _BASIC + _CONDITIONAL:
        formula = Implies(atoms(), atoms())
    else:
        formula = Or(atoms(), atoms())
    return Not(formula) if rng.random() < _NEGATED else formula


def _argue(
    conclusion: Formula, depth: int, params: Params, rng: Random, atoms: AtomSource, most: int
) -> tuple[list[Formula], int] | None:
    """Premises for the conclusion, layer by layer; also the number of layers.

    The depth is the number of arguments, or with `depth_measure` height the number of layers. None
    if the premises need more than `most` atoms.
    """
    layer = list(
        BACKWARD[rng.choice(_legal(conclusion))](conclusion, lambda: _statement(rng, atoms))
    )
    premises, arguments, height = list(layer), 1, 1
    by_height = params.depth_measure == "height"
    while (height if by_height else arguments) < depth:
        if len(atoms.atoms) > most:
            return None
        widest = len(layer) if by_height else min(depth - arguments, len(layer))
        chosen = sorted(rng.sample(range(len(layer)), rng.randint(1, widest)))
        next_layer: list[Formula] = []
        for place in chosen:
            supported = layer[place]
            form = rng.choice(_legal(supported))
            premises.remove(supported)
            next_layer += BACKWARD[form](supported, lambda: _statement(rng, atoms))
        premises += next_layer
        arguments += len(chosen)
        layer, height = next_layer, height + 1
    return None if len(atoms.atoms) > most else (premises, height)


def _legal(conclusion: Formula) -> list[str]:
    return [*FOR_ANY, *special_forms(conclusion)]


def _draft(
    conclusion: Formula,
    premises: list[Formula],
    split: str,
    params: Params,
    rng: Random,
    atoms: AtomSource,
) -> ProofDraft:
    intended = rng.choice((Label.TRUE, Label.FALSE, Label.UNCERTAIN))
    query = conclusion
    if intended is Label.FALSE:
        query = negate(conclusion)
    elif intended is Label.UNCERTAIN:
        query = _unrelated(conclusion, rng, atoms)
    drawn = draw_propositions(params.source, len(atoms.atoms), rng)
    meaning = name_atoms(atoms.atoms, drawn)
    if intended is Label.UNCERTAIN and isinstance(query, Predicate):
        question = fill("{0.text}", [meaning[query.name]])
    else:
        question = sentence(query, meaning, rng)
    found = minimal_proof(premises, conclusion)
    assert found is not None
    return ProofDraft(
        role="single",
        split=split,
        passage=tuple(sentence(premise, meaning, rng) for premise in premises),
        question=question,
        symbols=symbols_of(atoms.atoms, meaning),
        premises=tuple(premises),
        query=query,
        intended=intended,
        proof=None if intended is Label.UNCERTAIN else found,
        depth=len(found.steps),
        height=found.height,
        query_shape=shape_of(query),
    )


def _unrelated(conclusion: Formula, rng: Random, atoms: AtomSource) -> Formula:
    """Exchange propositions of the conclusion for foreign ones, as the released code does.

    A negated conclusion, whatever is negated, becomes one negated foreign statement; a conditional
    has one side exchanged, a disjunction both.
    """
    match conclusion:
        case Not():
            return Not(atoms())
        case Implies(left=left, right=right):
            return Implies(atoms(), right) if rng.random() < 0.5 else Implies(left, atoms())
        case Or():
            return Or(atoms(), atoms())
        case _:
            return atoms()


def shape_of(query: Formula) -> str:
    """The query's shape: atom, conditional or disjunction, perhaps negated."""
    core = query.operand if isinstance(query, Not) else query
    kind = "conditional" if isinstance(core, Implies) else "atom"
    kind = "disjunction" if isinstance(core, Or) else kind
    return f"negated {kind}" if isinstance(query, Not) else kind
