from __future__ import annotations

from pathlib import Path

import pytest

from engine.site.builder.links import broken_links


def test_a_link_that_leads_nowhere_is_found_in_html_too(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "index.html").write_text('<h2 id="here"></h2><a href="deep/#there">x</a>')
    (tmp_path / "deep/index.html").write_text(
        '<a href="../#here">x</a><a href="../#gone">x</a><a href="../missing.js">x</a>'
    )
    assert [each.split(": ", 1)[1] for each in broken_links(tmp_path)] == [
        "broken link ../#gone",
        "broken link ../missing.js",
        "broken link deep/#there",
    ]


@pytest.mark.parametrize(
    "written",
    [
        "<a href='gone/'>x</a>",
        "<a title='a > b' href = gone/>x</a>",
        '<a title="href=here" class="x"\n href="gone/">x</a>',
        "<img alt='' src='gone/'>",
        '<A HREF="gone/">x</A>',
        '<img srcset="index.html 1x,gone/ 2x" alt="">',
        '<picture><source srcset="gone/, index.html 2x"></picture>',
        "<iframe src=gone/></iframe>",
        '<object data="gone/"></object>',
        '<embed src="gone/">',
        '<video poster="gone/"></video>',
        '<svg><use xlink:href="gone/"/><image href="index.html"/></svg>',
        '<map name="m"><area href="gone/" alt=""></map>',
    ],
)
def test_a_link_is_found_however_it_is_written(tmp_path: Path, written: str) -> None:
    (tmp_path / "index.html").write_text(written)
    assert broken_links(tmp_path) == ("index.html: broken link gone/",)


@pytest.mark.parametrize("named", ["<h2 id='q'>q</h2>", "<h2 ID=q>q</h2>", '<a name="q"></a>'])
def test_a_place_is_found_however_it_is_named(tmp_path: Path, named: str) -> None:
    (tmp_path / "index.html").write_text(f'<a href="#q">x</a>{named}')
    assert broken_links(tmp_path) == ()


@pytest.mark.parametrize("written", ["<!-- <h2 id='q'> -->", '<meta name="q">', "q", "id=q"])
def test_what_names_no_place_is_none(tmp_path: Path, written: str) -> None:
    (tmp_path / "index.html").write_text(f'<a href="#q">x</a>{written}')
    assert broken_links(tmp_path) == ("index.html: broken link #q",)


@pytest.mark.parametrize(
    ("link", "is_broken"),
    [
        ("https://logic.example/sorites/", False),
        ("https://logic.example/sorites", False),
        ("https://Logic.example/sorites/index.html#here", False),
        ("https://logic.example/sorites/gone/", True),
        ("//logic.example/sorites/gone/", True),
        ("https://logic.example/sorites/#gone", True),
        ("https://logic.example/another/gone/", False),
        ("https://another.example/sorites/gone/", False),
        ("mailto:gone@logic.example", False),
        ("data:,gone", False),
    ],
)
def test_a_link_by_the_site_s_own_address_is_one_of_it(
    tmp_path: Path, link: str, is_broken: bool
) -> None:
    (tmp_path / "index.html").write_text(f'<h1 id="here"></h1><a href="{link}">x</a>')
    text = (f"index.html: broken link {link}",) if is_broken else ()
    assert broken_links(tmp_path, "https://logic.example/sorites") == text
    assert broken_links(tmp_path) == ()


def test_only_the_page_for_what_is_not_found_links_from_the_root(tmp_path: Path) -> None:
    for name in ("index.html", "404.html"):
        (tmp_path / name).write_text('<a href="/sorites/index.html">x</a>')
    text = "index.html: broken link /sorites/index.html"
    published = "https://logic.example/sorites"
    assert broken_links(tmp_path, published) == (text,)
    assert broken_links(tmp_path) == (f"404.html: {text.removeprefix('index.html: ')}", text)
    (tmp_path / "404.html").write_text('<a href="/sorites/gone">x</a>')
    assert len(broken_links(tmp_path, published)) == 2
