"""Findings about the splits: sizes, mix of classes, dates, and classes that are too alike."""

from __future__ import annotations

import numpy as np

from breakeven.findings.finding import Finding, count_of
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.splits import Roles, class_counts, date_column, roles_of
from breakeven.text import listed, quoted
from metrics.dataset.shares import (
    co_labelled,
    missing_from_test,
    mix_p_values,
    shares,
    too_few_in_training,
    total_variation,
    unbalanced,
)
from metrics.dataset.texts import class_similarity, tf_idf
from metrics.significance import corrected
from metrics.typing import EQUAL, Array

ALPHA = 0.01
MOST_TEXTS = 50_000


def split_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Every finding about the sizes, the mix of classes and the dates of the splits."""
    out = []
    if truth.labels is not None:
        counts = class_counts(truth)
        roles = roles_of(truth, limits.train, limits.test)
        out += _few_training(truth, limits, roles, counts)
        out += _absent(truth, roles, counts)
        out += _imbalance(truth, limits, counts)
        out += _mix(truth, limits, roles, counts)
    return out + _time(truth)


def _few_training(truth: Truth, limits: Limits, roles: Roles, counts: Array) -> list[Finding]:
    if roles.train is None:
        return []
    train = counts[roles.train]
    flagged = too_few_in_training(train, limits.min_train).flagged
    # of a class without any document nothing is asked
    flagged = flagged[counts[:, flagged].sum(axis=0) > 0]
    if not len(flagged):
        return []
    flagged = flagged[np.argsort(train[flagged], kind="stable")]
    names = [truth.classes[c] for c in flagged]
    none = int((train[flagged] == 0).sum())
    never = f" {count_of(none, 'class has', 'classes have')} none at all." if none else ""
    return [
        Finding(
            "split.few-training",
            "warning",
            f"{count_of(len(flagged), 'class has', 'classes have')} fewer than "
            f"{limits.min_train} training documents: {listed(names)}.{never}",
            "Label more documents of them if the classifier learns from examples, or merge them "
            "into a wider class.",
            tuple(flagged.tolist()),
            _documents_with(truth, flagged, roles.train),
            {"classes": len(flagged), "without_any": none, "limit": limits.min_train},
        )
    ]


def _documents_with(truth: Truth, classes: Array, split: int) -> Array:
    """Rows of a split that are truly in any of the classes."""
    assert truth.labels is not None
    rows = np.unique(truth.labels[:, classes].tocoo().coords[0])
    return rows[truth.split_of[rows] == split]


def _absent(truth: Truth, roles: Roles, counts: Array) -> list[Finding]:
    if roles.test is None:
        return []
    flagged = missing_from_test(counts[roles.test]).flagged
    flagged = flagged[counts[:, flagged].sum(axis=0) > 0]
    if not len(flagged):
        return []
    return [
        Finding(
            "split.absent-from-test",
            "warning",
            f"{count_of(len(flagged), 'class has', 'classes have')} no document in "
            f"{quoted(truth.splits[roles.test])}: {listed([truth.classes[c] for c in flagged])}.",
            "Add test documents of them. Until then nothing is known of how well they are found.",
            tuple(flagged.tolist()),
            evidence={"classes": len(flagged)},
        )
    ]


def _imbalance(truth: Truth, limits: Limits, counts: Array) -> list[Finding]:
    said, classes = [], set()
    evidence: dict[str, float] = {}
    most, largest, where = 0.0, 0, 0
    for s, name in enumerate(truth.splits):
        check = unbalanced(counts[s], name, limits.balance)
        flagged = check.flagged[counts[:, check.flagged].sum(axis=0) > 0]
        if not len(flagged):
            continue
        larger = int((check.value[flagged] > 1).sum())
        said.append(f"in {quoted(name)} {larger:,} and {len(flagged) - larger:,}")
        evidence |= {f"larger in {name}": larger, f"smaller in {name}": len(flagged) - larger}
        classes |= set(flagged.tolist())
        if check.value.max() > most:
            most, largest, where = float(check.value.max()), int(check.value.argmax()), s
    if not said:
        return []
    return [
        Finding(
            "split.imbalance",
            "notice",
            f"Classes larger and smaller than an equal share allows: {'; '.join(said)}. The "
            f"largest is {quoted(truth.classes[largest])} with {most:.1f} times an equal share in "
            f"{quoted(truth.splits[where])}.",
            "Nothing to mend if the stream is like that. Read macro averages beside micro ones, "
            "and see whether the small classes are the weak ones.",
            tuple(sorted(classes)),
            evidence=evidence | {"largest_index": most},
        )
    ]


def mix_of(truth: Truth, counts: Array, first: int, second: int) -> tuple[Array, Array]:
    """Difference of shares second - first, and p values (Holm), per class, shape (classes,).

    Shares are of labels; the p value compares how many documents of each split have the class.
    """
    sizes = np.bincount(truth.split_of[truth.split_of >= 0], minlength=len(truth.splits))
    p = corrected(
        mix_p_values(counts[first], int(sizes[first]), counts[second], int(sizes[second])), "holm"
    )
    return shares(counts[second]) - shares(counts[first]), p


def _mix(truth: Truth, limits: Limits, roles: Roles, counts: Array) -> list[Finding]:
    if roles.test is None:
        return []
    out = []
    for s, name in enumerate(truth.splits):
        if s == roles.test:
            continue
        difference, p = mix_of(truth, counts, s, roles.test)
        beyond = np.abs(difference) > limits.share_difference + EQUAL
        # Holm holds over the classes of one pair of splits; there are several pairs
        flagged = np.flatnonzero(beyond & (p * (len(truth.splits) - 1) < ALPHA))
        if not len(flagged):
            continue
        flagged = flagged[np.argsort(-np.abs(difference[flagged]), kind="stable")]
        most = int(flagged[0])
        test = truth.splits[roles.test]
        distance = total_variation(counts[s], counts[roles.test])
        out.append(
            Finding(
                "split.mix",
                "warning",
                f"{quoted(name)} and {quoted(test)} hold different mixes of classes: "
                f"{listed([truth.classes[c] for c in flagged])} by more than "
                f"{limits.share_difference:g} of the labels; {quoted(truth.classes[most])} has "
                f"{shares(counts[s])[most]:.3f} there and "
                f"{shares(counts[roles.test])[most]:.3f} here.",
                "Find out which mix the system will meet. Averages over classes as they are in "
                "test do not hold for another mix; recall of a class does.",
                tuple(flagged.tolist()),
                evidence={
                    "splits": f"{name} / {test}",
                    "total_variation": distance,
                    "largest_difference": float(difference[most]),
                    "p_holm": float(p[most]),
                },
            )
        )
    return out


def _time(truth: Truth) -> list[Finding]:
    found = date_column(truth)
    if found is None:
        return []
    days, column = found
    out = []
    for s in range(1, len(truth.splits)):
        earlier = days[(truth.split_of == s - 1) & ~np.isnat(days)]
        rows = np.flatnonzero((truth.split_of == s) & ~np.isnat(days))
        if not len(earlier) or not len(rows):
            continue
        overlapping = rows[days[rows] < earlier.max()]
        if not len(overlapping):
            continue
        share = len(overlapping) / len(rows)
        names = quoted(truth.splits[s]), quoted(truth.splits[s - 1])
        out.append(
            Finding(
                "split.time-overlap",
                "notice",
                f"{share:.0%} of {names[0]} is dated (column {quoted(column)}) before the last "
                f"document of {names[1]}.",
                "If the system is to work on documents yet to come, also judge it on a split by "
                "time: a random split of a stream is easier than the future.",
                documents=overlapping,
                evidence={"documents": len(overlapping), "share": share},
            )
        )
    return out


def alike_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Classes that are hard to tell apart: by the training texts, and by labels given together."""
    if truth.labels is None:
        return []
    roles = roles_of(truth, limits.train, limits.test)
    rows = truth.in_split(truth.splits[roles.train] if roles.train is not None else None)
    if len(rows) > MOST_TEXTS:
        rows = np.sort(np.random.default_rng(0).choice(rows, MOST_TEXTS, replace=False))
    labels = truth.labels[rows]
    size = np.asarray(labels.astype(np.int64).sum(axis=0))
    out = []
    single = truth.task == "single-label"
    if truth.text_column is not None:
        texts = truth.columns[truth.text_column][rows]
        pairs = class_similarity(tf_idf(texts), labels, limits.alike, limits.min_train)
        for i, j, value in zip(pairs.first, pairs.second, pairs.value, strict=True):
            names = f"{quoted(truth.classes[i])} and {quoted(truth.classes[j])}"
            out.append(
                Finding(
                    "classes.alike",
                    "warning" if single else "notice",
                    f"{names} are hard to tell apart by their words ({quoted(truth.text_column)}): "
                    f"two texts of different classes are {value:.0%} as alike as two of the same.",
                    "Merge them if nobody needs to tell them apart, or write down what does and "
                    "check their labels against it.",
                    (int(i), int(j)),
                    evidence={"cosine": float(value)},
                )
            )
    if not single:
        pairs = co_labelled(labels, limits.together)
        for i, j, value in zip(pairs.first, pairs.second, pairs.value, strict=True):
            if min(size[i], size[j]) < limits.min_train:
                continue
            out.append(
                Finding(
                    "classes.together",
                    "notice",
                    f"{quoted(truth.classes[i])} and {quoted(truth.classes[j])} mostly stand on "
                    f"the same documents: {value:.0%} of those that have either have both.",
                    "If one is meant to imply the other, say so in the guidelines; if they mean "
                    "the same, merge them.",
                    (int(i), int(j)),
                    rows[np.flatnonzero(labels[:, [i, j]].astype(np.int64).sum(axis=1) == 2)],
                    {"overlap": float(value)},
                )
            )
    return out
