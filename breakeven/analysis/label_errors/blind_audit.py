"""A queue of pairs to judge blind: suspected labels mixed with as many that nobody suspects."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.label_errors.suspected_labels import Doubts
from breakeven.data.marks import MarkEvent, MarkKind, Marks
from breakeven.data.records import Review
from metrics.incidence import judged
from metrics.label_errors.audited_sample import Audit
from metrics.typing import Array

BlindAnswer = Literal["yes", "no", "unclear"]
KINDS: Mapping[BlindAnswer, MarkKind] = {
    "yes": "in the class",
    "no": "not in the class",
    "unclear": "unclear",
}
# the note by which a judgement is known to have been made blind
NOTE = "judged blind"


@dataclass(frozen=True)
class BlindQueue:
    """Pairs of a document and a class that some decision or label proposes, and those drawn.

    Of each pair, shape (pairs,): `document`, an index into the truth; `class_index`; `flagged`,
    suspected; `given`, labelled. `called`: what each of `systems` assigned, (systems, pairs).
    `drawn`: the pairs to judge, in the order in which they are asked, shape (drawn,): suspected
    ones, and of the rest as many with a label as without where there are so many, each part a
    simple random sample, and every beginning of the queue too.
    """

    systems: tuple[str, ...]
    document: Array
    class_index: Array
    flagged: Array
    given: Array
    called: Array
    drawn: Array

    def __len__(self) -> int:
        return len(self.drawn)


def queue_of(
    review: Review,
    doubts: Doubts,
    rows: Array,
    decisions: Mapping[str, tuple[Array, sparse.csc_array]],
    suspects: int,
) -> BlindQueue:
    """The queue for the documents `rows`, ascending, of those that were looked at.

    `decisions`: of each system by its name its documents, and what it assigned, boolean csc (its
    documents, classes); systems that did not speak of all `rows` are left out. `suspects`: how many
    suspected pairs to ask, and as many others. The order is drawn by a seed from the review and
    from what was looked for: the same again for the same.
    """
    truth, k = review.truth, len(review.truth.classes)
    labels = _of(truth.labels, rows)
    called = {
        name: _of(assigned_pairs, np.searchsorted(system_rows, rows))
        for name, (system_rows, assigned_pairs) in decisions.items()
        if np.isin(rows, system_rows).all()
    }
    here = doubts.of_documents(rows)
    suspected = _keys(np.searchsorted(rows, doubts.document[here]), doubts.class_index[here], k)
    unjudged = None if truth.unjudged is None else _of(truth.unjudged, rows)
    proposed = [
        _pairs(judged(system_rows, unjudged), k) for system_rows in (labels, *called.values())
    ]
    pairs = np.unique(np.concatenate([suspected, *proposed]))
    flagged, given = np.isin(pairs, suspected), np.isin(pairs, proposed[0])
    assigned = [np.isin(pairs, system_rows) for system_rows in proposed[1:]]
    return BlindQueue(
        tuple(called),
        rows[pairs // k],
        pairs % k,
        flagged,
        given,
        np.array(assigned, dtype=bool).reshape(len(called), len(pairs)),
        _drawn(flagged, given, suspects, _seed(review, doubts)),
    )


def _of(pairs: sparse.csc_array | None, rows: Array) -> sparse.csc_array:
    assert pairs is not None
    return sparse.csc_array(pairs[rows])


def _keys(position: Array, class_index: Array, k: int) -> Array:
    return position.astype(np.int64) * k + class_index


def _pairs(matrix: sparse.csc_array, k: int) -> Array:
    position, class_index = matrix.nonzero()
    return _keys(position, class_index, k)


def _seed(review: Review, doubts: Doubts) -> int:
    asked = (review.fingerprint, doubts.system, doubts.split, doubts.options)
    return int.from_bytes(hashlib.sha256(repr(asked).encode()).digest()[:8], "big")


def _drawn(flagged: Array, given: Array, suspects: int, seed: int) -> Array:
    rng = np.random.default_rng(seed)
    first = rng.permutation(np.flatnonzero(flagged))[:suspects]
    with_label, without = (
        rng.permutation(np.flatnonzero(~flagged & (given == label))) for label in (True, False)
    )
    # as many of either, and more of one where the other has too few
    half = len(first) // 2
    short = max(0, half - len(with_label))
    of_others = min(half + short, len(without))
    rest = [with_label[: len(first) - of_others], without[:of_others]]
    return rng.permutation(np.concatenate([first, *rest]))


def answers_of(queue: BlindQueue, marks: Marks | None) -> list[BlindAnswer | None]:
    """What was judged blind of each pair of the queue, in its order; None where nothing was."""
    answers: dict[tuple[int, int], BlindAnswer] = {}
    if marks is not None:
        of_kind = {kind: answer for answer, kind in KINDS.items()}
        blind = np.array([e.note == NOTE and e.kind in of_kind for e in marks.events], dtype=bool)
        chosen = blind[marks.event_of]
        order = np.argsort(marks.event_of[chosen], kind="stable")
        rows, by = marks.rows[chosen][order].tolist(), marks.event_of[chosen][order].tolist()
        for row, event in zip(rows, by, strict=True):
            mark = marks.events[event]
            if mark.class_index is not None:
                answers[row, mark.class_index] = of_kind[mark.kind]
    rows, classes = queue.document[queue.drawn].tolist(), queue.class_index[queue.drawn].tolist()
    return [answers.get(pair) for pair in zip(rows, classes, strict=True)]


def judgement(queue: BlindQueue, place: int, answer: BlindAnswer) -> MarkEvent:
    """The mark that says whether a pair of the queue, the `place`-th, belongs."""
    pair = queue.drawn[place]
    return MarkEvent(
        rows=queue.document[[pair]],
        kind=KINDS[answer],
        class_index=int(queue.class_index[pair]),
        note=NOTE,
    )


def audit_of(queue: BlindQueue, answers: list[BlindAnswer | None]) -> Audit:
    """What was judged, as a sample; what is unclear counts as not judged."""
    clear = np.array([answer in ("yes", "no") for answer in answers], dtype=bool)
    yes = np.array([answer == "yes" for answer in answers], dtype=bool)
    return Audit(queue.flagged, queue.given, queue.called, queue.drawn[clear], yes[clear])
