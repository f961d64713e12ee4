"""The rules of the checks that look at the data alone, whatever any system does.

Tested in `test_rule` and `test_planted_faults`.
"""

from __future__ import annotations

from breakeven.analysis.findings.rule import CheckRule

SAME_ID = CheckRule(
    code="leak.same-id",
    severity="error",
    effect="voids",
    title="The same document id in two splits",
    needs=("splits", "ids"),
    why=(
        "A system remembers the documents it learnt from, so these say nothing of new ones: "
        "precision and recall come out too high."
    ),
    raised_by="An id stands for one document, so it belongs to one split.",
    what="{n:document id of one split also stands|document ids of one split also stand} in an "
    "earlier one: {ids:names 3}.",
    action=(
        "Keep each document in one split and train again. Until then judge without them, by the "
        "filter -leaked: a document that a system learnt from is no test of it."
    ),
)
SAME_TEXT = CheckRule(
    code="leak.same-text",
    severity="error",
    effect="voids",
    title="The same text in two splits",
    needs=("splits", "texts", "whole texts"),
    why="A system remembers the texts it learnt from. Copies of them in test are right for free, "
    "so precision and recall come out too high, most of all for large models.",
    raised_by="Texts of {min_words} words or more that are equal but for case and spacing. An "
    "error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} the text of a document in an earlier split.",
    action="Take them out of the later split, or judge without them, by the filter -leaked: a "
    "system that remembers its training texts gets them right.",
)
COPIED_SHORT_TEXT = CheckRule(
    code="leak.copied-short-text",
    severity="error",
    effect="voids",
    title="A short text copied into a later split",
    needs=("splits", "texts"),
    why=(
        "Messages, titles and queries are short, and copies of them are leaks as much as those of "
        "long texts: a system gets the texts it learnt from right for free."
    ),
    raised_by="Equal texts of fewer than {min_words} words, once in each of two splits, where "
    "texts of that length hardly ever occur twice within one. There are clearly more of them than "
    "in random splits (1 %, binomial, Holm over lengths and pairs of splits), and at least twice "
    "as many. An "
    "error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} the text of one document in an earlier split. "
    "These texts have fewer than {min_words} words, but texts of their length hardly ever repeat "
    "within a split: chance alone would put about {expected:amount} there.",
    action=SAME_TEXT.action,
)
SAME_SHORT_TEXT = CheckRule(
    code="leak.same-short-text",
    severity="notice",
    effect="uncertain",
    title="The same short text in two splits",
    needs=("splits", "texts"),
    why=(
        "It may be a leak, or two customers who wrote the same. Only reading a few of them can "
        "tell."
    ),
    raised_by="Equal texts of fewer than {min_words} words that also repeat within a split, or are "
    "in two splits no more often than by chance. Headlines and stock phrases "
    "repeat without being the same document, so this is never more than a notice.",
    what="{n:document|documents} ({where}) {has} the same {column:name} as a document in an "
    "earlier split. These texts are shorter than {min_words} words, and they also repeat within a "
    "split, or are too few to rule out chance.",
    action="Look at a few of them. If they are the same documents, give the whole text, or lower "
    "the number of words from which copies are leaks (Settings of the checks).",
)
NEAR_DUPLICATE = CheckRule(
    code="leak.near-duplicate",
    severity="error",
    effect="voids",
    title="Nearly the same text in two splits",
    needs=("splits", "texts", "whole texts", "near search"),
    why="Corrected versions, forwarded messages and templates with another name are the same "
    "document to a system. It gets them right for free, and no comparison of whole texts finds "
    "them.",
    raised_by="Two texts of {min_words} words or more share {similarity:.0%} of their runs of "
    "three words. Shorter texts need fewer (64 % of 20 words), because one changed word spoils "
    "more of their runs. An error from {leak_share:.1%} of a split on, a warning below.",
    what="{n:document|documents} ({where}) {has} nearly the text of a document in an earlier "
    "split.",
    action="Compare them. Corrected or repeated versions of one document belong in one split; "
    "the filter -leaked:near judges without them.",
)
CONFLICT = CheckRule(
    code="labels.conflict",
    severity="warning",
    effect="uncertain",
    title="The same text with different classes",
    needs=("labels", "texts", "whole texts"),
    why="No system can get both right, so the numbers have a ceiling below 1. In training such "
    "pairs teach the opposite of each other.",
    raised_by="Equal texts of {min_words} words or more that differ in their true classes.",
    what="{texts:text|texts} with different true classes, on {n:document|documents}.",
    action="Read them and decide which classes are right: at most one set can be.",
)
SHORT_CONFLICT = CheckRule(
    code="labels.short-conflict",
    severity="notice",
    effect="uncertain",
    title="The same short text with different classes",
    needs=("labels", "texts"),
    why="Where a short text does not hold what tells the classes apart, no system can. Either "
    "more text is needed, or the classes overlap.",
    raised_by="Equal texts of fewer than {min_words} words that differ in their true classes.",
    what=CONFLICT.what,
    action="Look at a few: a short text may stand for different documents, and then both are "
    "right.",
)
UNSEEN = CheckRule(
    code="split.unseen",
    severity="warning",
    effect="voids",
    title="Never seen in training",
    needs=("labels", "train"),
    why="A system that learns from examples never predicts a class it has not seen. Its recall is "
    "0, whatever else is done, and the average over classes is lowered by it.",
    raised_by="A class has documents, but no labelled training document.",
    what="{n:class has|classes have} no document in {split:name}, though there are some elsewhere: "
    "{classes_named:names}.",
    action="Label training documents of them. A system that learns from examples cannot know them, "
    "whatever its threshold or the size of the test.",
)
FEW_TRAINING = CheckRule(
    code="split.few-training",
    severity="warning",
    effect="improves",
    title="Too few training documents",
    needs=("labels", "train"),
    why="Below some 15 documents most classifiers learn the accidents of these few texts, not the "
    "class.",
    raised_by="A class has fewer than {min_train} labelled training documents, but some.",
    what="{n:class has|classes have} fewer than {min_train} training documents: "
    "{classes_named:names}.",
    action="Label more documents of them, if the classifier learns from examples.",
)
ABSENT = CheckRule(
    code="split.absent-from-test",
    severity="warning",
    effect="voids",
    title="Absent from the test split",
    needs=("labels", "test"),
    why="Without test documents of a class nobody knows whether it is found. Averages leave it "
    "out, so they speak of fewer classes than the system has.",
    raised_by="A class has no labelled test document, so its recall is undefined.",
    what="{n:class has|classes have} no document in {split:name}: {classes_named:names}.",
    action="Add test documents of them. Until then nothing is known of how well they are found.",
)
IMBALANCE = CheckRule(
    code="split.imbalance",
    severity="notice",
    effect="uncertain",
    title="Unbalanced within a split",
    needs=("labels", "a split", "classes"),
    why="The largest class decides the total, and the small ones hardly count in it. A system can "
    "be useless on half of the classes and still have a high micro F₁.",
    raised_by="A class has more than {balance:g} times an equal share of the labels, or less than "
    "an equal share divided by {balance:g}.",
    what="Classes far larger or smaller than an equal share: {counted}. The largest is "
    "{largest:name} with {times:.1f} times an equal share in {split:name}.",
    action="Read macro averages beside micro ones. If the small classes are weak, give their "
    "training documents more weight, or label more of them: the largest class draws their "
    "documents to itself.",
    clauses={"counted": "in {split:name} {larger:,} and {smaller:,}"},
)
MIX = CheckRule(
    code="split.mix",
    severity="warning",
    effect="uncertain",
    title="Another mix of classes",
    needs=("labels", "test", "splits", "classes"),
    why="Thresholds, priors and micro averages carry over from one split to another only if the "
    "classes are mixed alike.",
    raised_by="A class’s share of the labels differs by more than {share_difference:g} between "
    "two splits, and its frequency clearly differs (1 %, corrected for the number of classes and "
    "splits).",
    what="{split:name} and {test:name} hold different mixes of classes: {classes_named:names} by "
    "more than {share_difference:g} of the labels; {most:name} has {there:.3f} there and "
    "{here:.3f} here.",
    action="Find out which mix the system will meet. Averages over classes as they are in test do "
    "not hold for another mix; recall of a class does.",
)
TIME_OVERLAP = CheckRule(
    code="split.time-overlap",
    severity="notice",
    effect="voids",
    title="Splits overlap in time",
    needs=("splits", "dates"),
    why="A split by time asks how well the past predicts the future. Training documents that are "
    "later than test documents give some of that future away.",
    raised_by="Two splits are of different times (their shares up to some day clearly differ, by a "
    "half or more), and yet documents of the later one are dated before "
    "the last one of the earlier. Nothing is said of splits that are spread over the same time, "
    "such as random ones, although a random split of a stream is easier than the future.",
    what="{later:name} and {earlier:name} are of different times (column {column:name}), but "
    "{share:.1%} of {later:name} is dated before the last document of {earlier:name}.",
    action="If the split is meant to be by time, move these documents, or the last ones of the "
    "earlier split: what was learnt from later documents is not the future.",
)
SEPARABLE = CheckRule(
    code="split.told-apart",
    severity="notice",
    effect="uncertain",
    title="Train and test look different",
    needs=("train", "test", "texts", "two texts"),
    why="If a simple program can tell test from training, they come from different sources. Then "
    "the numbers hold for documents like those of test, and for others nobody knows.",
    raised_by="A small classifier (naive Bayes on words and length, cross-validated, nearly equal "
    "texts kept together) picks the test document in clearly more than 60 of 100 pairs of a "
    "training and a test document (lower end of the 95 % interval; a guess is right in 50). A "
    "warning where "
    "it does so among documents of the same classes, too, and test does not begin where training "
    "ends in time. Of more than 20,000 documents, 20,000 are drawn.",
    what="A small classifier tells {test:name} from {train:name} in {auc:.0%} of pairs (95 % "
    "interval {low:.0%} to {high:.0%}; a guess: 50 %).{within}{words}{time}",
    action="Find out how the split was made. If the system will meet documents like those of test, "
    "the numbers hold, and training documents like them would help. If both were to be alike, draw "
    "the split anew.",
    clauses={
        "remains": " Among documents of the same classes it is {auc:.0%} ({low:.0%} to "
        "{high:.0%}): not the mix of classes alone.",
        "gone": " Among documents of the same classes it is {auc:.0%} ({low:.0%} to {high:.0%}): "
        "that may be the mix of classes alone.",
        "unknown": " Perhaps only the mix of classes differs: too few documents of both have the "
        "same classes to tell.",
        "words": " What goes with {split:name}: {words:names}.",
        "time": " Test begins where training ends in time, so some of this is to be expected.",
    },
)
LENGTH = CheckRule(
    code="split.length",
    severity="notice",
    effect="uncertain",
    title="Documents of another length",
    needs=("train", "test", "two sides", "lengths"),
    why="Texts of another length often come from another source, or were cut off. Scores that add "
    "up over words then need another threshold.",
    raised_by="The shares of training and test documents up to some length clearly differ (1 %, "
    "Kolmogorov and Smirnov), by 0.15 or more. Of more than 20,000 texts, 20,000 are drawn.",
    what="{there:.0%} of {train:name} and {here:.0%} of {test:name} have {length}; "
    "the medians are {median_there:,.0f} and {median_here:,.0f}.",
    action="See whether texts were cut off, or come from another source. Scores that grow with "
    "the length of a text may need other thresholds there.",
    clauses={
        "words": "{at:,.0f} words or less in {column:name}",
        "column": "a length of {at:,.0f} or less (column {column:name})",
    },
)
VOCABULARY = CheckRule(
    code="split.vocabulary",
    severity="notice",
    effect="uncertain",
    title="More new words than by chance",
    needs=("train", "test", "texts", "two texts"),
    why="A system knows nothing of a word it has never seen. The more new words, the more it "
    "decides by the rest of the text.",
    raised_by=(
        "The share of all words of test that no training text has is at least a quarter, and half "
        "a point in 100, higher than in random splits of the same sizes, and higher than in each "
        "of 99 of them. Of more than 20,000 documents, 20,000 are drawn."
    ),
    what="Of the running words of {test:name} {share:.1%} stand in no text of {train:name}; if the "
    "same documents were split at random it would be {by_chance:.1%}.",
    action="Look at the documents with most of them. New words are new matter: newer training "
    "documents help, and the system may do worse the further it gets from its training.",
)
LABEL_SHIFT = CheckRule(
    code="split.label-shift",
    severity="notice",
    effect="uncertain",
    title="Another mix of classes as a whole",
    needs=("labels", "train", "test"),
    why="Micro averages, and thresholds fitted on one mix, do not hold for another mix, even "
    "where each class is found as well as before.",
    raised_by="One test of all classes together: documents change places at random between "
    "training and test, and the chi-square is as high in fewer than 1 % of 999 such splits; "
    "and 0.05 more of the labels than in these would have to change class for equal mixes.",
    what="For the mix of {train:name} {value:.1%} of the labels of {test:name} would have to "
    "change class; {by_chance:.1%} if the same documents were split at random.",
    action="See on Splits which classes it is. Micro averages and thresholds fitted "
    "on one mix do not hold for another.",
)
TREND = CheckRule(
    code="split.trend",
    severity="notice",
    effect="uncertain",
    title="Classes that come or go",
    needs=("labels", "dates", "periods"),
    why="Classes that come or go make old thresholds and old training documents worse every "
    "month, while the number measured once stays on the slide.",
    raised_by="A class’s share of the documents clearly rises or falls over up to 24 periods "
    "(1 %, Holm over the classes; Cochran and Armitage’s test, widened for classes that come in "
    "bursts), and at least doubles, halves, or moves by 0.05.",
    what="{n:class rises or falls|classes rise or fall} over time (column {column:name}): "
    "{classes_named:names}. {most:name} goes from {begin:.1%} to {end:.1%} of the documents.",
    action="Look at them over time on Splits. Fit thresholds on late documents, and "
    "judge again when the shares have moved on.",
)
BY_ID = CheckRule(
    code="split.by-id",
    severity="notice",
    effect="uncertain",
    title="Ids tell the split",
    needs=("train", "test", "ids", "two sides"),
    why="Ids often hold a source, a customer or a date. A split that follows them tests on other "
    "sources than it trained on, which may be meant, or may be an accident.",
    raised_by="The form of ids (all but their digits) tells training from test, with less than "
    "half of the errors of a guess. Or test has the higher number, or the lower, in 75 to 99 of "
    "100 pairs. Forms that name a split or are but two, and numbers of which one split’s come "
    "first (more than 99), are how splits are numbered, and tell nothing.",
    what="{how}",
    action="If ids follow a source or time, the split does so too: judge source by source, or "
    "draw the split anew.",
    clauses={
        "form": "The form of the ids tells {train:name} from {test:name}: {forms:names 3}.",
        "number": "The number in the ids of {test:name} is {which} than that of {train:name} in "
        "{share:.0%} of pairs, though neither comes first as a whole.",
    },
)
ID_CLASS = CheckRule(
    code="leak.id-class",
    severity="notice",
    effect="voids",
    title="Ids tell the class",
    needs=("labels", "ids"),
    why="A system that reads the id, or the order of the documents, learns the answer from it, "
    "and has nothing of the kind in production.",
    raised_by=(
        "The form of ids (all but their digits), or their order (the 20 nearest), tells a class of "
        "10 documents or more, with less than a tenth of the errors of one answer for all. Each "
        "document is left out of its own answer."
    ),
    what="{how} of the ids tells {n:class|classes}: {classes_named:names}.",
    action=(
        "Make sure that the system never reads the id or the order of the documents, and shuffle "
        "them before training."
    ),
)
COLUMN_CLASS = CheckRule(
    code="leak.column-class",
    severity="warning",
    effect="voids",
    title="A column tells the class",
    needs=("labels", "columns"),
    why="A column that was filled in after somebody knew the class gives the answer away. In "
    "production it is empty or comes too late.",
    raised_by="The value of a column (of numbers, the 20 nearest) tells a class of 10 documents or "
    "more, with less than a tenth of the errors of one answer for all. Each document is left out "
    "of its own answer. A notice where each class has a value of its own: then the "
    "column may be the truth in other words. Of more than 20,000 documents, 20,000 are drawn.",
    what="The column {column:name} tells {n:class|classes}: {classes_named:names}.{same}",
    action=(
        "Make sure that the system never reads this column: otherwise no number here holds for new "
        "documents."
    ),
    clauses={
        "same": " Each has one value of its own, so it may be the truth in other words.",
        "many": "{n:,} columns tell classes: {values:names}. The first tells "
        "{classes:class|classes}.",
    },
)
REPEATED = CheckRule(
    code="split.repeated",
    severity="notice",
    effect="uncertain",
    title="The same text again within a split",
    needs=("a split", "texts", "whole texts"),
    why=(
        "A text that occurs ten times counts ten times: an error on it weighs tenfold, and there "
        "are fewer independent documents than the interval assumes."
    ),
    raised_by=(
        "Texts of {min_words} words or more that are equal but for case and spacing. Not counting "
        "the first of each, they are {leak_share:.1%} of a split or more. A warning from 10 % on."
    ),
    what="{n:document|documents} ({where}) {has} the text of another one of the same split.",
    action=(
        "Keep one of each, or count them as drawn together (a column of clusters): otherwise each "
        "copy counts by itself, and intervals are too narrow."
    ),
)
NEARLY_REPEATED = CheckRule(
    code="split.nearly-repeated",
    severity="notice",
    effect="uncertain",
    title="Nearly the same text within a split",
    needs=("splits", "texts", "whole texts", "near search"),
    why="Versions of one document are right or wrong together. They count as several, so "
    "intervals come out too narrow.",
    raised_by=(
        "Texts of {min_words} words or more that share {similarity:.0%} of their runs of three "
        "words without being equal. Not counting the first of each, they are {leak_share:.1%} of a "
        "split or more. A warning from 10 % on."
    ),
    what="{n:document|documents} ({where}) {has} nearly the text of another one of the same split."
    "{conflicting}",
    action=(
        "Compare them. Keep one version of each document, or count them as drawn together (a "
        "column of clusters): together they say no more than one."
    ),
    clauses={"conflicting": " {n:set|sets} of them differ in their true classes."},
)
ALIKE = CheckRule(
    code="classes.alike",
    severity="notice",
    effect="improves",
    title="Classes alike in their texts",
    needs=("labels", "texts", "classes", "large classes"),
    why="Where two classes use the same words, a system that reads words has little to go by. "
    "Often the people who label have little to go by either.",
    raised_by="Texts of two classes are more than {alike:.0%} as alike as texts of one class "
    "(cosine of the mean texts by tf-idf, freed of chance); both have {min_train} training "
    "documents or more.",
    what="{n:pair of classes is|pairs of classes are} hard to tell apart by their words "
    "({column:name}), {first:name} and {second:name}{most}: two texts of different classes are "
    "{value:.0%} as alike as two of the same.",
    action="Write down what divides them and check their labels against it. Whether the system "
    "confuses them is another question: Confusions answers it.",
)
TOGETHER = CheckRule(
    code="classes.together",
    severity="notice",
    effect="improves",
    title="Classes that occur together",
    needs=("labels", "several classes", "classes", "large classes"),
    why="Two classes that mostly occur together may be one class with two names, or one may imply "
    "the other. What is learnt of one is then learnt of the other.",
    raised_by="Two classes share more than {together:.0%} of the documents that have either. A "
    "proxy: it does not say that their texts are alike.",
    what="{n:pair of classes is|pairs of classes are} mostly on the same documents, "
    "{first:name} and {second:name}{most}: {value:.0%} of the documents with either have "
    "both.",
    action="Decide in the guidelines whether one implies the other, or both mean the same.",
)
