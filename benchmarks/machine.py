"""What a figure was measured on: without it the figure means nothing."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path


def measured_on(*packages: str) -> str:
    """One line: processor, cores this process may use, load, versions of the packages, date.

    A load (processes wanting a core, over the last minute) above the number of cores means that
    wall times are too long.
    """
    versions = ", ".join(f"{name} {version(name)}" for name in ("sorites", *packages))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{_processor()}, {cores} cores, load {os.getloadavg()[0]:.1f}, {platform.system()}; "
        f"Python {platform.python_version()}, {versions}; {datetime.now(UTC):%Y-%m-%d}"
    )


def _processor() -> str:
    """The processor's trade name where the system tells it, its architecture otherwise."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
