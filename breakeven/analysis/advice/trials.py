"""Advice that was tried: what happened when the advice of a finding was followed.

Whatever data allow: documents left out, thresholds and probabilities fitted elsewhere, classes
merged, doubtful labels as people judged them, another system taken. Each is measured on the
documents under review, before and after, with the difference and its 95 % interval. What cannot be
tried says why: its advice is an opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.analysis.advice.label_trial import CALLED, judged_anew
from breakeven.analysis.advice.recalibration_trial import NO_SPLIT, recalibrated
from breakeven.analysis.advice.trial_setting import (
    SURE,
    TrialParts,
    TrialRecords,
    TrialSetting,
    wide,
)
from breakeven.analysis.comparison.bootstrap import ALPHA
from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from breakeven.analysis.findings.finding import Finding, Trial
from breakeven.data.wording import count_of, f_name, figure_of, quoted, signed
from metrics.incidence import mask_of, united
from metrics.ranking.roc import places_in, roc_area
from metrics.tallies import comparable, count_decisions
from metrics.thresholds.strategies import at_thresholds
from metrics.typing import Array
from metrics.uncertainty.intervals import interval_if_beyond

# the filter that leaves out what leaks, which leaves out the leaks of every rule before it too
LEAVE_OUT = {
    "leak.same-id": "-leaked",
    "leak.same-text": "-leaked",
    "leak.copied-short-text": "-leaked",
    "leak.near-duplicate": "-leaked:near",
}


def with_trials(
    findings: Sequence[Finding], evaluation: Evaluation | None, tuning: Evaluation | None,
    beta: float, records: TrialRecords | None = None,
) -> list[Finding]:  # fmt: skip
    """The same findings, each with what came of its advice, or why nobody could try it.

    `evaluation`: the decisions under review, None where there are none; `tuning`: the same on the
    split that thresholds are fitted on, None where that is no other; `records`: what they were made
    of, without which neither probabilities nor labels are tried. What has no advice of its own gets
    no trial.
    """
    setting = None
    if evaluation is not None:
        setting = TrialSetting(evaluation, tuning, beta, records, _left_out_by_filter(findings))
    return [
        finding if finding.withheld else replace(finding, trial=_trial(finding, setting))
        for finding in findings
    ]


def _left_out_by_filter(findings: Sequence[Finding]) -> dict[str, Array]:
    """The documents that each filter of `LEAVE_OUT` leaves out, by what was found."""
    leaking = [f for f in findings if f.code in LEAVE_OUT]
    exact = united([f.spoiled for f in leaking if LEAVE_OUT[f.code] == "-leaked"])
    return {"-leaked": exact, "-leaked:near": united([exact, *(f.spoiled for f in leaking)])}


def _trial(finding: Finding, setting: TrialSetting | None) -> Trial:
    trial = None
    if setting is not None and setting.evaluation.documents and finding.code in _TRIED:
        trial = _TRIED[finding.code](finding, setting)
    return trial if trial is not None else Trial(not_tried=_reason(finding))


def trial_text(trial: Trial) -> str:
    """What came of the advice, in one sentence or two; plain text."""
    if trial.not_tried:
        return f"Not tried: {trial.not_tried}."
    ends = [signed(end) for end in (trial.low, trial.high)]
    change = signed(trial.after - trial.before)
    interval = "" if np.isnan(trial.low) else f"; 95 %: {ends[0]} to {ends[1]}"
    lower = "; lower is better" if trial.better == "lower" else ""
    about = "" if np.isnan(trial.measured) else "about "
    text = (
        f"Tried{trial.where}: {trial.what}, {trial.measure} is {about}{figure_of(trial.after)} "
        f"instead of {figure_of(trial.before)} ({change}{interval}{lower})."
    )
    return f"{text} {trial.remark}" if trial.remark else text


# --- each kind of advice that can be tried


def _left_out(finding: Finding, setting: TrialSetting) -> Trial | None:
    """The documents that the finding spoils left out; of a leak all that leak in such a way."""
    rows, where = setting.evaluation.rows, LEAVE_OUT.get(finding.code)
    own = np.isin(rows, finding.spoiled)
    off = own if where is None else np.isin(rows, setting.left_out[where])
    rows_left, gone = np.flatnonzero(~off), int(off.sum())
    if not own.any() or not len(rows_left):
        return None
    now, which = setting.now, "this" if gone == 1 else "these"
    if gone > own.sum():
        which = f"{'this' if own.sum() == 1 else 'these'} and all others that leak,"
    return setting.trial(
        f"without {which} {count_of(gone, 'document')}",
        now,
        TrialParts(now.above[rows_left], now.below[rows_left]),
        rows_left,
        commands=() if where is None else setting.commands.without_leaks(where),
    )


def _moved(finding: Finding, setting: TrialSetting) -> Trial | None:
    """Thresholds that were fitted on other documents; of several classes those of all."""
    members = finding.members or (finding,)
    if len(members) > 1 and setting.refitted is not None:
        return _refitted(finding, setting)
    evaluation, many = setting.evaluation, len(members) > 1
    tables = evaluation.document_tables
    tp, positives, assigned = (
        wide(n) if many else np.zeros(evaluation.documents)
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
    what = "with thresholds fitted on the other half of these documents"
    commands: tuple[str, ...] = ()
    if setting.fitted_elsewhere:
        split = setting.tuning_split
        what = f"with {'these thresholds' if many else 'the threshold'} fitted on {quoted(split)}"
        commands = () if many or not split else setting.commands.refitted(split)
    name = quoted(evaluation.classes[finding.classes[0]])
    return setting.trial(
        what,
        setting.now if many else setting.parts(*old),
        setting.parts(tp, positives, assigned),
        measure=setting.measure if many else f"the {f_name(setting.beta)} of {name}",
        commands=commands,
    )


def _refitted(finding: Finding, setting: TrialSetting) -> Trial | None:
    """Every class's threshold fitted on the tuning split."""
    if setting.refitted is None:
        return None
    split = setting.tuning_split
    return setting.trial(
        f"with the thresholds of all classes fitted on {quoted(split)}",
        setting.now,
        setting.of_tables(setting.refitted.document_tables),
        commands=setting.commands.refitted(split),
    )


