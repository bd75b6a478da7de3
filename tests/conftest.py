"""Which tests run and how many examples each draws, and signals as a terminal sends them.

`make test` leaves out what is marked `full` and draws few examples, the same in every run;
`--full` (`make test-full`) runs all, with examples of its own each time. No test has a deadline:
on a busy machine all is slower, and none of it wrong.
"""

from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

# Where a shell runs the tests in the background, a process ignores Ctrl-C, and so does all
# that it starts; tests send Ctrl-C to the commands they try.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("push", max_examples=25, derandomize=True, database=None, **_PATIENT)
settings.register_profile("full", max_examples=200, **_PATIENT)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="run the tests marked full, too")


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("full" if config.getoption("--full") else "push")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `full`, unless it was asked for."""
    if config.getoption("--full"):
        return
    left_out = [item for item in items if item.get_closest_marker("full")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
