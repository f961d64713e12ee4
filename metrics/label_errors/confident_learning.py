"""Labels that probabilities speak against: confident learning, one class against the rest.

The probabilities must be out of sample: a system that has learnt a wrong label repeats it. Pairs
of a document and a class that nobody judged are no argument here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.typing import Array

# probabilities this near to a threshold, or to each other, count as equal
NEAR = 1e-6
# the least threshold: with a lower one every document would reach it
LEAST = 2e-6
# in a document's quality the worst label weighs so much, the next so much of what is left, ...
WORST = 0.8
# labels whose weight, 0.2 to this power, is less than a double can tell are left out
TELLING = 24
# pairs looked at in one go
BLOCK = 4_000_000


@dataclass(frozen=True)
class Suspects:
    """What speaks against the labels of one class.

    `inside`, `outside`: how high a probability of belonging, or of not belonging, must be to
    count: the mean of those who have the label, or have it not; 2, out of reach, where there is
    none. `joint`: whole numbers, shape (2, 2), given label (0, 1) by suspected one, adding up to
    the documents. `missing`, `wrong`: positions of the documents that lack the label or have it
    and probably should not, the largest margin first.
    """

    inside: float
    outside: float
    joint: Array
    missing: Array
    wrong: Array


def suspects(p: Array, given: Array) -> Suspects:
    """Which labels of one class are likely wrong; of equal margins the earlier document's.

    `p`: probabilities of the class in [0, 1], `given`: its labels, boolean; both (documents,),
    judged documents only. A label whose own side is the more probable one is never suspected.
    Source: Northcutt, Jiang & Chuang (2021), "prune by noise rate"; Thyagarajan et al. (2022) for
    several classes a document.
    """
    p, given = np.asarray(p, dtype=float), np.asarray(given, dtype=bool)
    members = np.flatnonzero(given)
    inside, outside = _thresholds(p, members)
    joint = _joint(p, members, inside, outside)
    keep = _prune_counts(joint)
    # those whose given side is the less probable one; few, so that ordering them costs little
    lacking = np.flatnonzero(p > (1 + NEAR) / 2)
    lacking = lacking[~given[lacking]]
    having = members[p[members] < (1 - NEAR) / 2]
    return Suspects(
        inside,
        outside,
        joint,
        _pruned(lacking, 2 * p[lacking] - 1, int(keep[0, 1]), len(p) - len(members)),
        _pruned(having, 1 - 2 * p[having], int(keep[1, 0]), len(members)),
    )


def _thresholds(p: Array, members: Array) -> tuple[float, float]:
    """The mean of p where the label is given, and of 1 - p where it is not."""
    own, others = float(p[members].sum()), len(p) - len(members)
    inside = own / len(members) if len(members) else 2.0
    outside = 1 - (float(p.sum()) - own) / others if others else 2.0
    return max(inside, LEAST), max(outside, LEAST)


def _joint(p: Array, members: Array, inside: float, outside: float) -> Array:
    """Counts of those whose probability reaches a threshold, made to add up to the labels."""
    every, given = (_speaking(of, inside, outside) for of in (p, p[members]))
    counts = np.array([every - given, given], dtype=float)
    diagonal = np.arange(2)
    counts[diagonal, diagonal] = np.maximum(counts[diagonal, diagonal], 1)
    labels = np.array([len(p) - len(members), len(members)])
    counts = counts / counts.sum(axis=1)[:, None] * labels[:, None]
    # added up column by column: what lies half between two whole numbers then rounds as in cleanlab
    return _whole_rows(counts / max(counts.ravel("F").sum(), 1) * len(p))


def _speaking(p: Array, inside: float, outside: float) -> Array:
    """How many probabilities speak against the class, and for it; shape (2,)."""
    yes, no = p >= inside - NEAR, 1 - p >= outside - NEAR
    if inside + outside <= 1 + 3 * NEAR:
        # some may do both: the more probable side; equal ones stay outside
        for_it = p > 1 - p
        yes, no = yes & (for_it | ~no), no & (~for_it | ~yes)
    return np.array([np.count_nonzero(no), np.count_nonzero(yes)])


def _prune_counts(joint: Array) -> Array:
    """How many of each cell are suspected: one label of each kind at least is thought right."""
    least = np.maximum(joint.diagonal(), 1)
    short = least - joint.diagonal()
    counts = np.maximum(joint - short[:, None], 0).astype(float)
    np.fill_diagonal(counts, least)
    return _whole_rows(counts.T).T


def _whole_rows(counts: Array) -> Array:
    """Rounded to whole numbers that add up, row by row, to the rounded sums."""
    whole = np.rint(counts)
    for row, given in zip(whole, counts, strict=True):
        left = np.rint(given.sum()) - row.sum()
        if left:
            off = given - row
            # of equal ones the last is raised, the first lowered
            row[len(row) - 1 - np.argmax(off[::-1]) if left > 0 else np.argmin(off)] += left
    return whole.astype(np.int64)


def _pruned(positions: Array, margin: Array, number: int, total: int) -> Array:
    """So many of these positions, of the largest margins; none of a side of only one label."""
    if total <= 1 or not number:
        return positions[:0]
    if number < len(positions):
        # only those that reach the last margin asked for are put in order
        reaching = np.flatnonzero(margin >= np.partition(margin, -number)[-number])
        positions, margin = positions[reaching], margin[reaching]
    return np.asarray(positions[np.argsort(-margin, kind="stable")[:number]])


def self_confidence(p: Array, given: Array) -> Array:
    """The probability of the given label: p where it is given, else 1 - p; shape as given."""
    return np.where(given, p, 1 - p)


def document_quality(confidence: Array) -> Array:
    """How well a document's labels stand together, shape (documents,), in [0, 1].

    `confidence`: `self_confidence` of each pair, (documents, classes), NaN for pairs that nobody
    judged; NaN for a document without any judged pair. The lowest confidence weighs 0.8, the next
    0.8 of the rest, and so on: the exponential moving average over the descending values.
    Source: Thyagarajan et al. (2022), "EMA" with 0.8.
    """
    documents, classes = confidence.shape
    out = np.full(documents, np.nan)
    for start in range(0, documents, max(1, BLOCK // max(1, classes))):
        part = slice(start, start + max(1, BLOCK // max(1, classes)))
        out[part] = _quality(confidence[part])
    return out


def _quality(confidence: Array) -> Array:
    judged = np.count_nonzero(~np.isnan(confidence), axis=1)
    classes_used = min(TELLING, confidence.shape[1])
    lowest = confidence
    if classes_used < confidence.shape[1]:
        lowest = np.partition(confidence, classes_used - 1, axis=1)[
            :, :classes_used
        ]  # NaN stand last
    lowest = np.sort(lowest, axis=1)
    weights = WORST * (1 - WORST) ** np.arange(classes_used)
    # one after the other, not `@`, which adds up otherwise of otherwise many documents
    total = np.zeros(len(lowest))
    for weight, values in zip(weights, np.nan_to_num(lowest).T, strict=True):
        total += weight * values
    # the highest of all has no other below it to share with
    last = np.clip(judged - 1, 0, classes_used - 1)
    highest = np.take_along_axis(lowest, last[:, None], axis=1)[:, 0]
    total += np.where(judged <= classes_used, (1 - WORST) ** judged * highest, 0.0)
    return np.where(judged > 0, total, np.nan)
