"""Which findings follow from another one, and whose advice that one makes wrong.

Tested in `test_findings_list`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.findings.finding import Finding

# --- what a finding and what follows from it must have in common

Test = Callable[[Finding, Finding], bool]
# of the documents of a finding so many are those of its cause
MOST = 0.5


def _always(cause: Finding, finding: Finding) -> bool:
    return True


def _same_classes(cause: Finding, finding: Finding) -> bool:
    """Whether it is about classes of the cause alone."""
    return bool(finding.classes) and set(finding.classes) <= set(cause.classes)


def _shared_class(cause: Finding, finding: Finding) -> bool:
    return not set(finding.classes).isdisjoint(cause.classes)


def _same_documents(cause: Finding, finding: Finding) -> bool:
    """Whether most of its documents are those of the cause."""
    if not len(finding.documents):
        return False
    return bool(np.mean(np.isin(finding.documents, cause.documents)) >= MOST)


def _same_spoiled(cause: Finding, finding: Finding) -> bool:
    """Whether most of the documents that it spoils are spoiled by the cause too."""
    if not len(finding.spoiled):
        return False
    return bool(np.mean(np.isin(finding.spoiled, cause.spoiled)) >= MOST)


def _same_names(cause: Finding, finding: Finding) -> bool:
    """Whether it is about classes that are one, or about documents that are wrong by names alone.

    Not where the system tells the names apart: they may then be different on purpose.
    """
    return cause.effect == "voids" and (
        _same_classes(cause, finding) or _same_documents(cause, finding)
    )


def _shared_name(cause: Finding, finding: Finding) -> bool:
    return cause.effect == "voids" and _shared_class(cause, finding)


def _names_explain(cause: Finding, finding: Finding) -> bool:
    """Whether most wrong decisions go away with one name for each class."""
    return cause.effect == "voids" and cause.error_share >= MOST


def _names_are_doubted(cause: Finding, finding: Finding) -> bool:
    """Whether labels that are wrong by name alone make most of the doubts beyond chance."""
    doubted, by_chance = (
        finding.evidence.get(key, 0.0) for key in ("documents", "with_right_labels")
    )
    return cause.effect == "voids" and bool(
        len(cause.documents) >= MOST * max(doubted - by_chance, 1.0)
    )


def _of_the_pair(cause: Finding, finding: Finding) -> bool:
    """Whether it is about one of two classes, and most of its documents are where they meet."""
    return _same_classes(cause, finding) and _same_documents(cause, finding)


def _labels_explain(cause: Finding, finding: Finding) -> bool:
    """Whether labels are in doubt here and not there, in a share that makes most of the fall."""
    before, after = (finding.evidence.get(key, 0.0) for key in ("before", "after"))
    here, there = (cause.evidence.get(key, 0.0) for key in ("share", "share_on_tuning"))
    return bool(before > after and here - there >= MOST * (before - after))


def _labels_are_theirs(cause: Finding, finding: Finding) -> bool:
    """Whether most of the labels that would have to change class are of classes of the cause."""
    share, moved = cause.evidence.get("share", 0.0), finding.evidence.get("total_variation", 0.0)
    return bool(moved > 0 and share >= MOST * moved)


def _below_chance(cause: Finding, finding: Finding) -> bool:
    """Whether fewer decisions are right than shuffled ones would be."""
    hits, by_chance = (finding.evidence.get(key, 0.0) for key in ("hits", "hits_by_chance"))
    return bool(hits < by_chance)


def _says_nothing(cause: Finding, finding: Finding) -> bool:
    """Whether the decisions as a whole say nothing, so that those of single classes do not."""
    return cause.effect == "voids"


# --- what follows from what


@dataclass(frozen=True, kw_only=True)
class Consequence:
    """Findings of some codes that follow from one of another, where both have this in common.

    `follow`: codes, or families that end in a dot. `first`: what is to be done before anything else
    where the cause makes their advice wrong; "" where it stays right. `of_sizes_too`: the cause
    makes the sizes of classes wrong too, which else are what they are whatever is predicted.
    """

    cause: str
    follow: tuple[str, ...]
    common: Test = _always
    first: str = ""
    of_sizes_too: bool = False

    def names(self, code: str) -> bool:
        """Whether findings of this code may follow."""
        return any(
            code.startswith(named) if named.endswith(".") else code == named
            for named in self.follow
        )

    def holds(self, cause: Finding, finding: Finding) -> bool:
        """Whether the second finding follows from the first."""
        return cause.code == self.cause and self.names(finding.code) and self.common(cause, finding)


OF_CLASSES = ("class.", "pair.", "threshold.")
WEAK_CLASSES = (
    "class.low-recall",
    "class.low-precision",
    "class.low-both",
    "class.called-too-often",
    "class.called-too-seldom",
)
JOIN_FIRST = "Join the rows again first: until then this says nothing of the system."
NAME_FIRST = "Give each class one name first: until then this may be of names alone."
TURN_FIRST = "Mend the scores first: they rank the wrong way round."
WHY_FIRST = (
    "Find out first why the predictions as a whole are no better than a fixed answer: until then "
    "this says nothing."
)
JUDGE_FIRST = (
    "Judge the doubtful labels first: most of these errors are on documents whose labels are in "
    "doubt. Neither merge the classes nor label more before."
)
JUDGE_BEFORE_TRUST = (
    "Judge the doubtful labels first: so many wrong ones could make the numbers fall by so much."
)
DECIDE_FIRST = (
    "Decide first which classes of the same texts are right: of two documents with one text and "
    "different classes, one is wrong whatever a system says."
)
THRESHOLD_FIRST = (
    "Set the threshold first: the scores of all classes are too high or too low, and may doubt "
    "right labels for it."
)

# the first that holds is the one that is said
CONSEQUENCES: tuple[Consequence, ...] = (
    Consequence(
        cause="split.wrong-order",
        follow=(*OF_CLASSES, "calibration.", "slices.", "system.", "scores.", "split.falls",
            "labels.disputed", "labels.doubted"),
        first=JOIN_FIRST,
    ),
    Consequence(
        cause="classes.same-name",
        follow=(*OF_CLASSES, "split.unseen", "split.few-training", "split.absent-from-test",
            "split.imbalance", "split.mix", "split.trend", "split.falls", "labels.doubted"),
        common=_same_names,
        first=NAME_FIRST,
        of_sizes_too=True,
    ),
    Consequence(
        # of pairs: those of names that are the same are among them, and count with them
        cause="classes.same-name", follow=("classes.alike",), common=_shared_name, first=NAME_FIRST,
    ),
    Consequence(
        cause="classes.same-name",
        follow=("labels.doubted",),
        common=_names_are_doubted,
        first=NAME_FIRST,
    ),
    Consequence(
        cause="classes.same-name",
        follow=("system.baseline", "calibration."),
        common=_names_explain,
        first=NAME_FIRST,
    ),
    Consequence(
        cause="scores.inverse", follow=OF_CLASSES, common=_same_classes, first=TURN_FIRST,
    ),
    Consequence(
        cause="scores.inverse", follow=("calibration.", "labels.doubted"), first=TURN_FIRST,
    ),
    Consequence(
        cause="scores.inverse", follow=("system.baseline",), common=_below_chance, first=TURN_FIRST,
    ),
    Consequence(
        cause="system.baseline",
        follow=("class.", "pair.", "calibration.", "slices."),
        common=_says_nothing,
        first=WHY_FIRST,
    ),
    Consequence(
        cause="threshold.one-for-all", follow=("labels.doubted",), first=THRESHOLD_FIRST,
    ),
    Consequence(
        cause="labels.doubted",
        follow=("pair.", *WEAK_CLASSES, "class.many-errors"),
        common=_same_documents,
        first=JUDGE_FIRST,
    ),
    Consequence(
        cause="labels.doubted", follow=("split.falls",), common=_labels_explain,
        first=JUDGE_BEFORE_TRUST,
    ),
    Consequence(
        cause="labels.conflict",
        follow=("split.repeated", "slices."),
        common=_same_documents,
        first=DECIDE_FIRST,
    ),
    Consequence(cause="threshold.one-for-all", follow=("threshold.move",)),
    Consequence(
        cause="threshold.one-for-all",
        follow=WEAK_CLASSES,
        common=_same_classes,
    ),
    Consequence(cause="threshold.move", follow=WEAK_CLASSES, common=_same_classes),
    Consequence(
        cause="pair.confused",
        follow=(*WEAK_CLASSES, "class.many-errors"),
        common=_of_the_pair,
    ),
    Consequence(
        cause="leak.same-id",
        follow=("leak.same-text", "leak.copied-short-text", "leak.near-duplicate"),
        common=_same_spoiled,
    ),
    # the same leak, told from chance in another way where texts are short
    Consequence(cause="leak.same-text", follow=("leak.copied-short-text",)),
    Consequence(
        cause="split.unseen",
        follow=("split.mix", "split.trend", "split.imbalance", "classes.alike"),
        common=_same_classes,
    ),
    Consequence(
        cause="split.unseen", follow=("split.label-shift",), common=_labels_are_theirs,
    ),
    Consequence(
        # new words are theirs, and other classes are predicted in their place
        cause="split.unseen",
        follow=("split.vocabulary", "split.told-apart", "split.length", "labels.doubted",
            "pair.confused", *WEAK_CLASSES, "class.many-errors"),
        common=_same_documents,
    ),
    Consequence(cause="split.mix", follow=("split.label-shift",)),
    Consequence(
        cause="split.mix",
        follow=("split.mix", "split.trend", "split.imbalance"),
        common=_shared_class,
    ),
    Consequence(cause="split.label-shift", follow=("split.trend",)),
    Consequence(cause="split.told-apart", follow=("split.length", "split.vocabulary")),
    Consequence(cause="split.small-test", follow=("class.too-few", "class.close")),
)  # fmt: skip
# their advice is withheld only where sizes themselves are wrong
OF_CLASS_SIZES = ("class.too-few", "class.close")


def related(findings: Sequence[Finding]) -> list[tuple[Finding, Finding | None]]:
    """Each of these findings, in order, with the one that it follows from; None for none.

    Where that one follows from a third, the third. What follows from another has its code, and its
    own advice only where that stays right.
    """
    causes = [_cause_of(finding, findings) for finding in findings]
    place = {id(finding): i for i, finding in enumerate(findings)}
    out: list[tuple[Finding, Finding | None]] = []
    for finding, above_it in zip(findings, causes, strict=True):
        if above_it is None:
            out.append((finding, None))
            continue
        root, consequence = above_it
        while (above := causes[place[id(root)]]) is not None:
            root = above[0]
        stays = finding.code in OF_CLASS_SIZES and not consequence.of_sizes_too
        first = "" if stays else consequence.first
        follows = replace(finding, because_of=root.code)
        if first:
            follows = replace(follows, action=first, withheld=True)
        out.append((follows, root))
    return out


def _cause_of(finding: Finding, every: Sequence[Finding]) -> tuple[Finding, Consequence] | None:
    for consequence in CONSEQUENCES:
        for cause in _before(finding, every):
            if consequence.holds(cause, finding):
                return cause, consequence
    return None


def _before(finding: Finding, every: Sequence[Finding]) -> Iterable[Finding]:
    """All others; of its own code only those before it, so that none follows from another twice."""
    met = False
    for other in every:
        if other is finding:
            met = True
        elif other.code != finding.code or not met:
            yield other
