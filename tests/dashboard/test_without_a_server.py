"""The dashboard's file is also the first one that worker processes started from it run."""

import runpy
from pathlib import Path

import dashboard


def test_the_first_file_runs_where_there_is_no_server() -> None:
    runpy.run_path(str(Path(dashboard.__file__).with_name("app.py")), run_name="__mp_main__")
