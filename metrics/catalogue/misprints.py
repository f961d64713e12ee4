"""Errors in the documents that these measures are learnt from, and the numbers that show them."""

from __future__ import annotations

from collections.abc import Mapping

from metrics.catalogue.entry import Misprint

# --- Errors in the two papers of Lewis; see `misprints`


LEWIS_1995 = "Lewis 1995"
LEWIS_1991 = "Lewis 1991"

IN_LEWIS_1995 = (
    Misprint(
        id="E-L1",
        source=LEWIS_1995,
        where="section 6",
        printed=r"$F_0$ is precision and $F_\infty$ is recall",
        correct=(
            "Except at 0/0, where (14) says 0 (or the constant $C_F$, if there is nothing to find)."
        ),
        evidence="tp = fp = 0, fn = 3: precision is 0/0, F₀ by (14) is 0.",
    ),
    Misprint(
        id="E-L2",
        source=LEWIS_1995,
        where="(6) and (25)",
        printed=(
            "(6) as a confidence interval for the expected effectiveness, (25) as one for the "
            "number of members of the class"
        ),
        correct=(
            "The expectation is known. Both are prediction intervals, for the loss and for the "
            "number that the batch will turn out to have. What must be large is the total "
            "variance, not the number predicted."
        ),
        evidence=(
            "Two documents with p = 1/2: the expected count is exactly 1; 1 ± 1.96·0.707 "
            "speaks of the count that will come."
        ),
    ),
    Misprint(
        id="E-L3",
        source=LEWIS_1995,
        where="(7)",
        printed=(
            "assign iff p > (λ₁₂ − λ₂₂)/D is always the rule of least expected loss, where D "
            "= (λ₂₁ − λ₁₁) + (λ₁₂ − λ₂₂)"
        ),
        correct=(
            "Only for D > 0. For D < 0 the inequality is reversed; for D = 0 probabilities do "
            "not matter."
        ),
        evidence=(
            "λ = (1, 0, 0, 1), so D = −2: printed p > 1/2. At p = 0.9 predicting costs 0.9 and "
            "not predicting 0.1, so right is p < 1/2."
        ),
    ),
    Misprint(
        id="E-L4",
        source=LEWIS_1995,
        where="section 2",
        printed="a system that assigns nothing has perfect precision",
        correct="Its precision is 0/0; calling that 1 is a choice of convention.",
        evidence="tp = fp = 0: 0/0; and by (14) F is 0 if the class has members.",
    ),
    Misprint(
        id="E-L5",
        source=LEWIS_1995,
        where="(14)",
        printed="the second case could be merged into the third",
        correct="Not for β = 0: the general formula is then 0/0.",
        evidence="tp = fp = 0, fn = 3, β = 0: (0 + 1)·0 / (0 + 0 + 0·3).",
    ),
    Misprint(
        id="E-L6",
        source=LEWIS_1995,
        where="appendix B",
        printed="the denominators are identical and can be dropped from the sum",
        correct=(
            "They are equal for the two sets compared at one outcome, but vary between "
            "outcomes. As printed the proof would also cover dependent documents, for which "
            "the claim is false. Given independence the result is right: hold the other "
            "documents fixed, and compare."
        ),
        evidence=(
            "Three dependent documents, P(001) = 5/17, P(100) = P(110) = 6/17: the one best "
            "set is {1, 3} with E[F₁] = 31/51, though p₂ = 6/17 > p₃ = 5/17."
        ),
    ),
    Misprint(
        id="E-L7",
        source=LEWIS_1995,
        where="(24)",
        printed="the squared error in counting of the best estimate equals the variance",
        correct="Its expectation does: an E is missing.",
        evidence=(
            "p = (1/2, 1/2): the estimate is 1, the squared error is 1, 0, 0 or 1, its mean "
            "1/2 is the variance."
        ),
    ),
    Misprint(
        id="E-L8",
        source=LEWIS_1995,
        where="after (16)",
        printed=(
            "the expected F is practical to compute up to perhaps 20 documents; beyond, only "
            "approximations are"
        ),
        correct=(
            "It can be computed exactly in polynomial time, since the hits and the misses are "
            "two independent Poisson-binomial counts."
        ),
        evidence=(
            "40 documents: 2⁴⁰ = 1,099,511,627,776 outcomes to enumerate, but only 41 values of "
            "a count."
        ),
    ),
    Misprint(
        id="E-L9",
        source=LEWIS_1995,
        where="(9) and (10)",
        printed="the two are equivalent",
        correct="Only where λ₁₂ > λ₁₁, since (9) divides by the difference. (10) holds always.",
        evidence=(
            "λ₁₁ = 2, λ₁₂ = 1, p = 0: (9) says predict iff p > −1, so yes; (10) says iff 2p + "
            "(1 − p) < 0, so no. Predicting costs 1, not predicting 0."
        ),
    ),
)

