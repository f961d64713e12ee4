"""Errors in the documents that people learn these measures from, with the numbers that show them.

Every claim was checked by computing both sides; tests repeat the arithmetic.
"""

from __future__ import annotations

from collections.abc import Mapping

from metrics.catalogue.entry import Misprint

NOTE = "2011 note"
MANNING = "Manning, Raghavan & Schütze 2008"
LEWIS_1995 = "Lewis 1995"
LEWIS_1991 = "Lewis 1991"
MICROSOFT = "Microsoft"

_IN_NOTE = (
    Misprint(
        "E-N1",
        NOTE,
        "section 5",
        "E = (fn + tp)/(2tp + fp + fn)",
        "E = (fp + fn)/(2tp + fp + fn): the two kinds of error stand above, not the hits.",
        "tp = 3, fp = 1, fn = 2: as printed 5/9, right is 3/9 = 1/3.",
    ),
    Misprint(
        "E-N2",
        NOTE,
        "section 5",
        "E = 1 − 1/(½ · 1/P + ½ · 1/R) = 2PR/(P + R), called the harmonic mean",
        "E = 1 − 2PR/(P + R). The harmonic mean of P and R is F, so E = 1 − F.",
        "P = 3/4, R = 3/5: F = 2/3 and E = 1/3, not 2/3.",
    ),
    Misprint(
        "E-N3",
        NOTE,
        "sections 5 and 6",
        "E is least, and F greatest, where precision and recall are nearly equal and high",
        "The best F may lie far from P = R: search all thresholds for it.",
        "Ranking + + − − − + : after two documents P = 1, R = 2/3 and F = 4/5; "
        "at P = R = 2/3, after three, F is only 2/3.",
    ),
    Misprint(
        "E-N4",
        NOTE,
        "section 6, case P < R",
        r"(P + R)/2 lies above $F_\beta$ for every β when P < R, and in general unless "
        r"$-1/\sqrt T < \beta < 1/\sqrt T$, with T = P/R",
        r"For P < R that holds only while $\beta < \sqrt{R/P}$; beyond it $F_\beta$ is the "
        "larger. The general conclusion holds for P ≥ R alone.",
        "P = 0.4, R = 0.8, β = 2: the mean is 0.600, F is 0.667.",
    ),
    Misprint(
        "E-N5",
        NOTE,
        "section 6",
        "judged by F₁, a system comes out lower than judged by its break-even point",
        "True at one operating point only. The best F₁ over all thresholds is at least the "
        "exact break-even value.",
        "Ranking + + − − − + : break-even 2/3, best F₁ 4/5.",
    ),
    Misprint(
        "E-N6",
        NOTE,
        "section 4, step 2",
        "the levels 0.0, 1.0, …, 0.9, 1.0",
        "0.0, 0.1, …, 0.9, 1.0: the second level is one tenth.",
        "Only the corrected list has eleven different levels in rising order.",
    ),
    Misprint(
        "E-N7",
        NOTE,
        "section 2",
        "micro-averaging weighs every document alike and is document-pivoted",
        "It weighs every decision on a document/class pair alike. Documents with more classes "
        "weigh more; the average over documents is a third number.",
        "Five documents with 7 true classes, 4 found: micro recall 4/7 = 0.571, recall per "
        "document 3/5 = 0.600 (Microsoft’s example).",
    ),
    Misprint(
        "E-N8",
        NOTE,
        "section 2",
        r"$\sum_c \mathrm{tp}_c + \mathrm{fp}_c$ under the fraction, without brackets",
        r"$\sum_c (\mathrm{tp}_c + \mathrm{fp}_c)$: both counts are pooled over all classes.",
        "Tables (tp 1, fp 1) and (tp 2, fp 3): precision 3/7. Without brackets only tp is summed, "
        "to 3, and the fp added to it belongs to no class in particular.",
    ),
    Misprint(
        "E-N9",
        NOTE,
        "section 4",
        "move the threshold until recall is 0.0, 0.1, …, 1.0",
        "With r positives recall takes only the values 0, 1/r, …, 1, so precision at the levels "
        "must be interpolated.",
        "r = 3: recall is 0, 1/3, 2/3 or 1 and passes over nine of the eleven levels; at recall 0 "
        "precision may be 0/0.",
    ),
    Misprint(
        "E-N10",
        NOTE,
        "section 6",
        "P = 0 forces R = 0, and the reverse",
        "True where both are defined, since both then say that nothing was hit. Recall is 0/0 "
        "for a class without positives.",
        "tp = 0, fp = 2, fn = 0: P = 0, R = 0/0.",
    ),
)

