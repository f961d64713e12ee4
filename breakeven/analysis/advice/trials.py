"""Advice that was tried: what happened when the advice of a finding was followed.

Whatever data allow: documents left out, thresholds fitted elsewhere, classes merged, another system
taken. Each is measured on the documents under review, before and after, with the difference and its
95 % interval. What cannot be tried says why: its advice is an opinion.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.comparison.bootstrap import ALPHA
from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.wording import count_of, f_name, figure_of, quoted, signed
from metrics.effective_size import cluster_weights
from metrics.incidence import mask_of
from metrics.measures import ratio
from metrics.ranking.roc import places_in, roc_area
from metrics.tallies import ContingencyTable, comparable, count_decisions
from metrics.thresholds.strategies import at_thresholds
from metrics.typing import EQUAL, Array
from metrics.uncertainty.average_intervals import Influence, interval_of
from metrics.uncertainty.intervals import Interval, interval_if_beyond

# standard errors of a 95 % interval
SURE = 1.96
LEAVE_OUT = {
    "leak.same-id": "-leaked",
    "leak.same-text": "-leaked",
    "leak.copied-short-text": "-leaked",
    "leak.near-duplicate": "-leaked:near",
}


def with_trials(
    findings: Sequence[Finding], evaluation: Evaluation | None, tuning: Evaluation | None,
    beta: float,
) -> list[Finding]:  # fmt: skip
    """The same findings, each with what came of its advice, or why nobody could try it.

    `evaluation`: the decisions under review, None where there are none; `tuning`: the same on the
    split that thresholds are fitted on, None where that is no other. What has no advice of its own
    gets no trial.
    """
    setting = None if evaluation is None else _Setting(evaluation, tuning, beta)
    return [
        finding if finding.withheld else replace(finding, trial=_trial(finding, setting))
        for finding in findings
    ]


def _trial(finding: Finding, setting: _Setting | None) -> Trial:
    trial = None
    if setting is not None and setting.evaluation.documents and finding.code in _TRIED:
        trial = _TRIED[finding.code](finding, setting)
    return trial if trial is not None else Trial(not_tried=_reason(finding))


def trial_text(trial: Trial) -> str:
    """What came of the advice, in a sentence; plain text."""
    if trial.not_tried:
        return f"Not tried: {trial.not_tried}."
    ends = [signed(end) for end in (trial.low, trial.high)]
    change = signed(trial.after - trial.before)
    interval = "" if np.isnan(trial.low) else f"; 95 %: {ends[0]} to {ends[1]}"
    return (
        f"Tried{trial.where}: {trial.what}, {trial.measure} is {figure_of(trial.after)} instead of "
        f"{figure_of(trial.before)} ({change}{interval})."
    )


# --- a measure before and after, by the documents that it is made of


@dataclass(frozen=True)
class _Parts:
    """What F is made of, per document: `above` of `below`, both of shape (documents,)."""

    above: Array
    below: Array

    @property
    def value(self) -> float:
        return float(ratio(self.above.sum(), self.below.sum()))

    @property
    def influence(self) -> Array:
        """By how much each document moves the value, shape (documents,). Source: delta method."""
        return np.asarray((self.above - self.value * self.below) / self.below.sum())


@dataclass(frozen=True)
class _Setting:
    """What advice is tried on. As in `with_trials`."""

    evaluation: Evaluation
    tuning: Evaluation | None
    beta: float

    @property
    def measure(self) -> str:
        """The measure of all decisions together, in words."""
        return "accuracy" if self.evaluation.one_of else f"micro {f_name(self.beta)}"

    @property
    def where(self) -> str:
        split = self.evaluation.split
        return "" if split is None else f" on {quoted(split)}"

    @property
    def fitted_elsewhere(self) -> bool:
        """Whether thresholds are fitted on other documents than those under review."""
        return self.tuning is not None and self.tuning.split != self.evaluation.split

    @property
    def tuning_split(self) -> str:
        """Where thresholds are fitted; "" for all documents, and where there is no other place."""
        return "" if self.tuning is None else self.tuning.split or ""

    def parts(self, tp: Array, positives: Array, assigned: Array) -> _Parts:
        """Of counts per document, shape (documents,), by the documents' weights."""
        weights = 1.0 if self.evaluation.weights is None else self.evaluation.weights
        # of an endless beta recall is left, whatever is assigned
        recall = 1.0 if np.isinf(self.beta) else self.beta**2
        one = 0.0 if np.isinf(self.beta) else 1.0
        below = weights * (recall * positives + one * assigned)
        return _Parts(weights * (one + recall) * tp, below)

    @property
    def now(self) -> _Parts:
        """As decided now."""
        return self.of_tables(self.evaluation.document_tables)

    def of_tables(self, tables: ContingencyTable) -> _Parts:
        """Of a table per document."""
        return self.parts(*(_wide(n) for n in (tables.tp, tables.positives, tables.assigned)))

    def masks(self, c: int) -> tuple[Array, Array]:
        """The documents truly in a class and those assigned to it, of those that were judged."""
        off = self.evaluation.scored.unjudged
        judged = True if off is None else ~mask_of(off, c)
        evaluation = self.evaluation
        return mask_of(evaluation.truth, c) & judged, mask_of(evaluation.assigned, c) & judged

    def interval(self, before: _Parts, after: _Parts, rows_left: Array | None = None) -> Interval:
        """The interval of the difference; `rows_left`: the documents of `after`, None for all.

        Put together from that of either value, which holds for the few documents of a class too,
        and from how the two go together; without documents that are left out, by the delta method.
        Source: Zou & Donner (2008).
        """
        old, new = before.influence, after.influence
        change = after.value - before.value
        if rows_left is not None:
            old[rows_left] -= new
            error = SURE * float(np.sqrt(np.sum(self._drawn(old) ** 2)))
            # documents of which each is as right as the others show nothing of chance
            error = error if error > EQUAL else np.nan
            return Interval(change - error, change + error)
        units = [self._drawn(each) for each in (old, new)]
        alike = float(ratio(units[0] @ units[1], np.sqrt(np.prod([u @ u for u in units]))))
        ends = [self._ends(each) for each in (before, after)]
        down = after.value - ends[1].low, ends[0].high - before.value
        up = ends[1].high - after.value, before.value - ends[0].low
        low, high = (
            float(np.sqrt(max(0.0, x * x + y * y - 2 * np.nan_to_num(alike) * x * y)))
            for x, y in (down, up)
        )
        return Interval(change - low, change + high)

    @property
    def _gathered(self) -> sparse.csr_array | None:
        """Which documents are drawn together, sparse (clusters, documents); None for each alone."""
        clusters, documents = self.evaluation.scored.clusters, self.evaluation.documents
        return None if clusters is None else cluster_weights(documents, None, clusters)

    def _drawn(self, moved: Array) -> Array:
        """What each document moves a value by, of the documents drawn together in sum."""
        gathered = self._gathered
        return moved if gathered is None else np.asarray(gathered @ moved)

    def _ends(self, parts: _Parts) -> Interval:
        """The interval of a value by itself."""
        moved = Influence(parts.value, parts.influence, parts.below > 0)
        return interval_of(moved, self._gathered)

    def trial(
        self, what: str, before: _Parts, after: _Parts, rows_left: Array | None = None,
        measure: str = "", command: str = "",
    ) -> Trial | None:  # fmt: skip
        """What came of it; None where either value is undefined."""
        if not (before.below.sum() > 0 and after.below.sum() > 0):
            return None
        ends = self.interval(before, after, rows_left)
        return Trial(
            what=what, measure=measure or self.measure, where=self.where,
            before=before.value, after=after.value, low=ends.low, high=ends.high,
            documents=len(after.above), command=command,
        )  # fmt: skip


