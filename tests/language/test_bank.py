import re
from pathlib import Path

import pytest

from engine.core.errors import InputError
from engine.core.items import Symbol
from engine.core.resources import data_file
from engine.language import load_bank
from engine.language.bank import COLUMNS, read_bank
from engine.language.chart import trees
from engine.language.lexicon import Lexicon
from engine.language.traps import traps

BANK = load_bank()
SHOWN = [clause for one in BANK for clause in (one.text, one.negation)]
CLAUSES = [*SHOWN, *(one.paraphrase for one in BANK if one.paraphrase)]
HEADER = "\t".join(COLUMNS)
GOOD = "kettle\tthe kettle is hot\tthe kettle is not hot\theat fills the kettle\ttrue"


def words(clause: str) -> set[str]:
    return set(re.findall(r"\w+", clause.lower()))


def test_bank_is_large_and_varied() -> None:
    assert len(BANK) >= 6000
    assert len({one.domain for one in BANK}) >= 70


def test_subjects_and_wordings_are_unique() -> None:
    assert len({one.subject.lower() for one in BANK}) == len(BANK)
    assert len({clause.lower() for clause in CLAUSES}) == len(CLAUSES) == 3 * len(BANK)


def test_world_is_balanced_in_every_domain() -> None:
    for domain in {one.domain for one in BANK}:
        known = [one.world for one in BANK if one.domain == domain]
        assert known.count(True) == known.count(False)


def test_clauses_hold_no_trap() -> None:
    forbidden = frozenset().union(*traps().values())
    for one in BANK:
        assert forbidden.isdisjoint(words(one.text)), one.text
        assert forbidden.isdisjoint(words(one.paraphrase or "")), one.paraphrase
        denying = forbidden & words(one.negation)
        assert denying in ({"not"}, {"cannot"}), one.negation


def test_clauses_are_plain_words() -> None:
    for clause in CLAUSES:
        assert re.fullmatch(r"[^\W\d_][^\W\d_]*(?:[ -][^\W\d_]+)*", clause), clause
        assert 3 <= len(clause.split()) <= 14


def test_an_article_begins_with_a_capital_only_in_a_title() -> None:
    for one in BANK:
        article = re.match(r"(The|A|An) ", one.text)
        assert article is None or one.subject.startswith(article[0]), one.text


def test_no_clause_hides_in_a_wording_or_in_another_shown_clause() -> None:
    assert Lexicon([one.symbol("p") for one in BANK]).is_foreign
    shown = {tuple(clause.split()) for clause in SHOWN}
    for clause in shown:
        inner = ((at, end) for at in range(len(clause)) for end in range(at + 3, len(clause) + 1))
        assert not any(clause[at:end] in shown for at, end in inner if end - at < len(clause))


def test_no_clause_can_be_read_by_wordings_alone() -> None:
    assert not any(trees(clause, {}) for clause in CLAUSES)


def test_reviewed_list_of_clashing_pairs_is_empty() -> None:
    lines = data_file("lexicon/clashes.tsv").read_text(encoding="utf-8").splitlines()
    assert lines == ["first\tsecond\twhy"]


def test_proposition_becomes_a_symbol() -> None:
    one = BANK[0]
    assert one.symbol("p1") == Symbol(
        "p1", one.text, one.negation, one.paraphrase, one.domain, one.world
    )


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ("subject\ttext", r"kitchen.tsv, line 1: expected the columns subject, text"),
        ("", r"kitchen.tsv, line 1: expected the columns"),
        (f"{HEADER}\na\tb", r"line 2: 2 columns instead of 5"),
        (f"{HEADER}\n{GOOD.replace('true', 'yes')}", r"line 2: world is 'yes'"),
        (f"{HEADER}\n{GOOD.replace('the kettle is hot', ' ')}", r"line 2: the text is empty"),
        (
            f"{HEADER}\n{GOOD.replace('fills the kettle', 'abounds')}",
            r"the paraphrase does not name",
        ),
        (
            f"{HEADER}\n{GOOD}\n{GOOD}",
            r"line 3: the subject 'kettle' is also at kitchen.tsv, line 2",
        ),
        (
            f"{HEADER}\n{GOOD}\n{GOOD.replace('kettle', 'Kettle', 1).replace('Kettle', 'the', 1)}",
            r"line 3: the text 'the kettle is hot' is also at",
        ),
        (HEADER, r"no propositions in"),
    ],
)
def test_bad_row_is_named(tmp_path: Path, rows: str, complaint: str) -> None:
    (tmp_path / "kitchen.tsv").write_text(rows, encoding="utf-8")
    with pytest.raises(InputError, match=complaint):
        read_bank(tmp_path)