IN_LEWIS_1991 = (
    Misprint(
        id="E-D1",
        source=LEWIS_1991,
        where="(1) to (3), Tables 1 to 3",
        printed="formulas and tables that are damaged in the text that survives",
        correct=(
            "Recall tp/(tp+fn), precision tp/(tp+fp), fallout fp/(fp+tn), as in Lewis 1995. "
            "Tables 2 and 3 are **reconstructed** from their caption, set sizes and the "
            "legible row."
        ),
        evidence=(
            "Legible: precision 0.25 and fallout 0.50 at eight classes of which two are "
            "correct. That forces one hit and three wrong predictions: 1/4 and 3/6."
        ),
    ),
    Misprint(
        id="E-D2",
        source=LEWIS_1991,
        where="Arithmetic Anomalies",
        printed="zero denominators are discussed for recall, precision and fallout only",
        correct="Overlap, (4), has one too: nobody predicted anything.",
        evidence="tp = fp = fn = 0: 0/0.",
    ),
    Misprint(
        id="E-D3",
        source=LEWIS_1991,
        where="Types of Extracted Data",
        printed="setting tn to 0 does away with fallout",
        correct=(
            "The formula would then return 1, the worst value. Fallout must be reported as "
            "not defined."
        ),
        evidence="fp = 4, tn = 0: 4/(4 + 0) = 1.",
    ),
    Misprint(
        id="E-D4",
        source=LEWIS_1991,
        where="Arithmetic Anomalies",
        printed="0/0 may be counted as 1 for every measure",
        correct="For fallout 1 is the worst value; the kind one is 0.",
        evidence="Every document in the class: fp = tn = 0, and a faultless system gets fallout 1.",
    ),
)


# --- Errors in the documents that people learn these measures from, with the numbers that show
# them
#
# Every claim was checked by computing both sides; tests repeat the arithmetic.


NOTE = "2011 note"
MANNING = "Manning, Raghavan & Schütze 2008"
MICROSOFT = "Microsoft"

_IN_NOTE = (
    Misprint(
        id="E-N1",
        source=NOTE,
        where="section 5",
        printed="E = (fn + tp)/(2tp + fp + fn)",
        correct="E = (fp + fn)/(2tp + fp + fn): the two kinds of error stand above, not the hits.",
        evidence="tp = 3, fp = 1, fn = 2: as printed 5/9, right is 3/9 = 1/3.",
    ),
    Misprint(
        id="E-N2",
        source=NOTE,
        where="section 5",
        printed="E = 1 − 1/(½ · 1/P + ½ · 1/R) = 2PR/(P + R), called the harmonic mean",
        correct="E = 1 − 2PR/(P + R). The harmonic mean of P and R is F, so E = 1 − F.",
        evidence="P = 3/4, R = 3/5: F = 2/3 and E = 1/3, not 2/3.",
    ),
    Misprint(
        id="E-N3",
        source=NOTE,
        where="sections 5 and 6",
        printed="E is least, and F greatest, where precision and recall are nearly equal and high",
        correct="The best F may lie far from P = R: search all thresholds for it.",
        evidence=(
            "Ranking + + − − − + : after two documents P = 1, R = 2/3 and F = 4/5; at P = R = "
            "2/3, after three, F is only 2/3."
        ),
    ),
    Misprint(
        id="E-N4",
        source=NOTE,
        where="section 6, case P < R",
        printed=(
            r"(P + R)/2 lies above $F_\beta$ for every β when P < R, and in general unless "
            r"$-1/\sqrt T < \beta < 1/\sqrt T$, with T = P/R"
        ),
        correct=(
            r"For P < R that holds only while $\beta < \sqrt{R/P}$; beyond it $F_\beta$ is the "
            "larger. The general conclusion holds for P ≥ R alone."
        ),
        evidence="P = 0.4, R = 0.8, β = 2: the mean is 0.600, F is 0.667.",
    ),
    Misprint(
        id="E-N5",
        source=NOTE,
        where="section 6",
        printed="judged by F₁, a system comes out lower than judged by its break-even point",
        correct=(
            "True at one operating point only. The best F₁ over all thresholds is at least "
            "the exact break-even value."
        ),
        evidence="Ranking + + − − − + : break-even 2/3, best F₁ 4/5.",
    ),
    Misprint(
        id="E-N6",
        source=NOTE,
        where="section 4, step 2",
        printed="the levels 0.0, 1.0, …, 0.9, 1.0",
        correct="0.0, 0.1, …, 0.9, 1.0: the second level is one tenth.",
        evidence="Only the corrected list has eleven different levels in rising order.",
    ),
    Misprint(
        id="E-N7",
        source=NOTE,
        where="section 2",
        printed="micro-averaging weighs every document alike and is document-pivoted",
        correct=(
            "It weighs every prediction on a document/class pair alike. Documents with more "
            "classes weigh more; the average over documents is a third number."
        ),
        evidence=(
            "Five documents with 7 true classes, 4 found: micro recall 4/7 = 0.571, recall "
            "per document 3/5 = 0.600 (Microsoft’s example)."
        ),
    ),
    Misprint(
        id="E-N8",
        source=NOTE,
        where="section 2",
        printed=r"$\sum_c \mathrm{tp}_c + \mathrm{fp}_c$ under the fraction, without brackets",
        correct=(
            r"$\sum_c (\mathrm{tp}_c + \mathrm{fp}_c)$: both counts are pooled over all "
            "classes."
        ),
        evidence=(
            "Tables (tp 1, fp 1) and (tp 2, fp 3): precision 3/7. Without brackets only tp is "
            "summed, to 3, and the fp added to it belongs to no class in particular."
        ),
    ),
    Misprint(
        id="E-N9",
        source=NOTE,
        where="section 4",
        printed="move the threshold until recall is 0.0, 0.1, …, 1.0",
        correct=(
            "With r positives recall takes only the values 0, 1/r, …, 1, so precision at the "
            "levels must be interpolated."
        ),
        evidence=(
            "r = 3: recall is 0, 1/3, 2/3 or 1 and passes over nine of the eleven levels; at "
            "recall 0 precision may be 0/0."
        ),
    ),
    Misprint(
        id="E-N10",
        source=NOTE,
        where="section 6",
        printed="P = 0 forces R = 0, and the reverse",
        correct=(
            "True where both are defined, since both then say that nothing was hit. Recall is "
            "0/0 for a class without positives."
        ),
        evidence="tp = 0, fp = 2, fn = 0: P = 0, R = 0/0.",
    ),
)

