"""The parts that every data set's card has alike: its head and its files."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.reading import Reading, Row
from engine.families import FAMILIES
from engine.families.justlogic.card.card import labels_told
from engine.show.escaping import inert
from engine.show.notices import no_dataset
from engine.show.tables import Cell, Column, code, count, percent, table, text
from engine.site.boards.depths import depths_section
from engine.site.cards.fields import fields_section
from engine.site.cards.machine_card import LICENCE, status
from engine.site.cards.people import people_section
from engine.site.cards.prompts import prompts_section
from engine.site.cards.rejections import rejections_section
from engine.site.cards.said import checks, limits_of, ways_of
from engine.site.cards.splits import splits_section
from engine.site.cards.twins import TwinFile, Twins, linked_data
from engine.store import Dataset

_HEAD = """
SELECT i.dataset_id, count(*) AS n, count(v.item_id) AS n_known,
    count(*) FILTER (v.agreed) AS n_agreed,
    list(DISTINCT i.language ORDER BY i.language) AS languages,
    bool_and(i.answer_kind = 'label') AS has_labels
FROM items i LEFT JOIN verifications v USING (item_id) GROUP BY i.dataset_id
"""

_ABOUT = (
    "<p><code>card.json</code> is this card as rows, <code>croissant.json</code> describes files"
    " and columns to programs, <code>README.md</code> is a card for the Hugging Face Hub, to which"
    " the folder can be pushed as it stands. <code>eval.yaml</code> lets Inspect ask the items in"
    " <code>asked</code> from there; where answers are judged by equivalence, by evaluation or as"
    " sets, which no scorer of the Hub does, there is none. The"
    ' <a href="site:downloads/">snapshot</a> holds all of it, and the answers. Whoever takes the'
    " files puts them into one folder under the names above, for programs look for each of them"
    " there:</p>"
)


def shared_fragments(reading: Reading) -> dict[str, str]:
    """The generated parts, for each family."""
    return {"checks": checks()} | {
        f"{family}-{name}": part(reading, family)
        for family in FAMILIES
        for name, part in (
            ("head", _head),
            ("schema", fields_section),
            ("depths", depths_section),
            ("splits", splits_section),
            ("ways", lambda source, name: ways_of(source, name, source.family(name))),
            ("rejections", rejections_section),
            ("people", people_section),
            ("limits", lambda _, name: limits_of(name)),
            ("prompts", prompts_section),
        )
    }


def file_fragments(reading: Reading, twins: Twins) -> dict[str, str]:
    """The generated part on files, for each family."""
    return {f"{family}-files": _files(reading, family, twins) for family in FAMILIES}


def _main(reading: Reading, family: str) -> Dataset | None:
    return reading.largest(family) or next(iter(reading.family(family)), None)


def _head(reading: Reading, family: str) -> str:
    """The badges of each set that was made here, a line a set, since sets of a family differ."""
    sets = [d for d in reading.family(family) if d.source == "generated"] or reading.family(family)
    if not sets:
        return no_dataset(family)
    known = {row["dataset_id"]: row for row in reading.rows(_HEAD)}
    lines = (_badges(reading, dataset, known[dataset.dataset_id]) for dataset in sets)
    return "\n\n".join([*lines, '<p><a href="site:cite/">cite</a></p>'])


def _badges(reading: Reading, dataset: Dataset, row: Row) -> str:
    badges = [
        dataset.name,
        f"{row['n']:,} items",
        f"{percent(row['n_agreed'] / row['n'])} verified" if row["n_known"] else "not verified yet",
        f"languages: {', '.join(row['languages'])}",
        *([f"right: {labels_told(reading)[dataset.dataset_id]}"] if row["has_labels"] else []),
        status(dataset),
        f"version {dataset.version}",
        f"{dataset.created_at:%Y-%m-%d}",
        LICENCE if dataset.source == "generated" else "not ours to license",
    ]
    told = " ".join(f'<span class="el-badge">{inert(badge)}</span>' for badge in badges)
    return f"<p>{told}</p>"


def _files(reading: Reading, family: str, twins: Twins) -> str:
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    rows = [
        [
            text(dataset.name),
            file_link(file),
            count(file.n_rows),
            count(file.n_bytes),
            code(file.sha256),
        ]
        for dataset in sets
        for file in twins.get(dataset.name, ())
    ]
    columns = (
        Column("Data set"),
        Column("File"),
        Column("Rows", numeric=True),
        Column("Bytes", numeric=True),
        Column("SHA-256"),
    )
    main = _main(reading, family)
    shown = table("Files of this family", columns, rows, head=1, data={"key": "files"})
    if main is None or main.source != "generated":
        return f"{shown}\n\n{_ABOUT}"
    return f"{shown}\n\n{_ABOUT}\n\n{how_to_load(twins[main.name])}\n\n{linked_data(reading, main)}"


def how_to_load(files: Sequence[TwinFile], configuration: str | None = None) -> str:
    """How Python and SQL read the last of the files of items, of one configuration of several."""
    items = [file.name for file in files if file.has_items]
    if not items:
        return ""
    split = items[-1].rpartition("/")[2].removesuffix(".parquet")
    named = f'"{configuration}", ' if configuration else ""
    return f"""```python
from datasets import load_dataset

load_dataset("FOLDER", {named}split="{split}")
```

```sql
SELECT gold, count(*) FROM 'FOLDER/{items[-1]}' GROUP BY gold
```"""


def file_link(file: TwinFile) -> Cell:
    """A link to a file, under its path in the folder."""
    return Cell(f'<a href="site:{file.address}" download="">{inert(file.name)}</a>', file.name)
