"""The rules of the checks that look at the data alone, whatever any system does."""

from __future__ import annotations

from breakeven.findings.rule import CheckRule

SAME_ID = CheckRule(
    code="leak.same-id",
    severity="error",
    title="The same document id in two splits",
    needs=("splits", "ids"),
    raised_by="An id stands for one document, so it belongs to one split.",
    what="{n:document id of one split also stands|document ids of one split also stand} in an "
    "earlier one: {ids:names 3}.",
    action="Keep each document in one split and train again: what was learnt from is no test. "
    "Until then judge without them, by the filter -leaked.",
)
SAME_TEXT = CheckRule(
    code="leak.same-text",
    severity="error",
    title="The same text in two splits",
    needs=("splits", "texts", "whole texts"),
    raised_by="Texts of {min_words} words or more that are equal but for case and spacing. An "
    "error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} the text of a document in an earlier split.",
    action="Take them out of the later split, or judge without them, by the filter -leaked: a "
    "system that remembers its training texts gets them right.",
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
    action="Compare them. Corrected or repeated versions of one document belong in one split; "
    "the filter -leaked:near judges without them.",
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
UNSEEN = CheckRule(
    code="split.unseen",
    severity="warning",
    title="Never seen in training",
    needs=("labels", "train"),
    raised_by="A class has documents, but no labelled training document.",
    what="{n:class has|classes have} no document in {split:name}, though there are some elsewhere: "
    "{classes_named:names}.",
    action="Label training documents of them. A system that learns from examples cannot know them, "
    "whatever its threshold or the size of the test.",
)
FEW_TRAINING = CheckRule(
    code="split.few-training",
    severity="warning",
    title="Too few training documents",
    needs=("labels", "train"),
    raised_by="A class has fewer than {min_train} labelled training documents, but some.",
    what="{n:class has|classes have} fewer than {min_train} training documents: "
    "{classes_named:names}.",
    action="Label more documents of them, if the classifier learns from examples.",
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
ALIKE = CheckRule(
    code="classes.alike",
    severity="notice",
    title="Classes alike in their texts",
    needs=("labels", "texts", "classes", "large classes"),
    raised_by="Texts of two classes are more than {alike:.0%} as alike as texts of one class "
    "(cosine of the mean texts by tf-idf, freed of chance); both have {min_train} training "
    "documents or more.",
    what="{n:pair of classes is|pairs of classes are} hard to tell apart by their words "
    "({column:name}), {first:name} and {second:name} most of all: two texts of different classes "
    "are {value:.0%} as alike as two of the same.",
    action="Write down what divides them and check their labels against it. Whether the system "
    "confuses them is another question: the page on confusion answers it.",
)
TOGETHER = CheckRule(
    code="classes.together",
    severity="notice",
    title="Classes given together",
    needs=("labels", "several classes", "classes", "large classes"),
    raised_by="Two classes share more than {together:.0%} of the documents that have either. A "
    "proxy: it does not say that their texts are alike.",
    what="{n:pair of classes mostly stands|pairs of classes mostly stand} on the same documents, "
    "{first:name} and {second:name} most of all: {value:.0%} of those that have either have both.",
    action="Settle in the guidelines whether one implies the other, or both mean the same.",
)