_IN_MANNING = (
    Misprint(
        "E-I1",
        MANNING,
        "Table 13.7",
        "179 test documents for *acquisitions*",
        "719. The digits were swapped with those of *money-fx*, which has 179.",
        "Counted in Reuters-21578, ModApte test split: acq 719, money-fx 179.",
    ),
    Misprint(
        "E-I2",
        MANNING,
        "Table 13.7",
        "119 test documents for *trade*",
        "117 documents.",
        "Counted in the collection: the label occurs 118 times, in 117 documents; one document "
        "lists it twice.",
    ),
    Misprint(
        "E-I3",
        MANNING,
        "Table 13.7",
        "182 training documents for *corn*",
        "181 documents: a label that a document lists twice counts once.",
        "Counted in the collection: 182 occurrences in 181 documents.",
    ),
    Misprint(
        "E-I4",
        MANNING,
        "Table 13.9 (b), micro-average of the top ten",
        "kNN 82, naive Bayes 82, Rocchio 65",
        "These are no averages, weighted by test documents, of the ten values above them; the "
        "figures for trees (88) and SVM (92) are.",
        "Weighted by test documents: kNN 89.5, naive Bayes 85.0, Rocchio 74.4, trees 88.8, "
        "SVM 92.2. The plain mean of kNN’s ten values is 81.9.",
    ),
    Misprint(
        "E-I5",
        MANNING,
        "section 13.6, discussion of Table 13.9",
        "“9 %” and “13 %” for differences between figures",
        "These are differences in points; as relative changes they are 10 % and 22 %.",
        "80 against 89: 9 points, (80 − 89)/89 = −10.1 %. 47 against 60: 13 points, −21.7 %.",
    ),
    Misprint(
        "E-I6",
        MANNING,
        "section 13.6 and exercise 13.6",
        "with one class per document, micro F₁ equals accuracy",
        "Only if the system assigns exactly one class to every document, and all classes are in "
        "the average.",
        "Two documents of classes A and B, the system names A and abstains: P = 1, R = 1/2, "
        "F₁ = 2/3, while half of the documents are right.",
    ),
)

