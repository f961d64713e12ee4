"""How the files of each sample become its review."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import compute

from breakeven.data.installation import NO_SAMPLES, sample_folder
from breakeven.data.records import Predictions, Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.build import build_review, freeze_arrays
from breakeven.readers.columns.propose import propose
from breakeven.readers.files.cells import class_sets, texts
from breakeven.readers.hierarchy import Stated
from breakeven.readers.opening import open_tables
from breakeven.readers.shapes.class_map import ClassMap, merge_class_sets, resolve_class_map
from breakeven.readers.shapes.file_content import ClassSets
from breakeven.readers.shapes.join import align

REUTERS_SYSTEMS = ("nb", "rocchio", "knn", "tree", "svm", "logreg")


def _folder() -> Path:
    """Where the files of samples are. ReadError where they are not installed."""
    folder = sample_folder()
    if folder is None:
        raise ReadError([Problem(what=NO_SAMPLES.what, remedy=NO_SAMPLES.remedy)])
    return folder


def r8(title: str, class_map: ClassMap, hierarchy: Stated) -> Review:
    """One file that the ordinary reading takes as it is."""
    tables = open_tables([("single_label.csv", _folder() / "single_label.csv")])
    file = replace(propose(tables).files[0], system="logreg")
    return build_review(tables, Proposal((file,), class_map, hierarchy=hierarchy), title)


def reuters(title: str, class_map: ClassMap, hierarchy: Stated) -> Review:
    """Truth and six files of scores, joined on their ids; then the decisions of all six."""
    names = ["truth.parquet", *(f"scores_{system}.parquet" for system in REUTERS_SYSTEMS)]
    folder = _folder()
    tables = open_tables((name, folder / name) for name in names)
    roles = {"doc_id": "id", "split": "split", "topics": "truth", "title": "text"}
    roles |= {"date": "slice", "n_words": "slice"}
    files = [FileProposal(name="truth.parquet", role="truth", shape="labels", columns=roles)]
    for table, system in zip(tables[1:], REUTERS_SYSTEMS, strict=True):
        classes = {column: column for column in table.columns if column != "doc_id"}
        files.append(
            FileProposal(
                name=table.name,
                role="predictions",
                shape="wide scores",
                columns={"doc_id": "id"} | dict.fromkeys(classes, "score"),
                classes=classes,
                system=system,
                probabilities=system == "logreg",  # the others only rank
            )
        )
    proposal = Proposal(tuple(files), class_map, hierarchy=hierarchy)
    review = build_review(tables, proposal, title)
    (decided,) = open_tables([("decisions.parquet", folder / "decisions.parquet")])
    documents = pa.array(review.truth.documents, pa.large_string())
    ids = pa.array(texts(decided.column("doc_id")), pa.large_string())
    place = compute.index_in(ids, documents).to_numpy()
    final = resolve_class_map(class_map)
    position = {name: i for i, name in enumerate(review.truth.classes)}

    def with_decisions(predictions: Predictions) -> Predictions:
        has, names, _, _ = class_sets(decided.column(predictions.system), "list")
        rows = np.searchsorted(predictions.rows, place)
        sets = merge_class_sets(ClassSets(has, names), final)
        return replace(predictions, decisions=align(sets, rows, position, predictions.m))

    fingerprint = hashlib.sha256(f"{review.fingerprint}\n{decided.digest}".encode())
    return freeze_arrays(
        replace(
            review,
            predictions=tuple(map(with_decisions, review.predictions)),
            fingerprint=fingerprint.hexdigest(),
        )
    )
