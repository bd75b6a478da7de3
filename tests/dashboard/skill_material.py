"""A small database of questions on skills, made by the commands, with two models on loopback."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

from streamlit.testing.v1 import AppTest

from engine.analysis.diagnosis.weaknesses import find_weaknesses
from engine.ask.endpoints.address import address
from engine.ask.endpoints.pacing import Limits
from engine.ask.prompts import messages
from engine.ask.runs import Delivery, Request, load_material, make_plan, run_plan
from engine.cli.data.generate import generate
from engine.cli.run.improve import improve
from engine.core.items import Item
from engine.io.published import load_figures
from engine.pipeline.improve.second_round import second_round
from engine.store import connect, list_datasets, load_items, publish
from tests.loopback import loopback
from tests.samples import shared

SKILLS, SECOND = "skills", "skills-second"
MODEL, HOSTILE_MODEL = "learner", "<b>evil</b> $x$ [m](javascript:alert(1))"
WEAK = "modus tollens"
"""The rule that the model seldom gets right, but for when it is shown examples."""

HOSTILE_REPLY = "<script>document.title = 'owned'</script> **bold** $x$\n\nAnswer: yes"
LEAVES = ",".join(
    [
        "propositional.inference.modus",
        "propositional.inference.transitivity",
        "predicate.inference.universal_modus_ponens",
        "predicate.fallacy.universal",
    ]
)
BASELINES = ("constant-yes", "constant-no", "negation-cue", "solver")
N_TARGET = 3


@shared
def make_skills(db: Path) -> None:
    """Two rounds of questions, built-in respondents and models, demonstrations, a snapshot."""
    generate(
        "logicasker",
        name=SKILLS,
        n=400,
        settings=[f"skills={LEAVES}", "max_length=2"],
        workers=1,
        db=db,
        as_json=True,
    )
    for name in BASELINES:
        ask(db, SKILLS, name)
    with models(db) as url:
        ask(db, SKILLS, MODEL, url)
        ask(db, SKILLS, HOSTILE_MODEL, url, limit=40)
        weak = find_weaknesses(db, SKILLS, MODEL)
        second_round(db, weak, N_TARGET, SECOND, n=24, seed=None)
    with models(db) as url, redirect_stdout(StringIO()) as printed:
        improve(SECOND, model=MODEL, base_url=url, weak_in=SKILLS, db=db, as_json=True)
    improved(db).write_text(printed.getvalue())
    with closing(connect(db)) as con:
        load_figures(con)
    publish(db)


def improved(db: Path) -> Path:
    """Where the document of `sorites improve` is kept."""
    return db.with_name("improve.json")


def ask(
    db: Path, dataset: str, model: str, url: str | None = None, limit: int | None = None
) -> None:
    """Put a data set to a model or a built-in respondent."""
    request = Request(dataset, model, limit=limit)
    where = address(url) if url else None
    run_plan(db, make_plan(request, load_material(db, request), where), Delivery(Limits(4)))


@contextmanager
def models(db: Path) -> Iterator[str]:
    """The address of an endpoint whose models know the items of a database."""
    known = _items(db)

    def reply(asked: str) -> str:
        sent = server.bodies[-1]
        if sent["model"] == HOSTILE_MODEL:
            return HOSTILE_REPLY
        shown = sent["messages"]
        assert isinstance(shown, list)
        return _learner(known[asked], repr(shown), with_examples=len(shown) > 2)

    with loopback(reply) as server:
        yield server.url


def _items(db: Path) -> dict[str, Item]:
    """The items of all data sets by the text in which they are put."""
    with closing(connect(db)) as con:
        items = [item for dataset in list_datasets(con) for item in load_items(con, dataset.name)]
    return {messages(item, "zero-shot", "none")[-1]["content"]: item for item in items}


def _learner(item: Item, shown: str, *, with_examples: bool) -> str:
    """Sure of most rules; of one in twenty questions it says nothing, or only the bare answer."""
    lot = hashlib.sha256(shown.encode()).digest()[0] / 256
    if lot > 0.95:
        return "That is hard to say."
    wrong = next(option.key for option in item.options if option.key != item.gold)
    is_weak = WEAK in (item.traits.rule or "") and not with_examples
    answer = wrong if lot < (0.7 if is_weak else 0.12) else item.gold
    return answer if lot > 0.9 else f"Answer: {answer}"


def page_text(app: AppTest) -> str:
    """All that a page says in words, without its tables."""
    kinds = ("markdown", "text", "caption", "info", "error", "warning", "code", "header")
    return "\n".join(str(element.value) for kind in kinds for element in app.get(kind))
