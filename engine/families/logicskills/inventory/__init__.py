"""The inventory of sentences: made in pairs of two languages, classified, and stored."""

from engine.families.logicskills.inventory.classes import SentenceClass, class_of, settled
from engine.families.logicskills.inventory.making import (
    Pair,
    inventory_meta,
    make_pair,
    store_inventory,
)
from engine.families.logicskills.inventory.spec import (
    InventorySpec,
    SentenceParams,
    make_inventory_spec,
)

__all__ = [
    "InventorySpec",
    "Pair",
    "SentenceClass",
    "SentenceParams",
    "class_of",
    "inventory_meta",
    "make_inventory_spec",
    "make_pair",
    "settled",
    "store_inventory",
]
