"""Doubtful labels, as the people who judged them say, tried on the documents under review.

Tested in `test_label_trial`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from scipy import sparse

from breakeven.analysis.advice.trial_setting import TrialRecords, TrialSetting
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.as_if import OF_LABELS, corrected_labels
from breakeven.data.gold import MAJORITY, gold_of
from breakeven.data.marks import Marks
from breakeven.data.wording import amount_of, count_of
from metrics.typing import Array

# what the documents of a finding are called
CALLED: Mapping[str, str] = {"labels.doubted": "doubted", "labels.disputed": "disputed"}
SAME = "what most people say of these documents is their label already"
REMARK = (
    "Only these labels were looked at: errors in the system's favour stay, so with right labels "
    "the value may be lower."
)


def judged_anew(finding: Finding, setting: TrialSetting) -> Trial | None:
    """The decisions beside what most people say who judged the documents of the finding.

    A mark on a document counts before what annotators say of it. Where as many say yes as no, and
    where nobody judged, the label stays; so does that of a document which would not have one class
    any more, where each has one. None where nobody judged any.
    """
    evaluation, records = setting.evaluation, setting.records
    if records is None or evaluation.classes != records.truth.classes:
        return None
    positions = np.flatnonzero(np.isin(evaluation.rows, finding.documents))
    judgements = _judgements_of(
        evaluation.rows[positions], records, one_each=evaluation.single_label
    )
    if judgements is None:
        return None
    if not judgements.changed.any():
        return Trial(not_tried=SAME)
    part = evaluation.scored
    judged = replace(
        part,
        truth=_with_rows(part.truth, positions, judgements.labels),
        unjudged=None
        if part.unjudged is None
        else _with_rows(part.unjudged, positions, judgements.unjudged),
    )
    number, doubted = int(judgements.judged.sum()), len(positions)
    which = "the" if number == doubted else f"{amount_of(number)} of the"
    people = count_of(judgements.people, "person", "people")
    other = int(judgements.changed.sum())
    return setting.trial(
        f"with the labels that {people} gave {which} "
        f"{count_of(doubted, f'{CALLED[finding.code]} document')} "
        f"({amount_of(other)} {'has' if other == 1 else 'have'} another label then)",
        setting.now,
        setting.of_tables(replace(evaluation, scored=judged).document_tables),
        remark=REMARK,
    )


@dataclass(frozen=True)
class _Judgements:
    """What people say of some documents; boolean arrays (documents, classes) and (documents,).

    `judged`: the documents of which anybody says anything; `changed`: whose labels are others
    then. `people`: how many spoke.
    """

    labels: Array
    unjudged: Array
    judged: Array
    changed: Array
    people: int


def _judgements_of(rows: Array, records: TrialRecords, *, one_each: bool) -> _Judgements | None:
    """The labels of documents by what people say of them; None where nobody says anything."""
    truth = records.truth
    old, old_open = (_dense(side, rows, len(truth.classes)) for side in _sides(truth))
    labels, still_open = old.copy(), old_open.copy()
    judged: Array = np.zeros(len(rows), dtype=bool)
    people = 0
    if truth.annotators:
        gold = gold_of(truth, MAJORITY)
        decided, tied = (_dense(side, rows, len(truth.classes)) for side in _sides(gold))
        labels, still_open = np.where(tied, labels, decided), still_open & tied
        judged = ~tied.all(axis=1)
        people = sum(bool(np.isin(each.rows, rows[judged]).any()) for each in truth.annotators)
    if records.marks is not None:
        marked = corrected_labels(truth, records.marks)
        spoken = np.isin(rows, marked.rows)
        corrected, left = (_dense(side, rows, len(truth.classes)) for side in _sides(marked))
        labels[spoken], still_open[spoken] = corrected[spoken], left[spoken]
        judged |= spoken
        people += _people_of(records.marks, rows[spoken])
    if one_each:
        none_or_two = labels.sum(axis=1) != 1
        labels[none_or_two], still_open[none_or_two] = old[none_or_two], old_open[none_or_two]
        judged &= ~none_or_two
    if not judged.any():
        return None
    changed = ((labels != old) | (still_open != old_open)).any(axis=1)
    return _Judgements(labels, still_open, judged, changed, people)


def _people_of(marks: Marks, rows: Array) -> int:
    """How many people said in marks which labels of these documents are right."""
    events = np.unique(marks.event_of[np.isin(marks.rows, rows)]).tolist()
    return len({marks.events[e].who for e in events if marks.events[e].kind in OF_LABELS})


class _Labelled(Protocol):
    @property
    def labels(self) -> sparse.csc_array | None: ...

    @property
    def unjudged(self) -> sparse.csc_array | None: ...


def _sides(labelled: _Labelled) -> tuple[sparse.csc_array | None, sparse.csc_array | None]:
    return labelled.labels, labelled.unjudged


def _dense(pairs: sparse.csc_array | None, rows: Array, k: int) -> Array:
    """The pairs of some documents, boolean (rows, classes); none of None."""
    if pairs is None:
        return np.zeros((len(rows), k), dtype=bool)
    return np.asarray(sparse.csr_array(pairs)[rows].toarray(), dtype=bool)


def _with_rows(pairs: sparse.csc_array, positions: Array, instead: Array) -> sparse.csc_array:
    """The pairs, boolean csc (documents, classes), with others for some documents."""
    old = pairs.tocoo()
    keep = old.data.astype(bool) & ~np.isin(old.row, positions)
    row, column = np.nonzero(instead)
    places = (
        np.concatenate([old.row[keep], positions[row]]),
        np.concatenate([old.col[keep], column]),
    )
    return sparse.csc_array((np.ones(len(places[0]), dtype=bool), places), shape=pairs.shape)
