from __future__ import annotations

import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputError
from engine.core.pasted_keys import check_name, check_remark, refuse_keys
from engine.store import DatasetMeta


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "a data set needs a name"),
        ("x" * 300, "has 300 letters; 200 are the most"),
        ("a\nb", "line breaks or control characters"),
        ("sk-proj-Zk3vT9qLm2Xw8RbY4cHd", "looks like a key"),
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


_LETTERS = string.ascii_letters + string.digits
_SHAPED = {
    "sk-": (_LETTERS, 48),
    "sk-proj-": (f"{_LETTERS}-_", 120),
    "sk-ant-api03-": (f"{_LETTERS}-_", 95),
    "sk-or-v1-": ("0123456789abcdef", 64),
    "hf_": (_LETTERS, 34),
    "r8_": (_LETTERS, 37),
    "gsk_": (_LETTERS, 52),
    "AIza": (f"{_LETTERS}-_", 35),
}


@given(
    st.sampled_from(sorted(_SHAPED)),
    st.integers(),
    st.sampled_from(["{}", "--out={}", "runs/{}.csv", "SELECT '{}'", "asked with {}."]),
)
def test_a_real_key_is_refused_in_every_place(beginning: str, seed: int, place: str) -> None:
    letters, n = _SHAPED[beginning]
    key = beginning + "".join(random.Random(seed).choices(letters, k=n))
    for words in (["results", place.format(key)], ["--model", key]):
        with pytest.raises(InputError):
            refuse_keys(words)


_NAMES = [
    "sk-syllogisms-hard-2026",
    "data/sk-bert-base-slovak-cased",
    "exports/hf_open_llm_leaderboard.csv",
    "hf_dataset-export-2026.jsonl",
    "runs/hf_transformers_results",
    "hf_Meta-Llama-3.1-70B-Instruct-GPTQ-INT4",
    "hf_qwen2_5_7b_instruct_q4_k_m",
    "hf_run-20261128T101500Z.json",
    "key-value-memory-network-large",
    "gsk_clinical_trial_arguments",
    "r8_transformers_results_final",
    "hf_OpenLlmLeaderboardV2",
    "lm-studio.csv",
    "lm-studio-community/qwen",
    "postgres-export.csv",
]


@pytest.mark.parametrize("option", ["--out", "--name", "--sql", "--model"])
def test_ordinary_names_are_no_keys(
    option: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    held = tmp_path / "the-file-of-my-own.key"
    held.touch()
    monkeypatch.setenv("OPENAI_API_KEY", "lm-studio")
    monkeypatch.setenv("POSTGRES_PASSWORD", "postgres")
    monkeypatch.setenv("SSH_KEY", str(held))
    for name in (*_NAMES, str(held)):
        refuse_keys(["results", option, name])


def test_the_environments_own_key_is_refused_alone_and_inside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_SERVER_TOKEN", "correct-horse-battery")
    for word in ("correct-horse-battery", "my-correct-horse-battery.csv"):
        with pytest.raises(InputError):
            refuse_keys(["results", "--csv", word])
