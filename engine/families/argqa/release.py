"""The release format of ArgQA's authors: the fields of Table 5, one file per split.

    {"docID": 3, "instanceID": "val-12", "structure": "conv", "q_type": "2.3",
     "context": ["…", "…"], "choices": [{"text": "…", "type": "_"}, …],
     "canary": "Sorites …"}

`docID` counts the arguments of the data set by name. The types `_`, `i`, `ii` and `iii` are the key
and the kinds of wrong option. The order of the choices is the item's. Only `canary` is ours, and
the types `iv` and `v`, which the authors' options do not have.
Source: "ArgQA: Evaluation of Reasoning over Elementary Logical Structures in Arguments", Table 5.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.canary import canary
from engine.core.errors import InputError
from engine.core.items import Item
from engine.families.argqa.arguments import GOLD

SPLITS = {"train": "dev", "validation": "val", "test": "test"}
"""The authors' names of our splits."""

_STRUCTURES = {"linear": "lin", "convergent": "conv", "divergent": "div"}

Record = dict[str, object]


def released(items: Sequence[Item]) -> dict[str, list[Record]]:
    """The records of each split, in the order of the items.

    Raises:
        InputError: an item is not a question on an argument.
    """
    documents = {name: at for at, name in enumerate(sorted({one.source_id or "" for one in items}))}
    found: dict[str, list[Record]] = {called: [] for called in SPLITS.values()}
    for item in items:
        split = SPLITS[item.split]
        found[split].append(
            {
                "docID": documents[item.source_id or ""],
                "instanceID": f"{split}-{len(found[split])}",
                **_asked(item),
                "canary": canary(),
            }
        )
    return found


def _asked(item: Item) -> Record:
    certificate = item.certificate
    if certificate.kind != "support":
        raise InputError(f"item {item.index} is not a question on an argument, as ArgQA's are")
    texts = {symbol.atom: symbol.text for symbol in item.symbols}
    return {
        "structure": _STRUCTURES[item.traits.structure or ""],
        "q_type": item.traits.question_type,
        "context": [texts[atom] for atom in certificate.shown],
        "choices": [
            {"text": option.text, "type": GOLD if option.key == item.gold else option.role}
            for option in item.options
        ],
    }