_IN_LEWIS_1995 = (
    Misprint(
        "E-L1",
        LEWIS_1995,
        "section 6",
        r"$F_0$ is precision and $F_\infty$ is recall",
        "Except at 0/0, where (14) says 0 (or the constant $C_F$, if there is nothing to find).",
        "tp = fp = 0, fn = 3: precision is 0/0, F₀ by (14) is 0.",
    ),
    Misprint(
        "E-L2",
        LEWIS_1995,
        "(6) and (25)",
        "a confidence interval for the expected loss, or the expected count",
        "The expectation is known. It is a prediction interval for the value that the batch will "
        "turn out to have. What must be large is the total variance, not the number assigned.",
        "Two documents with p = 1/2: the expected count is exactly 1; 1 ± 1.96·0.707 speaks of "
        "the count that will come.",
    ),
    Misprint(
        "E-L3",
        LEWIS_1995,
        "(7)",
        "assign iff p > (λ₁₂ − λ₂₂)/D is always the rule of least expected loss, where "
        "D = (λ₂₁ − λ₁₁) + (λ₁₂ − λ₂₂)",
        "Only for D > 0. For D < 0 the inequality turns round; for D = 0 probabilities do not "
        "matter.",
        "λ = (1, 0, 0, 1), so D = −2: printed p > 1/2. At p = 0.9 assigning costs 0.9 and not "
        "assigning 0.1, so right is p < 1/2.",
    ),
    Misprint(
        "E-L4",
        LEWIS_1995,
        "section 2",
        "a system that assigns nothing has perfect precision",
        "Its precision is 0/0; calling that 1 is a choice of convention.",
        "tp = fp = 0: 0/0; and by (14) F is 0 if the class has members.",
    ),
    Misprint(
        "E-L5",
        LEWIS_1995,
        "(14)",
        "the second case could be merged into the third",
        "Not for β = 0: the general formula is then 0/0.",
        "tp = fp = 0, fn = 3, β = 0: (0 + 1)·0 / (0 + 0 + 0·3).",
    ),
    Misprint(
        "E-L6",
        LEWIS_1995,
        "appendix B",
        "the denominators are identical and can be dropped from the sum",
        "They are equal for the two sets compared at one outcome, but vary between outcomes. As "
        "printed the proof would also cover dependent documents, for which the claim is false. "
        "Given independence the result is right: hold the other documents fixed, and compare.",
        "Three dependent documents, P(001) = 5/17, P(100) = P(110) = 6/17: the one best set is "
        "{1, 3} with E[F₁] = 31/51, though p₂ = 6/17 > p₃ = 5/17.",
    ),
    Misprint(
        "E-L7",
        LEWIS_1995,
        "(24)",
        "the squared error in counting of the best estimate equals the variance",
        "Its expectation does: an E is missing.",
        "p = (1/2, 1/2): the estimate is 1, the squared error is 1, 0, 0 or 1, its mean 1/2 is "
        "the variance.",
    ),
    Misprint(
        "E-L8",
        LEWIS_1995,
        "after (16)",
        "for more than a few documents only approximations of the expected F are practical",
        "It can be computed exactly in polynomial time, since the hits and the misses are two "
        "independent Poisson-binomial counts.",
        "20 documents: 2²⁰ = 1,048,576 outcomes to enumerate, but only 21 values of a count.",
    ),
    Misprint(
        "E-L9",
        LEWIS_1995,
        "(9) and (10)",
        "the two are equivalent",
        "Only where λ₁₂ > λ₁₁, since (9) divides by the difference. (10) holds always.",
        "λ₁₁ = 2, λ₁₂ = 1, p = 0: (9) says assign iff p > −1, so yes; (10) says iff "
        "2p + (1 − p) < 0, so no. Assigning costs 1, not assigning 0.",
    ),
)

_IN_LEWIS_1991 = (
    Misprint(
        "E-D1",
        LEWIS_1991,
        "(1) to (3), Tables 1 to 3",
        "formulas and tables that are damaged in the text that survives",
        "Recall tp/(tp+fn), precision tp/(tp+fp), fallout fp/(fp+tn), as in Lewis 1995. Tables "
        "2 and 3 are **reconstructed** from their caption, set sizes and the legible row.",
        "Legible: precision 0.25 and fallout 0.50 at eight classes of which two are correct. That "
        "forces one hit and three wrong decisions: 1/4 and 3/6.",
    ),
    Misprint(
        "E-D2",
        LEWIS_1991,
        "Arithmetic Anomalies",
        "zero denominators are discussed for recall, precision and fallout only",
        "Overlap, (4), has one too: nobody assigned anything.",
        "tp = fp = fn = 0: 0/0.",
    ),
    Misprint(
        "E-D3",
        LEWIS_1991,
        "Types of Extracted Data",
        "setting tn to 0 does away with fallout",
        "The formula would then return 1, the worst value. Fallout must be reported as not "
        "defined.",
        "fp = 4, tn = 0: 4/(4 + 0) = 1.",
    ),
    Misprint(
        "E-D4",
        LEWIS_1991,
        "Arithmetic Anomalies",
        "0/0 may be counted as 1 for every measure",
        "For fallout 1 is the worst value; the kind one is 0.",
        "Every document in the class: fp = tn = 0, and a faultless system gets fallout 1.",
    ),
)

