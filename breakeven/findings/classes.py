"""Findings about how well classes are decided: quadrants, confused pairs, size of the test."""

from __future__ import annotations

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import class_counts_among, errors_by_confidence
from breakeven.findings.finding import Finding, count_of
from breakeven.findings.gains import gain, if_median
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.splits import class_counts, roles_of
from breakeven.text import listed, quoted
from metrics.class_verdicts import VERDICTS, ClassVerdicts, class_verdicts
from metrics.confusion import AmbiguousPairs, ambiguous_pairs
from metrics.dataset.shares import balance_index
from metrics.intervals import wilson
from metrics.power import required_sample
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array


def class_findings(truth: Truth, e: Evaluation, limits: Limits, beta: float) -> list[Finding]:
    """What the decisions on these documents say of each class and pair."""
    at = class_verdicts(e.tables, limits.cut)
    out = [*_quadrants(truth, e, at, limits, beta), *_too_few(e, at)]
    out += _confused(e, limits, beta)
    out += _small(e, limits, beta)
    return out


def _quadrants(
    truth: Truth, e: Evaluation, at: ClassVerdicts, limits: Limits, beta: float
) -> list[Finding]:
    codes = {
        "missed": "class.low-recall",
        "wrong": "class.low-precision",
        "both": "class.low-both",
        "never": "class.low-recall",
    }
    out = []
    for c in np.flatnonzero(at.sure):
        verdict = VERDICTS[int(at.verdict[c])]
        # never assigned and surely found often enough cannot be: recall is 0
        if verdict not in codes:
            continue
        macro, micro = if_median(e.tables, np.array([c]), beta)
        missed = (
            errors_by_confidence(e, int(c), "fn") if verdict != "wrong" else np.zeros(0, np.int64)
        )
        wrong = (
            errors_by_confidence(e, int(c), "fp")
            if verdict in ("wrong", "both")
            else np.zeros(0, np.int64)
        )
        table = e.tables[c]
        name = quoted(e.classes[c])
        recall = (
            f"finds {int(table.tp):,} of its {count_of(int(table.positives), 'document')} "
            f"(recall at most {float(at.recall_interval.high[c]):.2f})"
        )
        precision = (
            f"{int(table.tp):,} of {count_of(int(table.assigned), 'assignment')} "
            f"{'is' if table.tp == 1 else 'are'} right "
            f"(precision at most {float(at.precision_interval.high[c]):.2f})"
        )
        said = {
            "missed": f"{name} is often missed: the system {recall}.",
            "never": f"{name} is never assigned: the system {recall}.",
            "wrong": f"{name} is often wrong when called: {precision}.",
            "both": f"{name} is handled badly: the system {recall}, and {precision}.",
        }[verdict]
        action = []
        if verdict != "wrong":
            action.append(_about_missed(truth, e, int(c), len(missed), limits))
        if len(wrong):
            action.append(_about_wrong(e, int(c), wrong))
        out.append(
            Finding(
                codes[verdict],
                "warning",
                said,
                " ".join(action),
                (int(c),),
                e.rows[np.concatenate([missed, wrong]).astype(np.int64)],
                {
                    "tp": int(table.tp),
                    "fp": int(table.fp),
                    "fn": int(table.fn),
                    "precision": float(at.precision[c]),
                    "recall": float(at.recall[c]),
                },
                macro,
                micro,
            )
        )
    return out


def _about_missed(truth: Truth, e: Evaluation, c: int, missed: int, limits: Limits) -> str:
    name = quoted(e.classes[c])
    look = f"Look at the {count_of(missed, 'document')} of {name} that it missed"
    roles = roles_of(truth, limits.train, limits.test)
    if roles.train is not None:
        counts = class_counts(truth)[roles.train]
        if counts[c] < limits.min_train:
            return f"Label more of {name}: it has {count_of(int(counts[c]), 'training document')}."
        if balance_index(counts)[c] < 1 / limits.balance - EQUAL:
            return (
                f"{look}; its {int(counts[c]):,} training documents are few beside other classes, "
                "so label more or give them more weight."
            )
    return f"{look}, and at what they have in common."