def _wide(numbers: Array) -> Array:
    return np.asarray(numbers, dtype=float)


# --- each kind of advice that can be tried


def _left_out(finding: Finding, setting: _Setting) -> Trial | None:
    """The documents that the finding spoils left out."""
    rows = setting.evaluation.rows
    rows_left = np.flatnonzero(~np.isin(rows, finding.spoiled))
    gone = len(rows) - len(rows_left)
    if not gone or not len(rows_left):
        return None
    now = setting.now
    where = LEAVE_OUT.get(finding.code)
    return setting.trial(
        f"without {'this' if gone == 1 else 'these'} {count_of(gone, 'document')}",
        now,
        _Parts(now.above[rows_left], now.below[rows_left]),
        rows_left,
        command="" if where is None else f"breakeven evaluate FILE --where={where}",
    )


def _moved(finding: Finding, setting: _Setting) -> Trial | None:
    """Thresholds that were fitted on other documents."""
    evaluation, members = setting.evaluation, finding.members or (finding,)
    many = len(members) > 1
    tables = evaluation.document_tables
    tp, positives, assigned = (
        _wide(n) if many else np.zeros(evaluation.documents)
        for n in (tables.tp, tables.positives, tables.assigned)
    )
    old = np.zeros((3, evaluation.documents))
    for each in members:
        true, now = setting.masks(each.classes[0])
        moved = _decided_anew(each, setting, now)
        old += [true & now, true, now]
        tp = tp + (true & moved) - (true & now if many else 0)
        positives = positives + (0 if many else true)
        assigned = assigned + moved.astype(float) - (now if many else 0)
    what, command = "with thresholds fitted on the other half of these documents", ""
    if setting.fitted_elsewhere:
        split = setting.tuning_split
        what = f"with {'these thresholds' if many else 'the threshold'} fitted on {quoted(split)}"
        command = f"breakeven thresholds FILE --tune-on {shlex.quote(split)} --out thresholds.csv"
    name = quoted(evaluation.classes[finding.classes[0]])
    return setting.trial(
        what,
        setting.now if many else setting.parts(*old),
        setting.parts(tp, positives, assigned),
        measure="" if many else f"the {f_name(setting.beta)} of {name}",
        command=command,
    )


