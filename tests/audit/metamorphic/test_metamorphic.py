"""Over every family: rewritten items keep their gold and verify, corrupted ones never do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import typer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.audit.metamorphic import CHECKS, check_item
from engine.audit.metamorphic import checks as checking
from engine.cli.check.metamorph import metamorph as metamorph_command
from engine.cli.data.generate import generate as generate_command
from engine.cli.data.import_ import questions as import_questions
from engine.core.errors import InputError
from engine.core.items import Verification
from engine.decide import verify_item
from engine.families import FAMILIES
from engine.families.logicasker.published.dataset import read_logicasker
from engine.pipeline.check.metamorphosis import metamorph
from sorites import Item, generate

FIXTURES = Path(__file__).parents[2] / "fixtures" / "published"
RENAMED, SHUFFLED, PARAPHRASED, DOUBLED, DELETED, FLIPPED, EXCHANGED = CHECKS
# what there is to each kind of question, and the checks that apply to none of its items
KINDS = {
    "statement": ("justlogic", {}, set()),
    "statement, faithful": ("justlogic", {"recipe": "faithful"}, set()),
    "choice": ("divlogiceval", {}, set()),
    "choice, faithful": ("divlogiceval", {"recipe": "faithful"}, set()),
    "skill": ("logicasker", {"max_length": "3"}, {PARAPHRASED}),
    "skill in formulas": ("logicasker", {"language": "formal", "max_length": "3"}, {PARAPHRASED}),
    "formula": (
        "logicskills",
        {"task": "symbolization"},
        {SHUFFLED, PARAPHRASED, DELETED, EXCHANGED},
    ),
    "structure": ("logicskills", {"task": "countermodel"}, {PARAPHRASED, DELETED, EXCHANGED}),
    "set": ("logicskills", {"task": "validity"}, {PARAPHRASED}),
    "argument": ("argqa", {}, {PARAPHRASED}),
}
SIZES = {"set": 1, "structure": 1}


@cache
def items_of(kind: str, seed: int = 5) -> tuple[Item, ...]:
    family, chosen, _ = KINDS[kind]
    made = generate(family, SIZES.get(kind, 6), seed=seed, **chosen)
    return tuple(made[: SIZES.get(kind, 6)])


def test_every_family_is_checked() -> None:
    assert {family for family, _, _ in KINDS.values()} == set(FAMILIES)


@pytest.mark.parametrize("kind", KINDS)
def test_rewritings_hold_and_corruptions_are_caught(kind: str) -> None:
    found = metamorph(kind, items_of(kind))
    assert (found.slips, found.unsound, found.passed) == ([], [], True)
    assert {name for name in CHECKS if not found.checks[name].items} == KINDS[kind][2]
    assert all(one.items + one.not_applicable == found.items for one in found.checks.values())


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(
    seed=st.integers(0, 1 << 30),
    family=st.sampled_from(["justlogic", "divlogiceval", "logicasker"]),
)
def test_no_seed_slips_through(seed: int, family: str) -> None:
    found = metamorph(family, generate(family, 1, seed=seed)[:2])
    assert found.passed, (found.slips, found.unsound)


def careless(item: Item) -> Verification:
    """A verification that takes what is stored at its word."""
    return Verification(item.index, item.gold, True, "none")


@pytest.mark.parametrize("kind", KINDS)
def test_a_careless_verification_is_found_out(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    item = next(item for item in items_of(kind) if metamorph(kind, [item]).checks[FLIPPED].items)
    monkeypatch.setattr(checking, "verify_item", careless)
    slipped = {finding.check for finding in check_item(item) if finding.problem}
    applicable = {finding.check for finding in check_item(item) if finding.n}
    assert slipped == applicable & {DELETED, FLIPPED, EXCHANGED}
    assert FLIPPED in slipped


def orderly(item: Item) -> Verification:
    """A verification that knows one order of the premises only."""
    found = verify_item(item)
    if list(item.premises) != sorted(item.premises):
        return replace(found, agreed=False, problem="not in order")
    return found


def test_a_verification_that_goes_by_order_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    item = items_of("statement")[0]
    monkeypatch.setattr(checking, "verify_item", orderly)
    slipped = {finding.check: finding.problem for finding in check_item(item) if finding.problem}
    assert slipped[SHUFFLED] == "not in order"


def corrupted(kind: str) -> Iterator[Item]:
    for item in items_of(kind):
        for corrupt in checking.CORRUPTIONS.values():
            yield from corrupt(item)


@pytest.mark.parametrize("kind", ["statement", "choice", "skill", "argument"])
def test_a_corruption_is_not_caught_by_its_hash_alone(kind: str) -> None:
    made = list(corrupted(kind))
    assert made
    assert all(item.hash == item.content_hash() for item in made)
    assert not any("hash" in (verify_item(item).problem or "") for item in made)


def test_of_imported_questions_it_is_derived_which_premises_decide() -> None:
    items = read_logicasker(FIXTURES / "logicasker.csv").items
    found = metamorph("imported", items)
    assert (found.slips, found.unsound) == ([], [])
    assert {RENAMED, SHUFFLED, DOUBLED, DELETED, FLIPPED, EXCHANGED} == {
        name for name in CHECKS if found.checks[name].items
    }


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("metamorph") / "e.duckdb"
    generate_command("justlogic", n=9, name="small", seed=1, db=path)
    return path


def test_the_command_counts_what_it_checked(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    metamorph_command("small", workers=1, db=db)
    printed = capsys.readouterr().out
    assert "small: 9 items" in printed
    assert all(check in printed for check in CHECKS)


def test_what_slips_through_ends_in_1(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "verify_item", careless)
    with pytest.raises(typer.Exit) as ended:
        metamorph_command("small", limit=3, workers=1, db=db)
    assert ended.value.exit_code == 1


def test_a_set_that_is_not_there_is_named(db: Path) -> None:
    with pytest.raises(InputError, match="other"):
        metamorph_command("other", db=db)


def test_a_set_without_formulas_is_refused(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "q.csv"
    file.write_text(
        'id,passage,question,options,answer\n1,Cats sleep.,Which?,"[""a x"", ""b y""]",A\n',
        encoding="utf-8",
    )
    import_questions(file, name="others", db=db)
    with pytest.raises(InputError, match="others has no formulas"):
        metamorph_command("others", db=db)
