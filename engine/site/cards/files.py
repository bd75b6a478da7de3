"""The files of data sets on cards: links with row counts and hashes, and how to load them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.analysis.datasets.composition import SAMPLE_QUERY
from engine.analysis.sources.reading import Reading
from engine.pipeline.files.datasets import FolderFile, Folders, linked_data
from engine.show.tables.html import Cell, Column, code, count, table, text
from engine.show.texts.escaping import escape
from engine.show.texts.families import family_names
from engine.show.texts.notices import no_dataset

_ABOUT = (
    "<p><code>card.json</code> is this card as data. <code>croissant.json</code> describes files"
    " and columns to programs. <code>README.md</code> is a card for the Hugging Face Hub; the"
    " folder can be pushed there unchanged. <code>eval.yaml</code> lets Inspect ask the items in"
    " <code>asked</code> from the Hub; it is missing if answers are judged by equivalence, by"
    " evaluation or as sets, because no scorer of the Hub does that. The"
    ' <a href="site:downloads/">snapshot</a> also holds the answers. Put downloaded'
    " files into one folder under the names above; programs look for them there:</p>"
)


def file_fragments(reading: Reading, folders: Folders) -> dict[str, str]:
    """The generated part on files, for each family."""
    return {f"{family}-files": _files(reading, family, folders) for family in family_names()}


def _files(reading: Reading, family: str, folders: Folders) -> str:
    sets = reading.family(family)
    if not sets:
        return no_dataset(family)
    files = [(d.name, file) for d in sets for file in folders.get(d.name, ())]
    shown = files_table("Files of this family", files)
    main = reading.largest(family)
    if main is None:
        return f"{shown}\n\n{_ABOUT}"
    return (
        f"{shown}\n\n{_ABOUT}\n\n{how_to_load(folders[main.name])}\n\n{linked_data(reading, main)}"
    )


def files_table(caption: str, files: Iterable[tuple[str, FolderFile]]) -> str:
    """Files with their row counts, bytes and hashes, each with the data set it belongs to."""
    rows = [
        [
            text(name),
            Cell(f'<a href="site:{one.address}" download="">{escape(one.name)}</a>', one.name),
            count(one.n_rows),
            count(one.n_bytes),
            code(one.sha256),
        ]
        for name, one in files
    ]
    titles = ("Data set", "File", "Rows", "Bytes", "SHA-256")
    columns = [Column(title, numeric=title in ("Rows", "Bytes")) for title in titles]
    return table(caption, columns, rows, head=1, data={"key": "files"})


def how_to_load(files: Sequence[FolderFile], configuration: str | None = None) -> str:
    """Python and SQL that read the last file of items, of one `configuration` if given."""
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
{SAMPLE_QUERY.format(file=f"FOLDER/{items[-1]}")}
```"""
