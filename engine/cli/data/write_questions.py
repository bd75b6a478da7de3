"""`sorites generate argqa --writer-model`: questions on a corpus, written with a model's help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import InputError

if TYPE_CHECKING:
    from engine.ask.runs import Price
    from engine.families.argqa.arguments import Alike
    from engine.families.argqa.writing import Made, Plan, Spent
    from engine.store import Dataset


class Writing(NamedTuple):
    """What a user typed of writer, judge, corpus and endpoint."""

    writer: str
    judge: str | None
    corpus: Path | None
    form: str | None
    base_url: str | None
    key_env: str
    prices: Path | None
    concurrency: int
    max_similarity: float | None
    embeddings: Path | None
    is_dry: bool


def write_questions(
    family: str,
    name: str,
    n: int | None,
    seed: int,
    asked: Writing,
    db: Path,
    *,
    replace: bool,
    as_json: bool,
) -> None:
    """Tell what writing takes, have it written, and store what passed every check."""
    from engine.families.argqa.arguments import alike
    from engine.families.argqa.writing import plan_writing
    from engine.io.corpora import read_corpus
    from engine.show.output import say

    if family != "argqa":
        raise InputError(f"--writer-model is for argqa; {family} needs no writer")
    if asked.corpus is None or asked.form is None:
        raise InputError("--writer-model writes on a corpus; name it with --corpus and --format")
    graphs = read_corpus(asked.form, asked.corpus)
    similar = alike(asked.max_similarity, asked.embeddings)
    plan = plan_writing(graphs, n, strict=True, similar=similar)
    told = _foretold(plan, asked)
    if not as_json:
        say(str(told.pop("sentence")))
    if asked.is_dry:
        _report_dry(told, as_json)
        return
    _write(plan, similar, name, seed, asked, db, replace=replace, as_json=as_json)


def _prices(asked: Writing) -> dict[str, Price | None]:
    from engine.ask.endpoints.address import address
    from engine.ask.runs import find_price

    where = address(asked.base_url, asked.key_env).shown
    models = (asked.writer, asked.judge or asked.writer)
    return {model: find_price(model, where, asked.prices) for model in models}


def _foretold(plan: Plan, asked: Writing) -> dict[str, object]:
    prices = _prices(asked)
    cost = plan.cost_usd(prices[asked.writer], prices[asked.judge or asked.writer])
    shown = "unknown, as there is no price" if cost is None else f"about ${cost:,.2f}"
    return {
        "sentence": (
            f"{9 * len(plan.sets):,} questions take at least {plan.writings:,} texts and"
            f" {plan.judgements:,} judgements, about {plan.tokens_sent:,} tokens sent;"
            f" cost: {shown}; texts that fail a check take up to three times as much"
        ),
        "questions": 9 * len(plan.sets),
        "texts": plan.writings,
        "judgements": plan.judgements,
        "tokens_sent": plan.tokens_sent,
        "cost_usd": cost,
    }


def _report_dry(told: dict[str, object], as_json: bool) -> None:
    from engine.show.output import write_json

    if as_json:
        told.pop("sentence", None)
        write_json(told)


def _write(
    plan: Plan,
    similar: Alike,
    name: str,
    seed: int,
    asked: Writing,
    db: Path,
    *,
    replace: bool,
    as_json: bool,
) -> None:
    from engine.ask.endpoints.address import address
    from engine.families.argqa.writing import Desk, Staff, make_questions

    judge = asked.judge or asked.writer
    where = address(asked.base_url, asked.key_env)
    path = db.parent / "writing" / f"{name}.jsonl"
    with (
        _watched(plan) as advance,
        Desk(path, where, _prices(asked), asked.concurrency, advance) as desk,
    ):
        staff = Staff(desk, asked.writer, judge)
        made = make_questions(plan, staff, similar=similar)
    if not made.sets:
        raise InputError(
            f"no set of nine questions passed every check ({_listed(made)}); see {path}"
        )
    dataset = _stored(made, name, seed, asked, judge, db, replace=replace)
    _report(dataset, made, desk.spent, path, as_json=as_json)


@contextmanager
def _watched(plan: Plan) -> Iterator[Callable[[Spent], None]]:
    from engine.show.progress import progress

    with progress("writing", plan.writings + plan.judgements) as advance:
        yield lambda spent: advance(1, _Spending(spent))


class _Spending(NamedTuple):
    """What writing has cost so far, as progress shows it."""

    spent: Spent

    def title(self) -> str:
        return "writing"

    def words(self) -> str:
        cost = "" if self.spent.cost_usd is None else f", ${self.spent.cost_usd:,.2f}"
        return f"{self.spent.tokens_sent + self.spent.tokens_received:,} tokens{cost}"

    def figures(self, per_second: float, left: int) -> None:
        """None: nobody asks for these as JSON lines."""


def _stored(
    made: Made, name: str, seed: int, asked: Writing, judge: str, db: Path, *, replace: bool
) -> Dataset:
    from contextlib import closing

    from engine.families.argqa.writing import FAMILY, VERSION, written_items
    from engine.store import DatasetMeta, connect, items_table, write_items

    corpus = asked.corpus.name if asked.corpus else ""
    params = {"recipe": "written", "corpus": corpus, "writer": asked.writer, "judge": judge}
    items = written_items(made.sets, made.splits, params, seed)
    note = (
        f"Written on {corpus} by {asked.writer}, judged by {judge}"
        f"{' (the same model)' if judge == asked.writer else ''}."
        f" Options within two words of their median: {made.share_near:.1%}. {_listed(made)}."
    )
    meta = DatasetMeta(name, FAMILY, VERSION, items[0].params, seed, "written", "imported", note)
    with closing(connect(db)) as con:
        return write_items(con, meta, items_table(items), replace=replace)


def _listed(made: Made) -> str:
    dropped = "; ".join(f"{n:,} {what}" for what, n in sorted(made.dropped.items()) if n)
    faults = "; ".join(f"{n:,} for {what}" for what, n in sorted(made.faults.items()))
    return f"Dropped: {dropped or 'nothing'}. Attempts that failed: {faults or 'none'}"


def _report(dataset: Dataset, made: Made, spent: Spent, path: Path, *, as_json: bool) -> None:
    from engine.show.output import say, write_json

    if as_json:
        write_json(
            {
                "dataset": dataset.name,
                "items": dataset.n,
                "content_hash": dataset.content_hash,
                "requests": spent.requests,
                "tokens_sent": spent.tokens_sent,
                "tokens_received": spent.tokens_received,
                "cost_usd": spent.cost_usd,
                "dropped": {what: n for what, n in made.dropped.items() if n},
                "faults": dict(made.faults),
                "texts": str(path),
            }
        )
        return
    cost = "" if spent.cost_usd is None else f", ${spent.cost_usd:,.2f}"
    content = dataset.content_hash[:12]
    say(
        f"{dataset.name}: {dataset.n:,} items, content {content}; {_listed(made)}."
        f" {spent.requests:,} requests, {spent.tokens_sent + spent.tokens_received:,} tokens{cost};"
        f" every text with its prompt is in {path}"
    )
