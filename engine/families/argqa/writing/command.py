"""`sorites write-questions`: questions on a corpus, written with a model's help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from engine.core.errors import InputError
from engine.show.terminal.options import AsJson, BaseUrl, Db, KeyEnv, Prices, Replace

if TYPE_CHECKING:
    from engine.ask.endpoints.address import Address
    from engine.ask.runs import Price
    from engine.families.argqa.arguments import Alike
    from engine.families.argqa.writing.desk import Spent
    from engine.families.argqa.writing.making import Made
    from engine.families.argqa.writing.planning import Plan
    from engine.store import Dataset


class Writing(NamedTuple):
    """The writer, the judge, the corpus, and the endpoint."""

    writer: str
    judge: str
    corpus: Path
    address: Address
    prices: dict[str, Price | None]
    concurrency: int


def write_questions(
    corpus: Annotated[Path, typer.Argument(help="A corpus, as for `import arguments`.")],
    form: Annotated[str, typer.Option("--format", help="The format of the corpus.")],
    writer_model: Annotated[str, typer.Option(help="The model that writes options.")],
    judge_model: Annotated[
        str | None,
        typer.Option(
            help="The model that judges what is a reason for what.", show_default="the writer"
        ),
    ] = None,
    name: Annotated[str, typer.Option(help="What to call the data set.")] = "argqa-faithful",
    n: Annotated[
        int | None, typer.Option("-n", help="Questions; rounded up to sets of nine.", min=1)
    ] = None,
    seed: Annotated[
        int, typer.Option(help="Recorded with the items.", min=-(2**63), max=2**63 - 1)
    ] = 1,
    max_similarity: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="As for `import arguments`.", show_default=False),
    ] = None,
    embeddings: Annotated[
        Path | None, typer.Option(help="As for `import arguments`: a Model2Vec model's folder.")
    ] = None,
    base_url: BaseUrl = None,
    key_env: KeyEnv = "OPENAI_API_KEY",
    prices: Prices = None,
    concurrency: Annotated[int, typer.Option(help="Requests at a time.", min=1, max=1000)] = 16,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate texts, tokens and cost; ask nothing.")
    ] = False,
    replace: Replace = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Have a model write questions on a corpus of arguments, and another judge them."""
    from engine.ask.endpoints.address import address
    from engine.core.paths import db_path
    from engine.families.argqa.arguments import alike
    from engine.families.argqa.writing.planning import plan_writing
    from engine.io.corpora import read_corpus
    from engine.show.terminal.output import say, write_json

    similar = alike(max_similarity, embeddings)
    plan = plan_writing(read_corpus(form, corpus), n, strict=True, similar=similar)
    where, judge = address(base_url, key_env), judge_model or writer_model
    costs = _prices((writer_model, judge), where, prices)
    asked = Writing(writer_model, judge, corpus, where, costs, concurrency)
    estimate = _estimate(plan, asked)
    if not as_json:
        say(_in_words(estimate))
    if dry_run:
        if as_json:
            write_json(estimate)
        return
    _write(plan, similar, name, seed, asked, db_path(db), replace=replace, as_json=as_json)


def _prices(models: tuple[str, str], where: Address, file: Path | None) -> dict[str, Price | None]:
    from engine.ask.runs import find_price

    return {model: find_price(model, where.shown, file) for model in models}


def _estimate(plan: Plan, asked: Writing) -> dict[str, int | float | None]:
    return {
        "questions": 9 * len(plan.sets),
        "texts": plan.writings,
        "judgements": plan.judgements,
        "tokens_sent": plan.tokens_sent,
        "cost_usd": plan.cost_usd(asked.prices[asked.writer], asked.prices[asked.judge]),
    }


def _in_words(estimate: dict[str, int | float | None]) -> str:
    cost = estimate["cost_usd"]
    shown = "unknown, as there is no price" if cost is None else f"about ${cost:,.2f}"
    return (
        f"{estimate['questions']:,} questions take at least {estimate['texts']:,} texts and"
        f" {estimate['judgements']:,} judgements, about {estimate['tokens_sent']:,} tokens sent;"
        f" cost: {shown}; texts that fail a check take up to three times as much"
    )


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
    from engine.families.argqa.writing.desk import Desk
    from engine.families.argqa.writing.making import make_questions
    from engine.families.argqa.writing.producing import Staff

    path = db.parent / "writing" / f"{name}.jsonl"
    with (
        _watched(plan) as advance,
        Desk(path, asked.address, asked.prices, asked.concurrency, advance) as desk,
    ):
        staff = Staff(desk, asked.writer, asked.judge)
        made = make_questions(plan, staff, similar=similar)
    if not made.sets:
        raise InputError(
            f"no set of nine questions passed every check ({_listed(made)}); see {path}"
        )
    dataset = _stored(made, name, seed, asked, db, replace=replace)
    _report(dataset, made, desk.spent, path, as_json=as_json)


@contextmanager
def _watched(plan: Plan) -> Iterator[Callable[[Spent], None]]:
    from engine.show.terminal.progress import progress

    with progress("writing", plan.writings + plan.judgements) as advance:
        yield lambda spent: advance(1, _Spending(spent))


class _Spending(NamedTuple):
    """The cost of writing so far, as progress shows it."""

    spent: Spent

    def title(self) -> str:
        return "writing"

    def words(self) -> str:
        cost = "" if self.spent.cost_usd is None else f", ${self.spent.cost_usd:,.2f}"
        return f"{self.spent.tokens_sent + self.spent.tokens_received:,} tokens{cost}"

    def figures(self, per_second: float, left: int) -> None:
        """None: nobody needs these as JSON lines."""


def _stored(
    made: Made, name: str, seed: int, asked: Writing, db: Path, *, replace: bool
) -> Dataset:
    from contextlib import closing

    from engine.families.argqa.writing.items import FAMILY, VERSION, written_items
    from engine.store import DatasetMeta, connect, items_table, write_items

    corpus, judge = asked.corpus.name, asked.judge
    params = {"recipe": "faithful", "corpus": corpus, "writer": asked.writer, "judge": judge}
    items = written_items(made.sets, made.splits, params, seed)
    note = (
        f"Written on {corpus} by {asked.writer}, judged by {judge}"
        f"{' (the same model)' if judge == asked.writer else ''}."
        f" Options within two words of their median: {made.share_near:.1%}. {_listed(made)}."
    )
    meta = DatasetMeta(name, FAMILY, VERSION, items[0].params, seed, "faithful", "imported", note)
    with closing(connect(db)) as con:
        return write_items(con, meta, items_table(items), replace=replace)


def _listed(made: Made) -> str:
    dropped = "; ".join(f"{n:,} {what}" for what, n in sorted(made.dropped.items()) if n)
    faults = "; ".join(f"{n:,} for {what}" for what, n in sorted(made.faults.items()))
    return f"Dropped: {dropped or 'nothing'}. Attempts that failed: {faults or 'none'}"


def _report(dataset: Dataset, made: Made, spent: Spent, path: Path, *, as_json: bool) -> None:
    from engine.show.terminal.output import say, write_json

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
