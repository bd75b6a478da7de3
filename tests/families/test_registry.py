"""Families of others are found by entry points, and what is wrong with one is one sentence."""

import sys
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.workers import worker_pool
from engine.families import FAMILIES, family, find_family, registered

_WHOLE = """
from pydantic import BaseModel
NAME, VERSION = "{name}", 1
class Params(BaseModel):
    members: int = 1
def draft(params, canonical, seed, group): return ()
def default_size(params): return 3
"""


def _install(folder: Path, name: str, module: str, text: str) -> None:
    (folder / f"{module}.py").write_text(text)
    info = folder / f"{module}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {module}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[sorites.families]\n{name} = {module}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr("engine.families._installed", _uncached("_installed"))
    monkeypatch.setattr("engine.families._loaded", _uncached("_loaded"))
    return tmp_path


def _uncached(name: str) -> object:
    return getattr(sys.modules["engine.families"], name).__wrapped__


def test_a_family_is_found_by_its_entry_point(installed: Path) -> None:
    _install(installed, "strange", "strange_found", _WHOLE.format(name="strange"))
    assert "strange" in FAMILIES
    assert list(FAMILIES)[-1] == "strange"
    assert len(FAMILIES) == len(list(FAMILIES))
    assert family("strange").default_size(None) == 3
    assert family("strange").checks is None


@pytest.mark.parametrize(
    ("module", "text", "complaint"),
    [
        ("breaks", "1 / 0", r"'strange' \(breaks\) cannot be loaded: ZeroDivisionError: .*fix"),
        ("empty", "", r"'strange' lacks NAME, VERSION, Params, draft, default_size; its module"),
        ("other", _WHOLE.format(name="known"), r"'known' is installed as 'strange' \(other\)"),
    ],
)
def test_a_broken_family_is_one_sentence(
    installed: Path, module: str, text: str, complaint: str
) -> None:
    _install(installed, "strange", f"{module}", text)
    with pytest.raises(InputError, match=complaint):
        family("strange")
    assert find_family("stranger") is None


def test_a_file_is_a_family_for_as_long_as_it_is_registered(tmp_path: Path) -> None:
    path = tmp_path / "lent_family.py"
    path.write_text(_WHOLE.format(name="lent"))
    with registered(path) as lent:
        assert family("lent") == lent
        assert "lent" in list(FAMILIES)
    assert "lent" not in FAMILIES
    with pytest.raises(InputError, match="no family named 'lent'"):
        family("lent")


def test_files_of_a_familys_folder_stand_for_hooks(tmp_path: Path) -> None:
    folder = tmp_path / "filed"
    folder.mkdir()
    (folder / "__init__.py").write_text(_WHOLE.format(name="filed"))
    with registered(folder) as plain:
        assert (plain.words, plain.figures) == (None, None)
    (folder / "words.toml").write_text('measures = "much"\n')
    (folder / "reported.yaml").write_text("")
    with registered(folder) as filed:
        assert filed.words is not None
        assert filed.figures is not None
        assert filed.words() == {"measures": "much"}
        assert filed.figures() == (folder / "reported.yaml",)


def test_what_is_no_family_cannot_be_registered(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match="neither a Python file nor a package"),
        registered(tmp_path),
    ):
        pass
    (tmp_path / "bare.py").write_text("NAME = 'bare'")
    with pytest.raises(InputError, match="'bare' lacks VERSION"), registered(tmp_path / "bare.py"):
        pass


def test_a_family_of_ones_own_cannot_take_the_name_of_one_built_in(tmp_path: Path) -> None:
    path = tmp_path / "taken_family.py"
    path.write_text(_WHOLE.format(name="justlogic"))
    with pytest.raises(InputError, match="'justlogic' already"), registered(path):
        pass


def test_processes_started_meanwhile_know_a_registered_family() -> None:
    path = Path(__file__).parents[1] / "fixtures" / "families" / "syllogism.py"
    with registered(path) as lent, worker_pool(2) as pool:
        assert pool.submit(version_of, lent.name).result() == lent.version


def version_of(name: str) -> int:
    return family(name).version
