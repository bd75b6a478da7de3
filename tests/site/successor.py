"""The site built by zensical, the theme's successor, from the same tree: `make site-successor`.

zensical is no dependency of ours: it is an alpha, with several releases a month. What is compared
is what a move would have to keep: every page and every heading that can be linked to, and that a
warning of its build is told.
"""

# ruff: noqa: T201

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.analysis.sources.reading import reading
from engine.core.paths import db_to_show, snapshot_path
from engine.pipeline.files.answers import answers_of
from engine.show.links.places import output_folder, published_site
from engine.site.builder.building import finish, write_sources
from engine.site.builder.links import broken_links
from engine.site.builder.sources import Sources, copied, project_sources

_WIDTH = 160
_ANCHOR = re.compile(r"<h[1-6] id=\"([^\"]+)\"")


def main(program: str) -> int:
    """Build what `make site` built with `program`; 1 where a page or heading is lost."""
    with TemporaryDirectory() as folder:
        root = _sources(Path(folder)).root
        config = root / "mkdocs.yml"
        built = root / "build" / "site"
        shown = subprocess.run(
            [str(Path(program).absolute()), "build", "--clean", "--config-file", str(config)],
            cwd=root,
            capture_output=True,
            text=True,
            check=False,
        )
        print(_plain(shown.stdout + shown.stderr))
        if shown.returncode or not built.is_dir():
            print(f"{program} failed with exit code {shown.returncode}")
            return 1
        [templates] = Path(program).parents[1].glob("lib/python*/site-packages/zensical/templates")
        finish(built, templates)
        return _compare(output_folder(), built)


def _sources(folder: Path) -> Sources:
    """All that mkdocs reads, for the snapshot that `make site` shows."""
    sources = copied(project_sources(), folder / "sources")
    with reading(snapshot_path(db_to_show())) as source:
        write_sources(source, answers_of(source), sources, folder / "files", lambda _: None)
    return sources


def _plain(text: str) -> str:
    """What it says without its colours, which NO_COLOR does not keep back, and in short lines."""
    lines = re.sub(r"\x1b\[[0-9;]*m", "", text).strip().splitlines()
    return "\n".join(textwrap.shorten(line, _WIDTH) for line in lines)


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
    broken = [each for each in broken_links(theirs, published_site()) if "/files/" not in each]
    print(f"links that lead nowhere there: {broken or 'none'}")
    return int(bool(pages - built or lost))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
