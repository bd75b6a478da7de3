"""What mlcroissant finds in a description: faults, and the records."""

import json
import sys

import mlcroissant as mlc

dataset = mlc.Dataset(sys.argv[1])
issues = dataset.metadata.ctx.issues


def plain(value):
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value.item() if hasattr(value, "item") else value


sys.stdout.write(
    json.dumps(
        {
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
        },
        default=str,
    )
)
