"""Random sources: one per group, seeded by a hash of its whole identity.

Adding an index to a seed makes neighbouring seeds share items (19 of 20 in one measured case). A
hash of (family, version, params, seed, group) does not, and any group can be generated alone, in
any order, on any machine.
"""

from __future__ import annotations

import hashlib
from random import Random


def group_rng(family: str, version: int, params: str, seed: int, group: int) -> Random:
    """The random source of one group; `params` is their canonical JSON."""
    identity = f"{family}\x1f{version}\x1f{params}\x1f{seed}\x1f{group}".encode()
    return Random(int.from_bytes(hashlib.sha256(identity).digest(), "big"))
