from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.examples import is_full
from tests.fuzz.readers import READERS
from tests.fuzz.run import Found, beside, fuzz, known_faults, try_one


@pytest.mark.parametrize("name", READERS)
def test_whatever_a_file_holds_it_is_read_or_refused_in_one_sentence(
    name: str, tmp_path: Path
) -> None:
    found = fuzz(name, tmp_path, Random(f"sorites {name}"), n=3_000 if is_full() else 100)
    assert found.n_refused or name == "journal"  # which leaves damaged lines out instead
    assert found.faults == {}


@pytest.mark.parametrize("name", READERS)
def test_what_was_once_too_much_for_a_reader_is_not(name: str, tmp_path: Path) -> None:
    reader, found = READERS[name], Found()
    beside(name, tmp_path)
    for document in (*reader.documents, *known_faults(name)):
        try_one(reader, tmp_path, document, found)
    assert found.n_read
    assert found.faults == {}
