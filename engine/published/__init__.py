"""What others published: their data sets and answers as ours, their reported figures as theirs."""

from engine.published.figure import Figure
from engine.published.figures import known_figures, load_figures
from engine.published.files import Row, read_rows
from engine.published.harness_log import HarnessLog, HarnessTally, store_harness_log
from engine.published.importing import (
    findings,
    published_meta,
    store_dataset,
    store_results,
    tally,
)
from engine.published.inspect_log import read_inspect_log
from engine.published.justlogic_dataset import PublishedDataset, read_dataset
from engine.published.justlogic_results import PublishedResults, read_results
from engine.published.lm_eval_samples import read_lm_eval_samples
from engine.published.logicasker_dataset import PublishedLogicAsker, read_logicasker
from engine.published.logicasker_findings import (
    agreements,
    logicasker_findings,
    store_logicasker,
)
from engine.published.logicskills_importing import ImportedTask, import_logicskills
from engine.published.questions import read_questions, store_questions
from engine.published.reproduction import reproduce_justlogic, write_figures

__all__ = [
    "Figure",
    "HarnessLog",
    "HarnessTally",
    "ImportedTask",
    "PublishedDataset",
    "PublishedLogicAsker",
    "PublishedResults",
    "Row",
    "agreements",
    "findings",
    "import_logicskills",
    "known_figures",
    "load_figures",
    "logicasker_findings",
    "published_meta",
    "read_dataset",
    "read_inspect_log",
    "read_lm_eval_samples",
    "read_logicasker",
    "read_questions",
    "read_results",
    "read_rows",
    "reproduce_justlogic",
    "store_dataset",
    "store_harness_log",
    "store_logicasker",
    "store_questions",
    "store_results",
    "tally",
    "write_figures",
]