def _by_its_threshold(finding: Finding, setting: TrialSetting) -> Trial | None:
    """The threshold that the advice on a class is about; None where it is about none."""
    if not _is_of_threshold(finding):
        return None
    # on halves, which documents change is known where the threshold itself was found
    return _moved(finding, setting) if setting.fitted_elsewhere else None


def _is_of_threshold(finding: Finding) -> bool:
    """Whether a class's advice is to move its threshold, or that of each where they are many."""
    return all("threshold" in each.evidence for each in finding.members or (finding,))


def _decided_anew(finding: Finding, setting: TrialSetting, now: Array) -> Array:
    """Who has a class by its threshold fitted on other documents, shape (documents,).

    Without a split for that, by the thresholds that the finding fitted on each half and tried on
    the other: `now` but for its documents. Without records by the finding's threshold.
    """
    evaluation, c = setting.evaluation, finding.classes[0]
    if not setting.fitted_elsewhere:
        return now ^ np.isin(evaluation.rows, finding.documents)
    if setting.refitted is not None:
        return replace(setting, evaluation=setting.refitted).masks(c)[1]
    scores, off = scores_of(evaluation, c), evaluation.scored.unjudged
    assert scores is not None
    threshold = comparable(float(finding.evidence["threshold"]), scores.dtype)
    return (scores >= threshold) & (True if off is None else ~mask_of(off, c))


def _merged(finding: Finding, setting: TrialSetting) -> Trial | None:
    """Two classes as one, where that is what is advised."""
    if finding.members or finding.evidence.get("advised") != "merge":
        return None
    tables = setting.evaluation.document_tables
    counts = [wide(n) for n in (tables.tp, tables.positives, tables.assigned)]
    (true, now), (other, its) = (setting.masks(c) for c in finding.classes)
    both, either = true | other, now | its
    changes = (
        (both & either) * 1.0 - (true & now) - (other & its),
        both * 1.0 - true - other,
        either * 1.0 - now - its,
    )
    names = [setting.evaluation.classes[c] for c in finding.classes]
    return setting.trial(
        "with both as one class",
        setting.now,
        setting.parts(*(n + change for n, change in zip(counts, changes, strict=True))),
        commands=setting.commands.merged(names),
    )


