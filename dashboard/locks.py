"""Who has the database open, asked of the system without opening it: that would lock it, too."""

from __future__ import annotations

from pathlib import Path

_LOCKS = Path("/proc/locks")


def holder(db: Path) -> int | None:
    """The process that has a database open; None where nobody has, or the system does not tell.

    Only Linux tells, in a line for each lock: number, kind, manner, access, process, and device and
    inode of the file.
    """
    try:
        lines = _LOCKS.read_text(encoding="ascii").splitlines()
        inode = db.stat().st_ino
    except OSError:
        return None
    for line in lines:
        parts = line.split()
        if parts[1] == "POSIX" and parts[5].rpartition(":")[2] == str(inode):
            return int(parts[4])
    return None
