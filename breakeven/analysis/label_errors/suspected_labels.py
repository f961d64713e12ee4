"""Labels that are likely wrong, by what systems say of documents they have not learnt from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from breakeven.analysis.estimation.probabilities import ClassProbabilities
from breakeven.analysis.label_errors.label_evidence import (
    Evidence,
    EvidenceOptions,
    NoEvidence,
    evidence_of,
)
from breakeven.data.records import Review, Truth
from metrics.incidence import mask_of
from metrics.label_errors.confident_learning import document_quality, self_confidence, suspects
from metrics.parallel import run_parallel
from metrics.typing import Array
from metrics.uncertainty.significance import corrected

# with fewer documents that have the label, or have it not, nothing is said of a class
FEW = 5
# a direction is named where chance would give it in so many cases at most
ALPHA = 0.01
# pairs whose probabilities are looked at in one go
BLOCK = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ClassDoubts:
    """What was found of each class; arrays (classes,).

    `judged`, `positives`: documents of which the class was judged, and those that have it. `few`:
    too few of either to say anything. `inside`, `outside`: what probability of belonging, or of
    not belonging, speaks for it; 2 where there is none, NaN where there were too `few`.
    """

    judged: Array
    positives: Array
    few: Array
    inside: Array
    outside: Array


@dataclass(frozen=True)
class LabelDirection:
    """Where labels of one class are in doubt, which other class most of their documents ask for.

    Of `of_documents` documents on which the label of the class `given` may be wrong and another may
    be missing, `documents` ask for the class `instead`; both are indices.
    """

    given: int
    instead: int
    documents: int
    of_documents: int


@dataclass(frozen=True)
class SystemOpinions:
    """What systems said of the same documents, and their labels, csc (documents, classes)."""

    probabilities: tuple[ClassProbabilities, ...]
    labels: sparse.csc_array

    def quality(self, positions: Array) -> Array:
        """How well the labels of some documents stand together, in their shape; see `metrics`."""
        at_once = max(1, BLOCK // max(1, self.labels.shape[1]))
        blocks = [positions[a : a + at_once] for a in range(0, len(positions), at_once)]
        labels = sparse.csr_array(self.labels) if blocks else self.labels

        def of_block(block: int) -> Array:
            probabilities = [each.part(blocks[block]) for each in self.probabilities]
            given = sparse.csc_array(labels[blocks[block]])
            confidence = np.full(given.shape, np.nan, order="F")
            for c in range(given.shape[1]):
                rows, p, label = _of_class(probabilities, given, c)
                confidence[rows, c] = self_confidence(p, label)
            return document_quality(confidence)

        pairs = len(positions) * labels.shape[1]
        return np.concatenate([np.zeros(0), *run_parallel(of_block, len(blocks), pairs)])


@dataclass(frozen=True, kw_only=True)
class Doubts:
    """Pairs of a document and a class whose label is likely wrong, the most doubtful first.

    Those come first that most other systems suspect too, and of these the largest `doubt`.

    `rows`: the documents looked at, indices into the truth, ascending, shape (m,); `opinions`: what
    the systems said of them. Of each pair, shape (pairs,):
    `document`, an index into the truth; `class_index`; `missing`: the label is missing, else it
    should not be there; `p`; `threshold`: what p speaks against the label from there on; `margin`
    in (0, 1]; `doubt`: up to 1, two thirds the margin, and one third how far p lies beyond the
    threshold; `agree`: how many of the `others_asked` systems besides suspect it too.

    `system`: the one under review; `judges`: whose probabilities (their mean) were taken;
    `fitted_on`: the split on which some of them were made, None for none.
    """

    system: str
    split: str | None
    options: EvidenceOptions
    judges: tuple[str, ...]
    fitted_on: str | None
    left_out: int
    rows: Array
    opinions: SystemOpinions
    classes: ClassDoubts
    document: Array
    class_index: Array
    missing: Array
    p: Array
    threshold: Array
    margin: Array
    doubt: Array
    agree: Array
    others_asked: Array

    def __len__(self) -> int:
        return len(self.document)

    def per_class(self, missing: bool) -> Array:
        """How many labels of each class are probably missing, or wrong; shape (classes,)."""
        chosen = self.class_index[self.missing == missing]
        return np.bincount(chosen, minlength=len(self.classes.judged))

    def directions(self) -> list[LabelDirection]:
        """Classes whose doubtful labels mostly ask for one other class, the most documents first.

        Of the documents on which a label may be wrong and another may be missing, one class is
        asked for on more than half, and more than its share of all other labels: beyond chance
        (binomial, 1 %, Holm over the classes). None of fewer than three classes: nothing else could
        be asked for.
        """
        from scipy import stats

        k = len(self.classes.judged)
        if k < 3:
            return []
        pairs = [
            sparse.csr_array(
                (np.ones(int(which.sum()), dtype=np.int64),
                 (np.searchsorted(self.rows, self.document[which]), self.class_index[which])),
                shape=(len(self.rows), k),
            )
            for which in (~self.missing, self.missing)
        ]  # fmt: skip
        wrong, missing = pairs
        counts = (wrong.T @ missing).toarray()
        documents_doubted = np.asarray(wrong.T @ (missing.sum(axis=1) > 0)).ravel()
        most = counts.argmax(axis=1)
        documents = counts[np.arange(k), most]
        sizes = self.classes.positives
        share = sizes[most] / np.maximum(sizes.sum() - sizes, 1)
        p = stats.binom.sf(documents - 1, documents_doubted, np.clip(share, 0.5, 1))
        p = np.where(documents_doubted > 0, p, np.nan)
        sure = np.flatnonzero(corrected(p, "holm") < ALPHA)
        return [
            LabelDirection(c, int(most[c]), int(documents[c]), int(documents_doubted[c]))
            for c in sure[np.argsort(-documents[sure], kind="stable")].tolist()
        ]

    def of_documents(self, rows: Array) -> Array:
        """Which pairs are on some documents, boolean, shape (pairs,)."""
        return np.isin(self.document, rows)

    def quality(self, documents: Array) -> Array:
        """Of the labels of some of `rows`, in [0, 1], in their shape; NaN where none was judged."""
        asked, again = np.unique(documents, return_inverse=True)
        return self.opinions.quality(np.searchsorted(self.rows, asked))[again]


def doubts_of(
    review: Review, system: str, split: str | None, options: EvidenceOptions | None = None
) -> Doubts | NoEvidence:
    """The labels of a split that are likely wrong, or why nobody can say.

    `system` is under review: its probabilities are asked, or the mean of all others'.
    """
    options, truth = options or EvidenceOptions(), review.truth
    found = {
        predictions.system: evidence_of(truth, predictions, split, options)
        for predictions in review.own
    }
    return doubts_from(truth, system, split, options, found)


def doubts_from(
    truth: Truth,
    system: str,
    split: str | None,
    options: EvidenceOptions,
    evidence: Mapping[str, Evidence | NoEvidence],
) -> Doubts | NoEvidence:
    """As `doubts_of`, from the evidence of each system by its name."""
    others = [e for name, e in evidence.items() if name != system and isinstance(e, Evidence)]
    judges = _judges(system, options, evidence[system], others)
    if isinstance(judges, NoEvidence):
        return judges
    rows = judges[0].rows
    for judge in judges[1:]:
        rows = np.intersect1d(rows, judge.rows, assume_unique=True)
    probabilities, labels = [judge.among(rows) for judge in judges], _labels_of(truth, rows)
    classes, pairs = _suspected(probabilities, labels)
    agree, others_asked = _agreeing(truth, others, rows[pairs.position], pairs.class_index)
    threshold = np.where(
        pairs.missing, classes.inside[pairs.class_index], 1 - classes.outside[pairs.class_index]
    )
    margin = np.abs(2 * pairs.p - 1)
    doubt = (2 * margin + _beyond(pairs, threshold)) / 3
    order = np.lexsort((-doubt, -agree))
    pairs, agree, others_asked = pairs.take(order), agree[order], others_asked[order]
    return Doubts(
        system=system,
        split=split,
        options=options,
        judges=tuple(judge.system for judge in judges),
        fitted_on=next((judge.fitted_on for judge in judges if judge.fitted_on is not None), None),
        left_out=max(judge.left_out for judge in judges),
        rows=rows,
        opinions=SystemOpinions(tuple(probabilities), labels),
        classes=classes,
        document=rows[pairs.position],
        class_index=pairs.class_index,
        missing=pairs.missing,
        p=pairs.p,
        threshold=threshold[order],
        margin=margin[order],
        doubt=doubt[order],
        agree=agree,
        others_asked=others_asked,
    )


def _beyond(pairs: _Pairs, threshold: Array) -> Array:
    """How far each p lies beyond its threshold, of the way from there to certainty.

    Below 0 just short of it.

    By the margin alone what a system is sure of everywhere comes first: where many labels of a
    class have the name of another, it is unsure of these and sure of its own errors elsewhere. By
    this alone rare classes do, whose thresholds are low. benchmarks/label_errors.py has figures.
    """
    past = np.where(pairs.missing, pairs.p - threshold, threshold - pairs.p)
    left = np.where(pairs.missing, 1 - threshold, threshold)
    return np.divide(past, left, out=np.zeros(len(past)), where=left > 0)


def _judges(
    system: str, options: EvidenceOptions, own: Evidence | NoEvidence, others: list[Evidence]
) -> list[Evidence] | NoEvidence:
    """Whose probabilities are taken."""
    if isinstance(own, NoEvidence) and (not options.others or own.why == "no labels"):
        return own
    if isinstance(own, Evidence) and not options.others:
        return [own]
    if others:
        return others
    what = f"no system but {system} has probabilities of these documents"
    return NoEvidence(system, "alone", what, "load those of another system, or use this one")


def _labels_of(truth: Truth, rows: Array) -> sparse.csc_array:
    assert truth.labels is not None
    return sparse.csc_array(truth.labels[rows])


def _of_class(
    probabilities: Sequence[ClassProbabilities], labels: sparse.csc_array, c: int
) -> tuple[Array, Array, Array]:
    """The documents of which a class was judged, their probabilities and labels."""
    positions = probabilities[0].positions(c)
    p = probabilities[0].of_class(c)[0]
    if len(probabilities) > 1:
        p = np.mean([p, *(more.of_class(c)[0] for more in probabilities[1:])], axis=0)
    given = mask_of(labels, c)
    return positions, p, given if len(positions) == len(given) else given[positions]


def _suspected(
    probabilities: Sequence[ClassProbabilities], labels: sparse.csc_array
) -> tuple[ClassDoubts, _Pairs]:
    """What was found of each class, and the pairs, class by class."""
    k = labels.shape[1]
    judged, positives = np.zeros((2, k), dtype=np.int64)
    inside, outside = np.full((2, k), np.nan)

    def look(c: int) -> list[tuple[Array, Array, Array, Array]]:
        positions, p, given = _of_class(probabilities, labels, c)
        judged[c], positives[c] = len(positions), np.count_nonzero(given)
        if min(positives[c], judged[c] - positives[c]) < FEW:
            return []
        of_class = suspects(p, given)
        inside[c], outside[c] = of_class.inside, of_class.outside
        return [
            (positions[which], np.full(len(which), c), np.full(len(which), missing), p[which])
            for missing, which in ((True, of_class.missing), (False, of_class.wrong))
        ]

    suspected = [part for parts in run_parallel(look, k, np.prod(labels.shape)) for part in parts]
    none = (np.zeros(0, dtype=np.int64),) * 2 + (np.zeros(0, dtype=bool), np.zeros(0))
    position, class_index, missing_, p_ = (
        np.concatenate(parts) for parts in zip(none, *suspected, strict=True)
    )
    return (
        ClassDoubts(
            judged=judged,
            positives=positives,
            few=np.minimum(positives, judged - positives) < FEW,
            inside=inside,
            outside=outside,
        ),
        _Pairs(position, class_index, missing_, p_),
    )


def _agreeing(
    truth: Truth, others: Sequence[Evidence], document: Array, class_index: Array
) -> tuple[Array, Array]:
    """How many other systems suspect these pairs by themselves, and how many could; (pairs,)."""
    agree, known = np.zeros((2, len(document)), dtype=np.int64)
    k = len(truth.classes)
    for other in others:
        _, pairs = _suspected([other.probabilities], _labels_of(truth, other.rows))
        theirs = other.rows[pairs.position] * k + pairs.class_index
        agree += np.isin(document * k + class_index, theirs)
        known += np.isin(document, other.rows)
    return agree, known


@dataclass(frozen=True)
class _Pairs:
    """Suspected pairs, shape (pairs,); `position` is into the documents looked at."""

    position: Array
    class_index: Array
    missing: Array
    p: Array

    def take(self, order: Array) -> _Pairs:
        """These of the pairs, in this order."""
        return _Pairs(
            self.position[order], self.class_index[order], self.missing[order], self.p[order]
        )
