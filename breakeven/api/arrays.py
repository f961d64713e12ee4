"""A review from arrays in memory, also of what several people said."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import sparse

from breakeven.api.document_arrays import document_fields
from breakeven.api.label_arrays import (
    SETS,
    ClassScores,
    Labels,
    as_native,
    class_name,
    distinct_names,
    is_missing,
    labels_of,
    scores_of,
    sorted_names,
)
from breakeven.data.gold import MAJORITY, with_gold
from breakeven.data.records import Annotator, Predictions, Problem, Review, Truth
from breakeven.data.wording import canonical, examples
from breakeven.readers.hierarchy import ParentsGiven, hierarchy_from_arrays, hierarchy_options
from metrics.incidence import Scores, count_per_document
from metrics.typing import Array

# --- what several people said, from arrays in memory


@dataclass(frozen=True)
class AnnotatorArrays:
    """What one annotator said of n documents; `rows`: those that he or she judged, ascending."""

    labels: Labels
    rows: Array

    @property
    def unjudged(self) -> Labels | None:
        """The pairs left open, in the place of those that are true; None where all were judged."""
        off = self.labels.unjudged
        if off is None or not off[self.rows].nnz:
            return None
        return replace(self.labels, has=off)


def annotators_of(
    annotators: Mapping[str, Any] | None, width: int | None
) -> dict[str, AnnotatorArrays]:
    """What each annotator said, by name: labels of any kind, of all documents in order.

    A missing label (None, NaN) is a document that this person did not judge; an empty list is one
    in no class. ValueError as `labels_of`, and for annotators that have no names.
    """
    if annotators is None:
        return {}
    if not isinstance(annotators, Mapping):
        kind = type(annotators).__name__
        raise ValueError(f"annotators is of the type {kind}; give a dictionary, name to labels")
    by_name = {}
    for name, values in annotators.items():
        labels = labels_of(values, annotator_argument(name), width)
        by_name[str(name)] = AnnotatorArrays(labels, np.flatnonzero(_judged(values, labels)))
    return by_name


def annotator_argument(name: str) -> str:
    """What one annotator's labels are called in messages."""
    return f"annotators[{str(name)!r}]"


def annotator_of(
    name: str, arrays: AnnotatorArrays, labels: sparse.csc_array, unjudged: sparse.csc_array | None
) -> Annotator:
    """The record of one annotator; `labels`, `unjudged`: csc of all documents and classes."""
    off = None if unjudged is None else sparse.csc_array(unjudged[arrays.rows])
    return Annotator(name, arrays.rows, sparse.csc_array(labels[arrays.rows]), off)


def _judged(values: Any, labels: Labels) -> Array:
    if labels.matrix:
        if labels.unjudged is None:
            return np.ones(labels.documents, dtype=bool)
        return count_per_document(labels.unjudged) < labels.has.shape[1]
    found = as_native(values)
    if isinstance(found, pd.DataFrame):
        found = found.iloc[:, 0]
    rows = found.tolist() if isinstance(found, np.ndarray | pd.Series) else list(found)
    return np.array([isinstance(row, SETS) or not is_missing(row) for row in rows], dtype=bool)


# --- a review from arrays in memory


NOTHING_GIVEN = (
    "there is nothing about the documents; give y_true, y_pred, y_score or annotators, or a text "
    "and a split for each document"
)


@dataclass(frozen=True)
class _GivenArrays:
    """What was given of the documents' classes; None where it was not."""

    true: Labels | None
    called: Labels | None
    scores: ClassScores | None
    people: Mapping[str, AnnotatorArrays]

    @property
    def predicted(self) -> bool:
        """Whether a system said anything."""
        return self.called is not None or self.scores is not None

    def documents(self, text: Any) -> int:
        """How many documents there are: where nobody said anything of them, as many as texts."""
        given: tuple[Labels | ClassScores | None, ...] = (self.scores, *self.labels)
        first = next((part for part in given if part is not None), None)
        return len(as_native(text)) if first is None else first.documents

    @property
    def labels(self) -> list[Labels]:
        """Whatever was given of labels, by whomever."""
        given = (self.true, self.called, *(said.labels for said in self.people.values()))
        return [part for part in given if part is not None]

    @property
    def unjudged(self) -> Labels | None:
        """The pairs nobody judged, in the place of those that are true."""
        if self.true is None or self.true.unjudged is None:
            return None
        return replace(self.true, has=self.true.unjudged)


