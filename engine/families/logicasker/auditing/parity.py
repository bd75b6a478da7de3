"""What all signs of a chain say together with the direction of the premises about its conclusion.

The negations of a path, with the sign that its last conditional gives the conclusion, tell whether
an odd number of its joints do not fit. The rule's conclusion is given away; nothing else is
inferred, and any conditional that does not mention the conclusion may be turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.audit.surface import Counts
from engine.core.items import EntailmentCertificate, Item
from engine.families.logicasker.rules.instances import with_terms
from engine.families.logicasker.rules.lifting import X
from engine.logic import Formula, Implies, Not, Quantified, constants, parse

Signed = tuple[Formula, bool]
"""A statement without the ¬ before it, and whether there is an odd number of them."""

Link = tuple[Signed, Signed]
"""The two sides of a conditional."""


def parity_counts(item: Item) -> Counts:
    """Whether the misfits of the path from the stored derivation's first conclusion are odd."""
    proof, depth = item.certificate, item.traits.depth or 0
    if depth < 2 or not isinstance(proof, EntailmentCertificate) or not proof.steps:
        return {"paths": 0}
    starts = dict(_about_anyone(parse(proof.steps[0].formula)))
    ends = dict(_about_anyone(parse(item.query[0])))
    bodies = (_body(parse(premise)) for premise in item.premises)
    links = [
        (_signed(body.left), _signed(body.right)) for body in bodies if isinstance(body, Implies)
    ]
    found = [
        is_odd != starts[start]
        for link in links
        for is_turned, (one, other) in enumerate((link, link[::-1]))
        if other[0] in ends
        for start, is_odd in _walks((one[0], one[1] ^ bool(is_turned)), links, link, depth - 2)
        if start in starts
    ]
    return {"paths": len(found), "odd": sum(found)}


def _walks(reached: Signed, links: Sequence[Link], used: Link, length: int) -> Iterator[Signed]:
    """Where this many more links lead, and whether there is an odd number of ¬ on the way."""
    if length == 0:
        yield reached
        return
    rest = [link for link in links if link is not used]
    at, is_odd = reached
    for link in rest:
        for one, other in (link, link[::-1]):
            if one[0] == at:
                yield from _walks((other[0], is_odd ^ one[1] ^ other[1]), rest, link, length - 1)


def _about_anyone(formula: Formula) -> Iterator[Signed]:
    """A statement as it is, as it says something of x, and without its quantifier."""
    yield _signed(formula)
    yield _signed(_body(formula))
    yield _signed(with_terms(formula, dict.fromkeys(constants(formula), X)))


def _body(formula: Formula) -> Formula:
    return formula.body if isinstance(formula, Quantified) else formula


def _signed(formula: Formula) -> Signed:
    is_denied = False
    while isinstance(formula, Not):
        formula, is_denied = formula.operand, not is_denied
    return formula, is_denied
