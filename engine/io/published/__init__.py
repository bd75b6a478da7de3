"""What others published: their data sets and answers as ours, their reported figures as theirs."""

from engine.io.published.figures import bring_figures, known_figures, load_figures
from engine.io.published.files import Row, read_rows
from engine.io.published.harness_log import HarnessLog, HarnessTally, store_harness_log
from engine.io.published.inspect_log import read_inspect_log
from engine.io.published.lm_eval_samples import read_lm_eval_samples
from engine.io.published.questions import read_questions, store_questions

__all__ = [
    "HarnessLog",
    "HarnessTally",
    "Row",
    "bring_figures",
    "known_figures",
    "load_figures",
    "read_inspect_log",
    "read_lm_eval_samples",
    "read_questions",
    "read_rows",
    "store_harness_log",
    "store_questions",
]