def from_arrays(  # noqa: PLR0913 - named as scikit-learn names them
    y_true: Any,
    y_pred: Any = None,
    y_score: Any = None,
    classes: Sequence[Any] | Array | None = None,
    *,
    labels: Sequence[Any] | Array | None = None,
    pos_label: Any = None,
    ids: Any = None,
    split: Any = None,
    text: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    columns: Mapping[str, Any] | None = None,
    annotators: Mapping[str, Any] | None = None,
    gold: str = "",
    unbounded: bool = False,
    hierarchy: ParentsGiven | None = None,
    hierarchy_separator: str = "",
    system: str = "system",
    probabilities: bool = False,
    name: str = "arrays",
) -> Review:
    """The review of n documents whose labels, and what one system said of them, are in memory.

    Without `y_pred` and `y_score` it has no system: of `y_true`, of `annotators`, or of a `text`
    and a `split` for each document, the data alone is reviewed (`check`, `propose_split`, `agree`).
    `y_true`, `y_pred`: a label a document, a list or set of labels a document, or a 0/1 matrix
    (n, classes), of any library (docs/how-to/python.md). NaN in a matrix of truth is a pair nobody
    judged; `y_true` None: nobody labelled. `y_score`: larger is more likely; a matrix, a frame or
    mapping whose columns are named after classes, dictionaries of `label` and `score`, or one
    score a document. `classes` (or `labels`) names columns of matrices and numbers 0, 1, ...;
    without it frames do, else all labels that occur, sorted; numbers are named "0", "1", ...

    `pos_label`: of two classes the one that the review holds alone, and that one score a document
    is for; by default 1. `sample_weight`: how much each document counts, at least 0. `groups`:
    which were drawn together. `split`: a name for each document, or one for all. `columns`:
    further properties. `annotators`: what several people said, name to labels like `y_true`; None
    is a document that the person did not judge. `gold`: the truth made of it, "majority" or
    "one:NAME"; by default `y_true`, else the majority. `unbounded`, `hierarchy` and
    `hierarchy_separator`: as for `read`. ValueError names the argument, what is wrong with it, and
    what to give.

    >>> import breakeven as be
    >>> review = be.from_arrays(["wheat", "corn"], [["wheat"], ["corn", "wheat"]])
    >>> review.truth.classes
    ('corn', 'wheat')
    """
    class_names = _class_names(classes, labels)
    given = _given_arrays(y_true, y_pred, y_score, class_names, annotators)
    if not given.predicted and not given.labels and (text is None or split is None):
        raise ValueError(NOTHING_GIVEN)
    n = given.documents(text)
    chosen = _positive(given, class_names, pos_label)
    names = class_names if class_names is not None else _names(given, chosen)
    own = {"text": text, "sample_weight": sample_weight, "groups": groups}
    truth = Truth(
        classes=names if chosen is None else (chosen,),
        labels=_matrix(given.true, "y_true", names, chosen),
        unjudged=_matrix(given.unjudged, "y_true", names, chosen),
        annotators=_annotators(given.people, names, chosen),
        unbounded=unbounded,
        **document_fields(n, ids, split, columns, own),
    )
    if gold or (given.people and given.true is None):
        truth = with_gold(truth, gold or MAJORITY)
    predictions = _predictions(given, system, names, chosen, probabilities)
    stated, notes = hierarchy_options(hierarchy, hierarchy_separator), list[Problem]()
    return Review(
        name=name,
        truth=truth,
        predictions=predictions,
        hierarchy=hierarchy_from_arrays(truth.classes, stated, notes),
        notes=tuple(notes),
        fingerprint=_fingerprint((truth, *predictions, *truth.annotators), stated),
    )


def _annotators(
    people: Mapping[str, AnnotatorArrays], names: tuple[str, ...], chosen: str | None
) -> tuple[Annotator, ...]:
    found = []
    for name, said in people.items():
        matrices = [
            _matrix(part, annotator_argument(name), names, chosen)
            for part in (said.labels, said.unjudged)
        ]
        assert matrices[0] is not None
        found.append(annotator_of(name, said, matrices[0], matrices[1]))
    return tuple(found)


