"""What Inspect's own reader finds in a log: for each sample its scores."""

import json
import sys

from inspect_ai.log import read_eval_log

log = read_eval_log(sys.argv[1])
sys.stdout.write(
    json.dumps(
        {
            "status": log.status,
            "samples": {
                str(sample.id): {name: score.value for name, score in (sample.scores or {}).items()}
                for sample in log.samples or []
            },
        }
    )
)
