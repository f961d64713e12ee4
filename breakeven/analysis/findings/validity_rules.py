"""The rules of the checks whether numbers mean what they seem to.

Names that are one class, rows in the wrong order, answers that stand in the text, labels in doubt.
Tested in `test_validity_findings` and `test_explained`.
"""

from __future__ import annotations

from breakeven.analysis.findings.rule import CheckRule

SAME_NAME = CheckRule(
    code="classes.same-name",
    severity="error",
    effect="voids",
    title="Class names that are the same",
    needs=("labels", "classes"),
    why="To a computer “billing” and “Billing” are two classes. Each prediction of one where the "
    "truth has the other counts as two errors, and no number of these classes means anything.",
    raised_by="Names are equal but for case, spaces, hyphens or Unicode form; or all names that "
    "are never true have one prefix, such as “LABEL_”, and without it they are names that are "
    "true. A notice where the system tells such names apart.",
    what="{n:class is|classes are} written in several ways: {groups}. {cost}",
    action="Read the file again with a class map that gives each class one name: {map}. “Read "
    "again with one name for each class” does it; breakeven check with --names names.csv writes "
    "the map, and every command takes it by --class-map names.csv.",
    clauses={
        "group": "{names:names} ({ways})",
        "cost": "With each as one class {measure} is {after:.3f} instead of {before:.3f}.",
        "none": "With each as one class {measure} stays {before:.3f}.",
        "apart": "The system tells these names apart, so they may be different on purpose.",
        "unknown": "",
    },
)
WRONG_ORDER = CheckRule(
    code="split.wrong-order",
    severity="error",
    effect="voids",
    title="Rows joined in the wrong order",
    needs=("decisions", "true here", "predicted here"),
    why="Predictions that are joined to other documents than their own are right by chance alone. "
    "Every number here is then about the join, not about the system.",
    raised_by="Predictions agree with the documents one to three rows away far more than with "
    "their own; or they agree with their own no more than shuffled ones would, though on another "
    "split they do, and the true and the predicted classes are as frequent as there.",
    what="{how}",
    action="{steps}",
    clauses={
        "moved": "Each prediction seems to belong to the document {rows:row|rows} {where}: moved "
        "there {measure} is {otherwise:.2f}, as the rows stand {value:.2f}.",
        "shuffled": "In {split} {measure} is {value:.2f}, as of shuffled rows; in {other:name} it "
        "is {otherwise:.2f}. The true classes and the predicted ones are as frequent as there, so "
        "the rows of {split} were probably joined in the wrong order.",
        "move": "Check how the predictions were joined: a header was probably read as a row, or a "
        "row left out. Join by an id instead of the order of rows.",
        "join": "Join the predictions again, by an id instead of the order of rows. Until then no "
        "number of this split says anything of the system.",
    },
)
FALLS = CheckRule(
    code="split.falls",
    severity="warning",
    effect="uncertain",
    title="Worse than on the tuning split",
    needs=("decisions", "true here", "second split"),
    why="What the tuning split promised does not hold here. Either this split is "
    "different, or the system was fitted to the tuning split more closely than it seemed.",
    raised_by="Accuracy or micro F₁ is lower by 0.03 or more than on the tuning split, clearly so "
    "(1 %); or the recall or precision of a class is lower by 0.10 or more, clearly so (1 %, "
    "Holm), of 20 documents or more on each side. A notice where only classes fall.",
    what="{whole}{of_classes}",
    action="Trust the number of {split}, and find out what differs: read the errors of the classes "
    "that fall most, and see what the checks say of the two splits.",
    clauses={
        "whole": "{measure} is {before:.3f} in {earlier:name} and {after:.3f} in {split}, {points} "
        "points lower (95 %: {low} to {high}).",
        "class": "the {measure} of {klass:name} from {before:.2f} to {after:.2f}",
        "classes": "{Also} lower in {split} than in {earlier:name}: {falls}.",
    },
)
GROUP = CheckRule(
    code="leak.group",
    severity="warning",
    effect="uncertain",
    title="The same authors or groups in train and test",
    needs=("train", "test", "columns"),
    why="A system learns how a person writes, or what a thread is about, and recognises them. It "
    "is then better on people it has seen than on new ones, and only a test with new ones tells.",
    raised_by="A column has 20 to 500 values, each on several documents, that tell the class or, "
    "among documents of the same classes, the words, as no shuffled values do; and half of the "
    "test documents or more have a value of the training split. A warning where the header names "
    "people or what is written together, or where somebody said that these documents were drawn "
    "together; otherwise a notice.",
    what="{shared:test document|test documents} of {tested:,} ({share:.0%}) {have} a value of "
    "{column:name} that training documents have too ({groups:value|values}{telling}).",
    action="If new documents come from others than these, what is measured here promises too much: "
    "divide again with {column:name} kept together (A better split, or breakeven split --group). "
    "If they come from the same ones, nothing is wrong.",
    clauses={"telling": "; it tells the {tells}"},
)
CLASS_IN_TEXT = CheckRule(
    code="leak.class-in-text",
    severity="error",
    effect="voids",
    title="The text tells the class",
    needs=("labels", "texts"),
    why=(
        "A word that occurs in every document of a class and in no other was probably put there "
        "after somebody had labelled them. New documents will not have it, and then the system "
        "fails."
    ),
    raised_by="A word, or two in a row, occurs on the documents of a class of 20 or more and on no "
    "others, but for a twentieth of them. An error where such classes have half of all "
    "documents, otherwise a notice: a single class may have such a word of its own.",
    what="{n:class is|classes are} told by a word of the text alone: {words}.",
    action="Take these words out of the texts, or the field that they come from, then train and "
    "test again. If new documents have them too, a rule does what the system does.",
    clauses={
        "word": "“{words}” is in {inside:.0%} of {klass:name} and in {outside:.1%} of all others",
        "more": "; and {n:more class|more classes}",
    },
)
TUNED_HERE = CheckRule(
    code="threshold.tuned-here",
    severity="error",
    effect="voids",
    title="Thresholds tuned on the documents shown",
    needs=("decisions", "scores", "own thresholds", "second split"),
    why=(
        "A threshold that is chosen on the test documents also fits what is chance in them. On new "
        "documents it is worse, and nothing here shows by how much."
    ),
    raised_by=(
        "Of four classes or more with ten documents, eight in ten have exactly the threshold with "
        "the highest F₁ on the documents shown, and at most half on the tuning split."
    ),
    what="The predictions follow the thresholds that are best for F₁ on exactly these documents: "
    "in {best_here:,} of {asked:class|classes}, and in {best_there:,} of {asked_there:,} in "
    "{other:name}.",
    action="Fit the thresholds on {other:name} and judge them here: the page on thresholds does "
    "both.",
)
ONE_THRESHOLD = CheckRule(
    code="threshold.one-for-all",
    severity="warning",
    effect="improves",
    title="One threshold for all classes would do better",
    needs=("decisions", "scores", "own thresholds", "second split"),
    why="Where most classes are predicted too seldom, or too often, their thresholds are the "
    "cause, not the classes. One number mends all of them, without new labels or training.",
    raised_by="One threshold for all classes, fitted on the tuning split for micro F, has a micro "
    "F here that is higher by {threshold_gain:g} or more, clearly so (1 %), and raises F in seven "
    "of ten classes that it changes.",
    what="The thresholds of {n:class|classes} are too {which}: one threshold of "
    "{threshold:threshold} for all, fitted on {fitted_on:name}, gives micro F {after:.3f} here "
    "instead of {before:.3f} ({gain:+.3f}; 95 %: {low:+.3f} to {high:+.3f}).",
    action="Use a threshold of {threshold:threshold} for all classes, or fit one for each on "
    "{fitted_on:name}: the page on thresholds shows both.",
)
DOUBTED = CheckRule(
    code="labels.doubted",
    severity="warning",
    effect="uncertain",
    title="Labels that are probably wrong",
    needs=("decisions", "label evidence"),
    why="A wrong label counts a right prediction as an error and a wrong one as right. With many "
    "of them nobody knows how good the system is, or which of two is the better one.",
    raised_by=(
        "The scores doubt clearly more labels than they would if every label was right: 15 % more, "
        "and three standard deviations. A share of wrong labels explains this better than any "
        "error of the probabilities (likelihood ratio, p 0.001). That holds of all labels, or of "
        "one class of which a tenth is gone. Where these labels are called one other class, on "
        "five documents or more and hardly ever the reverse, the explanation need only be as good. "
        "Not where documents of other splits clearly speak against it and no class mostly stands "
        "in place of another: then the system fails here."
    ),
    what="The scores doubt the labels of {n:document|documents} of {of_all:,}, {sure:,} of them "
    "strongly; were all labels right, they would doubt about {expected:,.0f}. About {share:.0%} "
    "of the labels may be wrong or missing.{directions}",
    action=(
        "Judge the most doubtful ones on Labels (or breakeven label-errors): that gives the "
        "numbers with right labels. Do not retrain or merge classes before that."
    ),
    clauses={"directions": " Most often {first:name} stands where {second:name} is probable."},
)
SAME_ANNOTATOR = CheckRule(
    code="labels.same-annotator",
    severity="warning",
    effect="uncertain",
    title="Two annotators with the same labels",
    needs=("labels", "annotators"),
    why="Agreement tells how good labels are only if people label by themselves. Where one copied "
    "the other, agreement and ceiling are higher than they should be.",
    raised_by="Two people differ on at most a hundredth of 30 documents or more, though others "
    "differ from them on a twentieth or more; or, where nobody else labelled, on none of 100 or "
    "more. A warning where by the others' labels both make errors of their own, otherwise a "
    "notice.",
    what="{twos}. {meaning}",
    action="Ask how they labelled. If one copied the other, or they are one person, leave one out: "
    "agreement, the ceiling and a majority of the labels count them twice.",
    clauses={
        "pair": "{first:name} and {second:name} differ on {differ:,} of {n:document|documents}",
        "others": " (on {with_others:.0%} of them from everybody else)",
        "impossible": "By what the others say both make errors, and people who err by themselves "
        "do not make the same ones.",
        "open": "Either one copied the other, or both are nearly faultless.",
    },
)
RANDOM_ANNOTATOR = CheckRule(
    code="labels.random-annotator",
    severity="warning",
    effect="uncertain",
    title="An annotator who agrees with nobody",
    needs=("labels", "annotators"),
    why="Labels that agree with nobody else are noise: they lower every number that is measured "
    "against them, and the ceiling.",
    raised_by="A person agrees with the others no more than shuffled labels would, and without "
    "this person the others agree better, both at 5 % for all people together.",
    what="{names:names} {agree} with the others no more than shuffled labels would; without {them} "
    "Krippendorff’s α is {without:.2f} instead of {alpha:.2f}.",
    action="Look at these labels on Labels before you use any number against them, and make the "
    "truth without {them}.",
)
OF_VALIDITY = (
    *(SAME_NAME, WRONG_ORDER, CLASS_IN_TEXT, TUNED_HERE),
    *(GROUP, FALLS, DOUBTED, SAME_ANNOTATOR, RANDOM_ANNOTATOR, ONE_THRESHOLD),
)
