"""Small evaluations from sets of class names, and random ones from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.marks import MarkEvent, Marks
from breakeven.data.records import Annotator, Predictions, Review, Truth
from metrics.typing import Array

T = TypeVar("T")


def not_none(value: T | None) -> T:
    """The value of a field that may be None and must not be here."""
    assert value is not None
    return value


def truth_of(
    labels: Array,
    unjudged: Array | None = None,
    weights: Array | None = None,
    clusters: Array | None = None,
    **more: Any,
) -> Truth:
    """A truth from a boolean (documents, classes) array; classes are a, b, c, ...

    `more` are fields of the truth that are to be others; ids are d0, d1, ... in no split.
    """
    n, k = labels.shape
    fields: dict[str, Any] = {
        "ids": np.array([f"d{i}" for i in range(n)]),
        "classes": tuple(chr(ord("a") + c) for c in range(k)),
        "splits": (),
        "split_of": np.full(n, -1),
    }
    return Truth(
        labels=sparse.csc_array(labels, dtype=bool),
        unjudged=None if unjudged is None else sparse.csc_array(unjudged),
        weights=None if weights is None else weights.astype(float),
        weight_column=None if weights is None else "w",
        clusters=clusters,
        cluster_column=None if clusters is None else "thread",
        **(fields | more),
    )


def evaluation_of(
    truth: Truth, assigned: Array, system: str = "s", rows: Array | None = None
) -> Evaluation:
    """A system's decisions, boolean (documents it spoke of, classes), beside the truth."""
    said = Predictions(
        system,
        np.arange(truth.n) if rows is None else rows,
        decisions=sparse.csc_array(assigned),
    )
    return evaluate(said, score_split(truth, said, None), None, Cut("given"))


def matrix_of(sets: Sequence[str], classes: int) -> Array:
    """`["a", "ab", ""]`: the classes of each document as a boolean matrix."""
    return np.array(
        [[chr(ord("a") + c) in one for c in range(classes)] for one in sets], dtype=bool
    ).reshape(len(sets), classes)


def noisy(labels: Array, misses: float, false_alarms: float, rng: np.random.Generator) -> Array:
    """Decisions that miss and add pairs independently, at these rates."""
    kept = labels & (rng.random(labels.shape) >= misses)
    return kept | (~labels & (rng.random(labels.shape) < false_alarms))


# of each class, where a document may have several
PREVALENCE = 0.25
# the share of pairs, or of documents of one class each, that each of these people gets wrong
PEOPLE: Mapping[str, float] = {"anna": 0.05, "ben": 0.1, "carla": 0.1, "dan": 0.2}


def annotators(
    documents: int = 300,
    classes: int = 4,
    people: Mapping[str, float] = PEOPLE,
    *,
    seed: int = 0,
    single: bool = False,
    share: float = 1.0,
    copies: Array | None = None,
    at_random: bool = False,
) -> Truth:
    """A truth, and several people who each label it with errors of their own.

    `people`: their names and error rates. Of several classes a document: each true pair is missed
    at the rate, and as many pairs are added; `single`: one class a document, which gives way to
    another at the rate. Each labels a `share` of the documents, drawn alone. `copies`: what a
    system assigned, boolean (documents, classes), which one more person, "copy", hands in.
    `at_random`: one more, "random", who draws from the same prevalences without reading.
    `labels` are what is really so.
    """
    rng = np.random.default_rng(seed)

    def drawn() -> Array:
        if single:
            return np.eye(classes, dtype=bool)[rng.integers(0, classes, documents)]
        return rng.random((documents, classes)) < PREVALENCE

    labels = drawn()
    labels_by_person = {name: _mistaken(labels, rate, single, rng) for name, rate in people.items()}
    if copies is not None:
        labels_by_person["copy"] = copies
    if at_random:
        labels_by_person["random"] = drawn()
    handed_in = []
    for name, own_labels in labels_by_person.items():
        rows = np.flatnonzero(rng.random(documents) < share)
        handed_in.append(Annotator(name, rows, sparse.csc_array(own_labels[rows], dtype=bool)))
    return truth_of(labels, annotators=tuple(handed_in))


def _mistaken(labels: Array, rate: float, single: bool, rng: np.random.Generator) -> Array:
    """Labels of somebody who gets this share of them wrong."""
    if not single:
        return noisy(labels, rate, rate * labels.mean() / (1 - labels.mean()), rng)
    classes = labels.shape[1]
    own = labels.argmax(axis=1)
    wrong = (own + rng.integers(1, classes, len(own))) % classes
    return np.eye(classes, dtype=bool)[np.where(rng.random(len(own)) < rate, wrong, own)]


def review_of(truth: Truth, **assigned: Array) -> Review:
    """A review of systems by name, of what each assigned, boolean (documents, classes)."""
    made = tuple(
        Predictions(system, np.arange(truth.n), decisions=sparse.csc_array(matrix, dtype=bool))
        for system, matrix in assigned.items()
    )
    words = repr((truth.classes, [a.name for a in truth.annotators], list(assigned)))
    arrays = [truth.labels, *(a.labels for a in truth.annotators), *(p.decisions for p in made)]
    digest = sha256(words.encode())
    for pairs in arrays:
        digest.update(b"none" if pairs is None else pairs.toarray().tobytes())
    return Review("made.csv", truth, made, (), digest.hexdigest())


def event(rows: list[int], kind: Any, **more: Any) -> MarkEvent:
    """One mark of the documents at these rows; `more` are its other fields."""
    return MarkEvent(rows=np.array(sorted(rows), dtype=np.int64), kind=kind, **more)


def holding(marks: Marks) -> list[tuple[Any, ...]]:
    """What holds after all marks, document by document."""
    return [
        (row, e.kind, e.class_index, e.right, e.tag, e.note, e.who, e.when)
        for row in range(marks.n)
        for e in marks.events_of(row)
    ]
