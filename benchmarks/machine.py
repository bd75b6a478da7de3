"""What a figure was measured on: without it the figure means nothing."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version

from engine.core.machine import machine


def measured_on(*packages: str) -> str:
    """One line: processor, cores this process may use, load, versions of the packages, date.

    A load (processes wanting a core, over the last minute) above the number of cores means that
    wall times are too long.
    """
    versions = ", ".join(f"{name} {version(name)}" for name in ("sorites", *packages))
    return (
        f"{machine()}, load {os.getloadavg()[0]:.1f}, {platform.system()}; "
        f"Python {platform.python_version()}, {versions}; {datetime.now(UTC):%Y-%m-%d}"
    )
