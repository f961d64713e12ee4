"""The rules of the checks that look at decisions and scores, and all rules by their code.

Tested in `test_checks` and `test_rule`.
"""

from __future__ import annotations

from collections.abc import Mapping

from breakeven.analysis.findings.data_check_rules import (
    ABSENT,
    ALIKE,
    BY_ID,
    COLUMN_CLASS,
    CONFLICT,
    COPIED_SHORT_TEXT,
    FEW_TRAINING,
    ID_CLASS,
    IMBALANCE,
    LABEL_SHIFT,
    LENGTH,
    MIX,
    NEAR_DUPLICATE,
    NEARLY_REPEATED,
    REPEATED,
    SAME_ID,
    SAME_SHORT_TEXT,
    SAME_TEXT,
    SEPARABLE,
    SHORT_CONFLICT,
    TIME_OVERLAP,
    TOGETHER,
    TREND,
    UNSEEN,
    VOCABULARY,
)
from breakeven.analysis.findings.rule import CheckRule
from breakeven.analysis.findings.validity_rules import OF_VALIDITY

# of many classes: each has a step of its own, but nobody takes so many
OF_MANY = (
    "Start with {first:name}, which has most of these errors. Look first for one cause of all of "
    "them: a threshold, labels, or too few training documents. Each class has a step of its own, "
    "too."
)

