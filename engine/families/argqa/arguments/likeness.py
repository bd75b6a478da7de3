"""Decides whether two sentences say nearly the same, by shared words or by embeddings.

The paper compares SBERT embeddings (§3.2, step 4). By default the words of two sentences are
compared, which needs no model. With the extra `embeddings`, vectors of any local Model2Vec model
are used. Nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from engine.core.errors import InputError
from engine.families.argqa.arguments.wording import similarity

MOST_SHARED = 0.3
"""Share of common stems above which different sentences say more or less the same."""
MOST_NEAR = 0.8
"""The same for the cosine of two embeddings."""

Alike = Callable[[str, str], bool]


def alike(most: float | None = None, embeddings: Path | None = None) -> Alike:
    """Returns whether two sentences are more alike than `most`, by embeddings if there is a model.

    Raises:
        InputError: the extra is not installed, or the folder has no readable model.
    """
    if embeddings is None:
        shared = MOST_SHARED if most is None else most
        return lambda one, other: similarity(one, other) > shared
    near, likeness = MOST_NEAR if most is None else most, cosine(embeddings)
    return lambda one, other: likeness(one, other) > near


def cosine(folder: Path) -> Callable[[str, str], float]:
    """Returns the cosine between embeddings of two sentences, by the model in a folder.

    Raises:
        InputError: as for `alike`.
    """
    import numpy as np

    embed = _embedding(folder)

    @lru_cache(maxsize=4096)
    def unit(sentence: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        vector = np.asarray(embed(sentence), dtype=np.float64)
        length = float(np.linalg.norm(vector))
        # a sentence of unknown words is like no other
        return vector / length if length else vector

    return lambda one, other: float(unit(one) @ unit(other))


def _embedding(folder: Path) -> Callable[[str], object]:
    try:
        from model2vec import StaticModel
        from safetensors import SafetensorError
    except ImportError:
        raise InputError(
            "sentence embeddings need an extra; pip install 'sorites[embeddings]'"
        ) from None
    # checked first: a path that is no folder would be taken for a model to download
    if not (folder / "config.json").is_file():
        raise InputError(f"{folder}: there is no Model2Vec model (config.json is missing)")
    try:
        model = StaticModel.from_pretrained(folder)
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise InputError(f"{folder}: the model cannot be read ({error})") from None
    return lambda sentence: model.encode([sentence], use_multiprocessing=False)[0]
