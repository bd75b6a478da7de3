from __future__ import annotations

from pathlib import Path

import pytest

from engine.site.links import broken_links


def test_a_link_that_leads_nowhere_is_found_in_html_too(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "index.html").write_text('<h2 id="here"></h2><a href="deep/#there">x</a>')
    (tmp_path / "deep/index.html").write_text(
        '<a href="../#here">x</a><a href="../#gone">x</a><a href="../missing.js">x</a>'
    )
    assert [told.split(": ", 1)[1] for told in broken_links(tmp_path)] == [
        "the link ../#gone leads nowhere",
        "the link ../missing.js leads nowhere",
        "the link deep/#there leads nowhere",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "<a href='gone/'>x</a>",
        "<a title='a > b' href = gone/>x</a>",
        '<a title="href=here" class="x"\n href="gone/">x</a>',
        "<img alt='' src='gone/'>",
        '<A HREF="gone/">x</A>',
    ],
)
def test_a_link_is_found_however_it_is_written(tmp_path: Path, written: str) -> None:
    (tmp_path / "index.html").write_text(written)
    assert broken_links(tmp_path) == ("index.html: the link gone/ leads nowhere",)


def test_only_the_page_for_what_is_not_found_links_from_the_root(tmp_path: Path) -> None:
    for name in ("index.html", "404.html"):
        (tmp_path / name).write_text('<a href="/elenchus/index.html">x</a>')
    told = "index.html: the link /elenchus/index.html leads nowhere"
    assert broken_links(tmp_path, "/elenchus/") == (told,)
    assert broken_links(tmp_path) == (f"404.html: {told.removeprefix('index.html: ')}", told)
    (tmp_path / "404.html").write_text('<a href="/elenchus/gone">x</a>')
    assert len(broken_links(tmp_path, "/elenchus/")) == 2
