"""`sorites import arguments`: checks and counts a corpus of argument graphs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.show.terminal.options import AsJson, Strict

if TYPE_CHECKING:
    from engine.families.argqa.arguments import Placed


def arguments(
    path: Annotated[Path, typer.Argument(help="A file of the corpus, or a folder of them.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="brat, brat-stance (stances as edges to major claims), cdcp, am2, arggraph, aif"
            " or argdown.",
        ),
    ],
    loose: Annotated[
        bool, typer.Option("--loose", help="Let siblings of a triplet support each other.")
    ] = False,
    max_similarity: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Leave out triplets of sentences that share more of their words (0.3), or have a"
            " greater cosine (0.8, with --embeddings).",
        ),
    ] = None,
    embeddings: Annotated[
        Path | None,
        typer.Option(help="Compare sentences by the Model2Vec model in this folder."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write the balanced triplets here, as JSON lines.")
    ] = None,
    strict: Strict = False,
    as_json: AsJson = False,
) -> None:
    """Read a corpus of arguments, and find the triplets that questions can be made of."""
    from engine.core.left_out import LeftOut
    from engine.families.argqa.arguments import alike, balanced, count, disjoint
    from engine.io.corpora import read_corpus
    from engine.show.terminal.output import say, show_table, write_json

    left_out = LeftOut(is_strict=strict)
    graphs = read_corpus(form, path, left_out)
    similar = alike(max_similarity, embeddings)
    found = disjoint(graphs, strict=not loose, similar=similar)
    kept = balanced(found)
    counted = count(graphs, strict=not loose)
    rows = [(name, counted[name], len(found[name]), len(kept[name])) for name in found]
    if out is not None:
        _write(out, kept)
    totals = {
        "documents": len(graphs),
        "propositions": sum(len(graph.propositions) for graph in graphs),
        "supports": sum(len(graph.supports) for graph in graphs),
        "linked supports": sum(len(s.sources) > 1 for graph in graphs for s in graph.supports),
        "attacks": sum(len(graph.attacks) for graph in graphs),
    }
    if as_json:
        columns = ("structure", "triplets", "disjoint", "balanced")
        found_rows = [dict(zip(columns, row, strict=True)) for row in rows]
        write_json({**totals, "rows": found_rows, "left_out": left_out.reasons})
        return
    say(", ".join(f"{n:,} {name}" for name, n in totals.items()))
    show_table("Triplets", ["structure", "all", "disjoint, dissimilar", "balanced"], rows)
    for sentence in left_out.sentences:
        say(sentence)


def _write(path: Path, kept: dict[str, list[Placed]]) -> None:
    """Write one line per triplet: document, structure, and propositions with their offsets."""
    from engine.core.writing import write_lines
    from engine.families.argqa.arguments import record

    write_lines(path, (record(placed) for found in kept.values() for placed in found))
