"""LogicSkills' validity questions with formulas, and answers derived from these.

The files have no formulas for these questions; the sentences are parsed by the published templates.
A statement that follows is proved from the fewest premises that it needs; the premise at 0 is the
domain constraint, which comes for free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.core.errors import VerificationError
from engine.core.items import NONE_FOLLOWS, Item, StructureCertificate
from engine.decide.formal import derived_ground, options_as_published
from engine.families.logicskills.language import (
    PublishedSentence,
    published_symbols,
    read_published,
)
from engine.logic import show


def with_formulas(item: Item) -> Item | None:
    """The question with its formulas and the answer derived from them.

    An option that does not follow is called open; whether the premises contradict it is not
    checked.

    None if a sentence fits no published template.

    Raises:
        VerificationError: it is not settled whether a statement follows; the message has the
            question.
    """
    language = item.traits.language
    premises = _read(item.passage, language)
    options = _read([option.text for option in item.options], language)
    if premises is None or options is None:
        return None
    premise_formulas = tuple(sentence.formula for sentence in premises)
    asked = tuple(sentence.formula for sentence in options)
    try:
        grounds = tuple(derived_ground(premise_formulas, formula) for formula in asked)
    except VerificationError as error:
        raise VerificationError(f"question {item.source_id}: {error}") from None
    right = [at for at, ground in enumerate(grounds) if ground.sources is not None]
    symbols = published_symbols((*premise_formulas, *asked), language)
    traits = replace(
        item.traits,
        depth=max((len(grounds[at].sources or ()) for at in right), default=0),
        root_form=options[right[0]].form if right else None,
        n_premises=len(premise_formulas),
        n_atoms=len(symbols),
    )
    return replace(
        item,
        gold=",".join(item.options[at].key for at in right) or NONE_FOLLOWS,
        options=options_as_published(item.options, right),
        premises=tuple(map(show, premise_formulas)),
        query=tuple(map(show, asked)),
        symbols=symbols,
        certificate=StructureCertificate(options=grounds),
        traits=traits,
        hash="",
    )


def _read(sentences: Sequence[str], language: str) -> list[PublishedSentence] | None:
    found = [read_published(sentence, language) for sentence in sentences]
    read = [sentence for sentence in found if sentence is not None]
    return read if len(read) == len(found) else None