_IN_MICROSOFT = (
    Misprint(
        "E-M1",
        MICROSOFT,
        "class-level example, *comedy*",
        "F₁ = (2 · 1 · 0.67)/(1 + 0.67) = 0.80",
        "The recall of *comedy* is 1/3, so F₁ = 1/2.",
        "tp = 1, fp = 0, fn = 2: P = 1, R = 1/3, F₁ = 2/(2 + 0 + 2) = 1/2.",
    ),
    Misprint(
        "E-M2",
        MICROSOFT,
        "model-level example",
        "2 false negatives, recall 4/6 = 0.67, F₁ = 0.73",
        "3 false negatives, recall 4/7 = 0.571, F₁ = 2/3.",
        "Missed: *action* in document 1, *comedy* in 4 and in 5. By class 1 + 2 + 0 = 3; "
        "F₁ = 8/(8 + 1 + 3) = 2/3.",
    ),
    Misprint(
        "E-M3",
        MICROSOFT,
        "definition of recall",
        "recall is the share of the predicted classes that is right",
        "That is precision. Recall is the share of the true classes that was predicted.",
        "tp = 1, fp = 0, fn = 2: of the predicted all are right (1), of the true a third is "
        "found (1/3).",
    ),
    Misprint(
        "E-M4",
        MICROSOFT,
        "confusion matrix",
        "off the diagonal, rows are false positives and columns false negatives",
        "So only if rows are what was predicted, which the page does not say. With rows for the "
        "truth it is the reverse.",
        "Rows true, columns assigned, ((3, 2), (0, 5)): the 2 are documents of the first class "
        "that were missed, false negatives in its row.",
    ),
    Misprint(
        "E-M5",
        MICROSOFT,
        "confusion matrix",
        "the sum of a row or column gives the false positives or negatives of the model",
        "Of the class. The model's are the sums over all classes.",
        "((3, 2), (1, 5)): the classes have 2 and 1 false negatives, the model 3.",
    ),
    Misprint(
        "E-M6",
        MICROSOFT,
        "guidance on precision and recall",
        "low or high precision described as low or high confidence",
        "Precision is a share of decisions that turned out right. Confidence is a score that the "
        "model gives to one decision.",
        "Scores 0.99 for ten decisions of which five are right: confidence 0.99, precision 0.5.",
    ),
    Misprint(
        "E-M7",
        MICROSOFT,
        "choice of measure, mail example",
        "a useful mail that is lost is a false negative, so watch recall",
        "Of the class *important*. For the class *spam* it is a false positive and lowers "
        "precision: name the class.",
        "One useful mail called spam: fn = 1 for *important*, fp = 1 for *spam*.",
    ),
    Misprint(
        "E-M8",
        MICROSOFT,
        "single-label projects",
        "false positives and false negatives are always equal in number",
        "In total over all classes, not class by class.",
        "((3, 2), (0, 5)): the first class has fp 0 and fn 2, the second fp 2 and fn 0; in "
        "total 2 and 2.",
    ),
)

MISPRINTS: Mapping[str, Misprint] = {
    m.id: m for m in _IN_NOTE + _IN_MANNING + _IN_LEWIS_1995 + _IN_LEWIS_1991 + _IN_MICROSOFT
}

CHECKED_AND_RIGHT: Mapping[str, str] = {
    MANNING: "Checked and right: 21,578 documents, 9,603 for training and 3,299 for testing, "
    "118 topics, the other counts of Table 13.7, and all of Table 13.8.",
    LEWIS_1995: "Checked and right: all 30 numbers of Figure 3 and all 9 of Figure 4, each "
    "exact value inside its bound; (18) and appendix A.",
}


def of(*ids: str) -> tuple[Misprint, ...]:
    """The misprints with these ids; KeyError for an id there is not."""
    return tuple(MISPRINTS[i] for i in ids)
