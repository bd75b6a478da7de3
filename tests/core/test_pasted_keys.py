from __future__ import annotations

import pytest

from engine.core.errors import InputError
from engine.core.pasted_keys import check_name, check_remark, refuse_keys
from engine.store import DatasetMeta


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "a data set needs a name"),
        ("x" * 300, "has 300 letters; 200 are the most"),
        ("a\nb", "line breaks or control characters"),
        ("sk-proj-0123456789abcdefghij", "looks like a key"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        DatasetMeta(name, "justlogic", 1, "{}", 0)
    with pytest.raises(InputError):
        check_name(name, "a data set")


def test_a_remark_may_be_long_but_not_endless() -> None:
    check_remark("asked\ntwice " * 100, "the reason")
    with pytest.raises(InputError, match="the reason has 3,000 letters"):
        check_remark("x" * 3_000, "the reason")


def test_keys_in_addresses_are_for_the_address_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_KEY", "planted-in-the-environment")
    address = "http://me:planted-in-the-environment@127.0.0.1/v1"
    refuse_keys(["evaluate", "set", "--base-url", address, "--model", "gpt-x"])