def _about_wrong(e: Evaluation, c: int, wrong: Array) -> str:
    name = quoted(e.classes[c])
    said = f"Look at the {count_of(len(wrong), 'document')} wrongly called {name}"
    among = class_counts_among(e.truth, wrong)
    among[c] = 0
    most = int(np.argmax(among)) if len(among) else c
    # a third and at least three: otherwise no class stands out
    if among[most] >= 3 and among[most] * 3 >= len(wrong):
        said += f"; {int(among[most]):,} of them are {quoted(e.classes[most])}"
    return f"{said}."


def _too_few(e: Evaluation, at: ClassVerdicts) -> list[Finding]:
    unsure = np.flatnonzero(~at.sure & (e.tables.positives > 0))
    if not len(unsure):
        return []
    unsure = unsure[np.argsort(-e.tables.positives[unsure], kind="stable")]
    return [
        Finding(
            "class.too-few",
            "notice",
            f"{count_of(len(unsure), 'class has', 'classes have')} too few documents here to say "
            f"whether precision and recall are high or low: "
            f"{listed([e.classes[c] for c in unsure])}.",
            "Enlarge the test set before spending work on them.",
            tuple(unsure.tolist()),
            evidence={
                "classes": len(unsure),
                "most_documents": int(e.tables.positives[unsure].max()),
            },
        )
    ]


def _confused(e: Evaluation, limits: Limits, beta: float) -> list[Finding]:
    pairs = ambiguous_pairs(e.confusion)
    if not len(pairs):
        return []
    tables = e.tables
    of_both = tables.positives[pairs.first] + tables.positives[pairs.second]
    surely = wilson(np.minimum(pairs.total, of_both), of_both).low
    out = []
    for p in np.flatnonzero(surely > limits.confused):
        i, j = int(pairs.first[p]), int(pairs.second[p])
        positions = np.concatenate([e.documents_with(i, j), e.documents_with(j, i)])
        macro, micro = gain(tables, _apart(tables, i, j, pairs, int(p)), beta)
        names = f"{quoted(e.classes[i])} and {quoted(e.classes[j])}"
        out.append(
            Finding(
                "pair.confused",
                "warning",
                f"{names} are taken for each other in {pairs.total[p]:,.0f} of their "
                f"{count_of(int(of_both[p]), 'document')} ({pairs.first_as_second[p]:,.0f} of the "
                f"first get the second, {pairs.second_as_first[p]:,.0f} of the second the first).",
                f"Merge {names} if nobody needs to tell them apart; otherwise look at the "
                f"{count_of(len(positions), 'document')} and label more of the kind that divides "
                "them.",
                (i, j),
                e.rows[positions],
                {"documents": float(pairs.total[p]), "rate": float(pairs.rate[p])},
                macro,
                micro,
            )
        )
    return out


def _apart(
    tables: ContingencyTable, i: int, j: int, pairs: AmbiguousPairs, p: int
) -> ContingencyTable:
    """The tables if these two were no longer taken for each other."""
    tp, fp, fn = (np.array(a, dtype=float) for a in (tables.tp, tables.fp, tables.fn))
    for true, called, n in (
        (i, j, pairs.first_as_second[p]),
        (j, i, pairs.second_as_first[p]),
    ):
        tp[true] += n
        fn[true] -= n
        fp[called] -= n
    return ContingencyTable(tp, fp, fn, tables.total - tp - fp - fn)


def _small(e: Evaluation, limits: Limits, beta: float) -> list[Finding]:
    needed = required_sample(e.tables, limits.half_width, beta)
    wide = np.flatnonzero(needed.factor > 1)
    if not len(wide):
        return []
    wide = wide[np.argsort(-needed.half_width[wide], kind="stable")]
    widest = needed.half_width[wide[0]]
    return [
        Finding(
            "split.small-test",
            "notice",
            f"For {len(wide):,} of {count_of(len(e.classes), 'class', 'classes')} F is not known "
            f"to ±{limits.half_width:g}; the widest is {quoted(e.classes[wide[0]])} with "
            f"±{widest:.2f}.",
            "Enlarge the test set where it matters: the table of the page on splits says by how "
            "many documents of each class.",
            tuple(wide.tolist()),
            evidence={"classes": len(wide), "widest": float(widest)},
        )
    ]