DISPUTED = CheckRule(
    code="labels.disputed",
    severity="notice",
    effect="uncertain",
    title="All systems agree against the truth",
    needs=("decisions", "three systems"),
    why="Systems that learnt in different ways seldom make the same mistake on the same document. "
    "Where all of them do, the label is often the one that is wrong, and then every number counts "
    "a right prediction as an error.",
    raised_by="All systems, three or more, predict a class that the labels do not have.",
    what="On {n:document|documents} all {systems} systems predict a class that the labels do not "
    "have, most often {classes_named:names 3}.",
    action="Check these labels first: either the label is wrong, or all systems share an error.",
)
SMALL_TEST = CheckRule(
    code="split.small-test",
    severity="notice",
    effect="uncertain",
    title="Too few test documents",
    needs=("decisions", "true here"),
    why="A value of F that may be 0.10 higher or lower cannot show whether a class is good "
    "enough, or whether a new version is better. Choosing by it is a guess.",
    raised_by="The 95 % interval of a class’s F reaches further than ±{half_width:g}.",
    what="For {n:,} of {of_all:class|classes} F is less certain than ±{half_width:g}; the least "
    "certain is {widest:name} with ±{width:.2f}.",
    action="Enlarge the test set where it matters: Splits says how many more documents each class "
    "needs.",
)
BETTER_SYSTEM = CheckRule(
    code="system.better",
    severity="warning",
    effect="improves",
    title="Another system is better",
    needs=("decisions", "true here", "two systems"),
    why="You already have a better system. Work on single classes of this one may only bring it "
    "to where the other one is.",
    raised_by="Another system’s micro F on the same documents is clearly higher: the paired 95 % "
    "interval and the p-value both say so (5 %, divided by the number of other systems).",
    what="{better:name} is better on the same documents: micro {f} {its:.3f} against {mine:.3f} of "
    "{system:name}, {points} points (95 %: {low} to {high}; p {p}{several}).{macro}",
    action="{step}",
    clauses={
        "use": "Use {better:name}, or see on Compare systems where it is better.",
        "ask": "Find out how {split:name} and {here} differ before you change systems: one of them "
        "says the reverse. Compare systems shows both.",
        "several": ", the best of {n:,} others",
        "macro": " Its macro {f} is lower, by {points} points: see which classes matter.",
        "reverse": " But in {split:name}, on which systems are chosen, {system:name} is better by "
        "{points} points (95 %: {low} to {high}).",
    },
)
BASELINE = CheckRule(
    code="system.baseline",
    severity="warning",
    effect="voids",
    title="Not clearly better than a fixed answer",
    needs=("decisions", "true here"),
    why="A fixed answer costs nothing. A system that is not better than that is not worth "
    "running, and its single classes say nothing: their differences are chance.",
    raised_by="Micro F₁ (accuracy of a single class) is not higher than that of the best fixed "
    "answer, or not clearly so (5 %): “never” or “always” for a single class, the most frequent "
    "one where classes exclude each other, else the classes that together reach the highest F.",
    what="{how} {measure} is {value:.3f}; {others}.{helped}",
    action="{steps}",
    clauses={
        "below": "The predictions agree with the truth less than shuffled ones would.",
        "fixed": "The predictions are no better than a fixed answer.",
        "equal": "A fixed answer would be right as well here.",
        "chance": "The predictions agree with the truth no more than shuffled ones would.",
        "unknown": "On so few documents the predictions are not shown to agree with the truth "
        "more than shuffled ones would.",
        "few": "The predictions are better than a fixed answer here, but not clearly.",
        "macro": " Macro F₁ is higher than that of the fixed answer, {mine:.3f} against {its:.3f}: "
        "the system helps with the rarer classes.",
        "finds": " It finds {found:amount} of {true:document|documents} in {yes:name}; a fixed "
        "answer finds all or none.",
        "match": "Check first that documents, class names and the sign of the scores match: errors "
        "of this kind are seldom the classifier’s.",
        "same": "Every document gets the same answer.",
        "why": "Find out why: are thresholds out of reach, were classes unknown when the system "
        "learned, or is a file not the one meant?",
        "doubt": "Find out first whether the system can classify these documents at all: advice on "
        "single classes does not help before that.",
        "rare": "Decide what the rarer classes are worth: over all labels the fixed answer does as "
        "well.",
        "worth": "Decide what finding these documents is worth: over all documents the fixed "
        "answer does as well.",
        "others": "Test on documents of other classes too: these cannot show whether the system "
        "tells classes apart.",
        "more": "Test on more documents.",
    },
)
UNUSABLE = CheckRule(
    code="answers.unusable",
    severity="warning",
    effect="improves",
    title="Answers without a class",
    needs=("decisions",),
    why="An answer that names no class counts as nothing predicted, so it lowers recall. Such "
    "errors are of the question that was asked, not of what the model knows, and are the cheapest "
    "to mend.",
    raised_by=(
        "The answers on at least three documents, and on 1 % of all, have no class, and not on "
        "purpose. A warning from 5 % on."
    ),
    what="The answers for {n:document|documents} ({share}) have no class, and not on purpose: "
    "{kinds}. They count as nothing predicted.",
    action="{step}",
    clauses={
        "outside": "Check on Home whether the names stand for classes, and give the model the list "
        "of classes to choose from.",
        "unparseable": "Ask for the name of a class and nothing else, or for JSON with one field.",
        "ambiguous": "Ask for one class, or check whether these documents have several.",
        "refused": "Ask again where an error occurred. Where the model refuses a whole kind of "
        "documents, that kind stays without a class.",
    },
)
INVERSE = CheckRule(
    code="scores.inverse",
    severity="warning",
    effect="voids",
    title="Scores rank the wrong way round",
    needs=("decisions", "true here", "scores"),
    why="Curves, thresholds, rankings and reviews of the least certain documents all read a high "
    "score as a sign of the class. With the wrong sign each of them is wrong.",
    raised_by="Documents of a class score clearly lower than the others (1 %, corrected for the "
    "number of classes).",
    what="Of {n:class|classes} the documents score lower than those not in the class: "
    "{classes_named:names}. In {lowest:name} a document of the class has the higher score in "
    "{area:.0%} of the pairs; without looking it would be 50 %.",
    action=(
        "Check the sign of the scores: the file may hold a distance, a loss or the probability of "
        "the opposite. No threshold helps before that is mended."
    ),
)
LOW_RECALL = CheckRule(
    code="class.low-recall",
    severity="warning",
    effect="improves",
    title="Many missed",
    needs=("decisions", "true here", "clear agreement"),
    why="More than half of the documents of this class are missed. Whoever works with the "
    "predictions never sees them.",
    raised_by="Recall is clearly below {cut:g}: by an exact test on ten documents or more, at 5 % "
    "for recall and precision of all classes together (Holm).",
    what="{name:name} is {how}: the system {found}.",
    action="{steps}",
    clauses={
        "missed": "missed in many documents",
        "never": "never predicted",
        "found": "finds {tp:amount} of its {positives:document|documents} (recall, 95 %: "
        "at most {high:.2f})",
        "many": "{subject} are missed in many documents: {classes_named:names}. Together the "
        "system finds {tp:amount} of their {positives:document|documents} (recall {recall:.2f}).",
        "many_action": OF_MANY,
    },
)
LOW_PRECISION = CheckRule(
    code="class.low-precision",
    severity="warning",
    effect="improves",
    title="Many false alarms",
    needs=("decisions", "true here", "predicted here", "clear agreement"),
    why="More than half of the predictions of this class are false alarms. Whoever works with "
    "them soon stops trusting them.",
    raised_by="Precision is clearly below {cut:g}: by an exact test on ten predictions or more, at "
    "5 % for recall and precision of all classes together (Holm).",
    what="Predictions of {name:name} are often false alarms: {right}.",
    action="{steps}",
    clauses={
        "right": "{tp:amount} of {assigned:prediction|predictions} {are} right (precision, "
        "95 %: at most {high:.2f})",
        "many": "{subject} are often false alarms when predicted: {classes_named:names}. "
        "Together {tp:amount} of {assigned:prediction|predictions} are right (precision "
        "{precision:.2f}).",
        "many_action": OF_MANY,
    },
)
LOW_BOTH = CheckRule(
    code="class.low-both",
    severity="warning",
    effect="improves",
    title="Many missed, many false alarms",
    needs=("decisions", "true here", "predicted here", "clear agreement"),
    why="The system does not know this class: it misses most of its documents, and most of what "
    "it predicts belongs elsewhere. No threshold mends both.",
    raised_by="Precision and recall are clearly below {cut:g}: by exact tests on ten documents or "
    "more, at 5 % for all classes together (Holm).",
    what="{name:name} is missed in many documents, and its predictions are often false alarms: the "
    "system {found}, and {right}.",
    action="{steps}",
    clauses={
        "many": "{subject} are both missed and falsely predicted: {classes_named:names}. "
        "Together the system finds {tp:amount} of {positives:document|documents} (recall "
        "{recall:.2f}) with {assigned:prediction|predictions} (precision {precision:.2f}).",
        "many_action": OF_MANY,
    },
)
CALLED_TOO_OFTEN = CheckRule(
    code="class.called-too-often",
    severity="warning",
    effect="improves",
    title="Predicted too often",
    needs=("decisions", "true here", "predicted here", "clear agreement"),
    why="Counts of this class are too high, so shares and trends that are read from the "
    "predictions are too. False alarms and missed documents do not cancel out.",
    raised_by="A class has clearly more false alarms than missed documents (1 %, corrected for the "
    "number of classes), and is predicted a tenth more often than it is true.",
    what="{name:name} is predicted too often: {assigned:time|times} for "
    "{positives:document|documents}, with {fp:amount} wrong and {fn:amount} missed; precision is "
    "{precision:.2f}.",
    action="{steps}",
    clauses={
        "many": "{subject} are predicted too often: {classes_named:names}. Together "
        "{assigned:amount} times for {positives:document|documents}, with {fp:amount} wrong.",
        "many_action": OF_MANY,
    },
)
CALLED_TOO_SELDOM = CheckRule(
    code="class.called-too-seldom",
    severity="warning",
    effect="improves",
    title="Predicted too seldom",
    needs=("decisions", "true here", "clear agreement"),
    why="Counts of this class are too low, so shares and trends that are read from the "
    "predictions are too. Often a lower threshold is all that it takes.",
    raised_by="A class has clearly more missed documents than false alarms (1 %, corrected for the "
    "number of classes), and is predicted a tenth less often than it is true.",
    what="{name:name} is predicted too seldom: {assigned:time|times} for "
    "{positives:document|documents}, with {fn:amount} missed and {fp:false alarm|false alarms}; "
    "recall is {recall:.2f}.",
    action="{steps}",
    clauses={
        "many": "{subject} are predicted too seldom: {classes_named:names}. Together "
        "{assigned:amount} times for {positives:document|documents}, with {fn:amount} missed.",
        "many_action": OF_MANY,
    },
)
MANY_ERRORS = CheckRule(
    code="class.many-errors",
    severity="notice",
    effect="improves",
    title="Causes many of the errors",
    needs=("decisions", "true here", "clear agreement"),
    why="A class with many of the errors is the shortest way to a better total: fixing it gains "
    "more than fixing any other.",
    raised_by="A class has {error_share:.0%} of all errors or more, and twice an equal share, "
    "clearly more than an equal one (exact, at 5 % for all classes together).",
    what="{name:name} has {share:.1%} of all errors: {fn:amount} missed and "
    "{fp:false alarm|false alarms}, with {positives:document|documents}.",
    action="{steps}",
    clauses={
        "many": "{subject} cause {share:.0%} of all errors: {classes_named:names}, with "
        "{fp:amount} false alarms and {fn:amount} missed.",
        "many_action": OF_MANY,
    },
)
CLOSE = CheckRule(
    code="class.close",
    severity="notice",
    effect="uncertain",
    title="Neither clearly weak nor clearly good",
    needs=("decisions", "true here", "clear agreement"),
    why=(
        "Whether this class is good enough depends on a few documents. Other documents like these "
        "may give the other answer."
    ),
    raised_by="Precision or recall is not clearly above or below {cut:g}, though there are "
    "documents enough to tell a value that is not so close to it.",
    what="{n:class is|classes are} too close to call: precision or recall may be above or "
    "below {cut:g}: {classes_named:names}.",
    action="{steps}",
    clauses={
        "more": "To be certain of {nearest:name} takes about {more:more document|more documents} "
        "of it.",
        "none": "Only far more documents would tell.",
    },
)
TOO_FEW = CheckRule(
    code="class.too-few",
    severity="notice",
    effect="uncertain",
    title="Too few documents to say",
    needs=("decisions", "true here", "clear agreement"),
    why="Nothing can be said of this class, neither good nor bad. Working on it now is a guess.",
    raised_by="Precision or recall is not clearly above or below {cut:g}, neither is clearly below "
    "it, and there are too few documents to tell even a value well above or below.",
    what="{n:class has|classes have} too few documents here to say whether precision and recall "
    "are high or low: {classes_named:names}.",
    action="Enlarge the test set before spending work on them.",
)
CONFUSED = CheckRule(
    code="pair.confused",
    severity="warning",
    effect="improves",
    title="Confused with each other",
    needs=("decisions", "third class", "true here", "predicted here", "clear agreement"),
    why="Two classes that are confused are one problem, not two. Advice for each class alone does "
    "not help.",
    raised_by="Of the documents of two classes more than {confused:.0%}, or of one of them twice "
    "that share (lower end of the 95 % interval), get the other class instead of their own, five "
    "or more, and clearly more than if errors went to classes by their size (exact, at 5 % for all "
    "pairs of classes together). A proxy: it shows what this system confuses, not that the classes "
    "are alike.",
    what="{first:name} and {second:name} are confused in {total:,.0f} of their "
    "{of_both:document|documents} ({first_as_second:,.0f} of the first are predicted as the "
    "second, {second_as_first:,.0f} of the second as the first).",
    action="{steps}",
    clauses={
        "many": "{n:,} pairs of classes are confused, together in {documents:,.0f} documents, "
        "{first:name} and {second:name} most of all.",
        "many_action": "Start with {first:name} and {second:name}. {step}",
    },
)
MOVE = CheckRule(
    code="threshold.move",
    severity="warning",
    effect="improves",
    title="Another threshold would do better",
    needs=("decisions", "scores", "own thresholds"),
    why="The system ranks these documents well; only the threshold is wrong. Moving it takes a "
    "minute, without new labels and without training.",
    raised_by="A threshold fitted on one half of the documents has an F on the other half that is "
    "higher by {threshold_gain:g} or more, and clearly so (1 %); it also beats predicting the "
    "class for every document.",
    what="The threshold of {name:name} is wrong: with one fitted on other documents of {where} its "
    "F there is {after:.2f} instead of {before:.2f} ({gained:+.2f}).",
    action="Move the threshold of {name:name} to {threshold:threshold}, and check it on documents "
    "it was not fitted on.",
    clauses={
        "many": "The thresholds of {n:,} classes are wrong: {classes_named:names}. With "
        "thresholds fitted on other documents the F of each is clearly higher; of {first:name} "
        "{f_moved:.2f} instead of {f:.2f}.",
        "many_action": "Fit the thresholds of all of them, on the page on thresholds or with "
        "breakeven thresholds, and check them on documents that they were not fitted on.",
    },
)
CALIBRATION = CheckRule(
    code="calibration.off",
    severity="notice",
    effect="uncertain",
    title="Probabilities do not mean what they say",
    needs=("decisions", "probabilities"),
    why="Costs, expected counts, estimates without labels and the order of human review all use "
    "these probabilities. If they are off, so are all of those, even where every prediction is "
    "right.",
    raised_by="The probabilities of a region add up to 10 % more or fewer documents than there "
    "are, clearly (three standard errors); a warning from 25 % on. Or, with one class for each "
    "document, at least twice as many or half as many predictions are wrong as the probabilities "
    "say. Always a notice where nobody said that the scores are probabilities, though all lie "
    "between 0 and 1.",
    what="The {regions}.{confidence}",
    action="Recalibrate on held-out documents before using the probabilities for costs or expected "
    "counts: the page on unlabelled data fits them to a labelled split, and a logistic regression "
    "on the scores does the same elsewhere. Rankings and curves stay as they are.",
    clauses={
        "region": "{region} add up to {expected:amount}, and {found:amount} are {so}{off}",
        "off": ": {share:.0%} too {which}",
        "times": ": {times:.1f} times as many as there are",
        "more": ": {times:.1f} times as many",
        "much": " The system is over-confident.",
        "little": " The system is under-confident.",
        "perhaps": " Nobody said that these scores are probabilities, but all lie between 0 and 1.",
    },
)

