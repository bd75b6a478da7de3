import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

_RUN = "from engine.start import main; main()"
_KEY = "sk-planted-98f7e6d5c4b3a291"
_AT_THE_END = "import atexit; atexit.register(print, 'last')"


def _sorites(
    *words: str, first: str = "pass", output: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.argv = ['sorites', *{words!r}]\n{first}\n{_RUN}"
    with ExitStack() as files:
        return subprocess.run(
            [sys.executable, "-c", code],
            stdout=files.enter_context(Path(output).open("w")) if output else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            timeout=60,
            env={**os.environ, **variables},
        )


def test_a_command_ends_its_process_with_all_it_printed_and_its_exit_code() -> None:
    done = _sorites("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("sorites ")
    refused = _sorites("sql", "SELECT 1", "--db", "nowhere.duckdb")
    assert refused.returncode == 2
    assert refused.stderr.startswith("sorites: ")
    assert len(refused.stderr.splitlines()) == 1


def test_what_a_command_leaves_for_the_end_of_the_process_is_done() -> None:
    later = f"import engine.cli\nengine.cli.app.callback()(lambda: exec({_AT_THE_END!r}))"
    done = _sorites("sql", "SELECT 1", "--db", "nowhere.duckdb", first=later)
    assert done.stdout == "last\n"
    assert done.returncode == 2


@pytest.mark.parametrize("path", ["", ".", "/", "data\udcff.duckdb"])
def test_a_path_without_a_name_is_no_database(path: str) -> None:
    for words in (("sql", "SELECT 1"), ("datasets",), ("publish",)):
        done = _sorites(*words, "--db", path)
        assert done.returncode == 2
        assert re.search("is no (file|name) for a database", done.stderr)


def _raising(error: str) -> str:
    return f"import engine.cli\nengine.cli.app.callback()(lambda: exec({f'raise {error}'!r}))"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("OSError(28, 'No space left on device', 'x.duckdb')", "x.duckdb: No space left on device"),
        ("OSError(36, 'File name too long', 'x')", "File name too long; choose a shorter one"),
        ("__import__('shutil').Error([('a', 'b', 'No space left')])", "No space left; free space"),
        ("MemoryError", "not enough memory"),
        ("RuntimeError(\"Symlink loop from 'x'\")", "Symlink loop from 'x'; name a file or folder"),
        ("RecursionError('too deep\\nand more')", "an unexpected error (RecursionError: too deep)"),
        ("ValueError('sk-planted-98f7e6d5c4b3a291')", "an unexpected error (ValueError: [key])"),
        ("__import__('duckdb').IOException('IO Error: full')", "the database cannot do this"),
    ],
)
def test_any_error_is_one_sentence_and_a_report_without_keys(
    tmp_path: Path, error: str, sentence: str
) -> None:
    ended = _sorites("schema", first=_raising(error), TMPDIR=str(tmp_path), MY_KEY=_KEY)
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert sentence in ended.stderr
    reports = list(tmp_path.glob("sorites-*.txt"))
    assert len(reports) == ("unexpected" in sentence)
    assert not [path for path in reports if _KEY in path.read_text()]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_every_console_can_show_every_command(encoding: str) -> None:
    shown = _sorites("schema", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert (shown.returncode, shown.stderr) == (0, "")
    document = _sorites("schema", "--json", PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert json.loads(document.stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_output_that_cannot_be_written_is_an_error() -> None:
    full = _sorites("schema", output="/dev/full")
    assert full.returncode == 2
    assert "No space left on device" in full.stderr
    assert "Traceback" not in full.stderr


@pytest.mark.parametrize(
    "written", ["write_new(Path('x.svg'), text)", "write_text(Path('x.svg'), text)"]
)
def test_a_file_that_the_disk_cannot_hold_is_not_there(tmp_path: Path, written: str) -> None:
    code = (
        "import resource, signal; from pathlib import Path\n"
        "from engine.core.writing import write_text\n"
        "from engine.show.terminal.output import write_new\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"text = 'x' * 9999; {written}"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert "InputError" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_take_nothing_and_are_no_error(closed: str) -> None:
    code = f"import sys; sys.argv = ['sorites', 'schema']; {_RUN}"
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {closed}', sys.executable, code], capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_while_the_command_loads_is_one_sentence() -> None:
    code = (
        "import os, signal, sys\n"
        "class Pressed:\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'engine.cli': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Pressed)\n"
    )
    done = subprocess.run([sys.executable, "-c", code + _RUN], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "sorites: stopped; nothing was half done\n")


def test_ctrl_c_where_python_cannot_raise_is_one_sentence() -> None:
    dying = "type('Dying', (), {'__del__': lambda _: signal.raise_signal(signal.SIGINT)})()"
    later = f"import signal, engine.cli\nengine.cli.app.callback()(lambda: {dying})"
    done = _sorites("schema", first=later)
    assert (done.returncode, done.stderr) == (130, "sorites: stopped; nothing was half done\n")


def test_a_reader_that_wants_no_more_ends_the_command_silently() -> None:
    code = f"import sys; sys.argv = ['sorites', 'schema']\n{_RUN}"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--extractor-model", ("extract", "x", "--extractor-model", _KEY * 2)),
        ("--model", ("import", "lm-eval-samples", "x.jsonl", f"--model={_KEY * 2}")),
        ("--judge-model", ("argqa", "write-questions", "x", "--judge-model", _KEY * 2)),
        ("--model", ("improve", "x", "--model", "planted-in-the-environment")),
    ],
)
def test_a_key_is_refused_wherever_a_model_is_named(option: str, words: tuple[str, ...]) -> None:
    ended = _sorites(*words, MY_API_KEY="planted-in-the-environment")
    assert ended.returncode == 2
    assert f"{option} is followed by what looks like a key" in ended.stderr
    assert "planted" not in ended.stderr


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("--name", ("generate", "justlogic", "--name", "my-planted-in-the-environment-set")),
        ("--name", ("generate", "justlogic", f"--name={_KEY}")),
        ("--reason", ("runs", "rm", "0123456789", "--reason", f"asked with {_KEY}")),
        ("--contact", ("submission", "write", "0123456789", "--contact", _KEY, "--out", "x")),
        ("an argument", ("item", "planted-in-the-environment:0")),
    ],
)
def test_a_key_is_refused_wherever_a_text_is_given(place: str, words: tuple[str, ...]) -> None:
    ended = _sorites(*words, MY_SECRET="planted-in-the-environment")
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"sorites: {place} holds what is or looks like a key")
    assert "planted" not in ended.stderr
