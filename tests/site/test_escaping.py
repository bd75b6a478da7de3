from __future__ import annotations

from html.parser import HTMLParser

import markdown  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.show.tables.html import Cell, Column, table, text
from engine.show.texts.escaping import escape
from tests.site.material import HOSTILE

EXTENSIONS = [
    "attr_list",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    "pymdownx.snippets",
]


class _Reader(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [name for name, _ in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def read(source: str) -> _Reader:
    reader = _Reader()
    reader.feed(markdown.markdown(source, extensions=EXTENSIONS))
    reader.close()
    return reader


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
def test_any_text_is_shown_as_it_is_in_html(text: str) -> None:
    reader = read(f"<p>{escape(text)}</p>")
    assert reader.elements == ["p"]
    assert reader.text.strip() == text


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
def test_any_text_is_shown_as_it_is_in_a_markdown_heading(text: str) -> None:
    reader = read(f"## a{escape(text)}z {{: #here }}")
    assert (reader.elements, reader.attributes) == (["h2"], ["id"])
    assert reader.text.strip() == f"a{text}z"


@given(st.text())
def test_no_text_makes_elements_or_lines(text: str) -> None:
    assert "\n" not in escape(text)
    assert read(f"<p>{escape(text)}</p>\n\nend").elements == ["p", "p"]


@pytest.mark.parametrize("sign", ["<", ">", '"', "'", "&", "|", "`", "[", "]", "{", "}", "\\", "*"])
def test_signs_of_either_language_become_references(sign: str) -> None:
    assert escape(sign) == f"&#{ord(sign)};"


def test_what_does_not_print_is_spelt_out() -> None:
    assert escape("\x00\u202e\ud800") == "&#92;x00&#92;u202e&#92;ud800"


def test_a_table_with_hostile_cells_keeps_its_shape() -> None:
    columns = (Column("name"), Column("value", numeric=True))
    source = table(escape(HOSTILE), columns, [[text(HOSTILE), Cell("1", HOSTILE)]], sortable=True)
    reader = read(source)
    assert reader.elements.count("tr") == 2
    assert "script" not in reader.elements
    assert "img" not in reader.elements
    assert "onerror" not in reader.attributes
