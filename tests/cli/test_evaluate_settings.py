from pathlib import Path

import pytest

from engine.ask.endpoints.settings import Api
from engine.cli.run.evaluate_settings import read_asking, read_extra
from engine.core.errors import InputError


def test_flags_win_over_the_file_and_nought_is_a_value(tmp_path: Path) -> None:
    path = tmp_path / "ask.toml"
    path.write_text(
        'temperature = 0.7\nconcurrency = 4\nstop = ["\\n"]\napi = "responses"\n'
        "[extra]\ntop_k = 5\n"
    )
    flags = {"temperature": 0.0, "seed": 0, "concurrency": None, "stop": (), "stream": False}
    asking = read_asking(path, {**flags, "api": "chat"})
    settings = asking.settings()
    assert (settings.temperature, settings.seed, settings.stop) == (0.0, 0, ("\n",))
    assert (settings.api, dict(settings.extra), settings.stream) == (Api.CHAT, {"top_k": 5}, False)
    assert asking.manner(is_fresh=True).limits.concurrency == 4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('api_key = "sk-planted"', "have no 'api_key'.*keys come from the environment only"),
        ("temperature = -1", "temperature is wrong"),
        ('api = "soap"', "api is wrong"),
        ("temperature", "not TOML"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "ask.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as refused:
        read_asking(path, {})
    assert "sk-planted" not in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"absent\.toml"):
        read_asking(tmp_path / "absent.toml", {})


def test_what_an_api_has_no_place_for_is_refused() -> None:
    with pytest.raises(InputError, match="takes no seed"):
        read_asking(None, {"api": "responses", "seed": 1}).settings()


def test_extra_fields_are_json_or_text() -> None:
    assert read_extra(["top_k=5", "mode=fast", 'user={"id": 1}']) == {
        "top_k": 5,
        "mode": "fast",
        "user": {"id": 1},
    }
    with pytest.raises(InputError, match="KEY=JSON"):
        read_extra(["top_k"])
