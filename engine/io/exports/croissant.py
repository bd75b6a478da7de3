"""Croissant 1.1 with the RAI vocabulary: a data set described for programs that search for data.

croissant.json   the description (JSON-LD), naming each file with its hash and each column
data/…           the files described, one per split
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.canary import canary
from engine.core.writing import write_document
from engine.io.exports.family_words import Known, checks_in_full, checks_in_short, words_of
from engine.io.exports.hub import write_split_with_question
from engine.io.exports.languages import languages_in_full, tags
from engine.io.exports.material import Exported, slug_of
from engine.io.exports.plain import schema_of, splits_of
from engine.store import Dataset, digest_of

if TYPE_CHECKING:
    from engine.core.suite_files import Release

VERSION = "http://mlcommons.org/croissant/1.1"
RAI_VERSION = "http://mlcommons.org/croissant/RAI/1.0"
LICENCE = "https://www.apache.org/licenses/LICENSE-2.0"
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "arrayShape": "cr:arrayShape",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "equivalentProperty": "cr:equivalentProperty",
}
_OURS: dict[str, Any] = {
    "@context": _CONTEXT,
    "@type": "sc:Dataset",
    "conformsTo": [VERSION, RAI_VERSION],
    "license": LICENCE,
    "creator": {"@type": "sc:Organization", "name": "The Sorites developers"},
    "isLiveDataset": False,
    "citeAs": "The Sorites developers: Sorites, measuring how well language models reason.",
}
"""The fields shared by all descriptions."""

_SOLVERS = {"z3": "Z3"}
"""Proper names of solvers."""

_TYPES = {"string": "sc:Text", "bool": "sc:Boolean", "int32": "cr:Int32", "int64": "cr:Int64"}
_PUT = ("system", "input", "target")
"""The columns with a question as a model is asked it."""

_MEANINGS = {
    "system": "The instructions that come before the question.",
    "input": "The question as it is put to a model.",
    "target": "The right answer.",
    "canary": "The string by which the items are found in a training corpus.",
}


def write_croissant(exported: Exported, folder: Path) -> dict[str, int]:
    """The files and their description; gives the number of items by split."""
    counts, files = {}, []
    for split in splits_of(exported):
        path = folder / "data" / f"{split}.parquet"
        counts[split] = write_split_with_question(exported, split, path)
        files.append(file_object(split, path))
    columns = (*schema_of().names, *_PUT)
    shown = description(exported.dataset, exported.known, files, columns)
    write_document(folder / "croissant.json", shown)
    return counts


def file_object(split: str, path: Path) -> dict[str, Any]:
    """The description of a split's file. Any: JSON."""
    return {
        "@type": "cr:FileObject",
        "@id": f"{split}.parquet",
        "name": f"{split}.parquet",
        "contentUrl": f"data/{split}.parquet",
        "encodingFormat": "application/x-parquet",
        "sha256": digest_of(path),
    }


def description(
    dataset: Dataset, known: Known, files: Sequence[Mapping[str, Any]], columns: Sequence[str]
) -> dict[str, Any]:
    """The JSON-LD document of a data set with one file of `columns` per split. Any: JSON."""
    in_short = checks_in_short(dataset.family, known.methods)
    return {
        **_OURS,
        "name": slug_of(dataset.name),
        "description": (
            f"{dataset.n:,} questions of the family {dataset.family} that measure logical"
            f" reasoning{in_short}. {languages_in_full(known.languages)}"
        ),
        "inLanguage": tags(known.languages),
        # files of a checkout have no address of their own: the name of their content is one
        "url": f"urn:sha256:{dataset.content_hash}",
        "datePublished": dataset.created_at.date().isoformat(),
        "version": f"{dataset.version}.0.0",
        "keywords": ["logic", "reasoning", "benchmark", dataset.family],
        **_responsible(dataset, known),
        "distribution": files,
        "recordSet": [_records(file["@id"], columns) for file in files],
    }


def suite_description(
    release: Release,
    languages: Collection[str],
    families: Sequence[str],
    files: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
) -> dict[str, Any]:
    """The JSON-LD document of a suite with one file of `columns` per split of a data set.

    Any: JSON.
    """
    contents = "".join(f"{name} {content}\n" for name, content in sorted(release.contents.items()))
    return {
        **_OURS,
        "name": slug_of(release.suite),
        "description": (
            f"{release.title}: a suite of {len(release.contents)} frozen data sets that measure"
            f" logical reasoning, of the families {', '.join(families)}."
        ),
        "inLanguage": tags(languages),
        "url": f"urn:sha256:{hashlib.sha256(contents.encode()).hexdigest()}",
        "datePublished": release.released.isoformat(),
        "version": "1.0.0",
        "keywords": ["logic", "reasoning", "benchmark", *families],
        "distribution": files,
        "recordSet": [_records(file["@id"], columns) for file in files],
    }


def _responsible(dataset: Dataset, known: Known) -> dict[str, Any]:
    """The RAI fields that apply to generated items."""
    words = words_of(dataset.family)
    solvers = [_SOLVERS.get(one, one) for one in known.solvers]
    return {
        "rai:dataCollection": (
            f"Generated by Sorites {dataset.engine_version} from seed {dataset.seed} and the"
            f" settings {dataset.params}; nothing was collected from people. {words.sentences}"
        ),
        "rai:dataCollectionType": ["Software Collection"],
        "rai:dataAnnotationProtocol": checks_in_full(dataset.family, known.methods),
        "rai:machineAnnotationTools": ["Sorites", *solvers],
        "rai:dataUseCases": ["Testing"],
        "rai:dataLimitations": (
            f"{' '.join(words.limits)} A score says nothing about other reasoning, and nothing"
            " about knowledge."
        ),
        "rai:dataBiases": (
            f"{words.sentences} What surface signs give away, the shortcut audit measures where"
            " answers are chosen among stated ones."
        ),
        "rai:personalSensitiveInformation": [
            "No private information. Some sentences name well-known people, a few of them living;"
            " many statements are false on purpose."
        ],
        "rai:dataSocialImpact": "Items in training corpora make scores on them meaningless.",
        "rai:dataReleaseMaintenancePlan": (
            "Errors are fixed by a new version of the family; a set that was frozen keeps its"
            f" content hash. {canary()}"
        ),
    }


def _records(file: str, columns: Sequence[str]) -> dict[str, Any]:
    split = file.removesuffix(".parquet")
    return {
        "@type": "cr:RecordSet",
        "@id": split,
        "name": split,
        "description": f"The items of the split {split}.",
        "field": [_field(split, file, name, kind) for name, kind in _described(columns)],
    }


def _described(columns: Sequence[str]) -> list[tuple[str, str]]:
    """The columns of plain values and lists of text; nested ones are described by Parquet alone."""
    known = {one.name: str(one.type) for one in schema_of()} | dict.fromkeys(_PUT, "string")
    found = [(name, known[name]) for name in columns]
    return [one for one in found if one[1] in _TYPES or _is_list_of_texts(one[1])]


def _is_list_of_texts(kind: str) -> bool:
    return kind.startswith("list<") and kind.endswith("string>")


def _field(split: str, file: str, name: str, kind: str) -> dict[str, Any]:
    is_list = _is_list_of_texts(kind)
    return {
        "@type": "cr:Field",
        "@id": f"{split}/{name}",
        "name": name,
        "description": _MEANINGS.get(name, f"The column {name} of the table items."),
        "dataType": "sc:Text" if is_list else _TYPES[kind],
        **({"isArray": True, "arrayShape": "-1"} if is_list else {}),
        "source": {"fileObject": {"@id": file}, "extract": {"column": name}},
    }
