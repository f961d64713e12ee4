"""The numbers as if what reviewers marked were mended: labels corrected, documents left out."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.data.marks import OF_A_PAIR, MarkKind, Marks
from breakeven.data.records import Annotator, AsIf, AsIfHow, Predictions, Review, Truth
from breakeven.data.wording import count_of, quoted
from metrics.typing import Array

AS_IF: tuple[AsIfHow, ...] = ("corrected", "left-out", "both")
# what a document is left out for, whatever its labels are
LEFT_OUT: tuple[MarkKind, ...] = ("leave out", "duplicate")
# any of these changes what the numbers are counted from
CHANGING: frozenset[MarkKind] = frozenset({"label wrong", *LEFT_OUT, *OF_A_PAIR})
# what says which labels are right
OF_LABELS: frozenset[MarkKind] = frozenset({"label wrong", *OF_A_PAIR})
BY_CONSTRUCTION = (
    "Correcting only the labels that a system disagrees with always raises its F. Judging blind, "
    "on the page Labels, is fair to it."
)


def as_if(review: Review, how: AsIfHow = "corrected") -> Review:
    r"""The review as if its marks were carried out; `as_if` of the result says what was done.

    `corrected`: documents marked "label wrong" have the right classes that were named, and pairs
    that somebody judged are as judged; pairs that nobody judged and nobody named stay so. A
    single-label document has the class that was named last. `left-out`: documents marked "label
    wrong", "leave out" or "duplicate" are not there, and pairs judged to be otherwise than
    labelled count as unjudged (a single-label document is left out). `both`: what can be corrected
    is, and the rest is left out.

    The fingerprint follows from the review's and from what is changed. ValueError where there are
    no marks or no labels, and where no document of a split would be left.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a", "b", "b"], ["a", "a", "b"], ids=["1", "2", "3"])
    >>> review = be.read_marks(review, b"id,mark,right classes\n2,label wrong,a\n")
    >>> be.evaluate(review).exact_match, be.evaluate(be.as_if(review, "corrected")).exact_match
    (0.6666666666666666, 1.0)
    """
    truth, marks = review.truth, review.marks
    if how not in AS_IF:
        raise ValueError(f"as_if cannot be {how!r}; choose one of {', '.join(AS_IF)}")
    if review.as_if is not None:
        raise ValueError(
            "this review is already an as-if review; start from the one that was loaded"
        )
    if marks is None:
        raise ValueError("nobody marked these documents; read a file of marks first")
    if truth.labels is None:
        raise ValueError("nobody has labelled these documents, so there is nothing to correct")
    marked, k = _marked_labels(truth, marks), len(truth.classes)
    old, unjudged = _keys(truth.labels), _keys(truth.unjudged)
    new, still = _corrected(old, unjudged, marked, k)
    corrected, out = np.zeros((2, truth.n), dtype=bool)
    corrected[np.setxor1d(old, new) // k] = True
    against = marked.judged[:0]
    if how != "corrected":
        for kind in LEFT_OUT:
            out[marks.rows_of(kind)] = True
        out |= marked.unknown
    if how == "left-out":
        out[marks.rows_of("label wrong")] = True
        # without its one class a document would be in none
        out |= corrected & (truth.task == "single-label")
        against = np.setdiff1d(marked.judged[np.isin(marked.judged, old) != marked.yes], unjudged)
        new, still = np.setdiff1d(old, against), np.union1d(unjudged, against)
        corrected[:] = False
    if (emptied := _emptied(review, out)) is not None:
        raise ValueError(f"every document {emptied} would be left out; leave out fewer")
    rows = np.flatnonzero(~out)
    done = AsIf(
        how,
        review,
        rows,
        corrected=int((corrected & ~out).sum()),
        left_out=int(out.sum()),
        pairs_left_out=int((~out[against // k]).sum()),
        unknown=int((marked.unknown & ~out).sum()),
    )
    mended = replace(
        truth,
        labels=_matrix(new, truth.n, k),
        unjudged=_matrix(still, truth.n, k) if len(still) else None,
    )
    return replace(
        review,
        name=f"{review.name}, {title_of(done)}",
        truth=_of_rows(mended, rows),
        predictions=tuple(
            _predictions_of_rows(predictions, rows, truth.n) for predictions in review.predictions
        ),
        fingerprint=_fingerprint(review.fingerprint, new, still, rows),
        marks=marks.taken(rows),
        as_if=done,
    )


@dataclass(frozen=True)
class CorrectedLabels:
    """Labels with every mark that names right ones carried out.

    `labels`, `unjudged`: as in `Truth`. `rows`: the documents that such a mark is about, ascending,
    whether or not it changes anything.
    """

    labels: sparse.csc_array
    unjudged: sparse.csc_array | None
    rows: Array


def corrected_labels(truth: Truth, marks: Marks) -> CorrectedLabels:
    """The labels as `as_if` has them in `corrected`; there must be labels."""
    marked, k = _marked_labels(truth, marks), len(truth.classes)
    new, still = _corrected(_keys(truth.labels), _keys(truth.unjudged), marked, k)
    rows = np.union1d(np.flatnonzero(marked.complete), marked.judged // k)
    return CorrectedLabels(
        labels=_matrix(new, truth.n, k),
        unjudged=_matrix(still, truth.n, k) if len(still) else None,
        rows=rows[~marked.unknown[rows]],
    )


def _emptied(review: Review, out: Array) -> str | None:
    """What nothing is left of without these documents, a mask; None where there is something."""
    truth = review.truth
    if truth.weights is not None and not truth.weights[~out].any():
        return "that weighs anything"
    for predictions in review.own:
        places = truth.split_of[predictions.rows] + 1
        before, after = (
            np.bincount(split_numbers, minlength=len(truth.splits) + 1)
            for split_numbers in (places, places[~out[predictions.rows]])
        )
        for split in np.flatnonzero((before > 0) & (after == 0)).tolist():
            name = f"of the split {quoted(truth.splits[split - 1])} " if split else ""
            return f"{name}that {quoted(predictions.system)} predicted"
    return None


def title_of(done: AsIf) -> str:
    """What was done: `as if the labels of 23 documents were corrected`."""
    parts = []
    if done.how != "left-out":
        parts.append(f"the labels of {count_of(done.corrected, 'document')} were corrected")
    if done.how != "corrected":
        pairs = f" and {count_of(done.pairs_left_out, 'label')}" if done.pairs_left_out else ""
        were = "was" if done.left_out == 1 and not pairs else "were"
        parts.append(f"{count_of(done.left_out, 'document')}{pairs} {were} left out")
    return f"as if {' and '.join(parts)}"


def unknown_in_words(done: AsIf) -> str:
    """How many documents could not be corrected, as a sentence; nothing where all could."""
    if not done.unknown:
        return ""
    stay = "stays as it is: nobody" if done.unknown == 1 else "stay as they are: nobody"
    wrong = count_of(done.unknown, "document")
    return f"{wrong} marked as wrongly labelled {stay} gave the right classes. "


@dataclass(frozen=True)
class _MarkedLabels:
    """What marks say of labels; a pair of a document and a class is `document * classes + class`.

    `complete`: documents all of whose right classes are `named`, as pairs; `unknown`: documents
    labelled wrongly whose right classes nobody said; both masks of shape (documents,). `judged`:
    pairs that somebody judged after that, and `yes` whether they are right.
    """

    complete: Array
    named: Array
    judged: Array
    yes: Array
    unknown: Array


def _marked_labels(truth: Truth, marks: Marks) -> _MarkedLabels:
    n, k = truth.n, len(truth.classes)
    rows, event_of, events = marks.rows, marks.event_of, marks.events
    right = [() if e.right is None else e.right for e in events]
    single = truth.task == "single-label"
    named = np.array(
        [e.right is not None and (len(e.right) == 1 or not single) for e in events], dtype=bool
    )
    column = np.array([-1 if e.class_index is None else e.class_index for e in events], dtype=int)
    sizes = np.array([len(classes) for classes in right], dtype=int)
    flat = np.array([c for classes in right for c in classes], dtype=int)

    wrong = np.array([e.kind == "label wrong" for e in events], dtype=bool)[event_of]
    set_by = np.full(n, -1)
    set_by[rows[wrong]] = event_of[wrong]
    complete = np.zeros(n, dtype=bool)
    complete[rows[wrong]] = named[event_of[wrong]]

    pair = np.array([e.kind in OF_A_PAIR for e in events], dtype=bool)[event_of]
    # whoever named all right classes later spoke of this pair too
    pair &= ~complete[rows] | (event_of > set_by[rows])
    row, by = rows[pair], event_of[pair]
    yes = np.array([e.kind == "in the class" for e in events], dtype=bool)[by]
    if single:
        # one class each: the one that was named last, and "not in it" names none
        class_of = np.full(n, -1)
        class_of[complete] = flat[(np.cumsum(sizes) - 1)[set_by[complete]]]
        class_of[row[yes]] = column[by[yes]]
        complete = class_of >= 0
        pairs = np.flatnonzero(complete) * k + class_of[complete]
        labelled = np.where(complete, class_of, _only_class(truth))
        unknown = (set_by >= 0) & ~complete
        unknown[row[~yes & (labelled[row] == column[by])]] = True
        return _MarkedLabels(complete, pairs, pairs[:0], yes[:0], unknown)
    complete_rows = np.flatnonzero(complete)
    size = sizes[set_by[complete_rows]]
    starts = (np.cumsum(sizes) - sizes)[set_by[complete_rows]]
    within = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    pairs = np.repeat(complete_rows, size) * k + flat[np.repeat(starts, size) + within]
    unknown = (set_by >= 0) & ~complete
    unknown[row] = False
    return _MarkedLabels(complete, pairs, row * k + column[by], yes, unknown)


def _only_class(truth: Truth) -> Array:
    """The class of each single-label document, shape (documents,)."""
    return np.asarray(sparse.csr_array(truth.labels).indices)


def _corrected(old: Array, unjudged: Array, marked: _MarkedLabels, k: int) -> tuple[Array, Array]:
    """The pairs that are true, and those that nobody judged, when all is as was said."""
    pairs = old[~marked.complete[old // k]]
    pairs = np.setdiff1d(np.union1d(pairs, marked.named), marked.judged[~marked.yes])
    true = np.union1d(pairs, marked.judged[marked.yes])
    return true, np.setdiff1d(unjudged, np.union1d(marked.named, marked.judged))


def _keys(pairs: sparse.csc_array | None) -> Array:
    """The pairs that are set, ascending."""
    if pairs is None:
        return np.zeros(0, dtype=np.int64)
    rows, classes = pairs.nonzero()
    return np.sort(rows.astype(np.int64) * pairs.shape[1] + classes)


def _matrix(keys: Array, n: int, k: int) -> sparse.csc_array:
    pairs = (np.ones(len(keys), dtype=bool), np.divmod(keys, max(1, k)))
    return sparse.csc_array(pairs, shape=(n, k))


def _of_rows(truth: Truth, rows: Array) -> Truth:
    """The truth of some of its documents, ascending."""
    if len(rows) == truth.n:
        return truth

    def rows_of(pairs: sparse.csc_array | None) -> sparse.csc_array | None:
        return None if pairs is None else sparse.csc_array(pairs[rows])

    return replace(
        truth,
        ids=None if truth.ids is None else truth.ids[rows],
        labels=rows_of(truth.labels),
        unjudged=rows_of(truth.unjudged),
        split_of=truth.split_of[rows],
        columns={name: values[rows] for name, values in truth.columns.items()},
        weights=None if truth.weights is None else truth.weights[rows],
        clusters=None
        if truth.clusters is None
        else np.unique(truth.clusters[rows], return_inverse=True)[1],
        annotators=tuple(_annotator_of(annotator, rows, truth.n) for annotator in truth.annotators),
        grades=None
        if truth.grades is None
        else replace(truth.grades, codes=sparse.csc_array(truth.grades.codes[rows])),
    )


def _places(own: Array, rows: Array, n: int) -> tuple[Array, Array]:
    """Which of one's own documents are among the kept rows, and where they stand there."""
    place = np.full(n, -1)
    place[rows] = np.arange(len(rows))
    kept = np.flatnonzero(place[own] >= 0)
    return kept, place[own[kept]]


def _annotator_of(annotator: Annotator, rows: Array, n: int) -> Annotator:
    positions, places = _places(annotator.rows, rows, n)
    unjudged = (
        None if annotator.unjudged is None else sparse.csc_array(annotator.unjudged[positions])
    )
    return replace(
        annotator,
        rows=places,
        labels=sparse.csc_array(annotator.labels[positions]),
        unjudged=unjudged,
    )


def _predictions_of_rows(predictions: Predictions, rows: Array, n: int) -> Predictions:
    positions, places = _places(predictions.rows, rows, n)
    return replace(predictions.take(positions), rows=places)


def _fingerprint(fingerprint: str, true: Array, unjudged: Array, rows: Array) -> str:
    digest = hashlib.sha256(fingerprint.encode())
    for array in (true, unjudged, rows):
        digest.update(len(array).to_bytes(8, "big"))
        digest.update(array.astype(np.int64).tobytes())
    return digest.hexdigest()