_IN_MANNING = (
    Misprint(
        id="E-I1",
        source=MANNING,
        where="Table 13.7",
        printed="179 test documents for *acquisitions*",
        correct="719. 179 is the number of *money-fx*, printed here once more.",
        evidence="Counted in Reuters-21578, ModApte test split: acq 719, money-fx 179.",
    ),
    Misprint(
        id="E-I2",
        source=MANNING,
        where="Table 13.7",
        printed="119 test documents for *trade*",
        correct="117 documents.",
        evidence=(
            "Counted in the collection: the label occurs 118 times, in 117 documents; one "
            "document lists it twice."
        ),
    ),
    Misprint(
        id="E-I3",
        source=MANNING,
        where="Table 13.7",
        printed="182 training documents for *corn*",
        correct="181 documents: a label that a document lists twice counts once.",
        evidence="Counted in the collection: 182 occurrences in 181 documents.",
    ),
    Misprint(
        id="E-I4",
        source=MANNING,
        where="Table 13.9 (b), micro-average of the top ten",
        printed="kNN 82, naive Bayes 82, Rocchio 65",
        correct=(
            "These are no averages, weighted by test documents, of the ten values above them; "
            "the figures for trees (88) and SVM (92) are."
        ),
        evidence=(
            "Weighted by test documents: kNN 89.6, naive Bayes 85.0, Rocchio 74.4, trees "
            "88.8, SVM 92.2. kNN’s ten values add up to "
            "820: the 82 printed is their plain mean."
        ),
    ),
    Misprint(
        id="E-I5",
        source=MANNING,
        where="section 13.6, discussion of Table 13.9",
        printed="“9 %” and “13 %” for differences between figures",
        correct="These are differences in points; as relative changes they are 10 % and 22 %.",
        evidence=(
            "80 against 89: 9 points, (80 − 89)/89 = −10.1 %. 47 against 60: 13 points, −21.7 %."
        ),
    ),
    Misprint(
        id="E-I6",
        source=MANNING,
        where="section 13.6 and exercise 13.6",
        printed="with one class per document, micro F₁ equals accuracy",
        correct=(
            "Only if the system predicts exactly one class for every document, and all classes are "
            "in the average."
        ),
        evidence=(
            "Two documents of classes A and B, the system predicts A for the first and nothing for "
            "the second: P = 1, R = "
            "1/2, F₁ = 2/3, while half of the documents are right."
        ),
    ),
)

