"""Findings about the splits: sizes, mix of classes, dates, and classes that are too alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from breakeven.analysis.findings import data_check_rules as rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding
from breakeven.data.corpus import composed_texts, words_in
from breakeven.data.records import Truth
from breakeven.data.splits import SplitRoles, class_counts, date_column, roles_of
from metrics.dataset.data_checks import (
    class_similarity,
    co_labelled,
    missing_from_test,
    mix_p_values,
    shares,
    too_few_in_training,
    total_variation,
    unbalanced,
)
from metrics.dataset.drift import sample_distance
from metrics.incidence import members, united
from metrics.measures import ratio
from metrics.typing import EQUAL, Array
from metrics.uncertainty.significance import corrected

ALPHA = 0.01
# shares of two splits up to some day that differ by as much: they are of different times
TIMES_APART = 0.5
# of the labels outside training, so many are of classes that training lacks: the numbers are void
MANY_UNSEEN = 0.05
MOST_TEXTS = 50_000


def split_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Every finding about the sizes, the mix of classes and the dates of the splits."""
    out: list[Finding] = []
    if truth.labels is not None:
        counts = class_counts(truth)
        roles = roles_of(truth, limits.train, limits.test)
        out += _unseen(truth, roles, counts)
        out += _few_training(truth, limits, roles, counts)
        out += _absent(truth, roles, counts)
        out += _imbalance(truth, limits, counts)
        out += _mix(truth, limits, roles, counts)
    return [*out, *_time(truth)]


def few_training(counts: Array, train: int, least: int) -> Array:
    """Classes with fewer training documents than `least`, fewest first, of those that have any.

    `counts`: documents per split and class, (splits, classes); of a class without any document
    nothing is asked.
    """
    flagged = too_few_in_training(counts[train], least).flagged
    flagged = flagged[counts[:, flagged].sum(axis=0) > 0]
    return flagged[np.argsort(counts[train][flagged], kind="stable")]


def never_trained(truth: Truth, limits: Limits) -> Array:
    """Classes that have documents, but none in the training split; none without such a split."""
    train = roles_of(truth, limits.train, limits.test).train
    if train is None or truth.labels is None:
        return np.zeros(0, dtype=np.int64)
    return _unseen_in(class_counts(truth), train)


def _unseen_in(counts: Array, train: int) -> Array:
    return np.flatnonzero((counts[train] == 0) & (counts.sum(axis=0) > 0))


def _unseen(truth: Truth, roles: SplitRoles, counts: Array) -> Iterator[Finding]:
    if roles.train is None:
        return
    unseen = _unseen_in(counts, roles.train)
    if not len(unseen):
        return
    share = ratio(counts[:, unseen].sum(), np.delete(counts, roles.train, axis=0).sum())
    labels = truth.labels
    assert labels is not None
    finding = rules.UNSEEN.finding(
        classes=unseen,
        documents=united([members(labels, int(c)) for c in unseen]),
        evidence={"classes": len(unseen), "share": float(share)},
        n=len(unseen),
        split=truth.splits[roles.train],
        classes_named=_names(truth, unseen),
    )
    # the numbers of so few labels move those of all less than chance does
    yield finding if share >= MANY_UNSEEN else replace(finding, effect="improves")


def _few_training(
    truth: Truth, limits: Limits, roles: SplitRoles, counts: Array
) -> Iterator[Finding]:
    if roles.train is None:
        return
    flagged = few_training(counts, roles.train, limits.min_train)
    flagged = flagged[counts[roles.train][flagged] > 0]
    if not len(flagged):
        return
    yield rules.FEW_TRAINING.finding(
        classes=flagged,
        documents=_documents_with(truth, flagged, roles.train),
        evidence={"classes": len(flagged), "limit": limits.min_train},
        n=len(flagged),
        min_train=limits.min_train,
        classes_named=_names(truth, flagged),
    )


def _names(truth: Truth, classes: Array) -> list[str]:
    return [truth.classes[c] for c in classes]


def _documents_with(truth: Truth, classes: Array, split: int) -> Array:
    """Rows of a split that are truly in any of the classes."""
    assert truth.labels is not None
    rows = np.unique(truth.labels[:, classes].tocoo().coords[0])
    return rows[truth.split_of[rows] == split]


def _absent(truth: Truth, roles: SplitRoles, counts: Array) -> Iterator[Finding]:
    if roles.test is None:
        return
    flagged = missing_from_test(counts[roles.test]).flagged
    flagged = flagged[counts[:, flagged].sum(axis=0) > 0]
    if len(flagged):
        yield rules.ABSENT.finding(
            classes=flagged,
            evidence={"classes": len(flagged)},
            n=len(flagged),
            split=truth.splits[roles.test],
            classes_named=_names(truth, flagged),
        )


def _imbalance(truth: Truth, limits: Limits, counts: Array) -> Iterator[Finding]:
    rule = rules.IMBALANCE
    counted, classes = [], set()
    evidence: dict[str, float] = {}
    most, largest, where = 0.0, 0, 0
    for s, name in enumerate(truth.splits):
        check = unbalanced(counts[s], name, limits.balance)
        flagged = check.flagged[counts[:, check.flagged].sum(axis=0) > 0]
        if not len(flagged):
            continue
        larger = int((check.value[flagged] > 1).sum())
        smaller = len(flagged) - larger
        counted.append(rule.clause("counted", split=name, larger=larger, smaller=smaller))
        evidence |= {f"larger in {name}": larger, f"smaller in {name}": smaller}
        classes |= set(flagged.tolist())
        if check.value.max() > most:
            most, largest, where = float(check.value.max()), int(check.value.argmax()), s
    if counted:
        yield rule.finding(
            classes=tuple(sorted(classes)),
            evidence=evidence | {"largest_index": most},
            counted="; ".join(counted),
            largest=truth.classes[largest],
            times=most,
            split=truth.splits[where],
        )