def _other_system(finding: Finding, setting: TrialSetting) -> Trial | None:
    """What the better system does on the same documents, as the finding has compared them.

    These documents chose it, as the best of the others and as better beyond chance: value and
    interval allow for that.
    """
    evidence = finding.evidence
    name = str(evidence["system"])
    before, measured, low, high = (
        float(evidence[key]) for key in ("micro_f", "micro_f_of_the_other", "low", "high")
    )
    after = measured
    if high > low:
        # takes long to import
        from scipy.special import ndtri

        least = float(ndtri(1 - ALPHA / (2 * int(evidence["other_systems"]))))
        ends = interval_if_beyond(measured - before, (high - low) / (2 * SURE), least)
        after, low, high = before + float(ends.value), float(ends.low), float(ends.high)
    trial = Trial(
        what=f"with {quoted(name)}, which these documents chose",
        measure=setting.measure,
        where=setting.where,
        before=before,
        after=after,
        low=low,
        high=high,
        documents=int(evidence["documents"]),
        commands=setting.commands.compared(name),
    )
    if figure_of(after) == figure_of(measured):
        return trial
    remark = f"Measured was {figure_of(measured)}: what is chosen for looking best looks too good."
    return replace(trial, measured=measured, remark=remark)


def _turned(finding: Finding, setting: TrialSetting) -> Trial | None:
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


def _one_threshold(finding: Finding, setting: TrialSetting) -> Trial | None:
    """One threshold for all classes, which was fitted on other documents."""
    evaluation = setting.evaluation
    assigned = at_thresholds(evaluation.scored.scores, float(finding.evidence["threshold"]))
    return setting.trial(
        "with this one threshold",
        setting.now,
        setting.of_tables(replace(evaluation, assigned=assigned).document_tables),
        commands=setting.commands.with_threshold(float(finding.evidence["threshold"])),
    )


def _one_name(finding: Finding, setting: TrialSetting) -> Trial | None:
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
        commands=setting.commands.renamed() if _decided_alike(finding, evaluation) else (),
    )


def _decided_alike(finding: Finding, evaluation: Evaluation) -> bool:
    """Whether what is read with the class map decides as its names did each by itself.

    The scores of names that become one add up, so that decisions by scores may be others.
    """
    if evaluation.cut.rule == "given":
        return True
    scored = []
    for c, name in enumerate(evaluation.classes):
        scores = scores_of(evaluation, c)
        if scores is not None and np.any(np.nan_to_num(scores) != 0):
            scored.append(finding.class_map.get(name, name))
    return len(set(scored)) == len(scored)


# findings on a class whose advice may be to move its threshold
OF_ONE_CLASS = (
    "class.low-recall",
    "class.low-precision",
    "class.low-both",
    "class.called-too-often",
    "class.called-too-seldom",
    "class.many-errors",
)
_TRIED: Mapping[str, Callable[[Finding, TrialSetting], Trial | None]] = {
    **dict.fromkeys(LEAVE_OUT, _left_out),
    "labels.conflict": _left_out,
    "threshold.move": _moved,
    "pair.confused": _merged,
    "system.better": _other_system,
    "scores.inverse": _turned,
    "classes.same-name": _one_name,
    "threshold.one-for-all": _one_threshold,
    "threshold.tuned-here": _refitted,
    **dict.fromkeys(OF_ONE_CLASS, _by_its_threshold),
    "calibration.off": recalibrated,
    **dict.fromkeys(CALLED, judged_anew),
}

# --- why other advice is an opinion: codes, then families


NEW_LABELS = "it needs documents that nobody has labelled yet"
NEW_JUDGEMENTS = "it needs people who judge the labels anew"
NEW_TRAINING = "it needs the system to be trained again"
NEW_TEST = "it needs other test documents"
OTHER_THRESHOLD = (
    "the list has a line of its own for the threshold, tried on one half of the documents with "
    "what the other half gave"
)
A_LOOK = "somebody must look at the data first"
_REASONS: Mapping[str, str] = {
    "class.too-few": NEW_TEST,
    "class.close": NEW_TEST,
    "split.small-test": NEW_TEST,
    "split.absent-from-test": NEW_TEST,
    "split.unseen": NEW_LABELS,
    "split.few-training": NEW_LABELS,
    "split.wrong-order": "it needs the files with their ids",
    "threshold.tuned-here": "it needs a split of other labelled documents to fit thresholds on",
    "calibration.off": NO_SPLIT,
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
    if finding.code in OF_ONE_CLASS and _is_of_threshold(finding):
        return OTHER_THRESHOLD
    return _REASONS.get(finding.code, _REASONS.get(f"{finding.about}.", A_LOOK))
