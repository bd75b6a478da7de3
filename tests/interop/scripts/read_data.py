"""What `datasets`, the Hub's card reader and mlcroissant find in folders that were exported.

    read_data.py FOLDER CACHE, where FOLDER holds plain/, hub*/ and croissant*/

One process reads them all, as it is the start of these packages that takes its time.
"""

import json
import sys
from pathlib import Path

import datasets
import mlcroissant
from huggingface_hub import DatasetCard

folder, cache = Path(sys.argv[1]), sys.argv[2]


def plain_files(where):
    for kind, ending in (("json", "jsonl"), ("csv", "csv"), ("parquet", "parquet")):
        files = sorted(str(path) for path in where.glob(f"*.{ending}"))
        rows = datasets.load_dataset(kind, data_files=files, cache_dir=cache, split="train")
        yield kind, {row["hash"]: [row["gold"], row["canary"]] for row in rows}


def hub(where):
    configs = {
        name: datasets.load_dataset(str(where), name, cache_dir=cache)
        for name in datasets.get_dataset_config_names(str(where))
    }
    rows = {
        name: {split: len(rows) for split, rows in one.items()} for name, one in configs.items()
    }
    loaded = next(iter(configs.values()))
    return {
        "configs": rows,
        "rows": next(iter(rows.values())),
        "first": {split: rows[0] for split, rows in loaded.items()},
        "card": DatasetCard.load(f"{where}/README.md").data.to_dict(),
    }


def croissant(where):
    dataset = mlcroissant.Dataset(str(where / "croissant.json"))
    issues = dataset.metadata.ctx.issues
    return {
        "errors": sorted(issues.errors),
        "warnings": sorted(issues.warnings),
        "version": str(dataset.metadata.conforms_to),
        "records": {
            one.id: [
                {name: plain(value) for name, value in row.items()}
                for row in dataset.records(one.id)
            ]
            for one in dataset.metadata.record_sets
        },
    }


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.item() if hasattr(value, "item") else value


found = {
    "plain": dict(plain_files(folder / "plain")),
    **{where.name: hub(where) for where in folder.glob("hub*")},
    **{where.name: croissant(where) for where in folder.glob("croissant*")},
}
sys.stdout.write("\n" + json.dumps(found, default=str) + "\n")
