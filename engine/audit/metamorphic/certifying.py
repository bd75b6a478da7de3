"""The certificate of a rewritten item, derived again from its formulas.

A certificate is the least of its kind in an order of names and positions. If these change, another
certificate may be the least, although it shows the same.
"""

from __future__ import annotations

from dataclasses import replace

import orjson

from engine.core.items import (
    ChoiceCertificate,
    EntailmentCertificate,
    Item,
    StructureCertificate,
)
from engine.decide.choice import choice_of, derived_traits
from engine.decide.choice_findings import Tables
from engine.decide.formal import COUNTERMODEL, SYMBOLIZATION, countermodel, derived_ground
from engine.decide.models import either_way, open_models
from engine.logic import parse
from engine.logic.first_order.structures import structure_text


def certified(item: Item) -> Item:
    """The item with the certificate of its current formulas, and its new hash.

    Raises:
        SoritesError: its formulas have no certificate.
    """
    match item.certificate:
        case ChoiceCertificate() as certificate:
            item = _choice(item, certificate)
        case EntailmentCertificate() as certificate:
            item = _entailment(item, certificate)
        case StructureCertificate() as certificate:
            item = _formal(item, certificate)
        case _:
            pass  # steps and edges have positions, which the rewriting has updated
    return replace(item, hash="")


def _choice(item: Item, certificate: ChoiceCertificate) -> Item:
    tables = Tables(choice_of(item))
    grounds = tables.grounds()
    traits = derived_traits(tables.choice, tables.findings(), grounds)
    return replace(
        item,
        certificate=replace(certificate, grounds=grounds),
        traits=replace(item.traits, **traits),  # type: ignore[arg-type]
    )


def _entailment(item: Item, certificate: EntailmentCertificate) -> Item:
    if not certificate.models:
        return item
    models = open_models(tuple(map(parse, item.premises)), parse(item.query[0]))
    return replace(item, certificate=replace(certificate, models=models or ()))


def _formal(item: Item, certificate: StructureCertificate) -> Item:
    premises, query = tuple(map(parse, item.premises)), tuple(map(parse, item.query))
    task = item.traits.question_type
    if task == SYMBOLIZATION:
        if not certificate.models:
            return item
        return replace(item, certificate=replace(certificate, models=either_way(query[0])))
    if task == COUNTERMODEL:
        size = len(orjson.loads(item.gold)["domain"])
        least = structure_text(countermodel(premises, query[0], size))
        return replace(item, gold=least, intended=least)
    grounds = tuple(derived_ground(premises, option) for option in query)
    return replace(item, certificate=replace(certificate, options=grounds))
