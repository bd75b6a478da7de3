"""What `datasets` and the Hub's card reader find in an exported folder."""

import json
import sys

import datasets
from huggingface_hub import DatasetCard

folder, cache = sys.argv[1:]
loaded = datasets.load_dataset(folder, cache_dir=cache)
card = DatasetCard.load(f"{folder}/README.md")
sys.stdout.write(
    json.dumps(
        {
            "rows": {split: len(rows) for split, rows in loaded.items()},
            "first": {split: rows[0] for split, rows in loaded.items()},
            "card": card.data.to_dict(),
        }
    )
)
