"""Merging classes by a map is merging them by hand in the file, whatever the file's shape."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal, Shape
from breakeven.readers.build import build_review, read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.made import not_none

OLD = "abcd"
# truth per class: 1, 0 or -1 for not judged; whether assigned; a score or none
Pair = tuple[int, bool, float | None]
Document = dict[str, Pair]
Map = dict[str, str | None]
Rows = list[list[object]]
Files = dict[str, Rows]

SCORES = st.integers(-8, 8).map(lambda i: i / 8)
# an old name may turn into a new one, into another old one that stays, or into nothing
MAPS = st.dictionaries(st.sampled_from("bcd"), st.sampled_from(["a", "x", "=y", None]))


def documents(
    truth: Sequence[int], scored: bool = True, every_pair: bool = True
) -> st.SearchStrategy[list[Document]]:
    score: st.SearchStrategy[float | None] = SCORES if every_pair else st.none() | SCORES
    pair = st.tuples(st.sampled_from(truth), st.booleans(), score if scored else st.none())
    listed: st.SearchStrategy[Document] = st.fixed_dictionaries(dict.fromkeys(OLD, pair))
    if not every_pair:
        listed = st.dictionaries(st.sampled_from(OLD), pair)
    return st.lists(listed, min_size=1, max_size=5)


def by_hand(document: Document, names: Map) -> Document:
    """One document with its classes merged: the sums that a person would do on paper."""
    merged: dict[str, list[Pair]] = {}
    for old, pair in document.items():
        new = names.get(old, old)
        if new is not None:
            merged.setdefault(new, []).append(pair)
    out: Document = {}
    for new, pairs in merged.items():
        truths = [truth for truth, _, _ in pairs]
        truth = 1 if 1 in truths else -1 if -1 in truths else 0
        scores = [score for _, _, score in pairs if score is not None]
        out[new] = truth, any(assigned for _, assigned, _ in pairs), max(scores, default=None)
    return out


def classes_in(collection: Iterable[Document]) -> list[str]:
    return sorted({name for document in collection for name in document})


def cells(collection: list[Document]) -> Files:
    """Classes in the cells of a row a document."""
    rows: Rows = [["id", "true", "predicted"]]
    for i, document in enumerate(collection):
        true = [name for name, (truth, _, _) in document.items() if truth == 1]
        called = [name for name, (_, assigned, _) in document.items() if assigned]
        rows.append([i, "|".join(true), "|".join(called)])
    return {"f.csv": rows}


def two_files(collection: list[Document]) -> Files:
    """The truth, and a system that speaks of the documents in another order."""
    rows = cells(collection)["f.csv"]
    truth = [[row[0], row[1]] for row in rows]
    system = [rows[0], *reversed(rows[1:])]
    return {"truth.csv": truth, "s.csv": [[row[0], row[2]] for row in system]}


def systems(collection: list[Document]) -> Files:
    """A row a document and system; the second system assigns what the first does not."""
    rows: Rows = [["id", "system", "true", "predicted"]]
    for i, document in enumerate(collection):
        true = "|".join(name for name, (truth, _, _) in document.items() if truth == 1)
        for system in "st":
            called = [
                name for name, (_, assigned, _) in document.items() if assigned == (system == "s")
            ]
            rows.append([i, system, true, "|".join(called)])
    return {"f.csv": rows}


def columns(collection: list[Document]) -> Files:
    """A column of truth, of decisions and of scores for each class."""
    names = classes_in(collection)
    rows: Rows = [
        ["id", *(f"{kind}:{name}" for kind in ("true", "pred", "score") for name in names)]
    ]
    for i, document in enumerate(collection):
        pairs = [document[name] for name in names]
        truths = [truth for truth, _, _ in pairs]
        decided = [int(assigned) for _, assigned, _ in pairs]
        rows.append([i, *truths, *decided, *(score for _, _, score in pairs)])
    return {"f.csv": rows}


def pairs(collection: list[Document]) -> Files:
    """A row a pair; a document of no listed class has one row that names none."""
    rows: Rows = [["id", "class", "truth", "predicted", "score"]]
    for i, document in enumerate(collection):
        for name, (truth, assigned, score) in document.items():
            rows.append([i, name, truth, int(assigned), "" if score is None else score])
        if not document:
            rows.append([i, "", 0, 0, ""])
    return {"f.csv": rows}


def proposal_for(files: Files) -> Proposal:
    shapes: dict[tuple[str, ...], Shape] = {("id", "class"): "long"}
    proposals = []
    for name, (header, *_) in files.items():
        kinds = {"true": "indicator", "pred": "decision", "score": "score"}
        roles, classes = {}, {}
        for column in map(str, header):
            kind, _, class_name = column.partition(":")
            roles[column] = kinds[kind] if class_name else {"true": "truth"}.get(column, column)
            if class_name:
                classes[column] = class_name
        shape = shapes.get(tuple(map(str, header[:2])), "indicator" if classes else "labels")
        given = set(roles.values()) & {"truth", "indicator"}
        predicted = set(roles.values()) & {"predicted", "decision"}
        proposals.append(
            FileProposal(
                name=name,
                role="both" if given and predicted else "truth" if given else "predictions",
                shape=shape,
                columns=roles,
                classes=classes,
                separator="|",
                system="" if "system" in roles else "s",
            )
        )
    return Proposal(tuple(proposals))


def as_csv(rows: Rows) -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return out.getvalue().encode()


def read(files: Files, class_map: Map | None = None) -> Review:
    proposal = replace(proposal_for(files), class_map=class_map or {})
    return read_review([(name, as_csv(rows)) for name, rows in files.items()], proposal)


def dense(matrix: sparse.sparray | np.ndarray | None) -> list[list[float]] | None:
    if matrix is None:
        return None
    return matrix.tolist() if isinstance(matrix, np.ndarray) else matrix.toarray().tolist()


def content(review: Review) -> dict[str, object]:
    """Everything of a review that merging classes may change."""
    truth = review.truth
    unjudged = truth.unjudged
    if unjudged is not None and not unjudged.nnz:
        unjudged = None
    out: dict[str, object] = {
        "documents": None if truth.documents is None else list(truth.documents),
        "classes": truth.classes,
        "labels": dense(truth.labels),
        "unjudged": dense(unjudged),
    }
    for p in review.predictions:
        listed = None
        if p.scores is not None:
            scores = sparse.coo_array(p.scores) if isinstance(p.scores, np.ndarray) else p.scores
            coo = scores.tocoo()
            given = zip(coo.row.tolist(), coo.col.tolist(), coo.data.tolist(), strict=True)
            # dense scores lose their zeros on the way through coo: compare what is not 0
            listed = sorted((c, d, s) for c, d, s in given if s != 0)
        out[p.system] = (list(p.rows), dense(p.decisions), listed)
    return out


def hand_counts(collection: list[Document], names: Sequence[str]) -> dict[str, tuple[int, ...]]:
    """tp, fp, fn, tn of each class, document by document."""
    out = {}
    for name in names:
        pairs_of_class = [document.get(name, (0, False, None)) for document in collection]
        judged = [(truth == 1, assigned) for truth, assigned, _ in pairs_of_class if truth >= 0]
        out[name] = tuple(
            sum(pair == cell for pair in judged)
            for cell in ((True, True), (False, True), (True, False), (False, False))
        )
    return out


def read_if_any(files: Files, names: Map) -> Review | None:
    """The review, or None where it is refused because the map leaves no class."""
    try:
        return read(files, names)
    except ReadError as error:
        if "the class map removes every class" in str(error):
            return None
        raise


def agrees(
    collection: list[Document], names: Map, write: Callable[[list[Document]], Files]
) -> None:
    merged = [by_hand(document, names) for document in collection]
    review, by_file = read_if_any(write(collection), names), read(write(merged))
    if review is None:
        assert by_file.truth.classes == ()
        return
    assert content(review) == content(by_file)
    predictions = review.predictions[0]
    tables = evaluate(
        predictions, score_split(review.truth, predictions, None), None, Cut("given")
    ).tables
    expected = hand_counts(merged, review.truth.classes)
    for c, name in enumerate(review.truth.classes):
        found_here = (tables.tp[c], tables.fp[c], tables.fn[c], tables.tn[c])
        assert tuple(map(int, found_here)) == expected[name]


@settings(max_examples=60)
@given(documents([0, 1], scored=False), MAPS)
def test_by_map_is_by_hand_where_classes_stand_in_cells(
    collection: list[Document], names: Map
) -> None:
    agrees(collection, names, cells)
    agrees(collection, names, two_files)


@settings(max_examples=60)
@given(documents([0, 1, -1]), MAPS)
def test_by_map_is_by_hand_where_each_class_has_columns(
    collection: list[Document], names: Map
) -> None:
    agrees(collection, names, columns)


@settings(max_examples=60)
@given(documents([0, 1, -1], every_pair=False), MAPS)
def test_by_map_is_by_hand_in_a_row_a_pair(collection: list[Document], names: Map) -> None:
    agrees(collection, names, pairs)


@settings(max_examples=40)
@given(documents([0, 1], scored=False), st.sampled_from(["a", "x"]))
def test_by_map_is_by_hand_where_a_column_names_the_system(
    collection: list[Document], new: str
) -> None:
    # union does not commute with "what the other did not assign", so both are merged by hand
    names: Map = {"b": new, "c": new}
    review = read(systems(collection), names)
    for place, p in enumerate(review.predictions):
        decided: list[Document] = [
            {
                name: (truth, assigned == (place == 0), None)
                for name, (truth, assigned, _) in d.items()
            }
            for d in collection
        ]
        merged = [by_hand(document, names) for document in decided]
        part = score_split(review.truth, p, None)
        tables = evaluate(p, part, None, Cut("given")).tables
        expected = hand_counts(merged, review.truth.classes)
        for c, name in enumerate(review.truth.classes):
            here = (tables.tp[c], tables.fp[c], tables.fn[c], tables.tn[c])
            assert tuple(map(int, here)) == expected[name]


@settings(max_examples=60)
@given(st.lists(st.integers(0, 3), min_size=16, max_size=16).filter(any), MAPS)
def test_by_map_rows_and_columns_of_counts_are_added_up(counts: list[int], names: Map) -> None:
    square: Rows = [["true", *OLD]]
    square += [[name, *counts[4 * i : 4 * i + 4]] for i, name in enumerate(OLD)]
    listed: Rows = [["true", "predicted", "count"]]
    added: dict[tuple[str, str], int] = {}
    for i, true in enumerate(OLD):
        for j, predicted in enumerate(OLD):
            listed.append([true, predicted, counts[4 * i + j]])
            key = (names.get(true, true) or "", names.get(predicted, predicted) or "")
            added[key] = added.get(key, 0) + counts[4 * i + j]
    for rows in (square, listed):
        tables = open_tables([("m.csv", as_csv(rows))])
        review = build_review(tables, replace(propose(tables), class_map=names))
        truth, decisions = not_none(review.truth.labels), not_none(review.predictions[0].decisions)
        counted: dict[tuple[str, str], int] = {}
        for labels, called in zip(truth.toarray(), decisions.toarray(), strict=True):
            true_name, called_name = (
                next((review.truth.classes[c] for c in np.flatnonzero(row)), "")
                for row in (labels, called)
            )
            counted[true_name, called_name] = counted.get((true_name, called_name), 0) + 1
        assert counted == {key: n for key, n in added.items() if n}
