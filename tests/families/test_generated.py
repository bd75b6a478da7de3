"""What the families generate stays byte for byte, until a family's version says otherwise.

The sets that suites freeze are too large for every run of the tests; these are their recipes and
seed, small. A hash may change only with the `VERSION` of the family.
"""

from __future__ import annotations

import hashlib

import pytest

from engine.families import _BUILT_IN
from engine.pipeline.generate.generation import make_spec
from tests.samples import Sample

SEED = 1
GENERATED = (
    ("justlogic", 5, {}, 12, "79fdba89d3f03654d4158ec500060de8bcee2dd2b8f4877a2259925f6024e3d8"),
    (
        "justlogic",
        5,
        {"recipe": "faithful"},
        12,
        "a2441f1c28536b86094cc1be86eea84689c955733c0017a395df270edce86b94",
    ),
    ("divlogiceval", 4, {}, 6, "60f72983193dd2103410b12acf8080455e8ef66663ac3ca3d60a527ae8898f71"),
    (
        "divlogiceval",
        4,
        {"twins": "true"},
        12,
        "1406eb03401045b50cdb5b555eccaddee1750e11830bf7416ba49130670feed7",
    ),
    (
        "divlogiceval",
        4,
        {"recipe": "faithful"},
        6,
        "9b53986134dce74179f17821e0fd919e5b611017b40bdecdc6a986a6412ede64",
    ),
    ("logicasker", 15, {}, 12, "d2940034f3e6bc2c389262a03c2b1b531982f5e36a36cb1e0b88c30a378ff982"),
    (
        "logicasker",
        15,
        {"recipe": "faithful"},
        12,
        "2baabca6b26a4704a3e8ff902114daddf1610e7516c1ae2382b7cb62a9cdc882",
    ),
    (
        "logicasker",
        15,
        {"min_length": "2", "max_length": "6"},
        12,
        "9a5e58dc028f6911c86d43cbbb5446bf3a11aca536d92cfad3f5536d03c088ca",
    ),
    (
        "logicasker",
        15,
        {"min_length": "1", "max_length": "10"},
        12,
        "0f6cbe3d4fbea0b61e3dbc496fdc4c7534449c1512a4d1a6b28855cd45d70d70",
    ),
    ("logicskills", 9, {}, 6, "b4a2aa6c1669fcc3470e811dcfb9360d8176ff77f80255f4fadf6430e386862e"),
    (
        "logicskills",
        9,
        {"task": "countermodel"},
        4,
        "ccba0f6386ba07e30d94fde7b2e5c9f2a18f81cf7c5bdb37d835ef02a55b9f06",
    ),
    (
        "logicskills",
        9,
        {"task": "countermodel", "identity": "true", "domain": "4"},
        4,
        "51518d073f3db6429abd34fe6d3b4808873aaedacf39c9f7ac2486b4ef08ce83",
    ),
    (
        "logicskills",
        10,
        {"task": "validity"},
        6,
        "f413e814ef8da425b1478d1a15c2dde7dbb909dbe3882d104b6b821ab53c0867",
    ),
    ("argqa", 7, {}, 12, "6a2ad91d92fbb878166b3a7a7cde659786bcf13778fa0f452da2dbc4fc76b401"),
)


@pytest.mark.parametrize(("name", "version", "settings", "n", "content"), GENERATED)
def test_a_family_generates_what_it_always_did(
    name: str, version: int, settings: dict[str, str], n: int, content: str
) -> None:
    spec = make_spec(name, settings, SEED, n)
    assert spec.version == version, "new content? write down its hash under this version"
    hashes = "".join(item.hash for item in Sample(spec))
    assert hashlib.sha256(hashes.encode()).hexdigest() == content


def test_every_family_is_pinned_down() -> None:
    assert {name for name, *_ in GENERATED} == set(_BUILT_IN)
