import subprocess
import sys

_RUN = "from engine.cli.process import main; main()"
_AT_THE_END = "import atexit; atexit.register(print, 'last')"


def _sorites(*words: str, first: str = "pass") -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.argv = ['sorites', *{words!r}]\n{first}\n{_RUN}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


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
