"""One set of colours for both faces, and a colour of its own for each of the first models."""

from __future__ import annotations

import re
import tomllib

import pytest

from engine.core.resources import project_file
from engine.show.drawings.looks import PALETTE, THEMES, looks

STREAMLIT = {
    "page": "backgroundColor", "ground": "secondaryBackgroundColor", "ink": "textColor",
    "rule": "borderColor", "link": "linkColor", "accent": "primaryColor",
}  # fmt: skip
SITE = {
    "page": "--el-page", "ground": "--el-ground", "ink": "--md-default-fg-color",
    "rule": "--el-rule", "link": "--md-typeset-a-color",
}  # fmt: skip


@pytest.mark.parametrize(("theme", "scheme"), [("light", "default"), ("dark", "slate")])
def test_dashboard_and_site_have_the_same_colours(theme: str, scheme: str) -> None:
    config = tomllib.loads(project_file("dashboard/.streamlit/config.toml").read_text("utf-8"))
    css = project_file("site/assets/sorites.css").read_text("utf-8")
    [block] = re.findall(rf'^\[data-md-color-scheme="{scheme}"\] {{(.*?)}}', css, re.M | re.S)
    site = dict(re.findall(r"(--[\w-]+): (#\w+);", block))
    for token, colour in THEMES[theme].items():
        assert config["theme"][theme][STREAMLIT[token]] == colour
        if token in SITE:
            assert site[SITE[token]] == colour


def test_no_two_of_the_first_models_are_alike() -> None:
    names = [f"model {number}" for number in range(len(PALETTE))]
    drawn = looks({name: name for name in names}, [(name, n) for n, name in enumerate(names)])
    assert len({look.colour for look in drawn.values()}) == len(PALETTE)
