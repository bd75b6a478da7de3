"""A key never reaches disk or screen, wherever somebody puts it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engine.cli import app
from tests.loopback import loopback

KEY = "sk-planted-98f7e6d5c4b3a291"
OTHER = "sk-PLANTED-sec-7h8X9q0K1za2"
"""A key that the environment does not have."""


@pytest.mark.parametrize("key", [KEY, OTHER])
@pytest.mark.parametrize(
    "place",
    ["model", "url", "password", "extra", "system", "settings", "prices", "prompt"],
)
def test_a_key_is_neither_written_nor_shown(
    db: Path, monkeypatch: pytest.MonkeyPatch, key: str, place: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    before = {path: path.read_bytes() for path in db.parent.rglob("*") if path.is_file()}
    file = db.parent / "planted.toml"
    texts = {
        "settings": f'model = "m"\n[extra]\nauth = "{key}"\n',
        "prices": f'[[price]]\nmodel = "m"\nsent_usd = 1\nreceived_usd = 1\non = 2026-01-01\n'
        f'source = "{key}"\n',
        "prompt": f'id = "p"\nversion = 1\nsystem = "{key}"\nquestion = "q"\n',
    }
    if place in texts:
        file.write_text(texts[place], encoding="utf-8")
    with loopback() as server:
        host = server.url.removeprefix("http://")
        flags = {
            "model": ["--model", key],
            "url": ["--base-url", f"{server.url}/{key}"],
            "password": ["--base-url", f"http://me:{key}@{host}"],
            "extra": ["--extra", f"auth={key}"],
            "system": ["--system", f"Use {key}."],
            "settings": ["--settings", str(file)],
            "prices": ["--prices", str(file)],
            "prompt": ["--prompt", str(file)],
        }[place]
        usual = {"--model": "m", "--base-url": server.url}
        more = [word for pair in usual.items() if pair[0] not in flags for word in pair]
        command = ["evaluate", "hand", "--limit", "2", "--db", str(db), *more, *flags]
        ended = CliRunner().invoke(app, command)
    assert key not in f"{ended.output} {ended.stderr} {ended.exception}"
    is_asked = place == "password" or (place, key) == ("url", KEY)
    assert (ended.exit_code == 0) is is_asked, ended.output
    for path in db.parent.rglob("*"):
        if path.is_file() and path != file and path.read_bytes() != before.get(path):
            assert key.encode() not in path.read_bytes(), path
