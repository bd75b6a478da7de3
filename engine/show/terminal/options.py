"""Options that commands share, ours and those of families."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Db = Annotated[
    Path | None,
    typer.Option("--db", help="The database; $SORITES_DB or data/sorites.duckdb by default."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace another data set of this name.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Refuse the import instead of leaving out faulty records.")
]
Workers = Annotated[
    str | None,
    typer.Option(
        "--workers",
        "--cluster",
        metavar="N|local|dask://HOST:PORT",
        help="Number of worker processes, or a Dask scheduler; one process per core by default.",
    ),
]
DataSet = Annotated[str, typer.Argument(help="The data set.")]
BaseUrl = Annotated[
    str | None, typer.Option(help="An OpenAI-compatible endpoint, such as http://host/v1.")
]
KeyEnv = Annotated[str, typer.Option(help="The environment variable that holds the key.")]
Prices = Annotated[
    Path | None, typer.Option(help="A file of your own prices, in the format of data/prices.")
]