def _predictions(
    given: _GivenArrays,
    system: str,
    names: tuple[str, ...],
    chosen: str | None,
    probabilities: bool,
) -> tuple[Predictions, ...]:
    """What the system said; nothing where there is none."""
    if not given.predicted:
        return ()
    predictions = Predictions(
        system,
        np.arange(given.documents(None)),
        scores=_scores(given.scores, names, chosen, probabilities),
        decisions=_matrix(given.called, "y_pred", names, chosen),
        probabilities=probabilities and given.scores is not None,
    )
    return (predictions,)


def _given_arrays(
    y_true: Any, y_pred: Any, y_score: Any, class_names: tuple[str, ...] | None, annotators: Any
) -> _GivenArrays:
    width = None if class_names is None else len(class_names)
    given = _GivenArrays(
        None if y_true is None else labels_of(y_true, "y_true", width),
        None if y_pred is None else labels_of(y_pred, "y_pred", width),
        None if y_score is None else scores_of(y_score),
        annotators_of(annotators, width),
    )
    if given.called is not None and given.called.unjudged is not None:
        raise ValueError("y_pred holds NaN; give 1 where a class is predicted and 0 where not")
    parts: dict[str, Labels | ClassScores | None] = {
        "y_true": given.true,
        "y_pred": given.called,
        "y_score": given.scores,
    }
    parts |= {
        annotator_argument(name): annotator.labels for name, annotator in given.people.items()
    }
    lengths = {name: part.documents for name, part in parts.items() if part is not None}
    if len(set(lengths.values())) > 1:
        listed = ", ".join(f"{name} of {length:,}" for name, length in lengths.items())
        raise ValueError(f"the arguments have different numbers of documents: {listed}")
    return given


def _class_names(classes: Any, labels: Any) -> tuple[str, ...] | None:
    if classes is not None and labels is not None:
        raise ValueError("classes and labels mean the same; give only one")
    given = labels if classes is None else classes
    if given is None:
        return None
    if isinstance(given, str):
        raise ValueError(f"classes is a single text, {given!r}; give a list of classes")
    return distinct_names(given, "classes")


def _positive(
    given: _GivenArrays, class_names: tuple[str, ...] | None, pos_label: Any
) -> str | None:
    """The one class that a binary task is about; None for any other task."""
    single = given.scores is not None and given.scores.single
    if pos_label is None and not single:
        return None
    parts = given.labels
    names = set(class_names or ()) | {name for part in parts for name in part.names or ()}
    if class_names is not None and len(class_names) == 1 and pos_label is None:
        return class_names[0]
    if len(names) > 2 or any(part.matrix and part.has.shape[1] > 2 for part in parts):
        raise ValueError(
            f"there are {len(names):,} classes; one score per document, or pos_label, needs two; "
            "give y_score as a matrix with a column for each class"
        )
    if pos_label is not None:
        chosen = class_name(pos_label)
        if chosen not in names and len(names) == 2:
            raise ValueError(
                f"pos_label {chosen!r} does not occur; choose one of {examples(names)}"
            )
        return chosen
    if names <= {"0", "1"} or names <= {"-1", "1"}:
        return "1"
    raise ValueError(
        "there is one score per document; name its class with pos_label "
        f"({examples(sorted(names))})"
    )


def _names(given: _GivenArrays, chosen: str | None) -> tuple[str, ...]:
    """The columns of frames as they stand where they hold every label, else all labels, sorted."""
    columns: dict[str, None] = {}
    listed: set[str] = set() if chosen is None else {chosen}
    for part in given.labels:
        if part.names is not None:
            if part.matrix:
                columns |= dict.fromkeys(part.names)
            else:
                listed |= set(part.names)
    if given.scores is not None and given.scores.names is not None:
        columns |= dict.fromkeys(given.scores.names)
    if columns and listed <= set(columns):
        return tuple(columns)
    if columns or listed:
        return sorted_names({*columns, *listed})
    widths = [part.has.shape[1] for part in given.labels if part.matrix]
    widths += [] if given.scores is None else [given.scores.values.shape[0]]
    return tuple(str(c) for c in range(widths[0] if widths else 0))


