"""Figures computed from others' raw files, kept so that they can be shown without the files.

Every figure comes from the views over a throw-away database into which the files are imported, so
it is computed like all other figures. No text of the files is kept.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from engine.analysis.scores.run_figures import run_figures
from engine.core.errors import InputError
from engine.core.writing import write_rows
from engine.families.justlogic.published.dataset import Track
from engine.families.justlogic.published.importing import store_results
from engine.families.justlogic.published.items import FAMILY
from engine.families.justlogic.published.results import DATASET, read_results
from engine.io.published.figure import Figure
from engine.io.published.figures import ReproducedFile
from engine.store import connect

COMMAND = "sorites reproduce justlogic --from DIR --out FILE"

_FILE = re.compile(r"(?P<shots>\d+)_shot_(?P<cot>cot_)?(?:w_depth_)?(?P<model>\w+)_results")
_MODELS = {
    "llama8B": "Llama3-8B",
    "llama70B": "Llama3-70B",
    "gpt4": "GPT-4",
    "gpt4o": "GPT-4o",
    "o1_preview": "OpenAI o1-preview",
    "o1": "OpenAI o1",
}
_TRAITS = ("depth", "height", "root_form", "query_shape")


def result_files(folder: Path) -> dict[Path, tuple[str, str]]:
    """The result files of a folder by their published names, each with its model and prompt.

    Raises:
        InputError: there is none.
    """
    found: dict[Path, tuple[str, str]] = {}
    for path in sorted(folder.glob("*_results.csv")):
        name = _FILE.fullmatch(path.stem)
        if name is not None and name["model"] in _MODELS:
            prompt = f"{name['shots']}-shot{' CoT' if name['cot'] else ''}"
            found[path] = (_MODELS[name["model"]], prompt)
    if not found:
        raise InputError(
            f"{folder}: no JustLogic result file, such as 0_shot_llama8B_results.csv; name the "
            "folder that holds them"
        )
    return found


def reproduce(folder: Path, track: Track = iter) -> ReproducedFile:
    """Compute all figures of the result files in a folder, reproduced and re-graded."""
    with tempfile.TemporaryDirectory() as scratch:
        con = connect(Path(scratch) / "reproduction.duckdb")
        try:
            for path, (model, prompt) in result_files(folder).items():
                results = read_results([path], track)
                store_results(con, results, name=DATASET, model=model, prompt=prompt)
            rows = run_figures(con, _TRAITS)
            figures = tuple(Figure(family=FAMILY, dataset=DATASET, **row) for row in rows)
            return ReproducedFile(command=COMMAND, figures=figures)
        finally:
            con.close()


def write_figures(figures: ReproducedFile, path: Path) -> None:
    """Write figures as JSON, one a line, so that diffs are readable and output is reproducible.

    Raises:
        InputError: the file cannot be written.
    """
    rows = [
        figure.model_dump(mode="json", exclude_none=True, exclude={"command", "kind"})
        for figure in figures.figures
    ]
    write_rows(path, {"command": figures.command}, "figures", rows)