WEAK_SLICE = CheckRule(
    code="slices.weak",
    severity="notice",
    effect="improves",
    title="Weaker in a slice",
    needs=("decisions", "slice search"),
    why="An average hides where the system fails. If more of these documents come later, or a "
    "group of people stands behind them, the average promises too much.",
    raised_by=(
        "A slice by up to three columns, with at most half of the documents, has more wrong "
        "documents than others of the same true classes have (more wrong predictions a document, "
        "where documents have several classes and many have an error). It also has more than the "
        "worst of as many slices would have by chance (3 % for all of them together; a warning at "
        "1 %). Where fewer than 1,000 documents show none, those of the tuning split are searched "
        "with them, at half of these levels, for slices that are weak here too. Leaked documents "
        "are left out."
    ),
    what="Where {slice}, {numbers} ({likely}; p {p} among {looked_at:slice|slices}).{elsewhere}",
    action="Read these documents: what they have in common may be missing from training, or "
    "labelled differently. {gain} if the slice were like the rest.",
    clauses={
        "wrong": "{inside:.0%} of {n:document is|documents are} wrong; of others of the same true "
        "classes {rest:.0%}",
        "errors": "{n:document has|documents have} {inside:.2f} wrong predictions each; others of "
        "the same true classes {rest:.2f}",
        "apart": "{low} to {high} worse, allowing for the search",
        "wrong gain": "{gain:document|documents} fewer would be wrong",
        "errors gain": "{gain:prediction|predictions} fewer would be wrong",
        "too": " In {split:name} too: {inside} against {rest}.",
        "not": " Not so in {split:name}: {inside} against {rest}.",
        "perhaps": " In {split:name} it cannot be told: {inside} against {rest}.",
        "together": " Counted in {split:name} and {other:name} together, as {split:name} alone is "
        "too small to tell; in {split:name} {inside} against {rest}.",
        "many": "In {n:,} slices more is wrong than in the rest: {values:names}.",
        "many_action": "Start with {values:names 1}. {step}",
    },
)
RULES: Mapping[str, CheckRule] = {
    rule.code: rule
    for rule in (
        *(SAME_ID, SAME_TEXT, COPIED_SHORT_TEXT, SAME_SHORT_TEXT, NEAR_DUPLICATE),
        *(COLUMN_CLASS, ID_CLASS),
        *(CONFLICT, SHORT_CONFLICT, DISPUTED),
        *(UNSEEN, FEW_TRAINING, ABSENT, IMBALANCE, MIX, TIME_OVERLAP, SMALL_TEST),
        *(LABEL_SHIFT, TREND, SEPARABLE, LENGTH, VOCABULARY, BY_ID, REPEATED, NEARLY_REPEATED),
        *(ALIKE, TOGETHER),
        *(BETTER_SYSTEM, BASELINE, UNUSABLE, INVERSE),
        *(LOW_RECALL, LOW_PRECISION, LOW_BOTH),
        *(CALLED_TOO_OFTEN, CALLED_TOO_SELDOM, MANY_ERRORS, CLOSE, TOO_FEW),
        *(CONFUSED, MOVE, CALIBRATION, WEAK_SLICE),
        *OF_VALIDITY,
    )
}
# those that look at the data alone, whatever any system does
OF_THE_DATA: Mapping[str, CheckRule] = {
    code: rule for code, rule in RULES.items() if "decisions" not in rule.needs
}
