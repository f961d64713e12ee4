"""The rules of the checks: severity, title and what raises each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from breakeven.findings.limits import Limits


@dataclass(frozen=True)
class CheckRule:
    """What a code stands for; `rule` is a sentence with the fields of Limits in braces."""

    code: str
    title: str
    rule: str

    def said(self, limits: Limits) -> str:
        """The rule in words, with the limits in force."""
        return self.rule.format(**asdict(limits))


RULES: Mapping[str, CheckRule] = {
    rule.code: rule
    for rule in (
        CheckRule(
            "leak.same-id",
            "The same document id in two splits",
            "An id stands for one document, so it belongs to one split.",
        ),
        CheckRule(
            "leak.same-text",
            "The same text in two splits",
            "Texts of {min_words} words or more that are equal but for case and spacing. An error "
            "from {leak_share:.1%} of a split on, a warning below.",
        ),
        CheckRule(
            "leak.same-short-text",
            "The same short text in two splits",
            "Equal texts of fewer than {min_words} words. Headlines and stock phrases repeat "
            "without being the same document, so this is never more than a notice.",
        ),
        CheckRule(
            "leak.near-duplicate",
            "Nearly the same text in two splits",
            "Texts of {min_words} words or more that share {similarity:.0%} of their runs of three "
            "words. An error from {leak_share:.1%} of a split on, a warning below.",
        ),
        CheckRule(
            "labels.conflict",
            "The same text with different classes",
            "Equal texts of {min_words} words or more that differ in their true classes.",
        ),
        CheckRule(
            "labels.short-conflict",
            "The same short text with different classes",
            "Equal texts of fewer than {min_words} words that differ in their true classes.",
        ),
        CheckRule(
            "labels.disputed",
            "All systems agree against the truth",
            "Three systems or more, all that there are, assign a class that the truth denies.",
        ),
        CheckRule(
            "split.few-training",
            "Too few training documents",
            "A class has fewer than {min_train} labelled training documents.",
        ),
        CheckRule(
            "split.absent-from-test",
            "Absent from the test split",
            "A class has no labelled test document, so its recall is undefined.",
        ),
        CheckRule(
            "split.imbalance",
            "Unbalanced within a split",
            "A class has more than {balance:g} times an equal share of the labels, or less than "
            "an equal share divided by {balance:g}.",
        ),
        CheckRule(
            "split.mix",
            "Another mix of classes",
            "A class’s share of the labels differs by more than {share_difference:g} between two "
            "splits, and its frequency by more than chance (1 %, corrected for the number of "
            "classes and splits).",
        ),
        CheckRule(
            "split.time-overlap",
            "Splits overlap in time",
            "Documents of a later split are dated before the last one of an earlier split.",
        ),
        CheckRule(
            "split.small-test",
            "Too few test documents",
            "The 95 % interval of a class’s F reaches further than ±{half_width:g}.",
        ),
        CheckRule(
            "classes.alike",
            "Classes alike in their texts",
            "Texts of two classes are more than {alike:.0%} as alike as texts of one class (cosine "
            "of the mean texts by tf-idf, freed of chance); both have {min_train} training "
            "documents or more.",
        ),
        CheckRule(
            "classes.together",
            "Classes given together",
            "Two classes share more than {together:.0%} of the documents that have either. A "
            "proxy: it does not say that their texts are alike.",
        ),
        CheckRule(
            "class.low-recall",
            "Often missed",
            "Recall is below {cut:g} with its whole 95 % interval.",
        ),
        CheckRule(
            "class.low-precision",
            "Often wrong when called",
            "Precision is below {cut:g} with its whole 95 % interval.",
        ),
        CheckRule(
            "class.low-both",
            "Seldom found, and often wrong when called",
            "Precision and recall are below {cut:g} with their whole 95 % intervals.",
        ),
        CheckRule(
            "class.too-few",
            "Too few documents to say",
            "The 95 % interval of precision or recall holds the cut {cut:g}.",
        ),
        CheckRule(
            "pair.confused",
            "Taken for each other",
            "Of the documents of two classes surely more than {confused:.0%} (lower end of the "
            "95 % interval) get the other class instead of their own. A proxy: it shows what "
            "this system confuses, not that the classes are alike.",
        ),
        CheckRule(
            "threshold.move",
            "Another threshold would do better",
            "A threshold fitted on one half of the documents has an F on the other half that is "
            "higher by {threshold_gain:g} or more, and by more than chance (1 %).",
        ),
        CheckRule(
            "calibration.off",
            "Probabilities do not mean what they say",
            "The probabilities of a region add up to 10 % more or fewer documents than there "
            "are, by more than chance (three standard errors). A warning from 25 % on.",
        ),
    )
}
