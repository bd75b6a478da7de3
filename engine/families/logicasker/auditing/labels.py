"""Published labels of questions on skills, derived again under both readings of free variables."""

from __future__ import annotations

from collections.abc import Sequence

from engine.audit.agreement import Agreement
from engine.core.items import Item
from engine.families.logicasker.published.dataset import Judged
from engine.families.logicasker.published.findings import agreements
from engine.families.logicasker.published.labels import entailments
from engine.logic import parse


def label_agreements(items: Sequence[Item]) -> tuple[Agreement, ...]:
    """How many items of each kind have the status they were published with; none if unpublished.

    Raises:
        VerificationError: two procedures disagree about an item, or one cannot decide.
    """
    return agreements(
        [_judged(item, item.published_label) for item in items if item.published_label]
    )


def _judged(item: Item, label: str) -> Judged:
    return Judged(
        source_id=item.source_id or "",
        row=item.index,
        rule=item.traits.rule or "",
        kind=item.role,
        answer=label,
        entailments=entailments(
            [parse(premise) for premise in item.premises], parse(item.query[0])
        ),
        other_entailments=(),
    )
