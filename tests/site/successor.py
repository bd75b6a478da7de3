"""The site built by zensical, the theme's successor, from the same tree: `make site-successor`.

zensical is no dependency of ours: it is an alpha, with several releases a month. What is compared
is what a move would have to keep: every page and every heading that can be linked to, and that a
warning of its build is told.
"""

# ruff: noqa: T201

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.places import published_path
from engine.site.building import finish
from engine.site.links import broken_links
from engine.site.sources import copied_place, default_place

_WIDTH = 160
_ANCHOR = re.compile(r"<h[1-6] id=\"([^\"]+)\"")


def main(program: str) -> int:
    """Build the tree of the last `make site` with `program`; 1 where a page or heading is lost."""
    ours = default_place()
    with TemporaryDirectory() as folder:
        place = copied_place(Path(folder))
        for written in ("fragments", "cards", "releases", "breakdowns"):
            _copy(getattr(ours, written), getattr(place, written))
        config = place.root / "mkdocs.yml"
        built = place.root / "build" / "site"
        told = subprocess.run(
            [str(Path(program).absolute()), "build", "--clean", "--config-file", str(config)],
            cwd=place.root,
            capture_output=True,
            text=True,
            check=False,
        )
        print(_plain(told.stdout + told.stderr))
        if told.returncode or not built.is_dir():
            print(f"{program} failed with exit code {told.returncode}")
            return 1
        [templates] = Path(program).parents[1].glob("lib/python*/site-packages/zensical/templates")
        finish(built, templates)
        return _compare(ours.output, built)


def _plain(told: str) -> str:
    """What it says without its colours, which NO_COLOR does not keep back, and in short lines."""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", told).strip().splitlines()
    return "\n".join(textwrap.shorten(line, _WIDTH) for line in lines)


def _copy(source: Path, target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)


def _compare(ours: Path, theirs: Path) -> int:
    pages = {path.relative_to(ours).as_posix() for path in ours.rglob("*.html")}
    built = {path.relative_to(theirs).as_posix() for path in theirs.rglob("*.html")}
    print(f"{len(pages)} pages here, {len(built)} there; missing: {sorted(pages - built)}")
    lost = {
        f"{name}#{anchor}"
        for name in pages & built
        for anchor in set(_ANCHOR.findall((ours / name).read_text(encoding="utf-8")))
        - set(_ANCHOR.findall((theirs / name).read_text(encoding="utf-8")))
    }
    print(f"headings without their anchor there: {sorted(lost) or 'none'}")
    # The files to download are moved in beside the pages, here as there.
    broken = [told for told in broken_links(theirs, published_path()) if "/files/" not in told]
    print(f"links that lead nowhere there: {broken or 'none'}")
    return int(bool(pages - built or lost))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