def mix_of(truth: Truth, counts: Array, first: int, second: int) -> tuple[Array, Array]:
    """Difference of shares second - first, and p values (Holm), per class, shape (classes,).

    Shares are of labels; the p value compares how many documents of each split have the class.
    """
    sizes = np.bincount(truth.split_of[truth.split_of >= 0], minlength=len(truth.splits))
    p = corrected(
        mix_p_values(counts[first], int(sizes[first]), counts[second], int(sizes[second])), "holm"
    )
    return shares(counts[second]) - shares(counts[first]), p


def _mix(truth: Truth, limits: Limits, roles: SplitRoles, counts: Array) -> Iterator[Finding]:
    if roles.test is None:
        return
    for s, name in enumerate(truth.splits):
        if s == roles.test:
            continue
        difference, p = mix_of(truth, counts, s, roles.test)
        beyond = np.abs(difference) > limits.share_difference + EQUAL
        # Holm holds over the classes of one pair of splits; there are several pairs
        flagged = np.flatnonzero(beyond & (p * (len(truth.splits) - 1) < ALPHA))
        if s == roles.train:  # a class never seen there has a finding of its own
            flagged = np.setdiff1d(flagged, _unseen_in(counts, s))
        if not len(flagged):
            continue
        flagged = flagged[np.argsort(-np.abs(difference[flagged]), kind="stable")]
        most = int(flagged[0])
        test = truth.splits[roles.test]
        yield rules.MIX.finding(
            classes=flagged,
            evidence={
                "splits": f"{name} / {test}",
                "total_variation": total_variation(counts[s], counts[roles.test]),
                "largest_difference": float(difference[most]),
                "p_holm": float(p[most]),
            },
            split=name,
            test=test,
            classes_named=_names(truth, flagged),
            share_difference=limits.share_difference,
            most=truth.classes[most],
            there=shares(counts[s])[most],
            here=shares(counts[roles.test])[most],
        )


def _time(truth: Truth) -> Iterator[Finding]:
    dated_column = date_column(truth)
    if dated_column is None:
        return
    days, column = dated_column
    for s in range(1, len(truth.splits)):
        earlier = days[(truth.split_of == s - 1) & ~np.isnat(days)]
        rows = np.flatnonzero((truth.split_of == s) & ~np.isnat(days))
        if not len(earlier) or not len(rows):
            continue
        overlapping = rows[days[rows] < earlier.max()]
        if not len(overlapping):
            continue
        share = len(overlapping) / len(rows)
        apart = sample_distance(earlier.astype(float), days[rows].astype(float))
        # a split that is not by time overlaps in time, and there is nothing to mend
        if apart.value < TIMES_APART or apart.p >= ALPHA:
            continue
        yield rules.TIME_OVERLAP.finding(
            documents=overlapping,
            evidence={"documents": len(overlapping), "share": share},
            share=share,
            later=truth.splits[s],
            column=column,
            earlier=truth.splits[s - 1],
        )


def alike_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Classes that are hard to tell apart: by the training texts, and by labels given together."""
    if truth.labels is None:
        return []
    roles = roles_of(truth, limits.train, limits.test)
    rows = truth.in_split(truth.splits[roles.train] if roles.train is not None else None)
    if len(rows) > MOST_TEXTS:
        rows = np.sort(np.random.default_rng(0).choice(rows, MOST_TEXTS, replace=False))
    out = list(_alike(truth, limits, rows))
    if truth.task != "single-label":
        out += _together(truth, limits, rows)
    return out


def _alike(truth: Truth, limits: Limits, rows: Array) -> Iterator[Finding]:
    if truth.text_column is None or truth.labels is None:
        return
    words = words_in(composed_texts(truth.columns[truth.text_column][rows]))
    pairs = class_similarity(words.weights, truth.labels[rows], limits.alike, limits.min_train)
    alike = list(zip(pairs.first, pairs.second, pairs.value, strict=True))
    if alike:
        yield rules.ALIKE.finding(
            severity="warning" if truth.task == "single-label" else None,
            evidence={"pairs": len(alike), "highest_cosine": float(max(v for *_, v in alike))},
            column=truth.text_column,
            **_of_pairs(truth, alike),
        )


def _of_pairs(truth: Truth, values: Sequence[tuple[int, int, float]]) -> dict[str, Any]:
    """What a finding of pairs says, the one with the highest value named."""
    values = sorted(values, key=lambda pair: -pair[2])
    first, second, value = values[0]
    return {
        "classes": tuple(sorted({int(c) for i, j, _ in values for c in (i, j)})),
        "pairs": values,
        "n": len(values),
        "most": " most of all" if len(values) > 1 else "",
        "first": truth.classes[first],
        "second": truth.classes[second],
        "value": value,
    }


def _together(truth: Truth, limits: Limits, rows: Array) -> Iterator[Finding]:
    assert truth.labels is not None
    labels = truth.labels[rows]
    size = np.asarray(labels.astype(np.int64).sum(axis=0))
    pairs = co_labelled(labels, limits.together)
    together = [
        (i, j, value)
        for i, j, value in zip(pairs.first, pairs.second, pairs.value, strict=True)
        if min(size[i], size[j]) >= limits.min_train
    ]
    if not together:
        return
    counted = labels.astype(np.int64)
    both = [np.flatnonzero(counted[:, [i, j]].sum(axis=1) == 2) for i, j, _ in together]
    yield rules.TOGETHER.finding(
        documents=rows[np.unique(np.concatenate(both))],
        evidence={"pairs": len(together), "highest_overlap": float(max(v for *_, v in together))},
        **_of_pairs(truth, together),
    )