_IN_MICROSOFT = (
    Misprint(
        id="E-M1",
        source=MICROSOFT,
        where="class-level example, *comedy*",
        printed="F₁ = (2 · 1 · 0.67)/(1 + 0.67) = 0.80",
        correct="The recall of *comedy* is 1/3, so F₁ = 1/2.",
        evidence="tp = 1, fp = 0, fn = 2: P = 1, R = 1/3, F₁ = 2/(2 + 0 + 2) = 1/2.",
    ),
    Misprint(
        id="E-M2",
        source=MICROSOFT,
        where="model-level example",
        printed="2 false negatives, recall 4/6 = 0.67, F₁ = 0.73",
        correct="3 false negatives, recall 4/7 = 0.571, F₁ = 2/3.",
        evidence=(
            "Missed: *action* in document 1, *comedy* in 4 and in 5. By class 1 + 2 + 0 = 3; "
            "F₁ = 8/(8 + 1 + 3) = 2/3."
        ),
    ),
    Misprint(
        id="E-M3",
        source=MICROSOFT,
        where="definition of recall",
        printed="recall is the share of the predicted classes that is right",
        correct="That is precision. Recall is the share of the true classes that was predicted.",
        evidence=(
            "tp = 1, fp = 0, fn = 2: of the predicted all are right (1), of the true a third "
            "is found (1/3)."
        ),
    ),
    Misprint(
        id="E-M4",
        source=MICROSOFT,
        where="confusion matrix",
        printed="off the diagonal, rows are false positives and columns false negatives",
        correct=(
            "So only if rows are what was predicted, which the page does not say. In the "
            "service’s own files rows are what was labelled, and it is the reverse."
        ),
        evidence=(
            "Rows true, columns predicted, ((3, 2), (0, 5)): the 2 are documents of the first "
            "class that were missed, false negatives in its row. The reference names the labelled "
            "class of a cell first. In the example of Get Model Evaluation Summary for "
            "conversations (EmailApp) the row of Category holds 11 and 1; its falseNegativeCount "
            "is 1, its falsePositiveCount 2."
        ),
    ),
    Misprint(
        id="E-M5",
        source=MICROSOFT,
        where="confusion matrix",
        printed="the sum of a row or column gives the false positives or negatives of the model",
        correct="Of the class. The model's are the sums over all classes.",
        evidence="((3, 2), (1, 5)): the classes have 2 and 1 false negatives, the model 3.",
    ),
    Misprint(
        id="E-M6",
        source=MICROSOFT,
        where="guidance on precision and recall",
        printed="low or high precision described as low or high confidence",
        correct=(
            "Precision is a share of predictions that turned out right. Confidence is a score "
            "that the model gives to one prediction."
        ),
        evidence=(
            "Scores 0.99 for ten predictions of which five are right: confidence 0.99, "
            "precision 0.5."
        ),
    ),
    Misprint(
        id="E-M7",
        source=MICROSOFT,
        where="choice of measure, mail example",
        printed="a useful mail that is lost is a false negative, so watch recall",
        correct=(
            "Of the class *important*. For the class *spam* it is a false positive and lowers "
            "precision: name the class."
        ),
        evidence="One useful mail predicted as spam: fn = 1 for *important*, fp = 1 for *spam*.",
    ),
    Misprint(
        id="E-M8",
        source=MICROSOFT,
        where="single-label projects",
        printed="false positives and false negatives are always equal in number",
        correct="In total over all classes, not class by class.",
        evidence=(
            "((3, 2), (0, 5)): the first class has fp 0 and fn 2, the second fp 2 and fn 0; "
            "in total 2 and 2."
        ),
    ),
    Misprint(
        id="E-M9",
        source=MICROSOFT,
        where="REST and client reference, summary of a class",
        printed="f1 is the model precision, precision the model recall, recall the F1 score",
        correct="Each is what its name says.",
        evidence=(
            "In the example of conversations (EmailApp) ContactName has 22 true positives, 1 "
            "false positive and 2 false negatives: precision 22/23 = 0.957, recall 22/24 = 0.917 "
            "and F₁ 44/47 = 0.936 stand under these names."
        ),
    ),
    Misprint(
        id="E-M10",
        source=MICROSOFT,
        where="REST reference, macro averages",
        printed="macro precision, recall and F₁, without what 0/0 counts as",
        correct=(
            "0/0 counts as 0, so a class that was never predicted lowers macro precision. Left "
            "out, the mean is over the classes that have a precision."
        ),
        evidence=(
            "In the example of conversations (EmailApp), a summary of the same form, 2 of 14 "
            "classes were never predicted. The 12 precisions add up to 10.858; macroPrecision is "
            "10.858/14 = 0.776, and without the 2 it is 0.905."
        ),
    ),
)

MISPRINTS: Mapping[str, Misprint] = {
    m.id: m for m in _IN_NOTE + _IN_MANNING + IN_LEWIS_1995 + IN_LEWIS_1991 + _IN_MICROSOFT
}

CHECKED_AND_RIGHT: Mapping[str, str] = {
    MANNING: "Checked and right: 21,578 documents, 9,603 for training and 3,299 for testing, "
    "118 topics, the other counts of Table 13.7, and all of Table 13.8.",
    LEWIS_1995: "Checked and right: all 30 numbers of Figure 3 and all 9 of Figure 4, each "
    "exact value inside its bound; (18) and appendix A.",
}
