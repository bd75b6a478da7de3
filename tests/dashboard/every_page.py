"""An address of every page, and a database over which each of them has something to show."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from engine.store import AuditFinding, AuditRow, connect, publish, write_audit
from tests.dashboard.argument_material import ARGUMENTS, make_arguments
from tests.dashboard.choice_material import CHOICES, make_choices
from tests.dashboard.formal_material import COUNTERMODEL, make_formal
from tests.dashboard.material import DATASET, HOSTILE_MODEL, make_database
from tests.dashboard.skill_material import MODEL, SECOND, SKILLS, make_skills
from tests.samples import shared

HOSTILE = quote(f"{HOSTILE_MODEL}, zero-shot (measured)")
PAGES = {
    "overview": "",
    "leaderboard": f"leaderboard?data={DATASET}",
    "published": "leaderboard?data=justlogic-published-test",
    "runs": "runs",
    "model": f"model?model={MODEL}",
    "depth": f"breakdown?data={DATASET}",
    "forms": f"breakdown?data={DATASET}&down={quote('Argument form at depth 1')}",
    "crossed": f"breakdown?data={DATASET}&across={quote('Right answer')}",
    "rotations": f"breakdown?data={CHOICES}&down={quote('Question type')}&measure=Circular",
    "skill by skill": f"breakdown?data={SKILLS}&down=Skill",
    "contrasts": f"breakdown?data={SKILLS}&down={quote('Paired contrasts')}",
    "reported types": "breakdown?data=divlogiceval-published-test",
    "arguments": f"breakdown?data={ARGUMENTS}&down={quote('Question type')}",
    "errors": f"errors?data={CHOICES}",
    "errors on arguments": f"errors?data={ARGUMENTS}",
    "questions": f"questions?data={DATASET}&depth=3",
    "item": f"item?item={DATASET}:0&answer={HOSTILE}",
    "megabyte": f"item?item={DATASET}:1&answer={HOSTILE}",
    "choice": f"item?item={CHOICES}:0",
    "board of skills": f"leaderboard?data={SKILLS}",
    "skills": f"breakdown?data={SKILLS}&down={quote('Skill tree')}",
    "weaknesses": f"model?model={MODEL}&view={quote('Weakest skills')}&data={SKILLS}",
    "examples": f"model?model={MODEL}&view={quote('Weakest skills')}&data={SECOND}",
    "argument": f"item?item={ARGUMENTS}:0",
    "question on a skill": f"item?item={SKILLS}:1",
    "disagreements": "errors?view=Disagreements",
    "countermodel": f"item?item={COUNTERMODEL}:0",
    "compare": f"compare?data={DATASET}&a=solver&b=prover-3",
    "datasets": f"datasets?data={DATASET}",
    "sql": f"runs?view=SQL&q={quote('SELECT model, value, n FROM accuracy')}",
}

SAME_PAGE = {
    "published", "board of skills", "reported types", "forms", "rotations", "skill by skill",
    "arguments", "errors on arguments", "choice", "question on a skill", "megabyte",
}  # fmt: skip
"""What shows another data set on a page that is looked at anyway."""


def page_of(address: str) -> str:
    """The name of the page's file."""
    return address.partition("?")[0] or "overview"


@shared
def make_everything(db: Path) -> None:
    """The databases of all the pages' tests in one, an audit of its own among it; a snapshot."""
    make_database(db)
    make_choices(db)
    make_skills(db)
    make_formal(db)
    make_arguments(db)
    checks = [
        AuditRow("majority", "all", 0.34, 126, 0.26, 0.42, 0.4, True, "the set"),
        AuditRow("bag-of-words", "all", 0.55, 126, 0.46, 0.63, 0.45, False, "the set"),
    ]
    with connect(db) as con:
        write_audit(con, DATASET, checks, [AuditFinding("one-premise", 3, "It settles it.")])
    publish(db)
