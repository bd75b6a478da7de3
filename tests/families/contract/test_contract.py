"""Every family keeps the contract: those built in, and one that exists only as a fixture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import typer

from engine import families
from engine.cli.check.family import check_family as check_command
from engine.cli.check.family import pages, site
from engine.core.errors import InputError
from engine.families import FAMILIES, family, registered
from engine.io.exports.family_words import words_of
from engine.pipeline.check.family import Stage, check_family
from engine.pipeline.publish.publishing import publish
from engine.show.texts.names import value_name
from tests.dashboard.searched_once import packages_searched_once

FIXTURE = Path(__file__).parents[2] / "fixtures" / "families" / "syllogism.py"
STRANGE = "syllogism"
NAMES = (*FAMILIES, STRANGE)
Walk = Callable[[str], list[Stage]]


@pytest.fixture(scope="module", autouse=True)
def strange() -> Iterator[None]:
    """The strange family, as if it were installed."""
    with registered(FIXTURE) as found:
        assert found.name == STRANGE
        yield


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One database for all families."""
    return tmp_path_factory.mktemp("contract") / "all.duckdb"


@pytest.fixture(scope="module")
def walk(db: Path) -> Walk:
    """The stages of a family; each goes its way once."""
    return cache(lambda name: list(check_family(family(name), db)))


@pytest.mark.parametrize("name", NAMES)
def test_a_family_goes_the_whole_way(name: str, walk: Walk) -> None:
    found = walk(name)
    assert [stage for stage in found if stage.problem] == []
    assert {"generate", "verify", "metamorph", "audit", "evaluate", "board"} <= {
        stage.name for stage in found
    }


@pytest.fixture(scope="module")
def published(walk: Walk, db: Path) -> Path:
    """The database with every family's data set, published once for all."""
    for name in NAMES:
        walk(name)
    publish(db)
    return db


@pytest.fixture(scope="module")
def searched_once() -> Iterator[None]:
    """Streamlit's own search for packages, done once for all families."""
    with packages_searched_once():
        yield


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("searched_once")
def test_every_page_of_the_dashboard_opens_on_a_family(name: str, published: Path) -> None:
    pages(published, name)


@pytest.fixture(scope="module")
def built(published: Path) -> Path:
    """One site of every family, built with warnings as errors."""
    site(published)()
    return published.parent / "site"


@pytest.mark.parametrize("name", NAMES)
def test_the_site_has_a_page_for_a_family(name: str, built: Path) -> None:
    page = built / "datasets" / name / "index.html"
    assert f"<code>{name}</code>" in page.read_text(encoding="utf-8")


BROKEN = {
    "label": (
        "Entailment.REFUTED: denied",
        "Entailment.REFUTED: mood.conclusion",
        r"generate: syllogism seed 1 group 0, item 1 \(refuted\): our procedure says entailed",
    ),
    "code": (
        "rng.sample(_CLASSES, 3)",
        "rng.sample(_CLASSES, 1 // 0)",
        r"generate: syllogism seed 1 group 0: its draft raised ZeroDivisionError",
    ),
    "split": (
        '"validation", "test", "test")',
        '"practice", "test", "test")',
        r"generate: syllogism, group 1, item 3: the split 'practice' is not train, validation or",
    ),
    "readings": (
        "def readings(",
        "def meanings(",
        r"verify: syllogism: nothing checks that its sentences mean their formulas",
    ),
    "shortcut": (
        "in asked.items()",
        "in [next(iter(asked.items()))] * 3",
        r"audit: syllogism: the shortcut constant is right in 100% of 24 items",
    ),
    "seed": (
        "group % len(params.names)]\n",
        "0]\n    rng = group_rng(NAME, VERSION, canonical, seed, 0)\n",
        r"audit: syllogism: .*items .* ask the same \(exact\)",
    ),
    "wording": (
        "return wording.format(",
        'return "So " + wording.format(',
        r"verify: syllogism, group 0, item 0: .* reads as nothing",
    ),
    "hook": (
        "def readings(item",
        "def audit(items: object) -> object:\n    return 1 // 0\n\n\ndef readings(item",
        r"audit: syllogism: its audit raised Zero.*; in audit \(broken_hook\.py, line \d+\)",
    ),
    "query": (
        "query=_stated(query),",
        "query=None if group == 3 else _stated(query),",
        r"generate: syllogism seed 1 group 3, item 9: its draft has query = None, not Formula",
    ),
    "premises": (
        "premises=tuple(map(_stated, premises)),",
        "premises=tuple(map(str, premises)),",
        r"generate: syllogism seed 1 group 0, item 0: .* has premises = .*, not a tuple of Formula",
    ),
    "traits": (
        "depth=1)",
        "depth='deep')",
        r"generate: syllogism seed 1 group 0, item 0: .* depth = 'deep', not int or None",
    ),
    "nothing": (
        "    return tuple(\n        LabelDraft(",
        "    tuple(\n        LabelDraft(",
        r"generate: syllogism seed 1 group 0: its draft gives NoneType, not a tuple of 3 drafts",
    ),
    "members": (
        "        return 3\n",
        "        return 4\n",
        r"generate: syllogism seed 1 group 0: its draft gives 3, not a tuple of 4 drafts",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_family_is_reported_with_family_group_and_item(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after, complaint = BROKEN[what]
    text = FIXTURE.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / f"broken_{what}.py"
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(typer.Exit) as ended:
        check_command(path)
    assert ended.value.exit_code == 1
    printed = capsys.readouterr()
    assert re.search(complaint, printed.out, re.MULTILINE)
    assert "Traceback" not in printed.err


def test_a_broken_hook_of_the_pages_is_reported_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "broken_pages.py"
    hooks = "def value_name(*_):\n    return 1 // 0\n\n\ndef words():\n    return {'measures': 1}\n"
    path.write_text(FIXTURE.read_text(encoding="utf-8") + hooks, encoding="utf-8")
    with registered(path):
        raised = r"given 'depth', '1': its value_name raised Z.*; in value_name \(broken_pages\.py"
        with pytest.raises(InputError, match=f"{STRANGE}, {raised}, line"):
            value_name("depth", "1", STRANGE)
        with pytest.raises(InputError, match=f"{STRANGE}: its words are not .*measures: .*string$"):
            words_of.__wrapped__(STRANGE)


def test_the_path_of_a_built_in_family_is_that_of_the_family() -> None:
    with registered(Path(families.__file__).parent / "logicasker") as found:
        assert found is family("logicasker")


def test_a_name_that_no_file_or_address_could_have_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "named.py"
    text = FIXTURE.read_text(encoding="utf-8")
    path.write_text(text.replace('NAME = "syllogism"', 'NAME = "My Family"'), encoding="utf-8")
    with pytest.raises(InputError, match="has the NAME 'My Family'; begin with"):
        check_command(path)