def _matrix(
    part: Labels | None, argument: str, names: tuple[str, ...], chosen: str | None
) -> sparse.csc_array | None:
    """Boolean csc with a column for each class, or for the one that is chosen."""
    if part is None:
        return None
    k = len(names)
    if part.names is None:
        if part.has.shape[1] != k:
            raise ValueError(_other_width(argument, part.has.shape[1], names))
        place = np.arange(k)
    else:
        place = _places(part, part.names, argument, names)
    pairs = part.has.tocoo()
    every = sparse.csc_array((pairs.data, (pairs.row, place[pairs.col])), shape=(part.documents, k))
    return every if chosen is None else sparse.csc_array(every[:, [names.index(chosen)]])


def _places(part: Labels, own: tuple[str, ...], argument: str, names: tuple[str, ...]) -> Array:
    """Where each of its labels stands among the classes: by name, or as a position."""
    position = {name: c for c, name in enumerate(names)}
    unknown = [name for name in own if name not in position]
    if not unknown:
        return np.array([position[name] for name in own], dtype=np.int64)
    if part.integers and all(name.isdecimal() and int(name) < len(names) for name in own):
        return np.array([int(name) for name in own], dtype=np.int64)
    raise ValueError(
        f"{argument} holds labels that are not among the classes: {examples(unknown)}; add them "
        "to classes, or correct the labels"
    )


def _other_width(argument: str, columns: int, names: tuple[str, ...]) -> str:
    return (
        f"{argument} has {columns:,} columns and there are {len(names):,} classes "
        f"({examples(names)}); give classes with a name for each column"
    )


def _scores(
    scores: ClassScores | None, names: tuple[str, ...], chosen: str | None, probabilities: bool
) -> Scores:
    """A row for each class, or the one that is chosen; sparse where some class has no scores."""
    if scores is None:
        return None
    values, given = scores.values, scores.listed
    if probabilities and given.size and not (given.min() >= 0 and given.max() <= 1):
        raise ValueError(
            f"y_score holds {given.min():g} to {given.max():g}, but probabilities are between 0 "
            "and 1; leave probabilities out"
        )
    wanted = names if chosen is None else (chosen,)
    own = scores.names
    if own is None and scores.single:
        own = wanted
    if own is None:
        if values.shape[0] != len(names):
            raise ValueError(_other_width("y_score", values.shape[0], names))
        own = names
    if unknown := [name for name in own if name not in names]:
        raise ValueError(
            f"y_score has scores of unknown classes: {examples(unknown)}; add them to classes"
        )
    if own == wanted:
        return values
    row = {name: r for r, name in enumerate(own)}
    if all(name in row for name in wanted):
        return values[[row[name] for name in wanted]]
    pairs = sparse.coo_array(values) if sparse.issparse(values) else _every_pair(values)
    place = np.array([wanted.index(name) if name in wanted else -1 for name in own])
    is_wanted = place[pairs.row] >= 0
    return sparse.csr_array(
        (pairs.data[is_wanted], (place[pairs.row[is_wanted]], pairs.col[is_wanted])),
        shape=(len(wanted), values.shape[1]),
    )


def _every_pair(values: Array) -> sparse.coo_array:
    """All cells, zeros too: a score of 0 is a score."""
    rows, columns = np.indices(values.shape).reshape(2, -1)
    return sparse.coo_array((values.ravel(), (rows, columns)), shape=values.shape)


def _fingerprint(
    records: Sequence[Truth | Predictions | Annotator], above: Mapping[str, Any]
) -> str:
    """SHA-256, in hex, of everything that was given."""
    digest = hashlib.sha256(canonical(above).encode() if above else b"")

    def add(value: Any) -> None:
        if sparse.issparse(value):
            digest.update(repr(value.shape).encode())
            for part in (value.indptr, value.indices, value.data):
                add(part)
        elif isinstance(value, Mapping):
            for name, values in value.items():
                add(name)
                add(values)
        elif isinstance(value, np.ndarray) and value.dtype != object:
            digest.update(f"{value.dtype}{value.shape}".encode())
            digest.update(np.ascontiguousarray(value).tobytes())
        else:
            digest.update(repr(value.tolist() if isinstance(value, np.ndarray) else value).encode())

    for record in records:
        for field in fields(record):
            if field.name != "annotators":
                add(field.name)
                add(getattr(record, field.name))
    return digest.hexdigest()
