"""What `datasets` finds in plain files: JSON lines, CSV, Parquet."""

import json
import sys
from pathlib import Path

import datasets

folder, cache = sys.argv[1:]
found = {}
for kind, ending in (("json", "jsonl"), ("csv", "csv"), ("parquet", "parquet")):
    files = sorted(str(path) for path in Path(folder).glob(f"*.{ending}"))
    rows = datasets.load_dataset(kind, data_files=files, cache_dir=cache, split="train")
    found[kind] = {row["hash"]: [row["gold"], row["canary"]] for row in rows}
sys.stdout.write(json.dumps(found))
