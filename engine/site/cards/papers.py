"""The papers to cite along with Sorites, as named in the files of reported figures."""

from __future__ import annotations

import yaml
from pydantic import BaseModel

from engine.analysis.reading import Reading
from engine.core.resources import data_file
from engine.show.tables import Column, table, text


class _Paper(BaseModel):
    title: str
    authors: str
    family: str


class _File(BaseModel):
    paper: _Paper


def paper_fragments(_: Reading) -> dict[str, str]:
    """The generated part of the page on citing."""
    files = sorted(data_file("reported").glob("*.yaml"))
    papers = [
        _File.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).paper
        for path in files
    ]
    rows = [[text(one.family), text(one.title), text(one.authors)] for one in papers]
    columns = (Column("Family"), Column("Paper"), Column("Authors"))
    note = "<p>Also cite the paper of each family whose figures you report:</p>"
    return {"cite-papers": f"{note}\n\n{table('Papers', columns, rows, head=1)}\n"}