def _decided_anew(finding: Finding, setting: _Setting, now: Array) -> Array:
    """Who has a class by its threshold fitted on other documents, shape (documents,).

    Without a split for that, by the thresholds that the finding fitted on each half and tried on
    the other: `now` but for its documents.
    """
    evaluation, c = setting.evaluation, finding.classes[0]
    if not setting.fitted_elsewhere:
        return now ^ np.isin(evaluation.rows, finding.documents)
    scores, off = scores_of(evaluation, c), evaluation.scored.unjudged
    assert scores is not None
    threshold = comparable(float(finding.evidence["threshold"]), scores.dtype)
    return (scores >= threshold) & (True if off is None else ~mask_of(off, c))


def _merged(finding: Finding, setting: _Setting) -> Trial | None:
    """Two classes as one, where that is what is advised."""
    if finding.members or finding.evidence.get("advised") != "merge":
        return None
    tables = setting.evaluation.document_tables
    counts = [_wide(n) for n in (tables.tp, tables.positives, tables.assigned)]
    (true, now), (other, its) = (setting.masks(c) for c in finding.classes)
    both, either = true | other, now | its
    changes = (
        (both & either) * 1.0 - (true & now) - (other & its),
        both * 1.0 - true - other,
        either * 1.0 - now - its,
    )
    names = [setting.evaluation.classes[c] for c in finding.classes]
    chosen = " ".join(f"--classes {shlex.quote(name)}" for name in names)
    return setting.trial(
        "with both as one class",
        setting.now,
        setting.parts(*(n + change for n, change in zip(counts, changes, strict=True))),
        command=f"breakeven merge FILE {chosen}",
    )


def _other_system(finding: Finding, setting: _Setting) -> Trial | None:
    """What the better system does on the same documents, as the finding has compared them.

    These documents chose it, as the best of the others and as better beyond chance: the interval
    allows for that.
    """
    evidence = finding.evidence
    name = str(evidence["system"])
    before, after, low, high = (
        float(evidence[key]) for key in ("micro_f", "micro_f_of_the_other", "low", "high")
    )
    if high > low:
        # takes long to import
        from scipy.special import ndtri

        least = float(ndtri(1 - ALPHA / (2 * int(evidence["other_systems"]))))
        ends = interval_if_beyond(after - before, (high - low) / (2 * SURE), least)
        low, high = float(ends.low), float(ends.high)
    return Trial(
        what=f"with {quoted(name)}, which these documents chose",
        measure=setting.measure,
        where=setting.where,
        before=before,
        after=after,
        low=low,
        high=high,
        documents=int(evidence["documents"]),
        command=f"breakeven evaluate FILE --system {shlex.quote(name)}",
    )


