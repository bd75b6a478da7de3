"""The machine that this process runs on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """Its processor, and the cores that this process may use: `AMD EPYC 7B13, 2 cores`."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores"


def _processor() -> str:
    """The processor's trade name where the system tells it, its architecture otherwise."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
