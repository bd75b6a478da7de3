"""Sentences that say nearly the same: by shared words, and by the embeddings of a model."""

import sys

import numpy as np
import pytest
from model2vec import StaticModel
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from engine.core.errors import InputError
from engine.families.argqa.arguments import Proposition, Support, alike, argument_graph, disjoint
from engine.families.argqa.arguments.likeness import cosine

DIM = "the lamp is dim"
FAINT = "the lantern glows faintly"
KETTLE = "the kettle boils over"
WORDS = (
    "[UNK]",
    "lamp",
    "dim",
    "kettle",
    "boils",
    "over",
    "lantern",
    "faintly",
    "the",
    "is",
    "glows",
)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model of eleven words in which a lamp is near a lantern and what is dim near faintly."""
    tokens = Tokenizer(WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokens.pre_tokenizer = Whitespace()
    vectors = np.zeros((len(WORDS), 5), dtype=np.float32)
    for at in range(1, 6):
        vectors[at, at - 1] = 1
    vectors[6], vectors[7] = vectors[1], vectors[2]
    folder = tmp_path_factory.mktemp("models") / "tiny"
    StaticModel(vectors, tokens).save_pretrained(folder)
    return folder


def test_embeddings_find_alike_what_shares_no_word(model):
    assert not alike()(DIM, FAINT)
    assert alike(embeddings=model)(DIM, FAINT)
    assert not alike(embeddings=model)(DIM, KETTLE)


def test_the_most_that_is_allowed_can_be_stated(model):
    assert alike(0.1)(DIM, "the lamp stays dark")
    assert not alike(0.9)(DIM, "the lamp stays dark")
    assert not alike(0.99, model)(f"{DIM} over", DIM)
    assert alike(0.5, model)(f"{DIM} over", DIM)


def test_cosines_are_symmetric_and_unknown_words_are_like_nothing(model):
    likeness = cosine(model)
    assert likeness(DIM, DIM) == pytest.approx(1)
    assert likeness(DIM, f"{DIM} over") == pytest.approx(likeness(f"{DIM} over", DIM))
    assert likeness("zinc", "zinc") == 0


def test_a_triplet_of_near_duplicates_is_left_out_by_embeddings_alone(model):
    texts = {"a": DIM, "b": FAINT, "c": KETTLE}
    supports = [Support(("a",), "b"), Support(("b",), "c")]
    graph = argument_graph("lamp", [Proposition(*one) for one in texts.items()], supports)
    assert [len(disjoint([graph], similar=alike())["linear"])] == [1]
    assert disjoint([graph], similar=alike(embeddings=model))["linear"] == []


def test_a_folder_without_a_model_is_named_and_nothing_is_fetched(tmp_path):
    with pytest.raises(InputError, match="no Model2Vec model"):
        alike(embeddings=tmp_path / "minishlab")


@pytest.mark.parametrize("broken", ["config.json", "model.safetensors"])
def test_a_broken_model_is_an_input_error(model, tmp_path, broken):
    for file in model.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / broken).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be read"):
        alike(embeddings=tmp_path)


def test_the_extra_is_asked_for_where_it_is_missing(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "model2vec", None)
    with pytest.raises(InputError, match=r"sorites\[embeddings\]"):
        alike(embeddings=model)
