"""`elenchus skills` prints the tree with its counts."""

import orjson
from typer.testing import CliRunner

from engine.cli import app


def test_the_tree_is_printed_with_its_counts() -> None:
    printed = CliRunner().invoke(app, ["skills", "--forms"])
    assert printed.exit_code == 0
    assert "208 published leaves (62 propositional, 146 predicate), 401 by form" in printed.output
    assert (
        "not asked: identity laws, universal identity laws, existential identity laws; English"
        in (printed.output)
    )
    assert "p → q, q ⊬ p" in printed.output
    assert "p → ∃x F(x) ⊢ ∃x (p → F(x))  (if anybody exists)" in printed.output
    assert "+ constructive dilemma: inference, contradiction, unrelated" in printed.output


def test_the_document_has_each_leaf_once() -> None:
    document = orjson.loads(CliRunner().invoke(app, ["skills", "--json"]).output)
    leaves = [leaf for skill in document["skills"] for leaf in skill["leaves"]]
    assert len(leaves) == len(set(leaves)) == document["counts"]["leaves"]
    published = [leaf for s in document["skills"] if s["published"] for leaf in s["leaves"]]
    assert len(published) == document["counts"]["published_leaves"] == 208
