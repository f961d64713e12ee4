"""The rules of the checks: severity, title, what raises each, and what a finding then says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal

from breakeven.findings.finding import Finding, Severity
from breakeven.findings.gains import NO_GAIN, Gains
from breakeven.findings.limits import Limits
from breakeven.findings.wording import worded
from metrics.typing import Array

# what a check may need of the data: see `needs`
Need = Literal[
    "labels",
    "a split",
    "splits",
    "train",
    "test",
    "ids",
    "texts",
    "whole texts",
    "near search",
    "dates",
    "classes",
    "third class",
    "large classes",
    "several classes",
    "two systems",
    "three systems",
    "decisions",
    "true here",
    "assigned here",
    "scores",
    "probabilities",
    "own thresholds",
]


@dataclass(frozen=True, kw_only=True)
class CheckRule:
    """What a code stands for, and the words of its findings; all text is plain.

    `needs`: what the check cannot do without, the most telling first. `raised_by` is a sentence
    with the fields of Limits in braces. `what` and `action` are templates of `wording`, filled by
    whoever finds; `clauses` are parts of them that not every finding has. `severity` is the usual
    one.
    """

    code: str
    severity: Severity
    title: str
    needs: tuple[Need, ...]
    raised_by: str
    what: str
    action: str
    clauses: Mapping[str, str] = field(default_factory=dict)

    def said(self, limits: Limits) -> str:
        """What raises a finding, under these limits."""
        return self.raised_by.format(**asdict(limits))

    def clause(self, name: str, **words: object) -> str:
        """A part of the words with its places filled; KeyError for one there is not."""
        return worded(self.clauses[name], words)

    def found(
        self,
        *,
        classes: Array | tuple[int, ...] = (),
        documents: Array | None = None,
        spoiled: Array | None = None,
        evidence: Mapping[str, object] | None = None,
        gains: Gains = NO_GAIN,
        severity: Severity | None = None,
        **words: object,
    ) -> Finding:
        """A finding with its words in place; KeyError where a word is missing."""
        rows = {"documents": documents, "spoiled": spoiled}
        given = {name: which for name, which in rows.items() if which is not None}
        return Finding(
            code=self.code,
            severity=severity or self.severity,
            title=self.title,
            what=worded(self.what, words),
            action=worded(self.action, words),
            classes=tuple(int(c) for c in classes),
            evidence=evidence or {},
            gain_macro=gains[0],
            gain_micro=gains[1],
            **given,
        )


SAME_ID = CheckRule(
    code="leak.same-id",
    severity="error",
    title="The same document id in two splits",
    needs=("splits", "ids"),
    raised_by="An id stands for one document, so it belongs to one split.",
    what="{n:document id of one split also stands|document ids of one split also stand} in an "
    "earlier one: {ids:names 3}.",
    action="Keep each document in one split and train again: what was learnt from is no test.",
)
SAME_TEXT = CheckRule(
    code="leak.same-text",
    severity="error",
    title="The same text in two splits",
    needs=("splits", "texts", "whole texts"),
    raised_by="Texts of {min_words} words or more that are equal but for case and spacing. An "
    "error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} the text of a document in an earlier split.",
    action="Take them out of the later split, or judge without them: a system that remembers its "
    "training texts gets them right.",
)
SAME_SHORT_TEXT = CheckRule(
    code="leak.same-short-text",
    severity="notice",
    title="The same short text in two splits",
    needs=("splits", "texts"),
    raised_by="Equal texts of fewer than {min_words} words. Headlines and stock phrases repeat "
    "without being the same document, so this is never more than a notice.",
    what="{n:document|documents} ({where}) {has} the same {column:name} as a document in an "
    "earlier split. These texts are shorter than {min_words} words, and short texts repeat "
    "without being the same document.",
    action="Look at a few of them. If they are the same documents, give the whole text, or lower "
    "the limit of words, and they are counted as leaks.",
)
NEAR_DUPLICATE = CheckRule(
    code="leak.near-duplicate",
    severity="error",
    title="Nearly the same text in two splits",
    needs=("splits", "texts", "whole texts", "near search"),
    raised_by="Texts of {min_words} words or more that share {similarity:.0%} of their runs of "
    "three words. An error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} nearly the text of a document in an earlier "
    "split.",
    action="Compare them. Corrected or repeated versions of one document belong in one split.",
)
CONFLICT = CheckRule(
    code="labels.conflict",
    severity="warning",
    title="The same text with different classes",
    needs=("labels", "texts", "whole texts"),
    raised_by="Equal texts of {min_words} words or more that differ in their true classes.",
    what="{texts:text|texts} with different true classes, on {n:document|documents}.",
    action="Read them and settle which classes are right: at most one set can be.",
)
SHORT_CONFLICT = CheckRule(
    code="labels.short-conflict",
    severity="notice",
    title="The same short text with different classes",
    needs=("labels", "texts"),
    raised_by="Equal texts of fewer than {min_words} words that differ in their true classes.",
    what=CONFLICT.what,
    action="Look at a few: a short text may stand for different documents, and then both are "
    "right.",
)
DISPUTED = CheckRule(
    code="labels.disputed",
    severity="notice",
    title="All systems agree against the truth",
    needs=("decisions", "three systems"),
    raised_by="Three systems or more, all that there are, assign a class that the truth denies.",
    what="On {n:document|documents} all {systems} systems assign a class that the truth denies, "
    "most often {classes_named:names 3}.",
    action="Look at them first when checking labels: either the truth has an error there, or all "
    "systems share one.",
)
FEW_TRAINING = CheckRule(
    code="split.few-training",
    severity="warning",
    title="Too few training documents",
    needs=("labels", "train"),
    raised_by="A class has fewer than {min_train} labelled training documents.",
    what="{n:class has|classes have} fewer than {min_train} training documents: "
    "{classes_named:names}.{without_any}",
    action="Label more documents of them if the classifier learns from examples, or merge them "
    "into a wider class.",
    clauses={"without_any": " {n:class has|classes have} none at all."},
)
ABSENT = CheckRule(
    code="split.absent-from-test",
    severity="warning",
    title="Absent from the test split",
    needs=("labels", "test"),
    raised_by="A class has no labelled test document, so its recall is undefined.",
    what="{n:class has|classes have} no document in {split:name}: {classes_named:names}.",
    action="Add test documents of them. Until then nothing is known of how well they are found.",
)
IMBALANCE = CheckRule(
    code="split.imbalance",
    severity="notice",
    title="Unbalanced within a split",
    needs=("labels", "a split", "classes"),
    raised_by="A class has more than {balance:g} times an equal share of the labels, or less than "
    "an equal share divided by {balance:g}.",
    what="Classes larger and smaller than an equal share allows: {counted}. The largest is "
    "{largest:name} with {times:.1f} times an equal share in {split:name}.",
    action="Nothing to mend if the stream is like that. Read macro averages beside micro ones, "
    "and see whether the small classes are the weak ones.",
    clauses={"counted": "in {split:name} {larger:,} and {smaller:,}"},
)
MIX = CheckRule(
    code="split.mix",
    severity="warning",
    title="Another mix of classes",
    needs=("labels", "test", "splits", "classes"),
    raised_by="A class’s share of the labels differs by more than {share_difference:g} between "
    "two splits, and its frequency by more than chance (1 %, corrected for the number of classes "
    "and splits).",
    what="{split:name} and {test:name} hold different mixes of classes: {classes_named:names} by "
    "more than {share_difference:g} of the labels; {most:name} has {there:.3f} there and "
    "{here:.3f} here.",
    action="Find out which mix the system will meet. Averages over classes as they are in test do "
    "not hold for another mix; recall of a class does.",
)
TIME_OVERLAP = CheckRule(
    code="split.time-overlap",
    severity="notice",
    title="Splits overlap in time",
    needs=("splits", "dates"),
    raised_by="Documents of a later split are dated before the last one of an earlier split.",
    what="{share:.0%} of {later:name} is dated (column {column:name}) before the last document of "
    "{earlier:name}.",
    action="If the system is to work on documents yet to come, also judge it on a split by time: "
    "a random split of a stream is easier than the future.",
)
SMALL_TEST = CheckRule(
    code="split.small-test",
    severity="notice",
    title="Too few test documents",
    needs=("decisions", "true here"),
    raised_by="The 95 % interval of a class’s F reaches further than ±{half_width:g}.",
    what="For {n:,} of {of_all:class|classes} F is not known to ±{half_width:g}; the widest is "
    "{widest:name} with ±{width:.2f}.",
    action="Enlarge the test set where it matters: the table of the page on splits says by how "
    "many documents of each class.",
)
ALIKE = CheckRule(
    code="classes.alike",
    severity="notice",
    title="Classes alike in their texts",
    needs=("labels", "texts", "classes", "large classes"),
    raised_by="Texts of two classes are more than {alike:.0%} as alike as texts of one class "
    "(cosine of the mean texts by tf-idf, freed of chance); both have {min_train} training "
    "documents or more.",
    what="{first:name} and {second:name} are hard to tell apart by their words ({column:name}): "
    "two texts of different classes are {value:.0%} as alike as two of the same.",
    action="Merge them if nobody needs to tell them apart, or write down what does and check "
    "their labels against it.",
)
TOGETHER = CheckRule(
    code="classes.together",
    severity="notice",
    title="Classes given together",
    needs=("labels", "several classes", "classes", "large classes"),
    raised_by="Two classes share more than {together:.0%} of the documents that have either. A "
    "proxy: it does not say that their texts are alike.",
    what="{first:name} and {second:name} mostly stand on the same documents: {value:.0%} of those "
    "that have either have both.",
    action="If one is meant to imply the other, say so in the guidelines; if they mean the same, "
    "merge them.",
)
LOW_RECALL = CheckRule(
    code="class.low-recall",
    severity="warning",
    title="Often missed",
    needs=("decisions", "true here"),
    raised_by="Recall is below {cut:g} with its whole 95 % interval.",
    what="{name:name} is {how}: the system {found}.",
    action="{steps}",
    clauses={
        "missed": "often missed",
        "never": "never assigned",
        "found": "finds {tp:amount} of its {positives:document|documents} (recall at most "
        "{high:.2f})",
    },
)
LOW_PRECISION = CheckRule(
    code="class.low-precision",
    severity="warning",
    title="Often wrong when called",
    needs=("decisions", "true here", "assigned here"),
    raised_by="Precision is below {cut:g} with its whole 95 % interval.",
    what="{name:name} is often wrong when called: {right}.",
    action="{steps}",
    clauses={
        "right": "{tp:amount} of {assigned:assignment|assignments} {are} right (precision at most "
        "{high:.2f})"
    },
)
LOW_BOTH = CheckRule(
    code="class.low-both",
    severity="warning",
    title="Seldom found, and often wrong when called",
    needs=("decisions", "true here", "assigned here"),
    raised_by="Precision and recall are below {cut:g} with their whole 95 % intervals.",
    what="{name:name} is handled badly: the system {found}, and {right}.",
    action="{steps}",
)
TOO_FEW = CheckRule(
    code="class.too-few",
    severity="notice",
    title="Too few documents to say",
    needs=("decisions", "true here"),
    raised_by="The 95 % interval of precision or recall holds the cut {cut:g}, and that of "
    "neither lies below it.",
    what="{n:class has|classes have} too few documents here to say whether precision and recall "
    "are high or low: {classes_named:names}.",
    action="Enlarge the test set before spending work on them.",
)
CONFUSED = CheckRule(
    code="pair.confused",
    severity="warning",
    title="Taken for each other",
    needs=("decisions", "third class", "true here", "assigned here"),
    raised_by="Of the documents of two classes surely more than {confused:.0%}, or of one of them "
    "twice that share (lower end of the 95 % interval), get the other class instead of their own, "
    "five or more. A proxy: it shows what this system confuses, not that the classes are alike.",
    what="{first:name} and {second:name} are taken for each other in {total:,.0f} of their "
    "{of_both:document|documents} ({first_as_second:,.0f} of the first get the second, "
    "{second_as_first:,.0f} of the second the first).",
    action="{steps}",
)
MOVE = CheckRule(
    code="threshold.move",
    severity="warning",
    title="Another threshold would do better",
    needs=("decisions", "scores", "own thresholds"),
    raised_by="A threshold fitted on one half of the documents has an F on the other half that is "
    "higher by {threshold_gain:g} or more, and by more than chance (1 %).",
    what="{name:name} is cut badly: with a threshold fitted on other documents of {where} its F "
    "there is {after:.2f} instead of {before:.2f}.",
    action="Move the threshold of {name:name} to {threshold:threshold}, and check it on documents "
    "it was not fitted on.",
)
CALIBRATION = CheckRule(
    code="calibration.off",
    severity="notice",
    title="Probabilities do not mean what they say",
    needs=("decisions", "probabilities"),
    raised_by="The probabilities of a region add up to 10 % more or fewer documents than there "
    "are, by more than chance (three standard errors). A warning from 25 % on.",
    what="The {region} add up to {expected:,.1f}, and {found:amount} are true{off}.",
    action="Recalibrate on documents held out (for example by a logistic regression on the "
    "scores) before using the values as chances, for costs or expected counts. The order of "
    "documents, and so every curve, stays as it is.",
    clauses={"off": ": {share:.0%} too {which}"},
)

RULES: Mapping[str, CheckRule] = {
    rule.code: rule
    for rule in (
        *(SAME_ID, SAME_TEXT, SAME_SHORT_TEXT, NEAR_DUPLICATE),
        *(CONFLICT, SHORT_CONFLICT, DISPUTED),
        *(FEW_TRAINING, ABSENT, IMBALANCE, MIX, TIME_OVERLAP, SMALL_TEST),
        *(ALIKE, TOGETHER),
        *(LOW_RECALL, LOW_PRECISION, LOW_BOTH, TOO_FEW),
        *(CONFUSED, MOVE, CALIBRATION),
    )
}
# those that look at the data alone, whatever any system does
OF_THE_DATA: Mapping[str, CheckRule] = {
    code: rule for code, rule in RULES.items() if "decisions" not in rule.needs
}