def _turned(finding: Finding, setting: _Setting) -> Trial | None:
    """The scores turned round: each pair that ranked wrongly then ranks rightly.

    Of the largest of the classes: the one with the lowest area would be lower than fresh documents
    have it.
    """
    evaluation, classes = setting.evaluation, np.array(finding.classes, dtype=np.int64)
    c = int(classes[np.argmax(evaluation.tables.positives[classes])])
    ends = roc_area(places_in(evaluation.scored.tally(c)), evaluation.scored.worth_of(c))
    area, name = float(ends.value), evaluation.classes[c]
    return Trial(
        what="with the sign of all scores changed",
        measure=f"the share of pairs of documents that {quoted(name)} ranks in the right order",
        where=setting.where,
        before=area,
        after=1 - area,
        low=1 - 2 * float(ends.high),
        high=1 - 2 * float(ends.low),
        documents=evaluation.documents,
    )


def _one_threshold(finding: Finding, setting: _Setting) -> Trial | None:
    """One threshold for all classes, which was fitted on other documents."""
    evaluation = setting.evaluation
    assigned = at_thresholds(evaluation.scored.scores, float(finding.evidence["threshold"]))
    return setting.trial(
        "with this one threshold",
        setting.now,
        setting.of_tables(replace(evaluation, assigned=assigned).document_tables),
        command=f"breakeven evaluate FILE --threshold {finding.evidence['threshold']:.6g}",
    )


def _one_name(finding: Finding, setting: _Setting) -> Trial | None:
    """Each class under one name, in truth and predictions."""
    evaluation, k = setting.evaluation, len(setting.evaluation.classes)
    if not finding.class_map or evaluation.scored.unjudged is not None:
        return None
    place = {name: c for c, name in enumerate(evaluation.classes)}
    into = [place.get(finding.class_map.get(name, name), c) for name, c in place.items()]
    as_one = sparse.csc_array((np.ones(k), (np.arange(k), into)), shape=(k, k))
    true, called = (
        sparse.csc_array((side @ as_one) > 0) for side in (evaluation.truth, evaluation.assigned)
    )
    return setting.trial(
        "with each class under one name",
        setting.now,
        setting.of_tables(count_decisions(true, called, None, "document")),
        command="breakeven evaluate FILE --class-map names.csv",
    )


_TRIED: Mapping[str, Callable[[Finding, _Setting], Trial | None]] = {
    **dict.fromkeys(LEAVE_OUT, _left_out),
    "labels.conflict": _left_out,
    "threshold.move": _moved,
    "pair.confused": _merged,
    "system.better": _other_system,
    "scores.inverse": _turned,
    "classes.same-name": _one_name,
    "threshold.one-for-all": _one_threshold,
}

# --- why other advice is an opinion: codes, then families


NEW_LABELS = "it needs documents that nobody has labelled yet"
NEW_JUDGEMENTS = "it needs people who judge the labels anew"
NEW_TRAINING = "it needs the system to be trained again"
NEW_TEST = "it needs other test documents"
A_LOOK = "somebody must look at the data first"
_REASONS: Mapping[str, str] = {
    "class.too-few": NEW_TEST,
    "class.close": NEW_TEST,
    "split.small-test": NEW_TEST,
    "split.absent-from-test": NEW_TEST,
    "split.unseen": NEW_LABELS,
    "split.few-training": NEW_LABELS,
    "split.wrong-order": "it needs the files with their ids",
    "threshold.tuned-here": "the page on thresholds shows both",
    "calibration.off": "it needs probabilities fitted to other documents",
    "answers.unusable": "it needs the model to be asked again",
    "slices.weak": NEW_TRAINING,
    "classes.same-name": "it needs the files to be read again",
    "classes.": NEW_JUDGEMENTS,
    "leak.same-short-text": A_LOOK,
    "leak.": NEW_TRAINING,
    "labels.": NEW_JUDGEMENTS,
    "class.": "it needs new labels, or somebody who reads the errors",
    "pair.": NEW_LABELS,
}


def _reason(finding: Finding) -> str:
    if finding.code in LEAVE_OUT:
        return "none of these documents is under review, or all are"
    return _REASONS.get(finding.code, _REASONS.get(f"{finding.about}.", A_LOOK))
